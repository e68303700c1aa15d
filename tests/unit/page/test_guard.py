"""Only the page itself, opened by its own address, may talk to the server."""

from __future__ import annotations

import pytest

from faro.page.guard import HEADERS, Guard

LOCAL = Guard("127.0.0.1", 8040, "right")
OPEN = Guard("0.0.0.0", 8040, "right")


@pytest.mark.parametrize("host", ["127.0.0.1:8040", "localhost:8040", "[::1]:8040"])
def test_host__this_machine__taken(host: str) -> None:
    assert LOCAL.is_host(host) and OPEN.is_host(host)


@pytest.mark.parametrize(
    "host",
    [None, "", "evil.example:8040", "127.0.0.1", "127.0.0.1:80", "127.0.0.1.evil.example:8040",
     "127.0.0.1:8040:8040", "127.0.0.1:x", "[", "localhost:8040@evil.example:8040", "8040"],
)  # fmt: skip
def test_host__anything_else__turned_away(host: str | None) -> None:
    """A name that somebody points at 127.0.0.1 is not ours (DNS rebinding)."""
    assert not LOCAL.is_host(host)
    assert not OPEN.is_host(host)


def test_host__page_for_the_whole_house__by_address_not_by_a_strange_name() -> None:
    assert OPEN.is_host("192.168.7.4:8040") and not OPEN.is_host("table.evil.example:8040")
    assert not LOCAL.is_host("192.168.7.4:8040")
    named = Guard("192.168.7.4", 8040)
    assert named.is_host("192.168.7.4:8040") and not named.is_host("192.168.7.5:8040")


def test_local__only_loopback__others_need_a_login() -> None:
    assert LOCAL.is_local and Guard("::1", 1).is_local and Guard("localhost", 1).is_local
    assert not OPEN.is_local and not Guard("192.168.7.4", 1).is_local


def test_origin__the_page_itself__nobody_else() -> None:
    host = "127.0.0.1:8040"
    assert LOCAL.is_origin(f"http://{host}", host)
    for origin in (None, "", "null", "http://evil.example", f"https://{host}", f"http://{host}/"):
        assert not LOCAL.is_origin(origin, host)


def test_token__whole_and_right__and_never_the_same() -> None:
    assert LOCAL.is_token("right")
    for token in (None, "", "righ", "rightt", "RIGHT", "ri\u00e9"):
        assert not LOCAL.is_token(token)
    made = {Guard("127.0.0.1", 1).token for _ in range(50)}
    assert len(made) == 50 and min(map(len, made)) >= 32
    assert "right" not in repr(LOCAL)


def test_url__token_behind_the_fragment__never_sent_to_the_server() -> None:
    assert LOCAL.url == "http://127.0.0.1:8040/#token=right"
    assert OPEN.url == "http://127.0.0.1:8040/#token=right"
    assert Guard("::1", 8040, "t").url == "http://[::1]:8040/#token=t"


def test_headers__nothing_from_elsewhere() -> None:
    policy = HEADERS["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy and "*" not in policy
    assert "frame-ancestors 'none'" in policy
