"""How the program ends: a restart, a restart that forgets everything, or the REPL for service."""


class ServiceOrdered(Exception):
    """The technician ends the program for service."""


class Leaving:
    """Ordered by requests; carried out once their answer has left the board."""

    def __init__(self, storage, restart):
        self._storage = storage
        self._restart = restart
        self._is_restart_ordered = False
        self._is_service_ordered = False
        self._is_reset_ordered = False

    def order_restart(self):
        self._storage.order_restart()
        self._is_restart_ordered = True

    def order_service(self):
        self._is_service_ordered = True

    def order_reset_store(self):
        self._is_reset_ordered = True
        self._is_restart_ordered = True

    def is_due(self):
        return self._is_restart_ordered or self._is_service_ordered

    def leave(self):
        """End the program as somebody with the right to it asked."""
        if self._is_service_ordered:
            raise ServiceOrdered
        if self._is_reset_ordered:
            self._storage.order_forget()
        self._restart()
