"""The printed sheets: each variant written out as a record of parts, to be checked against its leaflet."""

from __future__ import annotations

from referee.rules.variant import Variant
from referee.sheets import classic, edge, fundex2004, fundex2008, hasbro2003, traditional

VARIANTS: dict[str, Variant] = {
    variant.key: variant
    for module in (fundex2004, hasbro2003, classic, fundex2008, edge, traditional)
    for variant in module.GAMES
}
