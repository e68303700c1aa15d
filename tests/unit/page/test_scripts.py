"""The page's scripts without a browser: what needs no drawing runs in Node."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from faro.page import server

STATIC = Path(server.__file__).parent / "static" / "js"
# as little of a document as `keyed` touches
DOM = """
class Node {
  constructor(text) { this.text = text; this.dataset = {}; this.parent = null; this.list = []; }
  get children() { return this.list; }
  get firstElementChild() { return this.list[0] ?? null; }
  get nextElementSibling() { return this.parent.list[this.parent.list.indexOf(this) + 1] ?? null; }
  remove() { this.parent.list = this.parent.list.filter((one) => one !== this); }
  insertBefore(node, place) {
    if (node.parent) node.remove();
    node.parent = this;
    const at = place === null ? this.list.length : this.list.indexOf(place);
    this.list.splice(at, 0, node);
  }
}
"""


@pytest.fixture
def scripts(tmp_path: Path) -> Path:
    if shutil.which("node") is None:
        pytest.skip("node is not installed: the page's scripts were not run")
    shutil.copytree(STATIC, tmp_path, dirs_exist_ok=True)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    return tmp_path


def run(folder: Path, code: str) -> str:
    (folder / "try.js").write_text(code)
    command = ["node", str(folder / "try.js")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize(
    ("text", "shown"),
    [("$50,001.42", "50001.42"), ("$999,999.99", "999999.99"), ("$1,000,000.00", "1000000"),
     ("$20,000,000.00", "20000000"), ("$120,000,000.00", "0L"), ("-.-.-", "-.-.-")],
)  # fmt: skip
def test_segments__amount_as_the_chip_shows_it__never_another_number(
    scripts: Path, text: str, shown: str
) -> None:
    """A million was 000000.00 (M30)."""
    code = f'import {{ bytesOf, read }} from "./segments.js"; console.log(read(bytesOf("{text}")));'
    assert run(scripts, code) == shown


def test_keyed__items_of_the_same_key__one_node_each_however_often(scripts: Path) -> None:
    """The log grew without end (M29)."""
    code = (
        DOM
        + """
import { keyed } from "./dom.js";
const parent = new Node("log");
const items = ["a", "b", "a", "c", "a"];
const render = (shown) => keyed(parent, shown, (item) => item, (item) => new Node(item));
for (let turn = 0; turn < 5; turn += 1) render(items);
console.log(parent.list.map((node) => node.text).join(""));
render(["c", "a"]);
console.log(parent.list.map((node) => node.text).join(""));
"""
    )
    assert run(scripts, code).split() == ["abaca", "ca"]


@pytest.mark.rule("CSP 12.1", "CSP 14.9.2")
def test_hits__amount_is_what_winners_get_and_a_question_goes_first(scripts: Path) -> None:
    """It was the ledger's PENDING: $0.00 for $600 (H25); it hid the questions (H26)."""
    code = """
import { inOrder, isAsked, sumText, winnerText } from "./hits.js";
const three = { seat: 3, hand: "Flush", amount_cents: 60000 };
const one = { pending: [three], pending_cents: 0, win_cents: 60000 };
const two = { ...one, pending: [...one.pending, { seat: 5, hand: "Flush", amount_cents: null }] };
const asked = [{ ask: "?" }, { steps: [] }];
console.log(sumText(one), sumText(two), winnerText(one.pending[0]), winnerText(two.pending[1]));
const cards = ["card"];
console.log(inOrder(one, asked, cards), inOrder(one, [], cards), inOrder({}, asked, cards));
console.log(isAsked(asked), isAsked([]), isAsked(undefined));
"""
    first, second, third = run(scripts, code).splitlines()
    assert first == "$600.00 $600.00 together Seat 3, Flush, $600.00 Seat 5, Flush"
    assert second == "[ 'card', 'hit' ] [ 'hit', 'card' ] [ 'card' ]"
    assert third == "true false false"
