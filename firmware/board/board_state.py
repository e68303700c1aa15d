"""What the board as a whole is doing: a table of states and events."""

ST_SELF_TEST = 0
ST_READY = 1
ST_WARNING = 2
ST_STOPPED = 3
ST_LOCKED = 4

STATE_NAMES = ("self test", "ready", "warning", "stopped", "locked")

BEV_TEST_DONE = 0
BEV_FAULTS_NONE = 1
BEV_FAULTS_WARN = 2
BEV_FAULTS_STOP = 3
BEV_FAULTS_LOCK = 4

ACT_NONE = 0
ACT_SPEAK = 1  # open the link
ACT_HALT = 2  # outputs to their safe state
ACT_RELEASE = 3  # outputs may move again

ROWS = (
    (ST_SELF_TEST, BEV_TEST_DONE, ST_READY, ACT_SPEAK),
    (ST_READY, BEV_FAULTS_NONE, ST_READY, ACT_NONE),
    (ST_READY, BEV_FAULTS_WARN, ST_WARNING, ACT_NONE),
    (ST_READY, BEV_FAULTS_STOP, ST_STOPPED, ACT_HALT),
    (ST_READY, BEV_FAULTS_LOCK, ST_LOCKED, ACT_HALT),
    (ST_WARNING, BEV_FAULTS_NONE, ST_READY, ACT_NONE),
    (ST_WARNING, BEV_FAULTS_WARN, ST_WARNING, ACT_NONE),
    (ST_WARNING, BEV_FAULTS_STOP, ST_STOPPED, ACT_HALT),
    (ST_WARNING, BEV_FAULTS_LOCK, ST_LOCKED, ACT_HALT),
    (ST_STOPPED, BEV_FAULTS_NONE, ST_READY, ACT_RELEASE),
    (ST_STOPPED, BEV_FAULTS_WARN, ST_WARNING, ACT_RELEASE),
    (ST_STOPPED, BEV_FAULTS_STOP, ST_STOPPED, ACT_NONE),
    (ST_STOPPED, BEV_FAULTS_LOCK, ST_LOCKED, ACT_NONE),
    (ST_LOCKED, BEV_FAULTS_NONE, ST_READY, ACT_RELEASE),
    (ST_LOCKED, BEV_FAULTS_WARN, ST_WARNING, ACT_RELEASE),
    (ST_LOCKED, BEV_FAULTS_STOP, ST_STOPPED, ACT_NONE),
    (ST_LOCKED, BEV_FAULTS_LOCK, ST_LOCKED, ACT_NONE),
)


class BoardState:
    """Walks the table; `on_illegal(state, event)` hears of a pair that is not in it."""

    def __init__(self, on_illegal):
        self.state = ST_SELF_TEST
        self._on_illegal = on_illegal

    def handle(self, event):
        """Take one event; gives back the action to carry out."""
        for row in ROWS:
            if row[0] == self.state and row[1] == event:
                self.state = row[2]
                return row[3]
        self._on_illegal(self.state, event)
        return ACT_NONE

    def handle_severity(self, severity):
        """The faults changed: -1 none, or the worst severity of the fault table."""
        return self.handle(BEV_FAULTS_NONE + 1 + severity)
