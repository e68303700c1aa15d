"""A second reading of the five rule documents, apart from the firmware: `ORACLES[game](case)`."""

from __future__ import annotations

from collections.abc import Callable

from tests.helpers.documents.case import Case
from tests.helpers.documents.csp import csp
from tests.helpers.documents.fcp import fcp
from tests.helpers.documents.ldb import ldb
from tests.helpers.documents.ruled import Ruled
from tests.helpers.documents.tcb import tcb
from tests.helpers.documents.tcp import tcp

ORACLES: dict[str, Callable[[Case], Ruled]] = {
    "tcp": tcp,
    "fcp": fcp,
    "csp": csp,
    "tcb": tcb,
    "ldb": ldb,
}


def rule_on(case: Case) -> Ruled:
    """What the document of the case's game says of it."""
    return ORACLES[case.game](case)
