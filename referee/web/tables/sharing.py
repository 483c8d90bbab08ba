"""The links of a table: sharing, renewing and withdrawing them, and joining by code; deleting the table."""

from collections.abc import Iterable
from typing import NamedTuple

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from referee.engine.messages import _, _p, marked
from referee.engine.sheets import VARIANTS
from referee.storage.rows import Link, TableRow
from referee.web.context import store
from referee.web.infra import presence, visitors
from referee.web.infra.network import others_reach, reachable, reachable_by_name
from referee.web.parts.join_code import address_picture, shown_code, table_by_code
from referee.web.parts.open_tables import Table, open_book, open_table
from referee.web.parts.pending_entry import number_in

sharing = Blueprint("sharing", __name__)


class SharedLink(NamedTuple):
    """One link to the table for another phone; `url` is "" if it was withdrawn. `which` names it in a form.

    `screen` is the same link for a television.
    """

    title: str
    sub: str
    url: str
    which: str
    state: str
    may_revoke: bool
    screen: str

    @property
    def picture(self) -> Markup:
        """Its QR code."""
        return address_picture(self.url, self.title)


_SUBS = {
    "owner": marked(
        "Anyone with this link is in charge of the table, as you are. Keep it for your own phones."
    ),
    "keep": marked("Anyone with this link can enter everybody's moves."),
    "watch": marked("Anyone with this link can watch the table but change nothing."),
}
_TITLES = {"owner": marked("In charge"), "keep": marked("Keep score"), "watch": marked("Watch")}
# The links that each role may pass on: all for the owner, for others none with more rights than their own.
_SHOWN = {
    "owner": ("keep", "seat", "watch", "owner"),
    "keep": ("keep", "watch"),
    "seat": ("watch",),
    "watch": ("watch",),
}


@sharing.get("/t/<link>/share")
def share(link: str) -> ResponseReturnValue:
    """The links that this role may pass on, each with a QR code; for the owner, also the buttons to manage them."""
    table = open_table(link)
    code = store().links.code(table.row.id) if table.role in ("owner", "keep") else None
    return render_template(
        "tables/share.html",
        table=table,
        is_owner=table.role == "owner",
        is_nobodys=bool(_nobodys(table)),
        code=shown_code(code) if code is not None else None,
        reachable=reachable(),
        reached=others_reach(),
        by_name=reachable_by_name(),
        links=_links(table),
    )


@sharing.post("/t/<link>/share")
def change(link: str) -> ResponseReturnValue:
    """Withdraw or renew a link, lock or unlock the table, make or end its short code, or delete the table; for the
    owner only. If nobody is in charge, anybody who may enter something can take charge."""
    table = open_table(link)
    if request.form.get("do") == "charge":
        return _take_charge(table)
    if table.role != "owner":
        abort(403)
    links, number = store().links, table.row.id
    match request.form.get("do"):
        case "lock" | "unlock" as do:
            links.lock(number, locked=do == "lock")
            presence.presence().change(number)
        case "code":
            links.new_code(number)
        case "end-code":
            links.end_code(number)
        case "revoke" | "renew" as do:
            return _exchange(table, do)
        case "delete":
            return _delete(table)
        case _:
            abort(422)
    return redirect(url_for("sharing.share", link=link), 303)


def _nobodys(table: Table) -> str:
    """The owner's link if nobody is in charge yet and this link may take charge, because it may enter something; else
    ""."""
    return store().links.nobodys(table.row.id) if table.may_write else ""


def _take_charge(table: Table) -> ResponseReturnValue:
    """Give this phone the owner's link; 403 if it may not have it, or if somebody is in charge by now."""
    token = _nobodys(table)
    if not token:
        abort(403)
    visitors.remember(token)
    return redirect(url_for("sharing.share", link=token), 303)


def _delete(table: Table) -> ResponseReturnValue:
    """Delete the table, once the form says that its owner is sure."""
    if "sure" not in request.form:
        return render_template("tables/delete.html", table=table)
    number = table.row.id
    store().remove_tables([number])
    open_book().forget(number)
    presence.presence().change(number)
    return redirect(url_for("finding.index"), 303)


def _exchange(table: Table, do: str) -> ResponseReturnValue:
    """Withdraw or renew one link; the owner's own link can only be renewed."""
    which = request.form.get("which", "")
    role, seat = _kind(table, which)
    before = next(
        (each for each in store().links.of(table.row.id) if (each.role, each.seat) == (role, seat)), None
    )
    token = table.link
    if do == "renew":
        new = store().links.renew(table.row.id, role, seat)
        if role == "owner":
            token = new.token
            visitors.remember(token)
    elif role == "owner":
        abort(422)
    else:
        store().links.revoke(table.row.id, role, seat)
    if before is not None:
        presence.presence().forget(table.row.id, before.id)
    return redirect(url_for("sharing.share", link=token, _anchor=f"link-{which}"), 303)


