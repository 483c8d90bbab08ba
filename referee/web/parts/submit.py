"""Who may enter what at a table, and the judging of events before they are written to the log."""

from collections.abc import Mapping, Sequence
from functools import partial
from operator import itemgetter
from typing import Any, NamedTuple

from referee.engine.corrections import Correction, find
from referee.engine.explain.later_moves import mended
from referee.engine.explain.put_in import put_in
from referee.engine.log import Answer, Log, together
from referee.engine.messages import Listed, _, marked
from referee.engine.record.events import Adjust, Amend, Retract, Round, Unreadable, Void
from referee.engine.record.readers import read_event
from referee.engine.rulings import Verdict
from referee.engine.spelling import visible
from referee.engine.tiles import Tile, read_tile
from referee.reports.sections import by_itself, in_sentence, said_first, said_until
from referee.storage.rows import NewEvent
from referee.web.parts.open_tables import Table
from referee.web.parts.pending_entry import NOTHING, Asked, EntryForm, is_call, read_shown
from referee.web.parts.table_views import Words

BY_ITSELF = marked("While claims are open, enter a call by itself, not together with something else.")


class MayNot(Exception):
    """This link may not enter that; the message says why."""


class Entered(NamedTuple):
    """What a form says: the events to write down, what the phone is asked next, and the table's log
    with the events, if they were judged."""

    events: Sequence[NewEvent] = ()
    asked: Asked = NOTHING
    log: Log | None = None


def said_at(table: Table, *raws: dict[str, Any]) -> Entered:
    """Events that are written down together or not at all: if one is refused, it is shown and none is kept.

    A refusal that changed something is written down, too. Raises MayNot if this link may not enter one of them; that is
    checked before any is judged.
    """
    if len(raws) > 1 and any(map(is_call, raws)):
        raise MayNot(_(BY_ITSELF))
    said = [_without_unseen(raw) for raw in raws]
    for raw in said:
        _check_may_say(table, raw)
    log: Log = table.log
    found: list[NewEvent] = []
    for raw in said:
        answer, after = log.say(raw)
        if answer.ruling.verdict is Verdict.REFUSED and after.state is log.state:
            return _refused(raw, answer if log is table.log else None)
        found.append(NewEvent.judged(raw, answer))
        log = after
    return Entered(found, log=log)


def _check_may_say(table: Table, raw: Mapping[str, Any]) -> None:
    """Raise MayNot if this link may not enter the event, or not while a claim is open.

    While one is, no correction may turn another entry into a call: a refusal would reveal a score and leave no trace.
    """
    if why := may_say(table, raw):
        raise MayNot(why)
    said, number = raw.get("with"), raw.get("amend")
    if not isinstance(said, dict) or not is_call(said) or "play" in said or not table.state.claims_are_open:
        return
    # If there is no such entry, the referee's refusal says so.
    if type(number) is int and 0 < number <= table.seq and _call_of(body_of(table, number)) != _call_of(said):
        raise MayNot(_(BY_ITSELF))


def _refused(raw: dict[str, Any], answer: Answer | None) -> Entered:
    hand = str(raw.get("by", "")) if {"hand", "pips"} & set(raw) else ""
    return Entered(asked=Asked(tried=raw, hand=hand, pips="pips" in raw, answer=answer))


def one_more_tile(table: Table, form: EntryForm) -> Entered:
    """One more tile of the hand that is being shown; the last one completes it."""
    shown = with_one_more(form)
    names, name = table.setup.players, form.by.data or ""
    if name not in names:
        return Entered()
    if len(shown) < table.state.hands_held[names.index(name)]:
        return Entered(asked=Asked(hand=name, shown=shown))
    return said_at(table, {"by": name, "hand": [each.name for each in shown]})


def with_one_more(form: EntryForm) -> tuple[Tile, ...]:
    """The tiles shown so far, with the one that was tapped."""
    shown, more = read_shown(form.shown.data or ""), read_tile(form.tile.data or "")
    return (*shown, more) if more is not None and more not in shown else shown


