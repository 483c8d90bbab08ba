"""The page of a table of poker: the screen to show, the betting with its buttons in fixed places, and the forms."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from referee.engine.games.match import Status
from referee.engine.games.poker.betting import Betting, pots_of
from referee.engine.games.poker.state import PokerMatch
from referee.engine.log import entries_of_round
from referee.engine.messages import Listed, _, _n, _p, marked, msg, msg_as
from referee.engine.record.events import Event, Stake
from referee.web.parts.actions import back_link, correcting, said_button
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import Asked, EntryForm, number_in
from referee.web.parts.submit import Entered, said_at
from referee.web.parts.table_page import TablePage
from referee.web.parts.table_views import Action, LinkView, Press
from referee.web.table.poker.between import before_page, settled_page
from referee.web.table.poker.hands import hands_page, hidden_hands, words_of

AMOUNTS = (1, 2, 5, 10)
HEAP = (1, 2, 5, 10, 20, 50)  # the amounts that a tap adds to a larger stake
LARGEST = 9999
LISTED = 100  # the amounts to which a tap corrects a stake, however far it is from them


class Purse(NamedTuple):
    """One player during the betting: what they said last, what they paid, and what they have."""

    name: str
    said: str
    paid: str
    has: str
    now: bool
    is_out: bool


class Staking(NamedTuple):
    """The betting round: everybody's chips, the pot, and the action buttons, always in the same places."""

    column: str
    purses: tuple[Purse, ...]
    pot: str
    pots: tuple[str, ...]
    moves: tuple[Action, ...] = ()
    heading: str = ""
    amounts: tuple[Action, ...] = ()
    is_heap: bool = False


def staking_page(table: Table, asked: Asked, common: TablePage) -> TablePage:
    """The betting round; `asked.at` is the larger stake being put together, if any."""
    betting = PokerMatch.of(table.state).current.betting
    assert betting is not None
    heap = number_in(asked.at, 4)
    speaker = "" if betting.turn is None else table.setup.players[betting.turn]
    face = Staking(
        column=_("chips") if betting.chips is not None else _("so far"),
        purses=_purses(table, betting),
        pot=str(betting.pot),
        pots=_pots(table, betting),
        **(_ways(table, betting, heap) if table.may_write else {}),
    )
    bar: tuple[Action, ...] = tuple(correcting(table))
    if heap is not None:
        bar = (back_link(table, _("Back")),)
    return common._replace(
        screen="stakes",
        template="table/poker/_stakes.html",
        face=face,
        aside=_asks(betting),
        turn=_("{name} to act", name=speaker) if speaker else _antes_words(table, betting),
        by=speaker,
        words=words_of(table, asked),
        bar=bar,
    )


def _purses(table: Table, betting: Betting) -> tuple[Purse, ...]:
    match = PokerMatch.of(table.state)
    # the chips not yet staked, or the net result if chips are not counted
    has = [match.amounts[side] - paid for side, paid in zip(match.setup.side_of, betting.paid, strict=True)]
    last = _said_last(table)
    found = []
    for seat, name in enumerate(table.setup.players):
        is_absent = bool(betting.absent & 1 << seat)
        words = _("sits out") if is_absent else last.get(seat, "")
        if not is_absent and betting.is_all_in(seat) and seat in betting.staying:
            words = _("all in")
        found.append(
            Purse(
                name=name,
                said=words,
                paid=str(betting.paid[seat]) if betting.paid[seat] else "",
                has=str(has[seat]),
                now=betting.turn == seat,
                is_out=is_absent or bool(betting.folded & 1 << seat),
            )
        )
    return tuple(found)


def _said_last(table: Table) -> dict[int, str]:
    """Each seat's last words in this deal."""
    events = (each.event for each in entries_of_round(table.log, table.state.round_number))
    return {each.by: _act_words(each) for each in events if isinstance(each, Stake)}


