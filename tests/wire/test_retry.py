"""A request repeated on a slow or lossy line: one effect, and answers that fit together."""

from __future__ import annotations

import pytest

from faro.sim.rig import Rig
from faro.wire.errors import Refused
from faro.wire.protocol import Message, Request
from firmware.board.rows import CFG_SEATS
from tests.conftest import provisioned, usb_client


def send_twice(rig: Rig, client, request: Request) -> list[Message]:
    """Both answers to a request whose first answer was late."""
    answers: list[Message] = []
    for _ in range(2):
        client.transport.write(request.data)
        rig.kernel.run_for_ms(100)
        answers += client.protocol.receive(client.transport.read(0))
    return answers


def test_hello__repeated__same_nonce_so_that_either_answer_opens_a_session(rig: Rig) -> None:
    client = usb_client(rig, "shoe")
    client.hello()
    first, second = send_twice(
        rig, client, client.protocol.request("HELLO", protocol=2, nonce=bytes(16))
    )
    assert first.fields["nonce"] == second.fields["nonce"]
    third, _ = send_twice(
        rig, client, client.protocol.request("HELLO", protocol=2, nonce=bytes(16))
    )
    assert third.fields["nonce"] != first.fields["nonce"]


def test_set_setting__repeated__one_change_and_the_same_answer(rig: Rig) -> None:
    keys = provisioned(rig, "shoe")
    client = usb_client(rig, "shoe")
    client.open_session(keys, "technician")
    last = client.status()["last_event"]
    first, second = send_twice(
        rig, client, client.protocol.request("SET_SETTING", setting=CFG_SEATS, value=5)
    )
    assert first.name == "OK" and first.frame == second.frame
    assert [event.name for event in client.events(last)] == ["SETTING_CHANGED"]


def test_open_session__repeated_though_strangers_ask_between__same_answer(rig: Rig) -> None:
    keys = provisioned(rig, "shoe")
    client = usb_client(rig, "shoe")
    fields = client.protocol.begin_session(client.hello(), keys, "table")
    first, second = send_twice(rig, client, client.protocol.request("OPEN_SESSION", **fields))
    assert first.name == "SESSION_OPENED" and first.frame == second.frame
    request = client.protocol.request("TIME", utc_s=1_800_000_000)
    answer, _ = send_twice(rig, client, request)
    stranger = usb_client(rig, "shoe")
    stranger.protocol.own = 0x85
    for _ in range(6):  # what anybody may send does not push the owner's answers out
        with pytest.raises(Refused):
            stranger.request("TIME", utc_s=5)
    again, _ = send_twice(rig, client, request)
    assert again.name == "OK" and again.frame == answer.frame