def corrected_at(table: Table, number: int, body: dict[str, Any], chosen: Mapping[int, str]) -> Entered:
    """A correction with the changes to later entries that it needs, as previewed; `chosen` are the ends picked for
    them."""
    body = _without_unseen(body)
    is_known = find(table.log.entries, number) is not None
    raws = mended(table.log, number, body, chosen).raws if is_known else ()
    if len(raws) < 2:
        return said_at(table, {"amend": number, "with": body})
    return said_as_one(table, raws)


def said_as_one(table: Table, raws: Sequence[dict[str, Any]]) -> Entered:
    """Corrections that are judged once, together, and written down all or not at all; raises MayNot if refused."""
    if not raws:
        return Entered()
    for raw in raws:
        _check_may_say(table, raw)
    raws = together(raws)
    answers, after = table.log.say_together(raws)
    if answers[0].ruling.verdict is Verdict.REFUSED:
        raise MayNot(answers[0].ruling.says)
    found = [NewEvent.judged(raw, answer) for raw, answer in zip(raws, answers, strict=True)]
    return Entered(found, log=after)


def put_in_at(
    table: Table, number: int, new: Sequence[Mapping[str, Any]], *then: Mapping[str, Any]
) -> Entered:
    """What was forgotten before entry `number`, everything from there on again, and the events said `then`; without any
    `new` entries that one is left out. All of it is written down or nothing. Raises MayNot if it is refused."""
    if any(map(is_call, then)):
        raise MayNot(_(BY_ITSELF))
    for raw in ({"retract": number}, *new, *then):
        _check_may_say(table, raw)
    found = put_in(table.log, number, new, partial(body_of, table))
    if found.refused is not None:
        raise MayNot(str(found.refused))
    said, log = [*found.said], found.log
    for raw in then:
        answer, log = log.say(raw)
        if answer.ruling.verdict is Verdict.REFUSED:
            raise MayNot(answer.ruling.says)
        said.append((dict(raw), answer))
    return Entered([NewEvent.judged(raw, answer) for raw, answer in said], log=log)


def _without_unseen(raw: dict[str, Any]) -> dict[str, Any]:
    """The event without invisible characters in its reason."""
    found = dict(raw)
    if isinstance(raw.get("why"), str):
        found["why"] = visible(raw["why"])
    if isinstance(raw.get("with"), dict):
        found["with"] = _without_unseen(raw["with"])
    return found


def _call_of(body: Mapping[str, Any]) -> tuple[object, set[str]]:
    """Whose call it is, and of which kind."""
    return body.get("by"), {"claim", "muggins"} & set(body)


def with_reason(raw: dict[str, Any], why: str) -> dict[str, Any]:
    """The event with the typed reason added to the one it has, if it is an event that takes a reason."""
    why = why.strip()
    if not why or not {"adjust", "void", "ruling"} & set(raw):
        return raw
    return {**raw, "why": f"{raw.get('why', '')} {why}".strip()}


def body_of(table: Table, number: int) -> dict[str, Any]:
    """The entry in force: as it was written down, or as it was corrected last."""
    for each in reversed(table.log.corrections):
        if isinstance(each.event, Amend) and each.event.event == number and each.number not in table.log.gone:
            return dict(table.rows[each.number - 1].body["with"])
    return table.rows[number - 1].body


def last_step(table: Table) -> Words | None:
    """What the last ruling does not tell: the correction, made or made again, what was taken back, or an earlier entry
    that is back, if that was the last event; else None."""
    log = table.log
    if find(log.corrections, table.seq) is None:
        return None
    told, gone, back, made, unmade = "", 0, 0, list[Correction](), list[Correction]()
    for number in log.steps.last:
        is_gone, entry = False, number
        while (correction := find(log.corrections, entry)) and isinstance(correction.event, Retract):
            is_gone, entry = not is_gone, correction.event.event
        if correction:
            (unmade if is_gone else made).append(correction)
        elif is_gone:
            gone = entry
        else:
            back = max(back, entry)
    if made:
        rulings = [log.entry_of(number).ruling for number in _corrected(log, made)]
        return Words(_("Corrected"), ". ".join(str(each.said[0]).removesuffix(".") for each in rulings))
    if unmade:
        words = Listed(in_sentence(log, number) for number in _corrected(log, unmade))
        told = _("The correction: {words}", words=words)
    elif back and back < log.entries[-1].number:
        return Words(_("Back again"), by_itself(log, back))
    elif gone > back:  # otherwise a later entry stands in its place, as when a missed move is entered again
        told = by_itself(log, gone)
    return Words(_("Taken back"), told) if told else None


