"""What the chip's processor needs for a piece of work: the simulator lets this time pass, always.

Goes into the VM (faro/sim/vm_tree.py) and into docs.  Times at 125 MHz on an emulated RP2040, flash
without wait states, by `make chip-bench` unless a row says otherwise.  The shoe's RP2350 has no
emulator: it is charged 55 %.  Its clock (150 MHz) and its core (CoreMark/MHz by Arm: 4.02 for a
Cortex-M33, 2.46 for a Cortex-M0+) make 51 %; the rest is reserve.
"""

# name, µs, what it is, where the figure comes from
ROWS = (
    ("boot", 1_100_000, "imports and wiring at boot", "chip-test: boot, less I2C and signature"),
    ("collect", 3_700, "a collection, for 242 kB of heap", "chip-bench: collection"),
    ("collect_kb", 139, "a collection, for each kB in use", "chip-bench: collection"),
    ("heap_walk", 8_800, "asking how much is free, for 242 kB", "chip-bench: gc.mem_free"),
    ("erase", 45_000, "a sector erased, interrupts off", "W25Q16JV, typical"),
    ("program", 700, "a page programmed, interrupts off", "W25Q16JV, between typical and worst"),
    ("sha_block", 70, "a block of SHA-256", "chip-bench: SHA-256 of 4 kB"),
    ("sha_call", 180, "Python around a hash, as in LMS", "chip-bench: signature, by its hashes"),
    ("irq", 60, "a hard interrupt's handler", "chip-test: edges at full speed"),
    ("turn", 300, "a turn of the loop, to one task", "chip-bench: edge to its task, three turns"),
    ("frame", 2_700, "a frame answered", "chip-test: STATUS"),
    ("frame_byte", 3, "a byte of a frame decoded", "chip-bench: frames in"),
    ("usb_byte", 55, "a byte read from USB", "chip-test: noise on USB"),
    ("record", 4_000, "an event recorded", "chip-bench: journal record"),
    ("commit", 5_700, "a commit of the store", "chip-bench: store commit"),
    ("check", 2_300, "a cell checked", "chip-bench: store check of a cell"),
    ("beat", 5_000, "a heartbeat", "chip-test: twenty idle seconds"),
    ("edge", 60, "a gate's edge through the mover", "chip-bench: gate edge"),
    ("turn_plan", 900, "a carousel move set up", "chip-bench: steps: move, turn planned"),
    ("picture", 8_800, "a card's two pictures unpacked", "chip-bench: picture unpacked"),
    ("corner", 30_000, "a card corner read", "budget; tests/chip/recognition_bench"),
    ("corner_more", 90_000, "a hard corner: the longest try more", "budget; recognition_bench"),
    ("corner_rest", 11_000, "each other one", "recognition_bench: 217 ms for a whole corner"),
    ("wager", 3_800, "the seats' sensors looked at", "chip-test: a wager seen and recorded"),
    ("hand", 2_400, "a hand valued", "chip-bench: hand: nothing"),
)
HEAP_USED_KB = {"meter": 135, "shoe": 400}  # `make memory`
HEAP_SHARE = {"meter": 1, "shoe": 2}  # how many times 242 kB of heap the collector sweeps
PERCENT = {"meter": 100, "shoe": 55}
FLASH = ("erase", "program")  # the same on either chip

# which call is charged with which row: module, class (none: a function), name, its arguments
CALLS = (
    ("firmware.journal.chain", "Chain", "append", 6, "record"),
    ("firmware.store.cell_store", "CellStore", "commit", 0, "commit"),
    ("firmware.store.cell_store", "CellStore", "check", 1, "check"),
    ("firmware.link.port", "LinkPort", "_answer", 2, "frame"),
    ("firmware.board.heartbeat", "Heartbeat", "beat", 1, "beat"),
    ("firmware.shuffler.mover", "Mover", "gate_edge", 3, "edge"),
    ("firmware.drivers.step_generator", "StepGenerator", "move", 3, "turn_plan"),
    ("firmware.drivers.line_camera", "", "unpack", 5, "picture"),
    ("firmware.link.port", "LinkPort", "receive", "bytes", "frame_byte"),
    ("firmware.jackpot.seats", "Seats", "take", 2, "wager"),
    ("firmware.rounds.games.poker_hand", "PokerHand", "value", 3, "hand"),
)


def charged_us(kind: str) -> dict[str, int]:
    """By name, for a board; a collection with what is in use there.

    One figure a board: what a VM really has in use differs between 32 and 64 bits.
    """
    us = {name: us if name in FLASH else us * PERCENT[kind] // 100 for name, us, _what, _by in ROWS}
    us["collect"] = HEAP_SHARE[kind] * us["collect"] + HEAP_USED_KB[kind] * us["collect_kb"]
    us["heap_walk"] *= HEAP_SHARE[kind]
    return us
