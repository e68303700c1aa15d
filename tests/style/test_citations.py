"""What code and documents cite is in docs/rules.md or docs/standards.md."""

from __future__ import annotations

import re

from faro.rules.scan import citations
from faro.rules.table import read_rows
from tests.style.imports import ROOT, texts

ROWS = {row.id: row for row in read_rows(ROOT)}
STANDARDS = (ROOT / "docs/standards.md").read_text("utf-8")
NUMBERED = set(re.findall(r"^\| (\d+) \|", STANDARDS, re.MULTILINE))

DUTY = re.compile(r"\bRULES ([A-Z]\d+(?:(?:, | to | and )[A-Z]\d+)*)")
STANDARD = re.compile(r"\bSTANDARDS (\d+(?:, \d+)*)")
PUBLISHED = re.compile(
    r"\b(?:CVE-\d+-\d+|RFC \d+|FIPS \d+-\d|SP 800-\d+[A-C]?|NS \d+\.\d+\.\d+|NJ 13:\w+-\d+\.\w+"
    r"|NY \d+\.\d+|25 CFR [\d.]+\d|COMAR [\d.]+[A-Z])"
)
ELSEWHERE = re.compile(r"\b(?:DESIGN|STYLE),? [\d\"]|\bRULES (?:section )?\d|research/\w+\.md")


def covered(rule: str) -> bool:
    """Whether a row is about a rule, its chapter or a part of it."""
    return any(
        rule == cited or rule.startswith(cited + ".") or cited.startswith(rule + ".")
        for row in ROWS.values()
        for cited in row.cites
    )


def test_citations__rules_of_the_documents__each_is_in_a_row() -> None:
    lost = {f"{name}: {rule}" for name, text in texts() for rule in citations(text)}
    assert {entry for entry in lost if not covered(entry.split(": ")[1])} == set()


def test_citations__duties__each_is_a_row_of_rules() -> None:
    cited = [
        (name, number)
        for name, text in texts()
        for match in DUTY.findall(text)
        for number in re.findall(r"[A-Z]\d+", match)
    ]
    assert [pair for pair in cited if pair[1] not in ROWS] == [] and len(cited) > 20


def test_citations__standards__each_is_a_row_of_standards() -> None:
    cited = [
        (name, number)
        for name, text in texts()
        for match in STANDARD.findall(text)
        for number in match.split(", ")
    ]
    assert [pair for pair in cited if pair[1] not in NUMBERED] == [] and len(cited) > 50
    assert {str(n) for n in range(1, len(NUMBERED) + 1)} == NUMBERED


def test_citations__published_texts__each_is_named_in_standards() -> None:
    cited = {(name, text) for name, whole in texts() for text in PUBLISHED.findall(whole)}
    assert [pair for pair in sorted(cited) if pair[1] not in STANDARDS] == []


def test_citations__documents_outside_the_project__none() -> None:
    found = [(name, hit) for name, text in texts() for hit in ELSEWHERE.findall(text)]
    assert [pair for pair in found if pair[0] != "tests/style/test_citations.py"] == []
