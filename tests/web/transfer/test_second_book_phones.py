"""The phones are a second book: what a server lost, a phone that keeps score gives back with two taps."""

import json
import re
from contextlib import suppress

import pytest
from playwright.sync_api import Error, expect

from referee import paths
from referee.cli.main import main
from referee.storage.rows import NewEvent
from referee.storage.store import Store
from tests.lost_moves import HEADER, MOVES, VARIANT, lost_after, record, said
from tests.web.sitting import say, set_up
from tests.web.touching import Thumb


def held(phone):
    """What the phone holds: for each link the number of entries, and the entries themselves."""
    return phone.evaluate(
        """async () => {
          const names = (await indexedDB.databases()).map((each) => each.name);
          if (!names.includes("referee")) return {};
          const done = (asked) => new Promise((resolve) => { asked.onsuccess = () => resolve(asked.result); });
          const book = await done(indexedDB.open("referee"));
          if (!book.objectStoreNames.contains("tables")) { book.close(); return {}; }
          const deal = book.transaction(["tables", "events"]);
          const tables = await done(deal.objectStore("tables").getAll());
          const events = await done(deal.objectStore("events").getAll());
          book.close();
          return Object.fromEntries(tables.map((each) => [each.link,
            events.filter((event) => event.link === each.link).map((event) => event.line)]));
        }"""
    )


def wait_for(phone, what):
    """Wait until the phone holds that."""
    found = None
    for _ in range(150):
        with suppress(Error):  # the phone may be on its way to another page
            found = held(phone)
        if found == what:
            return
        phone.wait_for_timeout(100)
    assert found == what


def lines(moves):
    return [json.dumps(each, ensure_ascii=False) for each in moves]


def bar(phone):
    return phone.locator("#held li")


class House:
    """A server with one table, phones at it, and a backup made when three entries were in the book."""

    def __init__(self, server, open_phone, folder):
        self.server, self.folder = server, folder
        self._open = open_phone
        with Store(server.database) as store:
            self.row = store.import_table(HEADER, [NewEvent(each) for each in MOVES[:3]])
            self.links = {each.role: each.token for each in store.links.of(self.row.id)}
        self.backup = str(folder / "backup.db")
        assert main(["backup", self.backup, "--database", str(server.database)]) == 0

    def phone(self, role="keep", **options):
        phone = self._open(base_url=self.server.url, **options)
        self.look(phone, role)
        return phone

    def look(self, phone, role="keep"):
        phone.goto(f"/t/{self.links[role]}", wait_until="load")

    def play(self, moves):
        """More moves, each posted as the page posts it."""
        with Store(self.server.database) as store:
            for number, move in enumerate(moves, store.head(self.row.id)):
                store.append(self.row.id, number, f"form {number} {self.folder.name}", [NewEvent(move)])

    def restore(self, file=None):
        """The server stops, the older backup takes the place of its book, and it starts again."""
        self.server.stop()
        assert main(["restore", file or self.backup, "--database", str(self.server.database)]) == 0
        self.server.start()

    def book(self):
        with Store(self.server.database) as store:
            return said(store, self.row)


@pytest.fixture
def house(own_server, open_phone, tmp_path):
    return House(own_server, open_phone, tmp_path)


def known_by(house, *phones, moves=MOVES, role="keep"):
    """Play until the table has all the moves and these phones know them."""
    house.play(moves[len(house.book()) :])
    for phone in phones:
        wait_for(phone, {house.links[role]: lines(moves)})


def give_all_back(phone, number=12):
    phone.get_by_role("button", name="Show them").click()
    expect(phone.get_by_role("heading", name=f"This phone has {number} more moves.")).to_be_visible()
    phone.get_by_role("button", name="Give them back").click()
    phone.locator("#table").wait_for()