def _act_words(event: Stake) -> str:
    words = {
        "ante": msg_as("ante", "in"),
        "check": msg("checks"),
        "bet": msg("bets {n}", n=event.chips),
        "call": msg("calls"),
        "raise": msg("raises by {n}", n=event.chips),
        "fold": msg("folded"),
    }
    return str(words[event.act])


def _pots(table: Table, betting: Betting) -> tuple[str, ...]:
    """The pots, if somebody is all in and cannot win all of them; else ()."""
    pots = pots_of(betting)
    if len(pots) < 2:
        return ()
    names = table.setup.players
    return tuple(
        _("{n} for {names}", n=pot.chips, names=Listed(names[seat] for seat in pot.seats)) for pot in pots
    )


def _asks(betting: Betting) -> str:
    if betting.turn is None:
        return ""
    missing = betting.missing(betting.turn)
    if not missing:
        return _("nothing to call")
    if missing == betting.left(betting.turn):
        return _("{n} to call: all in", n=missing)
    return _("{n} to call", n=missing)


def _antes_words(table: Table, betting: Betting) -> str:
    waiting = [table.setup.players[seat] for seat in betting.seated if not betting.paid[seat]]
    if len(waiting) == len(betting.seated):
        return _("Everybody antes")
    names = Listed(waiting)
    return _n(
        "{names} still antes {chips}",
        "{names} still ante {chips}",
        len(waiting),
        names=names,
        chips=betting.ante,
    )


# The actions in the betting


def _ways(table: Table, betting: Betting, heap: int | None) -> dict[str, Any]:
    """The buttons: three moves, then amounts; or a heap to which taps add."""
    if betting.turn is None:
        return _ante_ways(table, betting, heap)
    verb = "raise" if betting.bet else "bet"
    label, template = _p("button", "Bet"), marked("Bet {n}")
    if betting.bet:
        label, template = _("Raise by"), marked("Raise by {n}")
    by, most = table.setup.players[betting.turn], betting.most(betting.turn)
    if heap is not None:
        say = said_button(table, {"by": by, verb: heap}, _(template, n=heap))
        return _heaped(table, most, heap, label, say)
    missing = betting.missing(betting.turn)
    moves = (
        said_button(table, {"by": by, "check": True}, _p("button", "Check")),
        said_button(
            table, {"by": by, "call": True}, _("Call {n}", n=missing) if missing else _p("button", "Call")
        ),
        said_button(table, {"by": by, "fold": True}, _p("button", "Fold")),
    )
    amounts = [said_button(table, {"by": by, verb: each}, _(template, n=each), str(each)) for each in AMOUNTS]
    return {"moves": moves, "heading": label, "amounts": (*amounts, _more(table, most))}


def said_instead(table: Table, event: Event) -> tuple[Press, ...]:
    """Buttons for the other moves and amounts that were possible at this table: the smaller amounts, those near the one
    staked, and all in; none for anything but a stake."""
    betting = PokerMatch.of(table.state).current.betting if isinstance(event, Stake) else None
    if not isinstance(event, Stake) or betting is None:
        return ()
    near, most = range(max(event.chips - 5, 1), event.chips + 6), betting.most(event.by) or LISTED
    amounts = sorted({*range(1, min(most, LISTED) + 1), *near, most})
    verb, template = ("raise", marked("Raise by {n}")) if betting.bet else ("bet", marked("Bet {n}"))
    moves: tuple[Press, ...] = ()
    if event.act == "ante":
        verb, template = "ante", "{n}"
    else:
        moves = _ways(table, betting, None)["moves"]
    by = table.setup.players[event.by]
    return (*moves, *(said_button(table, {"by": by, verb: each}, _(template, n=each)) for each in amounts))


