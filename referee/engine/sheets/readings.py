"""Switches of sheets whose words can be read in two ways."""

from __future__ import annotations

from referee.engine.rules.line_game import Preset
from referee.engine.rules.part import Switch
from referee.engine.rulings import Provenance, Source


def six_players(first: int, second: int, source: Source) -> Preset:
    """The switch `hand6`: six players stand in both lines of a sheet's hand sizes (M5)."""
    return Preset(
        switch=Switch(
            "Six players",
            {
                "first": f"Six players take {first} tiles each.",
                "second": f"Six players take {second} tiles each.",
            },
        ),
        default="first",
        changes={"second": {"hand_size": second}},
        source=source._replace(standing=Provenance.SILENT),
        only_players=6,
        why="Six stand in both lines of the sheet, so the line that comes first holds.",
    )


def blind_block(source: Source) -> Preset:
    """The switch `blind_block`: who wins when no row has a tile that goes (BL3)."""
    return Preset(
        switch=Switch(
            "Nobody can go",
            {
                "fewest_tiles": "When no row has a tile that goes, the shortest row wins, then the one with fewest pips.",
                "fewest_pips": "When no row has a tile that goes, the row with fewest pips wins.",
            },
        ),
        default="fewest_tiles",
        changes={"fewest_pips": {"block_winner": "lowest_pips"}},
        source=source._replace(standing=Provenance.SILENT),
        why="The aim is to get rid of your tiles, so the player closest to that wins.",
    )
