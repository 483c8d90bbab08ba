"""What one phone was sent is sent to the others with the same link as it is, and is what they would have been made."""

import gzip
import re

import pytest

from referee.storage.rows import NewEvent
from referee.web.infra.responses import FastPolls

HEADER = {"record": 1, "variant": "fundex2004.all-fives", "players": ["Ana", "Ben"]}
LAID = ({"round": 1}, {"by": "Ana", "play": "6-6"})


class Phone:
    """A phone with a link: it asks for news as its scripts do."""

    def __init__(self, app, link):
        self.client, self.link = app.test_client(), link
        page = self.client.get(f"/t/{link}").text
        address = re.search(r'hx-get="([^"]*/live[^"]*)"', page)[1].replace("&amp;", "&")
        self.mark = re.search(r'data-phone="([^"]+)"', page)[1]
        self.live = f"{address}&me={self.mark}&lang=en"

    def ask(self, **headers):
        """What it is answered."""
        return self.client.get(self.live, headers={"HX-Request": "true", "Accept-Encoding": "gzip"} | headers)


@pytest.fixture
def table(app):
    return app.extensions["referee"].import_table(HEADER, [NewEvent(each) for each in LAID])


@pytest.fixture
def quick(monkeypatch):
    """How many questions were answered before the application was asked."""
    answered = []
    known = FastPolls._known

    def note(self, *given):
        answer = known(self, *given)
        answered.append(answer is not None)
        return answer

    monkeypatch.setattr(FastPolls, "_known", note)
    return answered


def lay(app, table, tile="6-5", by="Ben"):
    book = app.extensions["referee"]
    head = len(book.events(table.id))
    book.append(table.id, head, f"a key of {tile}", [NewEvent({"by": by, "play": tile})])


def both(app, table, role="owner"):
    link = table.links[role]
    one, other = Phone(app, link), Phone(app, link)
    return Phone(app, link), Phone(app, link), one, other


def test_the_second_phone_is_sent_the_same_bytes_without_asking_the_application(app, table, quick):
    *_, one, other = both(app, table)
    lay(app, table)
    quick.clear()

    first, second = one.ask(), other.ask()

    assert quick == [False, True]
    assert first.data == second.data
    assert "Ben lays 6-5" in gzip.decompress(second.data).decode()
    for name in ("Content-Type", "Content-Encoding", "Content-Language", "Cache-Control", "X-Frame-Options"):
        assert second.headers[name] == first.headers[name], name
    for each in ("HX-Request", "Accept-Encoding", "Accept-Language"):
        assert each in second.headers["Vary"]


def test_it_has_neither_a_token_nor_a_key_of_any_phone(app, table):
    *_, one, _other = both(app, table)
    lay(app, table)

    part = gzip.decompress(one.ask().data).decode()

    assert 'name="csrf_token" value=""' in part
    assert 'name="key" value=""' in part
    assert one.mark not in part


@pytest.mark.parametrize(
    "differs",
    [{"Accept-Encoding": "identity"}, {"lang": "es"}, {"call": "claim"}],
    ids=lambda each: next(iter(each)),
)
def test_what_another_phone_was_sent_is_not_sent_to_one_that_needs_something_else(app, table, quick, differs):
    *_, one, other = both(app, table)
    lay(app, table)
    one.ask()
    quick.clear()

    if "lang" in differs:
        other.live = other.live.replace("lang=en", "lang=es")
    elif "call" in differs:
        other.live += "&call=claim"
    headers = {name: each for name, each in differs.items() if "-" in name}
    answer = other.ask(**headers)

    assert quick == [False]
    assert answer.status_code == 200


def test_a_watcher_is_asked_for_its_own_page(app, table, quick):
    *_, one, other = both(app, table, "watch")
    lay(app, table)
    quick.clear()

    assert (one.ask().status_code, other.ask().status_code) == (200, 200)
    assert quick == [False, False]


def test_the_screen_for_everybody_is_not_sent_what_a_phone_was_sent(app, table):
    *_, one, other = both(app, table)
    lay(app, table)
    one.ask()

    other.live = other.live.replace("/t/", "/tv/")

    assert '<main id="table" class="tv ' in gzip.decompress(other.ask().data).decode()


def test_the_next_tile_is_news_again(app, table):
    *_, one, other = both(app, table)
    lay(app, table)
    one.ask()
    lay(app, table, "5-1", "Ana")

    assert "Ana lays 5-1" in gzip.decompress(other.ask().data).decode()


def test_a_table_that_was_locked_is_shown_so_to_phones_that_could_write(app, table):
    keeper, *_ = both(app, table, "keep")
    answered = keeper.ask()
    assert answered.status_code in (200, 204)
    owner = app.test_client()
    page = owner.get(f"/t/{table.links['owner']}/share").text
    form = {
        "csrf_token": re.search(r'name="csrf_token" value="([^"]+)"', page)[1],
        "do": "lock",
    }
    assert owner.post(f"/t/{table.links['owner']}/share", data=form).status_code in (200, 303)

    part = gzip.decompress(keeper.ask().data).decode()

    assert "locked" in part
    assert '<form class="tray"' not in part