def test_what_an_older_backup_lost_is_shown_and_given_back_with_two_taps(open_phone, own_server, tmp_path):
    """Fifteen moves entered by the page, a backup after the third, and the book is in the end what it was."""
    phone = open_phone(base_url=own_server.url)
    thumb = Thumb(phone)
    reader = thumb.beforehand
    address = set_up(reader, VARIANT, ("Ana", "Ben"))
    link = address.removeprefix("/t/")
    backup = str(tmp_path / "backup.db")
    thumb.open(address)
    for number, move in enumerate(MOVES):
        if "retract" in move:
            reader.open(address)
            reader.choose("undo", "1")
        else:
            reader.open(address)
            say(reader, move)
        if number == 2:
            assert main(["backup", backup, "--database", str(own_server.database)]) == 0
    with Store(own_server.database) as store:
        before = [each[:3] for each in store.events(1)]
        assert [body for _seq, body, _settled in before] == MOVES
    known = [json.dumps(body, ensure_ascii=False) for _seq, body, _settled in before]
    wait_for(phone, {link: known})
    own_server.stop()
    assert main(["restore", backup, "--database", str(own_server.database)]) == 0
    own_server.start()

    expect(bar(phone)).to_contain_text("This phone has 12 more moves.")
    phone.get_by_role("button", name="Show them").click()
    for words in (
        "Ben claims 15 points for 6-3",
        "Ana lays 6-4 on 6-6",
        "taken back: Ana's 4-1",
        "Ben draws 1 tile",
    ):
        expect(phone.locator("main")).to_contain_text(words)
    phone.get_by_role("button", name="Give them back").click()

    expect(phone.locator("#table")).to_have_attribute("data-seq", "15")
    with Store(own_server.database) as store:
        assert [each[:3] for each in store.events(1)] == before
    wait_for(phone, {link: known})
    expect(bar(phone)).to_have_count(0)
    phone.goto(f"{address}/log")
    expect(phone.get_by_text("given back by a phone").first).to_be_visible()


def test_a_phone_that_was_away_gives_back_too_and_follows_what_comes_after(house):
    phone = house.phone()
    known_by(house, phone)
    phone.goto("about:blank")
    house.restore()
    house.look(phone)

    give_all_back(phone)
    house.play([{"by": "Ben", "play": "2-2"}])

    wait_for(phone, {house.links["keep"]: lines([*MOVES, {"by": "Ben", "play": "2-2"}])})
    assert house.book() == [*MOVES, {"by": "Ben", "play": "2-2"}]


def test_two_phones_give_back_and_nothing_is_there_twice(house):
    one, two = house.phone(), house.phone("owner")
    known_by(house, one)
    wait_for(two, {house.links["owner"]: lines(MOVES)})
    house.restore()
    for phone in (one, two):
        phone.get_by_role("button", name="Show them").click()
        phone.get_by_role("button", name="Give them back").wait_for()

    for phone in (one, two):
        phone.get_by_role("button", name="Give them back").click()
        phone.locator("#table").wait_for()

    assert house.book() == MOVES
    for phone in (one, two):
        expect(phone.locator("#table")).to_have_attribute("data-seq", "15")
        phone.wait_for_timeout(1000)
        expect(bar(phone)).to_have_count(0)


def test_a_phone_that_knows_less_gives_back_first_and_the_other_the_rest(house):
    one, two = house.phone(), house.phone("owner")
    known_by(house, one, moves=MOVES[:9])
    one.goto("about:blank")
    known_by(house, two, role="owner")
    house.restore()
    house.look(one)
    give_all_back(one, 6)

    expect(bar(two)).to_contain_text("This phone has 6 more moves.")
    give_all_back(two, 6)

    assert house.book() == MOVES


def test_a_withdrawn_link_gives_nothing_back_and_its_copy_is_removed(house):
    phone = house.phone()
    known_by(house, phone)
    house.restore()
    expect(bar(phone)).to_contain_text("This phone has 12 more moves.")
    phone.get_by_role("button", name="Show them").click()
    phone.get_by_role("button", name="Give them back").wait_for()
    with Store(house.server.database) as store:
        store.links.revoke(house.row.id, "keep")

    phone.get_by_role("button", name="Give them back").click()

    expect(phone.get_by_role("heading", name="This link was withdrawn")).to_be_visible()
    assert house.book() == MOVES[:3]
    wait_for(phone, {})
    expect(bar(phone)).to_have_count(0)


