"""Requests about trust: keys, sessions, sealed mode, and what takes two roles."""

import hashlib

from firmware.core import errors
from firmware.core.bytes_into import get_u32
from firmware.core.rows import INSPECTOR, STAFF, SUPERVISOR, TECHNICIAN
from firmware.link import rows as link
from firmware.trust import rows
from firmware.trust.sessions import IDLE_LIMIT_S
from firmware.trust.two_roles import LIMIT_S, TwoRoles, fingerprint

_NAME_BYTES = 16  # of a public key's SHA-256: nobody makes another key with the same


class Trust:
    """What these requests remember; `ask` is for every room's requests that take two roles."""

    def __init__(self, board):
        self.board = board
        self._deeds = {}  # asking role: what waits, so that no role takes another's place
        self._refused = {}  # role: second of its last refused attempt to unseal
        board.on(self, REQUESTS)
        board.node.open_to_all(rows.MSG_SEAL)  # `_seal` asks for the role: a refusal is an event

    def ask(self, port, confirming_roles, action, parameters=None):
        """Note what the sender wants and answer PENDING; another role carries it out.

        `parameters` are shown and recorded instead of the request's own, where those are secret.
        """
        board = self.board
        message, role, person = port.message, port.role, port.person
        number = board.keys.take_deed_number()
        if number == 0 and not board.keys.is_provisioned:
            return -errors.ERR_LOCKED
        if number == 0:  # a cell is lost, and no number can be kept: one that nobody can foresee
            number = get_u32(board.generator.nonce_bytes(4), 0) or 1
        asked = parameters or bytes(port.payload())
        board.commit(rows.EV_TWO_ROLES_ASKED, message, number, role, person, asked)
        now_ms = board.clock.uptime_ms
        if role not in self._deeds:
            self._deeds[role] = TwoRoles(board.unique_id)
        deed = self._deeds[role]
        deed.ask(number, message, role, person, asked, confirming_roles, action, now_ms)
        return port.answer(message, number, confirming_roles, LIMIT_S)

    def next_deed(self, after):
        """Of those that wait, the first with a higher number than this; None: there is none."""
        found = None
        for deed in self._deeds.values():
            if deed.number > after and deed.left_ms(self.board.clock.uptime_ms):
                if found is None or deed.number < found.number:
                    found = deed
        return found

    def note_refusal(self, role):
        """Each role's attempt is an event; a flood of them is told once a second."""
        second = self.board.clock.uptime_ms // 1000
        if self._refused.get(role) != second:
            self._refused[role] = second
            self.board.record(rows.EV_SEAL_REFUSED, role)

    def forget_everything(self, _asked_by, _confirmed_by):
        # the next boot would start it, and then not know that it was on trial
        self.board.updates.slots.drop()
        self.board.leaving.order_reset_store()
        return 0


def _why_not_here(trust, port):
    """Keys change on the bench only: by USB, with the lid open; 0 or an error."""
    if port.is_bus:
        return errors.ERR_WRONG_PORT
    return 0 if trust.board.is_lid_open() else errors.ERR_LID_CLOSED


def _provision(trust, port, *keys):
    """The first keys; later the technician asks, and another role confirms.

    Who gives a board its keys has those of all roles: alone he would be two people from then on.
    A board that lost its keys gets a new store first, and restarts; the journal stays.
    """
    board = trust.board
    new = b"".join(keys)
    error = _why_not_here(trust, port)
    if error:
        return -error
    if board.node.is_locked() and board.keys.is_provisioned:
        return -errors.ERR_LOCKED
    if not board.keys.is_provisioned:
        if not board.store.is_open and not board.leaving.order_new_store():
            return -errors.ERR_LOCKED
        board.keys.provision(new)
        board.commit(rows.EV_PROVISIONED, 0, 0, 0)
        return port.answer(port.message, 0, 0, 0)
    if port.role != TECHNICIAN:
        return -errors.ERR_ALREADY_PROVISIONED

    def renew(_asked_by, _confirmed_by):
        if not board.is_lid_open():
            return -errors.ERR_LID_CLOSED
        board.keys.provision(new)
        board.commit(rows.EV_PROVISIONED, 1, board.node.acting_role, board.node.acting_person)
        board.node.sessions.close_others()  # whoever held an old key is out with it
        return 0

    return trust.ask(port, SUPERVISOR | INSPECTOR, renew, fingerprint(new))


