"""The flags that a round raises, in words."""

from collections.abc import Sequence

from referee.engine.audit.histories import Contradiction, Denial, SeenHand, SeenTile, breaches, lacking
from referee.engine.audit.holdings import RENEGE, WRONG_OPENING, Drew, Flag, Opened, Passed
from referee.engine.messages import OR, Begun, Listed, Message, counted, marked, msg
from referee.engine.tiles import Tile, tiles_in

# The kinds of breach: a pass, a draw, a further tile that was not laid, or one of several of these.
PASSED, DREW, STOPPED, EITHER = "passed", "drew", "stopped", "either"
_DID = {
    PASSED: marked("{who} passed"),
    DREW: marked("{who} drew"),
    STOPPED: marked("{who} stopped"),
    EITHER: marked("{who} passed or drew"),
}
_DID_AT = {
    PASSED: marked("{who} passed on move {entries}"),
    DREW: marked("{who} drew on move {entries}"),
    STOPPED: marked("{who} stopped before move {entries}"),
    EITHER: marked("{who} passed or drew on move {entries}"),
}
MOST_NAMED = 6  # a sentence lists no more tiles than this


def _whose(flag: Flag, players: Sequence[str]) -> Message | str:
    """Whose breach a flag is, to begin a sentence: a name, or "One of" several names."""
    if flag.seat is not None:
        return players[flag.seat]
    return Begun(msg("one of {names}", names=Listed([players[each] for each in flag.or_by])))


def holding(did: Message, tiles: Sequence[Tile]) -> Message:
    """What somebody `did`, and of which tiles one was in hand if that is known and they are not too many."""
    if 0 < len(tiles) <= MOST_NAMED:
        return msg("{did} holding {tiles}", did=did, tiles=Listed(tiles, OR))
    return msg("{did} with a tile that could go", did=did)


# Passes and draws


def reneges(
    hands: Sequence[SeenHand], players: Sequence[str], number: int, known: Sequence[Flag] = ()
) -> tuple[Flag, ...]:
    """The false passes and draws that are proved in round `number`; `hands` are those of all seats.

    A flag of `known` that names its tile keeps its words.
    """
    told = {each.of: each for each in known if each.tile is not None}
    found = []
    for breach in breaches(hands):
        *others, last = [each.what.event for each in breach.denials]
        seat = breach.seats[0] if len(breach.seats) == 1 else None
        flag = Flag(
            RENEGE, seat, number, last, or_at=tuple(others), or_by=() if seat is not None else breach.seats
        )
        found.append(told.get(flag.of) or _renege(flag, hands, breach, players))
    return tuple(found)


def _renege(flag: Flag, hands: Sequence[SeenHand], breach: Contradiction, players: Sequence[str]) -> Flag:
    """The flag with its words."""
    verb, who = _verb(breach.denials), _whose(flag, players)
    did = msg(_DID[verb], who=who)
    if flag.seat is None:
        return _counted(flag, hands, breach.denials, did, did)
    did_at = msg(_DID_AT[verb], who=who, entries=Listed((*flag.or_at, flag.event), OR))
    shown = hands[flag.seat].telling(breach.denials)
    if not shown:
        return _counted(flag, hands, breach.denials, did, did_at)
    tiles = [each.tile for each in shown]
    flag = flag._replace(headline=holding(did, tiles))
    return _shown(flag, shown, holding(did_at, tiles), _seen(shown, players[flag.sure]))


def _verb(denials: Sequence[Denial]) -> str:
    kinds = {type(each.what) for each in denials}
    if len(kinds) > 1:
        return EITHER
    if kinds == {Drew}:
        return DREW
    unsaid = {each.what.unsaid for each in denials if isinstance(each.what, Passed)}
    return STOPPED if unsaid == {True} else PASSED


