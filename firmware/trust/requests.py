"""Requests about trust: keys, sessions, sealed mode, and what takes two roles."""

import struct
from binascii import crc32

from firmware.core.errors import (
    ERR_ALREADY_PROVISIONED,
    ERR_LID_CLOSED,
    ERR_NOT_ALLOWED,
    ERR_WRONG_PORT,
)
from firmware.core.rows import ANYONE, INSPECTOR, TECHNICIAN
from firmware.link.rows import MSG_CLOSE_SESSION, MSG_OPEN_SESSION
from firmware.trust.keys import SIGNER_BYTES
from firmware.trust.rows import (
    EV_PROVISIONED,
    EV_SEAL_REFUSED,
    EV_SEALED,
    EV_SERVICE_ENTERED,
    EV_SESSION_OPENED,
    EV_SIGNER_SET,
    EV_TWO_ROLES_ASKED,
    EV_TWO_ROLES_DONE,
    MSG_CONFIRM,
    MSG_ENTER_SERVICE,
    MSG_PROVISION,
    MSG_RESET_STORE,
    MSG_SEAL,
    MSG_SET_SIGNER,
)
from firmware.trust.sessions import IDLE_LIMIT_S
from firmware.trust.two_roles import LIMIT_S, TwoRoles

_KEYS_BYTES = 160
_RX_AT = 9


class TrustCommands:
    """Handlers for the node; `board` is the application's common part."""

    def __init__(self, board):
        self._board = board
        self._two_roles = TwoRoles()
        self._refused = {}  # role: second of its last refused attempt to unseal
        node = board.node
        node.on(MSG_PROVISION, self._provision)
        node.on(MSG_OPEN_SESSION, self._open_session)
        node.on(MSG_CLOSE_SESSION, self._close_session)
        node.on(MSG_SET_SIGNER, self._set_signer)
        node.on(MSG_CONFIRM, self._confirm)
        node.on(MSG_SEAL, self._seal)
        node.roles[MSG_SEAL] = ANYONE  # `_seal` itself asks for the role: a refusal is an event
        node.on(MSG_ENTER_SERVICE, self._enter_service)
        node.on(MSG_RESET_STORE, self._reset_store)

    def _provision(self, port):
        """New keys: on the bench, by USB, with the lid open; later only by the technician."""
        board = self._board
        if port.is_bus:
            return -ERR_WRONG_PORT
        if not board.is_lid_open():
            return -ERR_LID_CLOSED
        is_again = board.keys.is_provisioned
        if is_again and port.role != TECHNICIAN:
            return -ERR_ALREADY_PROVISIONED
        board.keys.provision(port.rx[_RX_AT : _RX_AT + _KEYS_BYTES])
        board.commit(EV_PROVISIONED, 1 if is_again else 0)
        if is_again:  # whoever held an old key is out with it
            board.node.sessions.close_others(port.number, port.sender())
            port.leave_session()
        return _ok(port, MSG_PROVISION)

    def _set_signer(self, port):
        """Whose firmware this board boots; from the next boot on nothing unsigned runs."""
        board = self._board
        if port.is_bus:
            return -ERR_WRONG_PORT
        if not board.is_lid_open():
            return -ERR_LID_CLOSED
        if board.keys.has_signer:
            return -ERR_ALREADY_PROVISIONED  # another one only after RESET_STORE: two roles
        public_key = bytes(port.rx[_RX_AT : _RX_AT + SIGNER_BYTES])
        board.keys.set_signer(public_key)
        board.commit(EV_SIGNER_SET, crc32(public_key))
        return _ok(port, MSG_SET_SIGNER)

    def _open_session(self, port):
        role = port.u8(0)
        result = self._board.node.sessions.open(
            port.number,
            port.sender(),
            role,
            bytes(port.rx[_RX_AT + 1 : _RX_AT + 17]),
            port.body(),
            port.tag(),
            port.counter(),
            port.now_ms,
        )
        if result < 0:
            return result
        port.join_session()
        self._board.record(EV_SESSION_OPENED, port.number, role)
        struct.pack_into("<BH", port.tx, port.tx_at, role, IDLE_LIMIT_S)
        return 3

    def _close_session(self, port):
        port.leave_session()
        return _ok(port, MSG_CLOSE_SESSION)

    def _seal(self, port):
        """Into sealed mode any time; out of it only the technician, with the lid open."""
        board = self._board
        is_sealed = 1 if port.u8(0) else 0
        if port.role != TECHNICIAN:
            if not is_sealed and board.is_sealed:
                self._note_refusal(port)
            return -board.node.why_not_allowed(port.role)
        if not is_sealed and board.is_sealed and not board.is_lid_open():
            self._note_refusal(port)
            return -ERR_LID_CLOSED
        board.set_sealed(is_sealed, EV_SEALED)
        return _ok(port, MSG_SEAL)

    def _note_refusal(self, port):
        """Each role's attempt is an event; a flood of them is told once a second."""
        second = self._board.clock.uptime_ms // 1000
        if self._refused.get(port.role) != second:
            self._refused[port.role] = second
            self._board.record(EV_SEAL_REFUSED, port.role)

    def _enter_service(self, port):
        """End the program and leave the port to the REPL, for flashing on the bench."""
        board = self._board
        if board.is_sealed:
            return -ERR_NOT_ALLOWED
        if not board.is_lid_open():
            return -ERR_LID_CLOSED
        board.record(EV_SERVICE_ENTERED)
        board.leaving.order_service()
        return _ok(port, MSG_ENTER_SERVICE)

    # -- two roles -------------------------------------------------------------------------

    def _reset_store(self, port):
        """Forget everything, for another table: the technician asks, the inspector confirms."""
        return self.ask(port, MSG_RESET_STORE, INSPECTOR, self._forget_everything)

    def _forget_everything(self, _asked_by, _confirmed_by):
        self._board.leaving.order_reset_store()
        return 0

    def ask(self, port, message, confirming_roles, action):
        """Note what the sender wants and answer PENDING; another role carries it out."""
        uptime_ms = self._board.clock.uptime_ms
        number = self._two_roles.ask(message, port.role, confirming_roles, action, uptime_ms)
        self._board.record(EV_TWO_ROLES_ASKED, message, number, port.role)
        struct.pack_into(
            "<BIBH", port.tx, port.tx_at, message, number, confirming_roles, LIMIT_S
        )
        return 8

    def _confirm(self, port):
        number = port.u32(0)
        result = self._two_roles.confirm(number, port.role, self._board.clock.uptime_ms)
        if result < 0:
            return result
        self._board.record(EV_TWO_ROLES_DONE, self._two_roles.message, number, port.role)
        return _ok(port, MSG_CONFIRM)


def _ok(port, message):
    struct.pack_into("<BI", port.tx, port.tx_at, message, 0)
    return 5
