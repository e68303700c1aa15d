"""The odds on the sign: changed by a supervisor between rounds, with the sign or consent recorded.

Three Card Baccarat to or from Even Money, and the approved schedules of the bonus wagers
(TCB 14.8; TCP 10.3, 10.5; FCP 10.3, 10.5).  A round keeps the odds of its first card.
"""

from firmware.core.errors import (
    ERR_NOT_ALLOWED,
    ERR_NOT_ANNOUNCED,
    ERR_OUT_OF_RANGE,
    ERR_UNKNOWN_SETTING,
    ERR_WRONG_PHASE,
)
from firmware.core.ticks import ticks_diff
from firmware.rounds import rows
from firmware.rounds.games.vocabulary import SHOE
from firmware.rounds.phases import ST_DEALING, ST_DEALT

_SIGN_MS = 20 * 60 * 1000  # the sign has stood on the table for so long (TCB 14.8)
_ODDS = (
    rows.CFG_EVEN_MONEY,
    rows.CFG_TCP_ANTE_BONUS,
    rows.CFG_TCP_PAIR_PLUS,
    rows.CFG_FCP_ANTE_BONUS,
    rows.CFG_FCP_ACES_UP,
)


class Odds:
    """A sign that is up is forgotten with the power: then it is announced anew."""

    def __init__(self, board, table):
        self._board = board
        self._table = table
        self._setting = self._value = 0
        self._sign_ms = 0

    def change(self, setting, value, ground, role, now_ms):
        """0, or the error."""
        settings = self._board.settings
        if setting not in _ODDS:
            return ERR_UNKNOWN_SETTING
        if not settings.is_in_range(setting, value) or not 1 <= ground <= rows.GROUND_CONSENT:
            return ERR_OUT_OF_RANGE
        if ground == rows.GROUND_SIGN_UP:
            self._setting, self._value, self._sign_ms = setting, value, now_ms
            self._board.record(rows.EV_ODDS_ANNOUNCED, setting, value, role)
            return 0
        if self._table.tracker.phase in (ST_DEALING, ST_DEALT):
            return ERR_WRONG_PHASE
        if ground == rows.GROUND_SIGN_TIME and not self._has_stood(setting, value, now_ms):
            return ERR_NOT_ANNOUNCED
        self._board.record(rows.EV_ODDS_CHANGED, setting, value, ground, role)
        self._board.set_setting(setting, value)
        self._setting = 0
        self._table.look_at_settings()
        return 0

    def may_set(self, setting):
        """None where nothing speaks against it, else minus the error."""
        tracker = self._table.tracker
        if setting in _ODDS:
            return -ERR_NOT_ALLOWED  # CHANGE_ODDS, by a supervisor
        if setting == rows.CFG_LOW_LIMIT and self._table.is_open:
            is_bound = tracker.game.IS_LOW_LIMIT_FROM_DEVICE_ONLY  # (TCP 6.7.2, FCP 6.6.2)
            return -ERR_WRONG_PHASE if is_bound and tracker.equipment == SHOE else None
        return None

    def _has_stood(self, setting, value, now_ms):
        is_same = (setting, value) == (self._setting, self._value)
        return is_same and ticks_diff(now_ms, self._sign_ms) >= _SIGN_MS
