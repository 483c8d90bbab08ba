"""The page of a proof: what shows it, and what the table may decide, the smallest step first."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask import url_for
from markupsafe import Markup

from referee.drawing import arrange, layout_svg
from referee.engine.audit.flag_words import whose
from referee.engine.audit.holdings import RENEGE, Flag
from referee.engine.explain.proofs import Moment, Proof, proof_of
from referee.engine.games.match import Status
from referee.engine.games.phrases import listed, points_word, tiles_word
from referee.engine.layout import Laid
from referee.engine.messages import _, _p, marked, msg
from referee.engine.record.events import Draw, Pass, Play
from referee.web.disputes.views import ProofPage, Remedy, ShownTable, Span
from referee.web.families import family_of
from referee.web.parts.citations import cited
from referee.web.parts.flags import address_of, decided, title_written
from referee.web.parts.open_tables import Table
from referee.web.parts.page_views import Change
from referee.web.parts.pending_entry import dumped
from referee.web.parts.pictures import cropped, half_picture, tile_picture
from referee.web.parts.previews import change_of
from referee.web.parts.table_views import LinkView, Press

MOST = 999  # points that a table may agree on at once
USUAL = (5, 10)


def flag_at(table: Table, kind: str, number: int) -> Flag | None:
    """The proof that an address names; None where it does not hold (any more)."""
    return next((each for each in table.state.flags if (each.kind, each.event) == (kind, number)), None)


def proof_page(table: Table, flag: Flag, args: Mapping[str, str]) -> ProofPage:
    """What shows the breach, and the step that is about to be decided."""
    proof = proof_of(table.log, flag)
    rules, penalty, doubt = family_of(table).broken(table.setup.variant, proof)
    made = decided(table.log, flag)
    page = ProofPage(
        title=_("Proved"),
        sub=_(
            "{game} · round {round}, entry {entry}",
            game=table.setup.variant.title,
            round=flag.round,
            entry=flag.event,
        ),
        back=url_for("rounds.show", link=table.link),
        say=url_for("rounds.say", link=table.link),
        seq=table.seq,
        key=secrets.token_urlsafe(12),
        address=address_of(table, flag),
        verdict=str(flag.headline),
        because=str(flag.because),
        shown=_shown(table, flag, proof),
        span=_span(proof) if flag.kind == RENEGE else None,
        layout=_layout(table, proof),
        rules=tuple(cited(table, each) for each in rules),
        penalty=cited(table, penalty) if penalty is not None else None,
        doubt=str(doubt or ""),
        followed=_followed(table, proof),
        decided=" ".join(str(each) for each in made.ruling.said) if made is not None else "",
    )
    if not table.may_correct:
        return page
    if table.state.status is Status.MATCH_OVER:
        return replace(
            page, closed=_("The match is over. Take back its last entry first, if points are to change.")
        )
    remedy = _remedy(table, flag, args)
    steps, amounts = _steps(table, flag, proof)
    charged = _side(table, flag)
    return replace(
        page,
        steps=steps,
        amounts=amounts,
        custom="" if charged is None else table.setup.sides[charged],
        remedy=remedy,
    )


# What shows it


def _shown(table: Table, flag: Flag, proof: Proof) -> tuple[ShownTable, ...]:
    names = table.setup.players
    moments = (*proof.others, Moment(proof.event, proof.did, proof.ends))
    found = [_breach(table, flag, each) for each in moments]
    if proof.holder is None or proof.tile is None:
        return tuple(found)
    holder = names[proof.holder]
    last = proof.told_at or len(table.rows)
    if flag.kind == RENEGE and table.setup.lays_in_line:
        if proof.draws:
            found += [
                ShownTable(
                    number=str(number),
                    words=_("{name} draws {tiles}", name=holder, tiles=tiles_word(drawn_then)),
                )
                for number, drawn_then in proof.draws
            ]
        else:
            between = f"{flag.event}\N{EN DASH}{last}"
            has_none = not table.match.setup.variant.drawing.is_allowed
            none = _("this game has no drawing") if has_none else ""
            found.append(ShownTable(number=between, words=_("{name} draws nothing", name=holder), sub=none))
    picture = (tile_picture(proof.tile),)
    if not proof.told_at:
        words = _("{name} still holds {tile}", name=holder, tile=proof.tile)
        sub = _("every other tile was seen")
        return (*found, ShownTable(number="", words=words, sub=sub, tiles=picture))
    told = next(each.event for each in table.log.entries if each.number == proof.told_at)
    words = _("{name} shows {tile}", name=holder, tile=proof.tile)
    if isinstance(told, Play):
        words = _("{name} lays {tile}", name=holder, tile=proof.tile)
    sub = _since(flag) if len(flag.among) == 1 else ""
    return (
        *found,
        ShownTable(number=str(proof.told_at), words=words, sub=sub, tiles=picture),
    )


def _since(flag: Flag) -> str:
    return (
        _("in hand at entry {entry} already", entry=flag.event)
        if flag.kind == RENEGE
        else _("dealt, because nothing was drawn")
    )


def _breach(table: Table, flag: Flag, moment: Moment) -> ShownTable:
    """What was said or done that was not so, or may not have been."""
    number, did, open_ends = moment
    silent = table.state.claims_are_open
    ends = tuple(dict.fromkeys(open_ends)) if not silent else ()
    open_words = _("open: {ends}", ends=listed(ends)) if ends else ""
    halves = tuple(half_picture(each, label=None) for each in ends)
    seat = getattr(did, "by", None)
    own = seat is not None and seat in ((flag.seat,) if flag.seat is not None else flag.or_by or (seat,))
    name = table.setup.players[seat] if own and seat is not None else str(whose(flag, table.setup.players))
    tiles, words, sub = halves, _("{name} stops", name=name), open_words
    if own and isinstance(did, Pass):
        words = _("{name} passes", name=name)
    elif own and isinstance(did, Draw):
        words = _("{name} draws {tiles}", name=name, tiles=tiles_word(did.number))
    elif isinstance(did, Play) and did.tile is not None and flag.kind != RENEGE:
        tiles, sub = (tile_picture(did.tile),), ""
        words = _("{name} opens with {tile}", name=name, tile=did.tile)
    elif isinstance(did, Play) and did.tile is not None and not table.setup.lays_in_line:
        tiles, sub = (tile_picture(did.tile),), _("which does not follow")
        words = _("{name} lays {tile}", name=name, tile=did.tile)
    return ShownTable(number=str(number), words=words, sub=sub, tiles=tiles)


WIDTH, LEFT, RIGHT = 340, 10, 330
_SPANS: dict[type, tuple[str, str]] = {
    Pass: (
        marked("From the deal to entry {end}; the pass was at entry {entry}."),
        marked("{entry} pass"),
    ),
    Draw: (
        marked("From the deal to entry {end}; the draw was at entry {entry}."),
        marked("{entry} draw"),
    ),
    Play: (
        marked("From the deal to entry {end}; the tile was at entry {entry}."),
        marked("{entry} tile"),
    ),
}


def _span(proof: Proof) -> Span | None:
    """The bar from the deal to the telling, with the breach inside it."""
    end = proof.told_at
    if not end or end <= proof.dealt_at:
        return None

    def x(number: int) -> int:
        return LEFT + round((RIGHT - LEFT) * (number - proof.dealt_at) / (end - proof.dealt_at))

    at = x(proof.event)
    anchor = "start" if at < 60 else "end" if at > WIDTH - 60 else "middle"
    label, middle = _SPANS.get(type(proof.did), _SPANS[Play])
    tick_every = max(1, (end - proof.dealt_at) // 30)
    return Span(
        label=_(label, end=end, entry=proof.event),
        ticks=tuple(x(each) for each in range(proof.dealt_at + 1, end, tick_every)),
        draws=tuple(x(number) for number, _ in proof.draws),
        rings=tuple(x(each) for each in (*proof.or_at, proof.event)),
        end=RIGHT,
        first=_("deal"),
        middle=_(middle, entry=proof.event),
        middle_at=min(max(at, LEFT), RIGHT),
        anchor=anchor,
        last=_("{entry} seen", entry=end),
    )


def _layout(table: Table, proof: Proof) -> Markup:
    """The table as it lay, with the tile at the first place where it could have gone."""
    layout = proof.layout
    if layout is None or not layout.laid:
        return Markup()
    match = table.match
    laid: tuple[Laid, ...] = ()
    if proof.tile is not None and proof.could_go_on:
        place = proof.could_go_on[0]
        touching = place.half if place.half in proof.tile.halves else proof.tile.high
        laid = (layout.add(proof.tile, place, touching).laid[-1],)
    arrangement = arrange(layout)
    svg = layout_svg(
        arrangement,
        layout,
        silent=match.claims_are_open,
        counts_ends=False,
        mark_last=False,
        candidates=laid,
        label=_layout_words(proof),
    )
    lying = [*arrangement.lying, *(arrangement.tried(each).lying[-1] for each in laid)]
    return cropped(svg, [each.box for each in lying], least=12)


def _layout_words(proof: Proof) -> str:
    assert proof.layout is not None
    lay = _("As it lay: {tiles}.", tiles=listed(each.tile for each in proof.layout.laid))
    if proof.tile is None or not proof.could_go_on:
        return lay
    on = listed(dict.fromkeys(each.tile for each in proof.could_go_on))
    gone = _("{tile} could have gone on {places}.", tile=proof.tile, places=on)
    return f"{lay} {gone}"


def _followed(table: Table, proof: Proof) -> str:
    """The points that came after it, as far as they are told."""
    made = [
        f"{side} {points}" for side, points in zip(table.setup.sides, proof.followed, strict=True) if points
    ]
    if not made:
        return _("No points were made since then.")
    return _("Points made in the round since then: {points}.", points=listed(made))


# What the table decides


def _side(table: Table, flag: Flag) -> int | None:
    """The side that a breach is charged to; None if it is not certain whose it is."""
    return None if flag.seat is None else table.setup.side_of[flag.seat]


def _steps(table: Table, flag: Flag, proof: Proof) -> tuple[tuple[LinkView, ...], tuple[LinkView, ...]]:
    """Leave it, or void the round; and the amounts that lie near."""
    leave = LinkView(label=_("Leave it"), sub=_("only note it"), href=address_of(table, flag, remedy="leave"))
    steps = [leave]
    side = _side(table, flag)
    links = _amounts(table, flag, proof, side) if side is not None else ()
    if links:
        steps.append(LinkView(label=_("Points"), href=f"{address_of(table, flag)}#decide"))
    if _may_void(table, flag):
        steps.append(
            LinkView(
                label=_p("button", "Void"), sub=_("the round"), href=address_of(table, flag, remedy="void")
            )
        )
    return tuple(steps), links


def _amounts(table: Table, flag: Flag, proof: Proof, side: int) -> tuple[LinkView, ...]:
    """The amounts of points that lie near."""
    followed, named = proof.followed[side], _named(table, flag)
    amounts = [followed] if 0 < followed <= MOST else []
    amounts = [each for each in dict.fromkeys([*named, *amounts, *USUAL]) if each]
    return tuple(
        LinkView(
            label=f"\N{MINUS SIGN}{each}",
            sub=_near(each, followed, named),
            href=address_of(table, flag, remedy="points", amount=-each),
        )
        for each in amounts
    )


def _near(amount: int, followed: int, named: list[int]) -> str:
    if amount == followed:
        return _("made since")
    return _("as agreed") if amount in named else ""


def _named(table: Table, flag: Flag) -> list[int]:
    """What the house set for it, where the settlement has not taken it off and will not."""
    if not table.setup.lays_in_line or flag.kind != RENEGE:
        return []
    rule = table.match.setup.variant.turns.false_pass
    settled_since = table.state.status is Status.ROUND_OVER
    charged = any(
        entry.ruling.settled is not None and str(flag.because) in entry.ruling.says
        for entry in table.log.entries
    )
    return [rule] if isinstance(rule, int) and settled_since and not charged else []


def _may_void(table: Table, flag: Flag) -> bool:
    current = getattr(table.state, "round", None)
    in_play = table.state.status in (Status.PLAYING, Status.REVEAL)
    return in_play and current is not None and current.number == flag.round


def _remedy(table: Table, flag: Flag, args: Mapping[str, str]) -> Remedy | None:
    """The step that was tapped, to be confirmed."""
    raw = _event(table, flag, args)
    if raw is None:
        return None
    change = change_of(table, raw)
    (side, points), *_others = raw.get("adjust", {"": 0}).items()
    if "void" in raw:
        title, label = _("The round does not count"), _("Void the round")
    elif points:
        words = points_word(abs(points))
        lost, gained = (
            msg("{name} loses {points}", name=side, points=words),
            msg("{name} gains {points}", name=side, points=words),
        )
        title, label = str(lost if points < 0 else gained), _("Enter it")
    else:
        title, label = _("It is noted, and nothing else"), _("Note it")
        change = Change(lines=(_("No score and no turn changes."),))
    press = Press(label=label, name="say", value=dumped(raw), tone="main")
    return Remedy(title=title, change=change, press=press, back=address_of(table, flag))


def _event(table: Table, flag: Flag, args: Mapping[str, str]) -> dict[str, Any] | None:
    """The event that a remedy says; its reason begins with what is proved."""
    why = f"{title_written(table.log, flag)}."
    charged = _side(table, flag)
    side = table.setup.sides[charged or 0]
    remedy = args.get("remedy", "")
    if remedy == "leave":
        return {"adjust": {side: 0}, "why": f"{why} The table leaves it."}
    if remedy == "void" and _may_void(table, flag):
        return {"void": True, "why": why}
    amount = args.get("amount", "").strip().replace("\N{MINUS SIGN}", "-")
    if remedy != "points" or charged is None or not amount.lstrip("+-").isdigit() or len(amount) > 4:
        return None
    return {"adjust": {side: int(amount)}, "why": why}
