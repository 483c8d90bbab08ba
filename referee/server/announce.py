"""Announces the server on the local network, so that most phones can open http://referee.local:5000."""

import socket
import threading
from collections.abc import Callable, Sequence

from zeroconf import Error, NonUniqueNameException, ServiceInfo, Zeroconf

ASKING = 1000  # ms to wait for another server that already has the name
SERVICE = "_http._tcp.local."
NAME = "referee"
NAMES = (NAME, *(f"{NAME}-{number}" for number in range(2, 21)))  # a twenty-first server goes without one


class Announcement:
    """A name for this server on its networks, from `start` to `stop`.

    Multicast DNS is queried first, in case another server has the name: a second server is referee-2.local.
    """

    def __init__(self, port: int, addresses: Sequence[str], tell: Callable[[str], None]) -> None:
        """`addresses` are IPv4 addresses of this computer; `tell` is called with the name once it is known.

        Without a network, or if the system refuses, there is no name and `tell` is never called.
        """
        self._port = port
        self._addresses = list(addresses)
        self._tell = tell
        self._zeroconf: Zeroconf | None = None
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._register, daemon=True)

    def start(self) -> None:
        """Look for a free name in the background, because it takes three seconds."""
        self._thread.start()

    def stop(self) -> None:
        """Withdraw the name, so that phones forget it at once."""
        self._stopped.set()
        self._thread.join()
        if self._zeroconf is not None:
            self._zeroconf.close()

    def _register(self) -> None:
        try:
            self._zeroconf = Zeroconf(interfaces=self._addresses)
            name = self._first_free(self._zeroconf)
        except (OSError, Error):
            return
        if name and not self._stopped.is_set():
            self._tell(name)

    def _first_free(self, zeroconf: Zeroconf) -> str:
        """The name that was registered; empty if none is free or the server is stopping."""
        for name in NAMES:
            if self._stopped.is_set():
                break
            # Registering queries too, but on one computer another listening program may get the answer instead.
            if zeroconf.get_service_info(SERVICE, f"{name}.{SERVICE}", ASKING):
                continue
            info = ServiceInfo(
                SERVICE,
                f"{name}.{SERVICE}",
                port=self._port,
                addresses=[socket.inet_aton(each) for each in self._addresses],
                server=f"{name}.local.",
            )
            try:
                zeroconf.register_service(info)
            except NonUniqueNameException:
                continue
            return f"{name}.local"
        return ""