def _set_signer(trust, port, public_key):
    """Whose firmware this board boots; from the next boot on nothing unsigned runs."""
    board = trust.board
    error = _why_not_here(trust, port)
    if error:
        return -error
    if board.keys.has_signer:
        return -errors.ERR_ALREADY_PROVISIONED  # another one only after RESET_STORE: two roles
    board.keys.set_signer(public_key)
    named = hashlib.sha256(public_key).digest()[:_NAME_BYTES]
    board.commit(rows.EV_SIGNER_SET, named, port.role, port.person)
    return port.ok()


def _open_session(trust, port, role, person, replaces, nonce):
    board = trust.board
    result = board.node.sessions.open(
        port.number,
        port.sender(),
        role,
        person,
        replaces,
        nonce,
        port.body(),
        port.tag(),
        port.counter(),
        port.now_ms,
    )
    if result < 0:
        return result
    port.join_session()
    # people's sessions are evidence, as far as their role's ration goes; programs' are chatter
    is_staff = (role & STAFF or person) and not board.recorder.is_evidence_short()
    is_staff = is_staff and board.node.begin_change(role, person) == 0
    event = rows.EV_STAFF_SESSION if is_staff else rows.EV_SESSION_OPENED
    board.record(event, port.number, role, person)
    return port.answer(port.session.number, role, IDLE_LIMIT_S)


def _close_session(_trust, port):
    port.leave_session()
    return port.ok()


def _seal(trust, port, is_sealed):
    """Into sealed mode any time; out of it only the technician, with the lid open."""
    board = trust.board
    is_unsealing = not is_sealed and board.is_sealed
    if port.role != TECHNICIAN:
        if is_unsealing:
            trust.note_refusal(port.role)
        return -board.node.why_not_allowed(port.role)
    if is_unsealing and not board.is_lid_open():
        trust.note_refusal(port.role)
        return -errors.ERR_LID_CLOSED
    board.set_sealed(1 if is_sealed else 0, rows.EV_SEALED)
    return port.ok()


def _enter_service(trust, port):
    """End the program and leave the port to the REPL, for flashing on the bench."""
    board = trust.board
    if board.is_sealed:
        return -errors.ERR_NOT_ALLOWED
    if not board.is_lid_open():
        return -errors.ERR_LID_CLOSED
    board.record(rows.EV_SERVICE_ENTERED, port.role, port.person)
    board.leaving.order_service()
    return port.ok()


def _reset_store(trust, port):
    """Forget everything, for another table: the technician asks, the inspector confirms."""
    return trust.ask(port, INSPECTOR, trust.forget_everything)


def _get_deed(trust, port, after):
    """What waits for a second role, so that it can be shown to a person."""
    deed = trust.next_deed(after)
    if deed is None:
        return -errors.ERR_NOTHING_PENDING
    left_ms = deed.left_ms(trust.board.clock.uptime_ms)
    port.add(deed.parameters, len(deed.parameters))
    return port.answer(
        deed.message, deed.number, deed.asked_by, deed.asked_person, left_ms // 1000
    )


def _confirm(trust, port, number, digest):
    board, deed = trust.board, trust.next_deed(number - 1) if number else None
    if deed is None:
        return -errors.ERR_NOTHING_PENDING
    role, person = port.role, port.person
    error = deed.why_not(number, digest, role, person, board.clock.uptime_ms)
    if error == 0 and board.node.is_kept_out(deed.message):
        error = errors.ERR_LOCKED  # it was asked for before the lock
    if error:
        return -error
    result = deed.carry_out(role)
    if result < 0:
        return result
    board.record(rows.EV_TWO_ROLES_DONE, deed.message, number, role, person)
    if deed.message == rows.MSG_PROVISION:
        port.leave_session()  # under an old key, this one too
    return port.ok()


REQUESTS = {
    rows.MSG_PROVISION: _provision,
    rows.MSG_SET_SIGNER: _set_signer,
    link.MSG_OPEN_SESSION: _open_session,
    link.MSG_CLOSE_SESSION: _close_session,
    rows.MSG_GET_DEED: _get_deed,
    rows.MSG_CONFIRM: _confirm,
    rows.MSG_SEAL: _seal,
    rows.MSG_ENTER_SERVICE: _enter_service,
    rows.MSG_RESET_STORE: _reset_store,
}
