"""Rows are obeyed: a handler states no format, offset or size, and takes its row's fields."""

from __future__ import annotations

import ast
import importlib
import re
from pathlib import Path

import pytest

from faro.wire.dictionary import own_dictionary
from tests.style.imports import ROOT, name_of, tree

FILES = sorted((ROOT / "firmware").glob("*/requests.py"))
BUFFERS = {"tx", "rx", "tx_at", "rx_bytes", "begin", "send"}  # of a port: not for handlers
PYTHON_HAS_IT = {"round": "number"}  # fields whose name would hide a function


def requests_of(path: Path) -> dict[int, str]:
    """Message ids and their handlers' names."""
    module = importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
    found: dict[int, str] = {}
    for name in vars(module):
        if re.fullmatch(r"([A-Z]+_)?REQUESTS", name):
            found |= {number: handler.__name__ for number, handler in vars(module)[name].items()}
    return found


def functions(path: Path) -> dict[str, ast.FunctionDef]:
    return {node.name: node for node in tree(path).body if isinstance(node, ast.FunctionDef)}


def reached(name: str, known: dict[str, ast.FunctionDef]) -> set[str]:
    """A handler and the functions of its file that it hands on to."""
    found = {name}
    for node in ast.walk(known[name]):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            called = node.func.id
            if called in known and called not in found and called != name:
                found |= reached(called, known)
    return found


def answers(function: ast.FunctionDef) -> list[ast.Call]:
    return [
        node
        for node in ast.walk(function)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "answer"
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "port"
    ]


HANDLERS = [
    (path, own_dictionary().messages[number], name)
    for path in FILES
    for number, name in requests_of(path).items()
]


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_requests__formats_offsets_and_sizes__not_written_a_second_time(path: Path) -> None:
    for node in ast.walk(tree(path)):
        where = f"{name_of(path)}:{getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.Import):
            assert "struct" not in [alias.name for alias in node.names], where
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            assert not re.fullmatch(r"[<>=!@]\w*", node.value), f"{where} states a format"
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            assert node.value.id != "port" or node.attr not in BUFFERS, f"{where} counts bytes"
        elif isinstance(node, ast.Return) and isinstance(node.value, ast.Constant):
            assert node.value.value == 0, f"{where} gives a size"


def test_handlers__their_arguments__are_the_fields_of_their_rows() -> None:
    for path, spec, name in HANDLERS:
        arguments = functions(path)[name].args
        assert name == "_" + spec.name.lower(), spec.name
        if arguments.vararg:
            continue  # takes them together, as they are
        taken = [argument.arg.removeprefix("_") for argument in arguments.args[2:]]
        fields = [PYTHON_HAS_IT.get(field, field) for field in spec.layout.names]
        assert taken == fields, spec.name


def test_handlers__their_answers__have_all_fields_of_the_reply() -> None:
    for path, spec, name in HANDLERS:
        known = functions(path)
        fields = len(own_dictionary().messages[spec.reply].layout.names) if spec.reply else 0
        for function in reached(name, known):
            for call in answers(known[function]):
                if not any(isinstance(argument, ast.Starred) for argument in call.args):
                    assert len(call.args) == fields, f"{name_of(path)}:{call.lineno}"


def test_handlers__every_request_of_the_table__has_one() -> None:
    linked = {"LINK_POLL", "LINK_REPLY"}  # of the boards that are linked
    asked = {spec.name for spec in own_dictionary().messages.values() if spec.direction == 0}
    assert asked - linked == {spec.name for _, spec, _ in HANDLERS}
