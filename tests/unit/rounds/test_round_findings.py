"""The table of findings: codes without holes, every row of RULES C7 to C12 has its facts."""

import re

from firmware.rounds.findings import FINDINGS, finding_row


def test_findings__codes__count_from_one_and_find_their_row():
    assert [row[0] for row in FINDINGS] == list(range(1, len(FINDINGS) + 1))
    assert len({row[1] for row in FINDINGS}) == len(FINDINGS)
    for row in FINDINGS:
        assert finding_row(row[0]) is row
    assert finding_row(0) is None
    assert finding_row(len(FINDINGS) + 1) is None


def test_findings__rules__are_cited_by_document_and_number():
    for row in FINDINGS:
        for rule in row[5].split(", "):
            assert re.fullmatch(r"(TCP|FCP|CSP|TCB|LDB) \d+(\.\d+)+", rule), row


def test_findings__rows_c5_to_c12__all_have_a_finding():
    named = {word for row in FINDINGS for word in row[4].split()}
    assert {"C%d" % n for n in range(5, 13)} <= named
