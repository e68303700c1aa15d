"""The boot loader when things go wrong together: no board is left red, silent or on a bad image."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from faro.build.image import HEAD_BYTES, Image
from faro.sim.rig import Rig
from faro.update.sender import UpdateFailed, get_changes, get_status, send_update
from faro.wire.client import Client
from faro.wire.errors import Refused
from firmware.store.cells import CELL_METERS
from firmware.trust import slots as sl
from hw_sim import unpowered
from tests.conftest import provisioned, usb_client
from tests.signed_boards import Signer, cut_and_boot, flipped, install, restarted, technician

CRASH = "raise ValueError('bad image')\n"
IN_CODE = HEAD_BYTES + 50_000


@pytest.fixture(scope="module")
def signer(tmp_path_factory: pytest.TempPathFactory) -> Signer:
    return Signer.create(tmp_path_factory.mktemp("keys"))


@pytest.fixture(scope="module")
def images(signer: Signer) -> dict[int, Image]:
    return {counter: signer.sign(counter=counter) for counter in (4, 5, 9)}


@pytest.fixture
def rig(signer: Signer) -> Iterator[Rig]:
    """A shoe with a signer's key, without power."""
    with Rig(("shoe",)) as rig:
        unpowered.set_signer(rig.boards["shoe"], signer.key.public_key)
        yield rig


def started(rig: Rig, image: Image | None = None) -> Client:
    """The board with this image in slot a, or with the unsigned one it was made with."""
    if image:
        install(rig.boards["shoe"], image)
    rig.power_on()
    rig.wait_ready()
    return technician(rig, "shoe")


def lose_cell(rig: Rig, cell: int) -> None:
    """All three copies of a cell are damaged while the board has no power."""
    board = rig.boards["shoe"]
    board.board.power_off()
    store = unpowered.open_store(board)
    for chip, base in ((0, 0), (1, 0), (0, 0x4000)):
        board.frams[chip].flip_bit(base + store.homes[cell - 1] + 9, 3)


def names(client: Client) -> list[str]:
    return [event.name for event in client.events(0)]


def test_first_signed_update_fails__the_image_that_ran_before_runs_again(
    rig: Rig, signer: Signer
) -> None:
    client = started(rig)
    send_update(client, signer.sign(counter=4, main=CRASH))
    board = rig.boards["shoe"].board
    boots = board.boots
    client.request("RESTART")
    client.protocol.session = None
    rig.kernel.run_for_ms(30_000, lambda: board.boots >= boots + 2)
    rig.wait_ready(30_000)
    for _ in range(2):
        status = get_status(client)
        assert (status.active_slot, status.pending_slot, status.minimum_counter) == (1, 0, 0)
        assert "UPDATE_FAILED" in names(client)
        cut_and_boot(rig)
        client = usb_client(rig, "shoe")


def test_candidate_replaced_by_an_older_image__dropped_and_the_next_boot_is_green(
    rig: Rig, images: dict[int, Image]
) -> None:
    """A programmer wrote both slots while an update was staged."""
    client = started(rig, images[4])
    send_update(client, images[9])
    board = rig.boards["shoe"]
    board.board.power_off()
    unpowered.put_image(board, images[5])
    rig.power_on()
    rig.wait_ready()
    rig.kernel.run_for_ms(10_000)
    for _ in range(2):
        client = usb_client(rig, "shoe")
        status = get_status(client)
        assert (status.active_slot, status.pending_slot, status.minimum_counter) == (1, 0, 5)
        assert "IMAGE_REFUSED" in names(client)
        cut_and_boot(rig)


@pytest.mark.parametrize("is_trying", [False, True])
def test_update_pending_and_a_cell_lost__the_proved_image_runs_and_says_so(
    rig: Rig, images: dict[int, Image], is_trying: bool
) -> None:
    client = started(rig, images[4])
    send_update(client, images[5])
    if is_trying:
        restarted(rig, client)
    lose_cell(rig, CELL_METERS)
    rig.power_on()
    rig.wait_ready()
    client = usb_client(rig, "shoe")
    assert any("STORE_LOST" in line for line in client.text("fault"))
    assert client.request("GET_ATTESTATION").fields["slot"] == 1


def test_active_slot_damaged_after_a_cut_before_the_update_was_staged__only_a_trial(
    rig: Rig, signer: Signer, images: dict[int, Image]
) -> None:
    """The other slot holds a whole signed image that nothing has proved yet."""
    client = started(rig, images[4])
    board = rig.boards["shoe"]
    board.board.power_off()
    unpowered.put_image(board, images[5], 2)
    unpowered.put_image(board, flipped(images[4], IN_CODE), 1)
    rig.power_on()
    rig.wait_ready()
    client = usb_client(rig, "shoe")
    status = get_status(client)
    assert (status.active_slot, status.pending_slot) == (1, 2)
    rig.kernel.run_for_ms(5_000)
    status = get_status(client)
    assert (status.active_slot, status.pending_slot, status.minimum_counter) == (2, 0, 5)
    assert get_changes(client)[0].result == sl.RESULT_NAMES[sl.RESULT_ACTIVATED]


def test_nothing_proved_is_whole_and_the_other_image_ends__red_and_it_says_why(
    rig: Rig, signer: Signer, images: dict[int, Image]
) -> None:
    started(rig, images[4])
    rig.kernel.run_for_ms(5_000)
    board = rig.boards["shoe"]
    board.board.power_off()
    unpowered.put_image(board, signer.sign(counter=5, main=CRASH), 2)
    unpowered.put_image(board, flipped(images[4], IN_CODE), 1)
    rig.power_on()
    rig.kernel.run_for_ms(20_000)
    assert board.lamp.colour == "red"
    assert "signed by this board's signer, counter 4 or higher" in board.board.vm.log_text()
    # an image that runs well comes into either slot: the board is back
    board.board.power_off()
    unpowered.put_image(board, images[5], 2)
    rig.power_on()
    rig.wait_ready()
    rig.kernel.run_for_ms(5_000)
    assert get_status(usb_client(rig, "shoe")).active_slot == 2


def test_trial__supervisor_restarts_the_board__refused_and_the_trial_goes_on(
    rig: Rig, images: dict[int, Image]
) -> None:
    install(rig.boards["shoe"], images[4])
    rig.power_on()
    rig.wait_ready()
    keys = provisioned(rig, "shoe")
    client = technician(rig, "shoe", keys)
    send_update(client, images[5])
    restarted(rig, client)
    supervisor = usb_client(rig, "shoe")
    supervisor.hello()
    supervisor.open_session(keys, "supervisor")
    with pytest.raises(Refused) as refused:
        supervisor.request("RESTART")
    assert refused.value.name == "not_now"
    rig.kernel.run_for_ms(5_000)
    assert get_status(supervisor).active_slot == 2
    supervisor.request("RESTART")


def test_board_restarts_while_it_checks_an_image__the_sender_does_not_call_it_staged(
    rig: Rig, images: dict[int, Image]
) -> None:
    client = started(rig, images[4])
    board = rig.boards["shoe"].board
    boots = board.boots

    def cut(what: str, _done: int, _total: int) -> None:
        if what == "checking the code" and board.boots == boots:
            board.power_off()
            rig.power_on()
            rig.wait_ready()

    with pytest.raises(UpdateFailed, match="restarted"):
        send_update(client, images[5], cut)