def _seen(shown: Sequence[SeenTile], name: str) -> Message:
    """The sentence that no draw can have brought a tile that was seen, or not all of several."""
    number, brought = len(shown), len(shown) - 1
    if not brought:
        return msg("{seen} and cannot have drawn it in between.", seen=shown[0].seen_with(name))
    if number > MOST_NAMED:
        return counted(
            "{name} laid or showed {all} such tiles later, and only {n} of them can have been drawn.",
            "{name} laid or showed {all} such tiles later, and only {n} of them can have been drawn.",
            brought,
            all=number,
            name=name,
        )
    return counted(
        "{name} laid or showed {tiles} later, and only one of them can have been drawn.",
        "{name} laid or showed {tiles} later, and only {n} of them can have been drawn.",
        brought,
        tiles=Listed(each.tile for each in shown),
        name=name,
    )


def _shown(flag: Flag, shown: Sequence[SeenTile], did: Message, shows: Message) -> Flag:
    """The flag with the tiles that prove it."""
    last, among = shown[-1], tuple(each.tile for each in shown)
    return _proved(flag, did, shows)._replace(tile=last.tile, told_at=last.event, among=among)


def _proved(flag: Flag, did: Message, shows: Message) -> Flag:
    """The flag with its proof: what somebody `did`, with its move, and what `shows` it."""
    return flag._replace(because=msg("{did}: {shows}", did=did, shows=shows), shows=shows)


def _counted(
    flag: Flag, hands: Sequence[SeenHand], denials: Sequence[Denial], did: Message, did_at: Message
) -> Flag:
    """A breach proved only by counting: too few tiles are left that could not go."""
    seats = {each.what.seat for each in denials}
    short = lacking([each for each in hands if each.seat in seats], denials)
    assert short is not None
    tiles = hands[denials[0].what.seat].candidates(denials[0]) if len(denials) == 1 else []
    held = holding(did_at, ())
    if 0 < len(tiles) <= MOST_NAMED:
        held = msg("{did} with a tile that could go, {tiles}", did=did_at, tiles=Listed(tiles, OR))
    others = short.things.bit_count()
    left = counted("only {n} such tile is left", "only {n} such tiles are left", others)
    shows = msg(
        "{places}, and {left}.",
        places=counted(
            "{n} tile in hand would have to be one that could not go",
            "{n} tiles in hand would have to be ones that could not go",
            short.places,
        ),
        left=left if others else msg("none of those is left"),
    )
    return _proved(flag, held, shows)._replace(headline=holding(did, ()))


# The opening


def wrong_opening(
    opened: Opened, hands: Sequence[SeenHand], players: Sequence[str], number: int
) -> Flag | None:
    """The flag of an opening although a tile was dealt that should have opened; None if it may have been right.

    The player who opened is charged with it, even if another player's tile proves it.
    """
    denials = [hands[0].opening] if hands[0].opening is not None else []
    if lacking(hands, denials) is None:
        return None
    values = {"name": players[opened.seat], "led": opened.tile}
    headline = msg("{name} opened with {led}, but another tile should have opened", **values)
    did = msg(
        "{name} opened with {led} on move {event}, but another tile should have opened",
        event=opened.event,
        **values,
    )
    found = ((hand, hand.telling(denials)) for hand in hands)
    hand, shown = next(((hand, shown) for hand, shown in found if shown), (hands[0], []))
    flag = Flag(WRONG_OPENING, opened.seat, number, opened.event, headline)
    if shown:
        return _shown(flag, shown, did, _dealt(shown, players[hand.seat]))
    tiles = tuple(tiles_in(hands[0].unseen & opened.outranked_by))
    only = tiles[0] if len(tiles) == 1 else None
    words = marked("{tiles} was dealt: it cannot be one of those face down.")
    if only is None:
        words = marked("One of {tiles} was dealt: too few tiles lie face down for all of them.")
    shows = msg(words, tiles=Listed(tiles, OR))
    return _proved(flag, did, shows)._replace(tile=only, among=tiles)


def _dealt(shown: Sequence[SeenTile], name: str) -> Message:
    """The sentence that a tile which should have opened was dealt to a player."""
    if len(shown) > 1:
        tiles = Listed(each.tile for each in shown)
        return msg("{name} had {tiles}, and not all of them were drawn.", name=name, tiles=tiles)
    return msg("{seen} and had it from the deal.", seen=shown[0].seen_with(name))
