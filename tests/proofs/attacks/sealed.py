"""Attacks on a board in the field: REPL, text commands, unsealing, provisioning once more."""

from __future__ import annotations

from faro.wire.errors import FaroError, Refused
from faro.wire.keys import DeviceKeys
from tests.proofs.attacks.bench import Bench
from tests.proofs.attacks.knocking import refusal
from tests.proofs.attacks.outcome import Notes, Outcome

# what mpremote, rshell, Thonny and a person at a terminal send
BREAKS = (
    b"\r\x03\x03",
    b"\x03\x03",
    b"\r\x03",
    b"\r\x03\x03\r\x01",
    b"\r\x01",
    b"\x05A\x01",
    b"\r\x02",
    b"\x04",
    b"\r\x03\x03\x04",
    b"import machine\r\n",
    b"\r\x03\x03\r\x01import os; os.remove('main.py')\x04",
)
REPL_SIGNS = (b">>>", b"raw REPL", b"MicroPython v", b"R\x01", b"Traceback", b"soft reboot")
_TEXTS = ("help", "fault", "ev 20", "ev", "keys", "dump", "repl", "reset", "exec 1", "?", "VER x")
_SENTENCE = "sealed: only ver and stat"


def repl(bench: Bench) -> Outcome:
    notes = bench.begin(f"{len(BREAKS)} ways into a REPL (Ctrl-C, raw REPL, raw paste, soft reset)")
    bench.seal()
    before, first = bench.kept(), bench.last_event()
    line = bench.line()
    for data in BREAKS:
        line.send(data, wait_ms=3_100)  # half a frame is given up after two heartbeats
    for data in BREAKS:  # with the lid open as well
        bench.board.set_lid(True)
        line.send(data, wait_ms=50)
    bench.board.set_lid(False)
    bench.wait_ms(200)
    for sign in REPL_SIGNS:
        notes.expect(sign not in line.heard, f"the board said {sign!r}")
    notes.answers["no prompt"] = len(BREAKS)
    bench.check_recorded(notes, first, "REPL_ATTEMPT", 4)
    notes.expect(bench.seats() == 7, "the board answers no more")
    cells = {cell: data for cell, data in before.cells.items() if cell != 3}  # the lid's fault
    after = bench.kept()
    notes.expect(all(after.cells[c] == data for c, data in cells.items()), "the store has changed")
    notes.expect(after.boots == before.boots, "the board restarted")
    return notes.outcome()


def texts(bench: Bench) -> Outcome:
    notes = bench.begin("all text commands in sealed mode, on both lines")
    bench.seal()
    for client, prefix in ((bench.client(), ""), (bench.bus_client(), f"@{bench.address:02x} ")):
        for text in _TEXTS:
            lines = client.text(prefix + text)
            is_refused = lines == [_SENTENCE] or text.lower().startswith("ver")
            notes.expect(is_refused, f"{text!r} is answered with {lines}")
            notes.answers["refused" if is_refused else "answered"] += 1
        for text in ("ver", "stat"):
            lines = client.text(prefix + text)
            notes.expect(len(lines) == 1, f"{text!r} is answered with {lines}")
    return notes.outcome()


def unseal(bench: Bench) -> Outcome:
    notes = bench.begin("leaving sealed mode: lid closed, without a key, by every other role")
    bench.seal()
    before, first = bench.kept(), bench.last_event()
    attempts = 0
    technician = bench.session("technician")
    notes.answered(
        refusal(technician, "SEAL", is_sealed=0), "lid_closed", by="the technician, lid closed"
    )
    attempts += 1
    for is_open in (False, True):
        bench.board.set_lid(is_open)
        bench.wait_ms(1_200)
        notes.answered(refusal(bench.client(0x82), "SEAL", is_sealed=0), "no_session", by="nobody")
        attempts += 1
        for number, role in enumerate(("table", "supervisor", "inspector")):
            client = bench.session(role, 0x90 + number)
            answer = refusal(client, "SEAL", is_sealed=0)
            notes.answered(answer, "not_allowed", by=f"the {role}")
            attempts += 1
        answer = refusal(technician, "ENTER_SERVICE")
        notes.answered(answer, "not_allowed", by="ENTER_SERVICE while sealed")
    bench.check_recorded(notes, first, "SEAL_REFUSED", attempts)
    bench.power_cycle()
    notes.expect(bench.client().text("help") == [_SENTENCE], "a power cycle ended sealed mode")
    after = bench.kept()
    sealed = [c for c in before.cells if c != 3]
    notes.expect(all(after.cells[c] == before.cells[c] for c in sealed), "the store has changed")
    return notes.outcome()


