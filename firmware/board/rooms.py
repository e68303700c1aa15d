"""What a board asks of its rooms, and what it does where they have no answer."""


class Rooms:
    """The rooms of one board together; a board answers what its rooms need and no more."""

    def set_up(self):
        """Before the self-test: parts outside the chip are configured."""

    def start(self):
        """After the self-test: what was kept over a power cut is back, and tasks begin."""

    def edge(self, source, level, time_ms):
        """One edge of an input from SRC_FIRST on."""

    def tick(self, now_ms):
        """Once a heartbeat: what no edge tells."""

    def is_moving(self):
        """Cards are under way: nothing that keeps the inputs waiting may begin."""
        return False

    def halt(self):
        """Outputs to their safe state."""

    def settle(self):
        """Before a request changes anything: what is half done is done."""

    def between_writes(self):
        """Before and after a commit, the longest of all writes."""

    def fault_raised(self, code, detail):
        """A fault that was not active before."""

    def change_setting(self, setting, value):
        """0 or minus an error where a room changes it itself; None: like any other."""