def _ante_ways(table: Table, betting: Betting, heap: int | None) -> dict[str, Any]:
    """The antes of all who have not anted yet, at a seat its own: the amounts, or the one that the first ante set."""
    waiting = [seat for seat in betting.seated if not betting.paid[seat] and table.seat in (None, seat)]
    if not waiting:
        return {}
    if betting.ante:
        return {"moves": (_ante(table, betting, waiting, betting.ante, "main"),)}
    most = None if betting.chips is None else max(betting.chips[seat] for seat in waiting)

    def ante(chips: int) -> Press:
        tone = "pale" if not chips or (most is not None and chips > most) else ""
        return _ante(table, betting, waiting, chips, tone)._replace(sub=str(chips))

    if heap is not None:
        return _heaped(table, most, heap, _antes_words(table, betting), ante(heap))
    return {"heading": _("The ante"), "amounts": (*map(ante, AMOUNTS), _more(table, most))}


def _ante(table: Table, betting: Betting, seats: Sequence[int], chips: int, tone: str) -> Press:
    names = [table.setup.players[seat] for seat in seats]
    words = _n("{names} antes {chips}", "{names} ante {chips}", len(names), names=Listed(names), chips=chips)
    if len(names) == len(betting.seated):
        words = _("Everybody antes {n}", n=chips)
    return Press(label=words, name="antes", value=str(chips), tone=tone)


def _more(table: Table, most: int | None) -> LinkView:
    return LinkView(label=_("More"), href=Asked(at="0").href(table.link), tone="pale" if most == 0 else "")


def _heaped(table: Table, most: int | None, heap: int, label: str, say: Press) -> dict[str, Any]:
    """The buttons for a larger stake: each tap adds to it; if chips are counted, one tap goes all in."""
    top = LARGEST if most is None else most
    adds: list[Action] = [
        LinkView(
            label=_("{n} more", n=each),
            href=Asked(at=str(min(top, heap + each))).href(table.link),
            sub=f"+{each}",
            tone="" if heap < top else "pale",
        )
        for each in HEAP
    ]
    moves: list[Action] = []
    if most and heap != most:
        moves.append(LinkView(label=_("All in"), href=Asked(at=str(most)).href(table.link)))
    if heap:
        moves.append(LinkView(label=_p("chips", "Clear"), href=Asked(at="0").href(table.link)))
    main = say._replace(sub="", tone=say.tone or "main")
    return {"moves": (main, *moves), "heading": label, "amounts": tuple(adds), "is_heap": True}


def page_of(table: Table, asked: Asked, common: TablePage) -> TablePage:
    """The page of a table of poker at the phone's step."""
    match = PokerMatch.of(table.state)
    current = match.round
    common = common._replace(sub=_("Deal {number}", number=match.round_number or 1))
    if current is None or (match.status is Status.ROUND_OVER and asked.deal):
        return before_page(table, common)
    if match.status is Status.PLAYING:
        return staking_page(table, asked, common)
    wants = asked.hand in table.setup.players and table.may_write
    if match.status is Status.REVEAL or (wants and hidden_hands(current)):
        return hands_page(table, asked, common)
    return settled_page(table, common)


def enter(table: Table, form: EntryForm) -> Entered | None:
    """Enter the antes of all players who have not anted yet, at a seat its own; None for any other form."""
    chips = form.antes.data
    if not chips:
        return None
    current = PokerMatch.of(table.state).round
    betting = current.betting if current is not None else None
    if betting is None:
        return Entered()
    names, seats = table.setup.players, _in_turn(betting, chips)
    return said_at(
        table, *({"by": names[seat], "ante": chips} for seat in seats if table.seat in (None, seat))
    )


def _in_turn(betting: Betting, chips: int) -> list[int]:
    """The players yet to ante, in turn; those with enough chips first, because the first one sets the ante for all."""
    seats = len(betting.paid)
    first = betting.first or 0
    order = [(first + step) % seats for step in range(seats)]
    waiting = [seat for seat in order if seat in betting.seated and not betting.paid[seat]]
    return sorted(waiting, key=lambda seat: betting.chips is not None and betting.chips[seat] < chips)
