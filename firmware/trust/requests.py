"""Requests about trust: keys, sessions, sealed mode, and what takes two roles."""

from binascii import crc32

from firmware.core import errors
from firmware.core.rows import INSPECTOR, SUPERVISOR, TECHNICIAN
from firmware.link import rows as link
from firmware.trust import rows
from firmware.trust.sessions import IDLE_LIMIT_S
from firmware.trust.two_roles import LIMIT_S, TwoRoles, fingerprint


class Trust:
    """What these requests remember; `ask` is for every room's requests that take two roles."""

    def __init__(self, board):
        self.board = board
        self.two_roles = TwoRoles(board.unique_id)
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
        if number == 0:
            return -errors.ERR_LOCKED
        asked = parameters or bytes(port.payload())
        board.commit(rows.EV_TWO_ROLES_ASKED, message, number, role, person, asked)
        now_ms = board.clock.uptime_ms
        self.two_roles.ask(number, message, role, person, asked, confirming_roles, action, now_ms)
        return port.answer(message, number, confirming_roles, LIMIT_S)

    def note_refusal(self, role):
        """Each role's attempt is an event; a flood of them is told once a second."""
        second = self.board.clock.uptime_ms // 1000
        if self._refused.get(role) != second:
            self._refused[role] = second
            self.board.record(rows.EV_SEAL_REFUSED, role)

    def forget_everything(self, _asked_by, _confirmed_by):
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
    """
    board = trust.board
    new = b"".join(keys)
    error = _why_not_here(trust, port)
    if error:
        return -error
    if not board.keys.is_provisioned:
        board.keys.provision(new)
        board.commit(rows.EV_PROVISIONED, 0)
        return port.answer(port.message, 0, 0, 0)
    if port.role != TECHNICIAN:
        return -errors.ERR_ALREADY_PROVISIONED

    def renew(_asked_by, _confirmed_by):
        if not board.is_lid_open():
            return -errors.ERR_LID_CLOSED
        board.keys.provision(new)
        board.commit(rows.EV_PROVISIONED, 1)
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
    board.commit(rows.EV_SIGNER_SET, crc32(public_key))
    return port.ok()


def _open_session(trust, port, role, person, nonce):
    board = trust.board
    result = board.node.sessions.open(
        port.number,
        port.sender(),
        role,
        person,
        nonce,
        port.body(),
        port.tag(),
        port.counter(),
        port.now_ms,
    )
    if result < 0:
        return result
    port.join_session()
    board.record(rows.EV_SESSION_OPENED, port.number, role, person)
    return port.answer(role, IDLE_LIMIT_S)


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
    board.record(rows.EV_SERVICE_ENTERED)
    board.leaving.order_service()
    return port.ok()


def _reset_store(trust, port):
    """Forget everything, for another table: the technician asks, the inspector confirms."""
    return trust.ask(port, INSPECTOR, trust.forget_everything)


def _get_deed(trust, port):
    """What waits for a second role, so that it can be shown to a person."""
    deed = trust.two_roles
    left_ms = deed.left_ms(trust.board.clock.uptime_ms)
    if left_ms == 0:
        return -errors.ERR_NOTHING_PENDING
    port.add(deed.parameters, len(deed.parameters))
    return port.answer(
        deed.message, deed.number, deed.asked_by, deed.asked_person, left_ms // 1000
    )


def _confirm(trust, port, number, digest):
    board, deed = trust.board, trust.two_roles
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
