"""The addresses at which other phones in the house reach this computer."""

import ipaddress
import socket
from contextlib import suppress
from urllib.parse import urlsplit

from flask import current_app, request

# Nothing is sent: connecting a UDP socket only looks up the route to such an address.
_WAYS = ("192.0.2.1", "10.255.255.254", "172.31.255.254", "192.168.255.254", "169.254.255.254")


def lan_addresses() -> list[str]:
    """This computer's IPv4 addresses on its networks, private ones first; none without a network."""
    found = [_address_towards(target) for target in _WAYS]
    with suppress(OSError):  # a computer's own name need not resolve
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
    """The server's URL by its name on the home network; empty if it has none."""
    name = current_app.config["NAME_IN_HOUSE"]
    return _address(name) if name else ""


def reachable() -> str:
    """The server's URL for other phones: a name that only this computer understands is replaced by its network
    address.

    It is not if the server listens on this computer alone or is behind a proxy, where no other address would answer.
    """
    host, config = (urlsplit(f"//{request.host}").hostname or ""), current_app.config
    if _is_here(host) and not (config["ONLY_HERE"] or config["BEHIND_PROXY"] or current_app.testing):
        host = next(iter(lan_addresses()), host)
    return _address(host)


def others_reach() -> bool:
    """Whether another phone can open the address that `reachable` gives."""
    is_tested = current_app.testing and not current_app.config["ONLY_HERE"]
    return is_tested or not _is_here(urlsplit(reachable()).hostname or "")


def _address(host: str) -> str:
    port = urlsplit(f"//{request.host}").port
    return f"{request.scheme}://{f'[{host}]' if ':' in host else host}{f':{port}' if port else ''}"


def _is_here(host: str) -> bool:
    """Whether a host name or address means this computer only to itself."""
    try:
        return host == "localhost" or _is_only_here(host)
    except ValueError:
        return False
