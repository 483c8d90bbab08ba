"""The bar beside a printed page, itself not printed: other paper, the files, and how a chat shows the page's link."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from flask import url_for

from referee.engine.messages import _
from referee.export.paper.sizes import PAPERS, SHEETS, Paper
from referee.export.texts import match_line, round_line
from referee.reports.matches import MatchSummary
from referee.reports.rounds import RoundSummary
from referee.web.infra.network import reachable
from referee.web.parts.open_tables import Table
from referee.web.parts.table_views import LinkView


class ChatCard(NamedTuple):
    """How a chat shows a link to the page (Open Graph); all URLs are absolute."""

    title: str
    description: str
    url: str
    image: str
    alt: str


class PrintBar(NamedTuple):
    """The bar beside a printed page. `share` is the page's address by the watch link; "" if that was withdrawn."""

    back: str
    papers: tuple[LinkView, ...]
    pdf: str
    text: str
    share: str
    match: str = ""
    card: ChatCard | None = None


def beside_round(table: Table, summary: RoundSummary, paper: str) -> PrintBar:
    """The bar beside the summary of a round on `paper` of PAPERS."""
    number = summary.number
    share = _watched(table, "history.summary", number=number)
    card = _card(share, summary.heading, round_line(summary))
    if card is not None and summary.layout is not None:
        picture = url_for("downloads.one_round", link=table.row.links["watch"], number=number, form="png")
        card = card._replace(image=reachable() + picture, alt=_("The layout at the end of the round"))

    page = partial(url_for, "history.summary", link=table.link, number=number)
    file = partial(url_for, "downloads.one_round", link=table.link, number=number)
    return PrintBar(
        back=url_for("rounds.show", link=table.link),
        papers=_papers(PAPERS, paper, page),
        pdf=file(form="pdf", paper=paper),
        text=file(form="txt", look="1"),
        share=share,
        match=url_for("matchsheet.show", link=table.link),
        card=card,
    )


def beside_match(table: Table, match: MatchSummary, paper: str) -> PrintBar:
    """The bar beside the match sheet."""
    share, title = _watched(table, "matchsheet.show"), table.setup.variant.title
    return PrintBar(
        back=url_for("rounds.show", link=table.link),
        papers=_papers(SHEETS, paper, partial(url_for, "matchsheet.show", link=table.link)),
        pdf=url_for("downloads.whole", link=table.link, what="match.pdf", paper=paper),
        text=url_for("downloads.whole", link=table.link, what="text", look="1"),
        share=share,
        card=_card(share, _("{game}, the match", game=title), match_line(match)),
    )


def _papers(papers: Mapping[str, Paper], chosen: str, page: Callable[..., str]) -> tuple[LinkView, ...]:
    """Links to the page on paper of these sizes, by the names that addresses have for them."""
    return tuple(
        LinkView(_(paper.name), page(paper=each), chosen=each == chosen) for each, paper in papers.items()
    )


def _watched(table: Table, page: str, number: int | None = None) -> str:
    """The address of a page by the watch link, safe to send to anybody; "" if there is no such link."""
    watch = table.row.links.get("watch")
    return url_for(page, link=watch, number=number) if watch else ""


def _card(share: str, title: str, description: str) -> ChatCard | None:
    """The card of a page: its title, one line and the referee's icon; None if the page cannot be shared."""
    if not share:
        return None
    icon = reachable() + url_for("phones.picture", size=512)
    return ChatCard(title, description, url=reachable() + share, image=icon, alt="Referee")