def test_a_link_that_is_withdrawn_takes_the_copy_with_it_at_once(house):
    phone = house.phone()
    known_by(house, phone)

    with Store(house.server.database) as store:
        store.links.revoke(house.row.id, "keep")

    expect(phone.get_by_role("heading", name="There is no such page")).to_be_visible()
    wait_for(phone, {})
    house.restore()  # the older backup does not know that the link was withdrawn; the phone holds nothing any more
    house.look(phone)
    wait_for(phone, {house.links["keep"]: lines(MOVES[:3])})
    expect(bar(phone)).to_have_count(0)


@pytest.mark.parametrize("where", ["home", "table"])
def test_a_removed_table_is_removed_from_the_phones_too(house, where):
    phone = house.phone()
    known_by(house, phone)
    phone.goto("about:blank")
    assert main(["tables", "delete", "1", "--yes", "--database", str(house.server.database)]) == 0

    phone.goto("/" if where == "home" else f"/t/{house.links['keep']}")

    wait_for(phone, {})
    expect(bar(phone)).to_have_count(0)


def test_a_server_that_went_on_otherwise_is_given_nothing_but_the_record_as_a_file(house, tmp_path):
    phone = house.phone()
    known_by(house, phone)
    phone.goto("about:blank")
    house.restore()
    others = [{"by": "Ana", "play": "6-5"}, {"by": "Ben", "play": "5-1"}]
    house.play(others)
    house.look(phone)

    expect(bar(phone)).to_contain_text("Play went on differently from what this phone has.")
    expect(phone.get_by_role("button", name="Show them")).to_have_count(0)
    with phone.expect_download() as file:
        phone.get_by_role("button", name="Keep the record as a file").click()
    assert file.value.path().read_text("utf-8") == record(*MOVES)
    assert house.book() == [*MOVES[:3], *others]

    phone.get_by_role("button", name="Remove it from this phone").click()
    wait_for(phone, {house.links["keep"]: lines([*MOVES[:3], *others])})
    expect(bar(phone)).to_have_count(0)


def test_a_server_that_went_on_otherwise_and_further_is_not_mixed_with_what_the_phone_knows(house):
    phone = house.phone()
    known_by(house, phone, moves=MOVES[:5])
    phone.goto("about:blank")
    house.restore()
    house.play([{"by": "Ana", "play": "6-5"}, {"by": "Ben", "play": "5-1"}, {"by": "Ana", "play": "3-3"}])
    house.look(phone)

    expect(bar(phone)).to_contain_text("Play went on differently from what this phone has.")

    assert held(phone) == {house.links["keep"]: lines(MOVES[:5])}


def test_an_entry_forged_on_the_phone_is_told_and_nothing_is_written(house):
    phone = house.phone()
    known_by(house, phone)
    house.restore()
    expect(bar(phone)).to_be_visible()
    phone.evaluate(
        """async (link) => {
          const done = (asked) => new Promise((resolve) => { asked.onsuccess = () => resolve(asked.result); });
          const book = await done(indexedDB.open("referee"));
          const deal = book.transaction("events", "readwrite");
          deal.objectStore("events").put({ link, seq: 8, at: "", line: '{"by": "Ana", "play": "6-6"}' });
          await new Promise((resolve) => { deal.oncomplete = resolve; });
          book.close();
        }""",
        house.links["keep"],
    )

    phone.get_by_role("button", name="Show them").click()

    expect(phone.get_by_role("alert")).to_contain_text("Entry 8 does not stand: 6-6 ")
    expect(phone.get_by_role("button", name="Give them back")).to_have_count(0)
    with phone.expect_download():
        phone.get_by_role("button", name="Keep the record as a file").click()
    assert house.book() == MOVES[:3]
    phone.get_by_role("button", name="Remove it from this phone").click()
    wait_for(phone, {house.links["keep"]: lines(MOVES[:3])})