def _corrected(log: Log, amends: Sequence[Correction]) -> list[int]:
    """The entries that these amends corrected, without those whose tile only lies elsewhere since the first was."""
    first, *others = sorted(amends, key=itemgetter(0))
    return [first.event.event, *(each.event.event for each in others if _has_another_tile(log, each))]


def _has_another_tile(log: Log, amend: Correction) -> bool:
    """Whether the entry named another tile before it was amended."""
    assert isinstance(amend.event, Amend)
    before = said_until(log, amend.event.event, amend.number)
    return getattr(before, "tile", None) is not getattr(amend.event.correct, "tile", None)


WATCHES = marked("This link only watches. Ask at the table for one that may enter something.")
LOCKED = marked(
    "The table is locked: until it is unlocked, only the person who opened it can enter anything."
)
_FOR_KEEPER = {
    Amend: marked("Only the scorekeeper can correct entries."),
    Adjust: marked("Only the scorekeeper can enter what the table agrees on."),
    Void: marked("Only the scorekeeper can enter that a round does not count."),
}
_STOOD = marked("The table may still let it stand; only the scorekeeper can enter that.")


def own_event(table: Table, raw: Mapping[str, Any]) -> dict[str, Any]:
    """The event; if a form from a seat names no player, with the seat's own."""
    if table.seat is None or "by" in raw or not {"play", "flip"} & set(raw):
        return dict(raw)
    return {"by": table.setup.players[table.seat], **raw}


def may_say(table: Table, raw: Mapping[str, Any], log: Log | None = None) -> str | None:
    """None if the table's link may enter the event `raw`; else the sentence that says why not.

    `log` is given if it is newer than the table's own. Whether the event itself stands is not checked here.
    """
    if table.role == "owner":
        return None
    if table.row.locked and table.role != "watch":
        return _(LOCKED)
    return None if table.role == "keep" else _seat_may(table, raw, log or table.log)


def _seat_may(table: Table, raw: Mapping[str, Any], log: Log) -> str | None:
    players, own = log.start.setup.players, table.seat
    if table.role != "seat" or own is None or own >= len(players):
        return _(WATCHES)
    event = read_event(raw, players)
    if isinstance(event, Retract):
        return _may_take_back(table, event.event, log)
    if type(event) in _FOR_KEEPER:
        return _(_FOR_KEEPER[type(event)])
    if isinstance(event, Round):
        return None  # any player may deal
    if isinstance(event, Unreadable):
        by = raw.get("by", players[own])
    else:
        alone = 0 if len(players) == 1 else -1
        by = players[seat] if (seat := getattr(event, "by", alone)) >= 0 else None
    if by == players[own]:
        return _(_STOOD) if getattr(event, "stood", False) else None
    if not isinstance(by, str):
        return _("This is {own}'s seat: enter only what {own} does here.", own=players[own])
    return _(
        "This is {own}'s seat: only {name} or the scorekeeper can enter what {name} does.",
        own=players[own],
        name=by[:40],
    )


def _may_take_back(table: Table, number: int, log: Log) -> str | None:
    """None for the seat's own last entry with nothing after it, or for a redo of one just taken back; else why not."""
    taken, redo = log.steps.undo, log.steps.redo
    if number not in taken:
        taken = tuple(find(log.corrections, each).event.event for each in redo) if number in redo else ()
    if taken and all(_is_of_seat(table, each, log) for each in taken):
        return None
    return _(
        "From a seat you can take back only that seat's last entry. The scorekeeper can take back any other."
    )


def _is_of_seat(table: Table, number: int, log: Log) -> bool:
    """Whether the entry is the seat's own: by its player, or entered from it if it names nobody. No correction is."""
    event = said_first(log, number)
    by = getattr(event, "by", None)
    return event is not None and (table.has_entered(number) if by is None else by == table.seat)
