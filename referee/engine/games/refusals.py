"""Refusals that several families of games share."""

from collections.abc import Callable, Sequence

from referee.engine.messages import Message, counted, msg, tiles_word
from referee.engine.rulings import Breach, Code, Rule
from referee.engine.seating import Seating
from referee.engine.tiles import Tile


def not_now(template: str, rule: Rule | None = None, /, **values: object) -> Breach:
    """The breach of an event that is not possible now."""
    return Breach(Code.NOT_NOW, msg(template, **values), rule)


def not_in_set(setup: Seating, tile: object = None) -> Breach:
    """The breach of naming a tile that is not in the set; `tile` is what was named, if it is known."""
    words = msg("A {set} set has no such tile.", set=setup.tiles.word)
    if tile:
        words = msg("A {set} set has no {tile}.", set=setup.tiles.word, tile=tile)
    return Breach(Code.NOT_IN_SET, words)


def not_in_turn(
    setup: Seating, turn: int, seat: int, rule: Rule | None = None, *, forgivable: bool = False
) -> Breach:
    """The breach of acting when it is another seat's turn."""
    words = msg("It is {turn}'s turn, not {name}'s.", turn=setup.players[turn], name=setup.players[seat])
    return Breach(Code.NOT_YOUR_TURN, words, rule, forgivable=forgivable)


def no_trains() -> Breach:
    """The breach of naming a train in a game that has none."""
    return Breach(Code.UNREADABLE, msg("There are no trains in this game."))


def wrong_hand(
    setup: Seating,
    name: str,
    held: int,
    tiles: Sequence[Tile | None],
    may: int,
    where: Callable[[Tile], Message],
) -> Breach | None:
    """Why these tiles cannot be the whole hand of a player who holds `held` tiles.

    `may` is the mask of tiles that it may have, `where` says where any other was seen.
    """
    if any(each is None or each not in setup.tiles for each in tiles):
        return not_in_set(setup)
    if len(tiles) != held:
        return wrong_number(name, tiles_word(held), len(tiles))
    seen = set[Tile]()
    for each in tiles:
        assert each is not None
        if each in seen:
            return twice_in_hand(each, name)
        if not each.bit & may:
            return Breach(Code.IMPOSSIBLE_HAND, where(each))
        seen.add(each)
    return None


def twice_in_hand(tile: Tile, name: str) -> Breach:
    """The refusal of a hand in which a tile is named twice."""
    words = msg("{tile} is named twice in {name}'s hand, and there is only one.", tile=tile, name=name)
    return Breach(Code.IMPOSSIBLE_HAND, words)


def wrong_number(name: str, held: Message, shown: int) -> Breach:
    """The refusal of a hand with more or fewer tiles than its player holds."""
    words = counted(
        "{name} holds {held}, and {n} is shown.",
        "{name} holds {held}, and {n} are shown.",
        shown,
        name=name,
        held=held,
    )
    return Breach(Code.HAND_MISMATCH, words)


def named_twice(tiles: Sequence[Tile]) -> Breach | None:
    """The refusal of tiles of which one is named twice; None if all are different."""
    seen = set[Tile]()
    for each in tiles:
        if each in seen:
            return Breach(Code.IMPOSSIBLE_HAND, msg("{tile} is there twice.", tile=each))
        seen.add(each)
    return None
