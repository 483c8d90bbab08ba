"""What Undo and Redo take back: the last step that is in force, with everything that was entered together with it."""

from referee.engine.corrections import find, place_of
from referee.engine.log import Log
from referee.engine.record.events import Amend, Result, Round
from referee.engine.record.readers import MOST_TOGETHER


def undo_of(log: Log) -> tuple[int, ...]:
    """The numbers of the events that Undo takes back, in the order in which it does; empty if there are none.

    They are the last correction, if nothing was entered after it; else the last entry in force. What was entered
    together with it goes with it: the other corrections of one change, the moves that were entered again after one was
    put in, and the deal of a round of which only the result was entered.
    """
    entries = log.entries[-2:]
    latest = entries[-1].number if entries else 0
    for each in reversed(log.corrections):
        if each.number < latest:
            break
        if isinstance(each.event, Amend) and each.number not in log.gone:
            return tuple(number for number in reversed(run_of(log, each.number)) if number not in log.gone)
    run = run_of(log, latest)
    if len(run) > 1 and run[-1] == latest and log.gone.isdisjoint(run):
        return tuple(reversed(run))
    # A deal and its result are a whole round, which one form enters and one Undo takes back.
    is_whole = (
        len(entries) == 2 and isinstance(entries[0].event, Round) and isinstance(entries[1].event, Result)
    )
    return tuple(each.number for each in (entries if is_whole else entries[-1:]))


def redo_of(log: Log) -> tuple[int, ...]:
    """The numbers of the retracts that Redo takes back: those of the last undo in force with nothing new after it."""
    latest = log.entries[-1].number if log.entries else 0
    for each in reversed(log.corrections):
        if each.number < latest:
            break
        if each.number in log.gone:
            continue
        if isinstance(each.event, Amend):
            break  # what was taken back before a correction, or with it, stays so
        target = find(log.corrections, each.event.event)
        if target is None or isinstance(target.event, Amend):  # else it is a redo
            return tuple(reversed(run_of(log, each.number)))
    return ()


def run_of(log: Log, number: int) -> range:
    """The numbers of the events that were entered together with event `number`, itself included."""
    for place in range(place_of(log.corrections, number + 1) - 1, -1, -1):
        first, event = log.corrections[place]
        if event.with_next and first + event.with_next >= number:
            return range(first, min(first + event.with_next, log.said) + 1)
        if number - first > MOST_TOGETHER:
            break
    return range(number, number + 1)