def _kind(table: Table, which: str) -> tuple[str, int | None]:
    """The role and seat named in a form; 422 if this table has no such link."""
    role, _dash, seat = which.partition("-")
    if role in _TITLES and not seat:
        return role, None
    if role != "seat" or seat not in {str(number) for number in range(len(table.setup.players))}:
        abort(422)
    return role, int(seat)


def _links(table: Table) -> list[SharedLink]:
    by_kind = {(each.role, each.seat): each for each in store().links.of(table.row.id)}
    found = []
    for role in _SHOWN[table.role]:
        seats: Iterable[int | None] = range(len(table.setup.players)) if role == "seat" else (None,)
        found += [_shared(table, role, seat, by_kind.get((role, seat))) for seat in seats]
    if table.seat is not None:
        found.insert(0, _shared(table, "seat", table.seat, table.opened))
    return [each for each in found if each.url or table.role == "owner"]


def _shared(table: Table, role: str, seat: int | None, link: Link | None) -> SharedLink:
    if seat is None:
        title, sub, which = _(_TITLES[role]), _(_SUBS[role]), role
    else:
        name = table.setup.players[seat]
        title, which = name, f"seat-{seat}"
        sub = _(
            "Anyone with this link can enter {name}'s moves and take back {name}'s own last entry.", name=name
        )
    url = reachable() + url_for("rounds.show", link=link.token) if link is not None else ""
    return SharedLink(
        title=title,
        sub=sub,
        url=url,
        which=which,
        state=_state(table, link),
        may_revoke=role != "owner",
        screen=reachable() + url_for("tv.show", link=link.token) if link and role == "watch" else "",
    )


def _state(table: Table, link: Link | None) -> str:
    if link is None:
        return _p("link", "withdrawn")
    if link.id in presence.presence().links(table.row.id):
        return _("here now")
    if link.seat is not None:
        return _p("seat", "taken") if link.taken else _p("seat", "free")
    return ""


joining = Blueprint("joining", __name__)


class JoinSeat(NamedTuple):
    """One seat offered to a phone that joins; `mine` if this phone has it already."""

    name: str
    value: str
    free: bool
    mine: bool


TAKEN = marked("Somebody else has just sat down there.")


@joining.get("/join")
def ask() -> ResponseReturnValue:
    """The field for the code; with a valid code, the seats to choose from."""
    typed = request.args.get("code", "")[:40]
    if not typed.strip():
        return _asked("", "")
    table, wrong, status = table_by_code(typed)
    if table is None:
        return _asked(typed, wrong, status)
    return _seats(table, typed)


@joining.post("/join")
def join() -> ResponseReturnValue:
    """Take a seat or watch; from now on this phone knows the link."""
    typed = request.form.get("code", "")[:40]
    table, wrong, status = table_by_code(typed)
    if table is None:
        return _asked(typed, wrong, status)
    links = store().links.of(table.id)
    seat = request.form.get("seat", "")
    if seat == "watch":
        found = next((each for each in links if each.role == "watch"), None)
    elif (number := number_in(seat, 2)) is not None:
        found = _take(table, number, links)
        if found is None:
            return _seats(table, typed, _(TAKEN), 409)
    else:
        abort(422)
    if found is None:
        abort(404)
    visitors.remember(found.token)
    return redirect(url_for("rounds.show", link=found.token), 303)


def _take(table: TableRow, seat: int, links: list[Link]) -> Link | None:
    """The seat's link, if the seat is free or this phone has it already; else None."""
    link = next((each for each in links if each.seat == seat), None)
    if link is None:
        return None
    if link.token in visitors.known_links():
        return link
    if link.id in presence.presence().links(table.id):
        return None
    return store().links.take_seat(table.id, seat)


def _asked(typed: str, wrong: str, status: int = 200) -> ResponseReturnValue:
    return render_template("tables/join.html", typed=typed, wrong=wrong), status


def _seats(table: TableRow, typed: str, wrong: str = "", status: int = 200) -> ResponseReturnValue:
    links = store().links.of(table.id)
    known = visitors.known_links()
    here = presence.presence().links(table.id)
    seats = tuple(
        JoinSeat(
            name=table.players[each.seat],
            value=str(each.seat),
            mine=each.token in known,
            free=each.token in known or not (each.taken or each.id in here),
        )
        for each in links
        if each.seat is not None
    )
    variant = VARIANTS.get(str(table.header.get("variant")))
    title = str(variant.title) if variant is not None else _("A table")
    may_watch = any(each.role == "watch" for each in links)
    page = render_template(
        "tables/seats.html", title=title, code=typed, seats=seats, may_watch=may_watch, wrong=wrong
    )
    return page, status