def test_a_table_that_the_book_never_knew_is_read_in_as_a_new_one(house, tmp_path):
    phone = house.phone()
    known_by(house, phone)
    phone.goto("about:blank")
    with Store(tmp_path / "empty.db"):
        pass
    house.restore(str(tmp_path / "empty.db"))
    phone.goto("/")
    expect(bar(phone)).to_contain_text(
        "The referee does not know the table of Ana, Ben. This phone holds its record: 15 entries."
    )
    house.look(phone)

    phone.get_by_role("button", name="Import it as a new table").click()

    expect(phone.locator("#table")).to_have_attribute("data-seq", "15")
    assert house.book() == MOVES
    new = re.search(r"/t/([^/?]+)", phone.url)[1]
    assert new != house.links["keep"]
    wait_for(phone, {new: lines(MOVES)})


@pytest.mark.parametrize("role", ["watch", "seat"])
def test_a_phone_that_does_not_keep_score_holds_nothing(house, role):
    phone = house.phone(role)
    house.play(MOVES[3:])
    expect(phone.locator("#table")).to_have_attribute("data-seq", "15")
    phone.wait_for_timeout(1500)

    assert held(phone) == {}
    assert "referee" not in phone.evaluate(
        "indexedDB.databases().then((found) => found.map((each) => each.name))"
    )


def bounded(phone, **bounds):
    """The phone has smaller bounds than others."""
    script = (paths.STATIC / "js" / "second_book.js").read_text("utf-8")
    for name, value in bounds.items():
        script, changed = re.subn(rf"const {name} = \d+;", f"const {name} = {value};", script)
        assert changed == 1
    phone.route(
        "**/second_book.js*", lambda route: route.fulfill(body=script, content_type="text/javascript")
    )


@pytest.mark.parametrize(
    ("bounds", "number"),
    [({"MOST_EVENTS": 6}, 6), ({"MOST_LETTERS": 120}, 4)],
)
def test_a_phone_holds_the_beginning_of_a_table_that_is_too_long(house, bounds, number):
    phone = house.phone("watch")
    bounded(phone, **bounds)
    house.look(phone)
    house.play(MOVES[3:])
    expect(phone.locator("#table")).to_have_attribute("data-seq", "15")
    beginning = {house.links["keep"]: lines(MOVES[:number])}
    wait_for(phone, beginning)
    phone.wait_for_timeout(1000)

    assert held(phone) == beginning  # and nothing more


@pytest.mark.parametrize("bounds", [{"MOST_TABLES": 2}, {"MOST_IN_ALL": 180}])
def test_the_table_that_was_looked_at_longest_ago_is_dropped_first(house, bounds):
    with Store(house.server.database) as store:
        links = [lost_after(store, 3).links["keep"] for _ in range(3)]
    phone = house.phone("watch")
    bounded(phone, **bounds)

    for number, link in enumerate(links):
        phone.goto(f"/t/{link}")
        wait_for(phone, {each: lines(MOVES[:3]) for each in links[max(0, number - 1) : number + 1]})


def test_a_long_table_is_fetched_in_pieces(house):
    more = [{"adjust": {"Ana": 1}} for _ in range(450)]
    house.play(more)
    phone = house.phone()

    wait_for(phone, {house.links["keep"]: lines([*MOVES[:3], *more])})


def test_a_player_who_is_given_another_name_has_it_on_the_phones_too(house):
    phone = house.phone()
    known_by(house, phone)

    with Store(house.server.database) as store:
        store.names.rename([house.links["keep"]], "Ana", None)
    house.look(phone)

    new = [{**each, "by": "Somebody"} if each.get("by") == "Ana" else each for each in MOVES]
    wait_for(phone, {house.links["keep"]: lines(new)})
    house.restore()
    give_all_back(phone)
    assert house.book() == MOVES


def test_a_stranger_between_phone_and_referee_makes_the_phone_forget_nothing(house):
    """Guards: only the referee's own answer, not any page with that status, empties a phone."""
    phone = house.phone()
    known_by(house, phone)
    answered = {}
    phone.route("**/second-book*", lambda route: route.fulfill(body="<p>Log in", **answered))
    for status in (403, 404, 410):
        answered["status"] = status
        house.look(phone)
        phone.wait_for_timeout(800)

        assert held(phone) == {house.links["keep"]: lines(MOVES)}
        expect(bar(phone)).to_have_count(0)
