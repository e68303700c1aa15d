"""Makes the corpora: small right inputs, from which a fuzzer goes on."""

from __future__ import annotations

import tempfile
from pathlib import Path

from faro.sim import scenario_file
from faro.wire.dictionary import own_dictionary
from faro.wire.framing import Frame, encode
from faro.wire.keys import DeviceKeys
from tests.proofs.attacks import forged_order
from tests.proofs.host_fuzz.targets import CORPUS

_DEVICE = "e66038b713614f35"


def make() -> dict[str, bytes]:
    with tempfile.TemporaryDirectory() as folder:
        proof, journal = forged_order.forge(Path(folder))
        DeviceKeys.create(_DEVICE, "shoe_pico2").save(Path(folder, "office.keys"))
        files = {
            "proof": proof.read_bytes(),
            "journal": journal.read_bytes(),
            "keys": Path(folder, "office.keys").read_bytes(),
        }
    known = own_dictionary()
    frames = b"".join(
        encode(Frame(spec.number, 0x80, 0xA0, 1, 7, bytes(spec.layout.fmt.size)))
        for spec in list(known.messages.values())[:12]
    )
    lines = [
        "%d%s" % (section, line) for section, rows in enumerate(known.lines) for line in rows[:4]
    ]
    scenario = (scenario_file.FOLDER / "demo" / "proof.yaml").read_bytes()
    return {**files, "frames": frames, "dictionary": "\n".join(lines).encode(),
            "scenario": scenario}  # fmt: skip


if __name__ == "__main__":
    for name, data in make().items():
        (CORPUS / name).mkdir(parents=True, exist_ok=True)
        (CORPUS / name / "right").write_bytes(data)
