"""The packed template set: size, version, CRC."""

from firmware.cards.recognise import templates


def test_templates__sealed_block__is_good_and_small() -> None:
    block = bytearray(templates.TEMPLATE_BYTES)
    templates.seal(block)
    assert templates.is_good(block)
    assert templates.TEMPLATE_BYTES <= 6 * 1024


def test_templates__any_single_byte_changed__is_not_good() -> None:
    block = bytearray(templates.TEMPLATE_BYTES)
    templates.seal(block)
    for at in range(0, len(block), 7):
        block[at] ^= 0x10
        assert not templates.is_good(block), at
        block[at] ^= 0x10


def test_templates__wrong_length__is_not_good() -> None:
    assert not templates.is_good(bytearray(templates.TEMPLATE_BYTES - 1))
    assert not templates.is_good(bytearray())
