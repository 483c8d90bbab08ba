"""The addresses under which other phones in the house find this computer."""

from __future__ import annotations

import ipaddress
import socket
from contextlib import suppress

from flask import current_app, request

# Nothing is sent: a datagram socket that is "connected" only asks which way such an address would be reached.
_WAYS = ("192.0.2.1", "10.255.255.254", "172.31.255.254", "192.168.255.254", "169.254.255.254")


def lan_addresses() -> list[str]:
    """The IPv4 addresses of this computer in its networks, the most useful first; none without a network."""
    found = [_address_towards(target) for target in _WAYS]
    with suppress(OSError):  # a computer need not know its own name
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    wanted = [address for address in dict.fromkeys(found) if address and not _is_only_here(address)]
    return sorted(wanted, key=lambda address: not ipaddress.ip_address(address).is_private)


def _address_towards(target: str) -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((target, 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def _is_only_here(address: str) -> bool:
    parsed = ipaddress.ip_address(address)
    return parsed.is_loopback or parsed.is_unspecified


def reachable_by_name() -> str:
    """The address by the server's name in the house; empty if it has none or is asked by another name."""
    name = current_app.config["NAME_IN_HOUSE"]
    _host, _colon, port = request.host.partition(":")
    return f"{request.scheme}://{name}{':' + port if port else ''}" if name else ""


def reachable() -> str:
    """This server as another phone can reach it: not by the name that only this computer has for itself.

    If it listens on this computer alone, no other name of it answers, so none is made up.
    """
    host, _colon, port = request.host.partition(":")
    if host in ("localhost", "127.0.0.1") and not current_app.config["ONLY_HERE"] and not current_app.testing:
        addresses = lan_addresses()
        if addresses:
            host = addresses[0]
    return f"{request.scheme}://{host}{':' + port if port else ''}"


def only_here() -> bool:
    """Whether no other device reaches this server: it listens on this computer alone, and is asked by its own name."""
    is_own = request.host.partition(":")[0] in ("localhost", "127.0.0.1")
    return bool(current_app.config["ONLY_HERE"]) and is_own