def provision_again(bench: Bench) -> Outcome:
    notes = bench.begin(
        "new keys, or another signer, by a stranger, other roles, lid closed, over RS-485"
    )
    before = bench.kept()
    mine = DeviceKeys.create(bench.keys.unique_id, "shoe")
    fields = {"device_key": mine.device, **{f"{n}_key": k for n, k in mine.roles.items()}}

    def attempt(client_refusal: str, by: str, *allowed: str) -> None:
        notes.answered(client_refusal, *allowed, by=by)

    attempt(refusal(bench.client(), "PROVISION", **fields), "a stranger", "lid_closed")
    attempt(refusal(bench.bus_client(), "PROVISION", **fields), "RS-485", "wrong_port")
    technician = bench.session("technician")
    attempt(refusal(technician, "PROVISION", **fields), "the technician, closed", "lid_closed")
    signer = refusal(technician, "SET_SIGNER", public_key=bytes(60))
    attempt(signer, "a signer's key with the lid closed", "lid_closed")
    bench.board.set_lid(True)
    bench.wait_ms(50)
    attempt(refusal(bench.client(0x82), "PROVISION", **fields), "a stranger, lid open",
            "already_provisioned")  # fmt: skip
    attempt(refusal(bench.bus_client(), "PROVISION", **fields), "RS-485, lid open", "wrong_port")
    for role in ("table", "supervisor", "inspector"):
        client = bench.session(role, 0x83)
        attempt(refusal(client, "PROVISION", **fields), f"the {role}", "already_provisioned")
        signer = refusal(client, "SET_SIGNER", public_key=bytes(60))
        attempt(signer, f"a signer's key from the {role}", "not_allowed")
    signer = refusal(bench.client(0x82), "SET_SIGNER", public_key=bytes(60))
    attempt(signer, "a stranger's signing key", "no_session")
    bus_technician = bench.bus_client()
    bus_technician.open_session(bench.keys, "technician")
    attempt(refusal(bus_technician, "PROVISION", **fields), "RS-485 technician", "wrong_port")
    _alone(bench, notes, mine)
    bench.board.set_lid(False)
    after = bench.kept()
    kept = [c for c in before.cells if c != 3]
    notes.expect(all(after.cells[c] == before.cells[c] for c in kept), "the keys have changed")
    return notes.outcome()


def _alone(bench: Bench, notes: Notes, mine: DeviceKeys) -> None:
    """Who gives a board its keys has those of all roles: the technician must not do it alone."""
    technician = bench.session("technician")
    technician.provision(mine)
    deed = technician.deed()
    notes.expect(deed.parameters.hex() == mine.fingerprint, "the deed shows other keys")
    secrets = (mine.device, *mine.roles.values())
    recorded = b"".join(bytes(str(e.fields), "ascii") for e in technician.events(0))
    shown = deed.parameters + recorded
    notes.expect(not any(key[:8] in shown for key in secrets), "new keys are shown")
    for key, role in ((mine, "supervisor"), (mine, "inspector"), (bench.keys, "table")):
        client = bench.client(0x85)
        try:
            client.open_session(key, role)
            client.confirm(deed)
            notes.findings.append(f"new keys of all roles by the technician and a {role}")
        except Refused as refused:
            notes.answered(refused.name, "bad_tag", "throttled", "not_allowed")
    notes.answered(
        refusal(technician, "CONFIRM", number=deed.number, digest=deed.digest), "same_role"
    )
    bench.board.set_lid(False)  # nobody confirms it behind a closed lid either
    bench.wait_ms(50)
    inspector = bench.session("inspector", 0x86)
    late = refusal(inspector, "CONFIRM", number=deed.number, digest=deed.digest)
    notes.answered(late, "lid_closed", by="a yes with the lid closed")


def old_keys(bench: Bench) -> Outcome:
    notes = bench.begin("sessions and keys of before a re-provisioning used after it")
    table = bench.session("table", 0x83)
    technician = bench.session("technician")
    old = bench.keys
    bench.board.set_lid(True)
    bench.wait_ms(50)
    new = DeviceKeys.create(old.unique_id, "shoe")
    first = bench.last_event()
    technician.provision(new)
    supervisor = bench.session("supervisor", 0x84)
    supervisor.confirm(supervisor.deed())
    bench.board.set_lid(False)
    bench.wait_ms(50)
    notes.expect(bool(bench.events_since(first, "PROVISIONED")), "new keys without an event")
    askers = (("table's", table), ("technician's", technician), ("supervisor's", supervisor))
    for name, client in askers:
        try:
            client.request("TIME", utc_s=1_800_000_000)
            notes.findings.append(f"the {name} session under the old key goes on")
        except Refused as refused:
            notes.answers[refused.name] += 1
        except FaroError as error:
            notes.answers[type(error).__name__] += 1
    bench.keys = new
    bench.wait_ms(2_000)
    bench.session("technician", 0x84).close_session()
    return notes.outcome()
