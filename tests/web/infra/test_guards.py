"""Every line of what keeps a table safe: each test does what the guard prevents, and fails where it is removed."""

import io
import re
import stat

import pytest

from referee.storage.database import Moment
from referee.storage.links import ALPHABET, CODE_LENGTH
from referee.web import create_app
from referee.web.infra import security
from tests.web.reading import Reader
from tests.web.sitting import prepare, say, set_up_by_steps

PLAYERS = ("Ana", "Ben", "Cal")
FIRST = ({"round": 1}, {"by": "Ana", "play": "6-6"})


@pytest.fixture
def paced(tmp_path):
    """The application as it is served, with every limit."""
    app = create_app(tmp_path / "paced", {"TESTING": True, "TABLES_PER_HOUR": 3})
    yield app
    app.extensions["referee"].close()


@pytest.fixture
def clock(monkeypatch):
    """A clock that is put forward by hand."""

    class Clock:
        time = 4e9  # later than that of the computer

    monkeypatch.setattr(security, "now", lambda: Clock.time)
    return Clock


def opened(app, **switches):
    """A table with its first tile laid by the owner; gives the owner, the store and the number of the table."""
    owner = Reader(app.test_client())
    owner.table = prepare(owner, "fundex2004.all-fives", PLAYERS, FIRST, **switches)
    store = app.extensions["referee"]
    return owner, store, next(store.recent([owner.table.removeprefix("/t/")])).table.id


def token(store, table, role, seat=None):
    return next(each.token for each in store.links.of(table) if (each.role, each.seat) == (role, seat))


def post(app, store, table, link, **said):
    """A post as a script would make it that has a session and reads no page of the table."""
    guest = Reader(app.test_client())
    fields = guest.open("/rules").forms
    csrf = re.search(r'name="csrf_token" value="([^"]*)"', guest.client.get("/new?step=1").text)
    found = csrf[1] if csrf else _token_of(guest)
    assert fields is not None
    data = {"csrf_token": found, "seq": store.head(table), "key": f"key-{len(said)}-{link[:8]}", **said}
    return guest.client.post(f"/t/{link}", data=data)


def _token_of(guest):
    """The token that every form of this session carries."""
    html = guest.client.get("/new?step=3&variant=edge.block&player=Ana&player=Ben&n=2").text
    return re.search(r'name="csrf_token" value="([^"]*)"', html)[1]


# A guest of one table reaches nothing of another


@pytest.mark.parametrize("page", ["", "/live?since=0", "/log", "/log/2", "/share", "/round/1"])
def test_a_guest_of_one_table_reaches_nothing_of_another(app, page):
    """Guards: tables are reached by unguessable links only, never by a number."""
    opened(app)
    _, store, other = opened(app)
    guest = app.test_client()
    guest.get(f"/t/{token(store, 1, 'seat', 0)}")

    for tried in (str(other), token(store, other, "keep")[:-1], token(store, other, "keep").swapcase()):
        assert guest.get(f"/t/{tried}{page}").status_code == 404


def test_the_list_of_tables_is_of_ones_own_links_only(app):
    """Guards: the home page asks the phone's own session, not the store for everything."""
    opened(app)

    for page in ("/", "/tables"):
        assert "Ana" not in app.test_client().get(page).text


def test_a_link_made_up_in_the_cookie_is_not_believed(app):
    """Guards: the session is signed."""
    _, store, table = opened(app)
    guest = app.test_client()
    guest.set_cookie("referee", f'{{"links":["{token(store, table, "keep")}"]}}')

    for page in ("/", "/tables"):
        assert "Ana" not in guest.get(page).text


def test_links_come_from_a_source_that_cannot_be_foretold(app):
    """Guards: 96 bits from the system's own source for each link."""
    _, store, table = opened(app)
    tokens = [each.token for each in store.links.of(table)]

    assert all(re.fullmatch(r"[\w-]{16}", each) for each in tokens)
    assert len(set(tokens)) == 6


# A watcher cannot act; a seat cannot act for another seat


def test_a_watcher_cannot_act(app):
    """Guards: `may_say` and the role asked before it in `rounds.say`."""
    _, store, table = opened(app)
    watch = token(store, table, "watch")

    assert post(app, store, table, watch, by="Ben", play="6-4").status_code == 403
    assert post(app, store, table, watch, undo="1").status_code == 403
    assert post(app, store, table, watch, adjust="1", **{"adjust-0": "5"}).status_code == 403
    assert store.head(table) == 2


@pytest.mark.parametrize(
    "said",
    [
        {"by": "Ben", "play": "6-4"},
        {"by": "Ben", "draw": "1"},
        {"by": "Ben", "knock": "1"},
        {"by": "Ben", "pips": "5"},
        {"undo": "1"},
        {"retract": "1"},
        {"adjust": "1", "adjust-2": "50"},
        {"void": "1"},
        {"amend": "2", "correct": '{"by":"Ana","play":"5-5"}'},
        {"stand": '{"by":"Cal","play":"5-4"}'},
    ],
    ids=lambda said: next(key for key in said if key != "by"),
)
def test_a_seat_cannot_act_for_another_seat_or_for_the_table(app, said):
    """Guards: `may_say`, asked of every entry that `rounds.say` would write."""
    _, store, table = opened(app)

    answer = post(app, store, table, token(store, table, "seat", 2), **said)

    assert answer.status_code == 409
    assert re.search(r"own last entry only|scorekeeper|Cal&#39;s seat", answer.text)
    assert store.head(table) == 2


@pytest.mark.parametrize("role", ["keep", "seat", "watch"])
def test_only_the_owner_hands_links_out_and_locks(app, role):
    """Guards: the role asked in `sharing.change`."""
    _, store, table = opened(app)
    before = store.links.of(table)
    link = token(store, table, role, 0 if role == "seat" else None)
    for do in ("lock", "unlock", "code", "end-code", "revoke", "renew"):
        guest = app.test_client()
        reader = Reader(guest)
        csrf = _token_of(reader)
        answer = guest.post(f"/t/{link}/share", data={"csrf_token": csrf, "do": do, "which": "keep"})
        assert answer.status_code == 403, do
    assert store.links.of(table) == before
    assert not store.table(table).locked


# Revoked links stop at once


@pytest.mark.parametrize("page", ["", "/live?since=2", "/log", "/share", "/round/1"])
@pytest.mark.parametrize("how", ["revoke", "renew"])
def test_a_withdrawn_link_stops_at_once(app, page, how):
    """Guards: every request asks the store for the link; no cache keeps it."""
    _, store, table = opened(app)
    for role, seat in (("keep", None), ("seat", 1), ("watch", None)):
        link = token(store, table, role, seat)
        guest = app.test_client()
        assert guest.get(f"/t/{link}").status_code == 200
        getattr(store.links, how)(table, role, seat)

        assert guest.get(f"/t/{link}{page}").status_code == 404
        assert post(app, store, table, link, by="Ben", play="6-4").status_code == 404
    assert store.head(table) == 2


def test_a_link_withdrawn_while_its_post_is_judged_writes_nothing(app, monkeypatch):
    """Guards: `Store.append` asks for the link again in the transaction that writes."""
    from referee.web.table import routes

    _, store, table = opened(app)
    link = token(store, table, "keep")
    judge = routes._entered

    def withdraw_first(opened_table, form):
        found = judge(opened_table, form)
        store.links.revoke(table, "keep")
        return found

    monkeypatch.setattr(routes, "_entered", withdraw_first)

    assert post(app, store, table, link, by="Ben", play="6-4").status_code == 404
    assert store.head(table) == 2


def test_a_phone_is_sent_away_from_a_table_whose_link_was_withdrawn(app):
    """Guards: the poll of a page that is still open leads to the page that says so."""
    _, store, table = opened(app)
    link = token(store, table, "watch")
    store.links.revoke(table, "watch")

    assert app.test_client().get(f"/t/{link}/live?since=2").headers["HX-Redirect"] == f"/t/{link}"


# Rate limits on joining and on posts; short codes cannot be tried out


def wrong_code(number):
    """The codes from AAAAAA on, of which none is a table's here (it would be one in a hundred million)."""
    text = ""
    for _ in range(CODE_LENGTH):
        number, digit = divmod(number, len(ALPHABET))
        text += ALPHABET[digit]
    return text


def test_short_codes_cannot_be_tried_out_from_one_address(paced, clock):
    """Guards: ten wrong codes in ten minutes from one address, and no more, the right one included."""
    _, store, table = opened(paced)
    code = store.links.code(table).text
    guest = paced.test_client()
    statuses = [guest.get(f"/join?code={wrong_code(number)}").status_code for number in range(12)]

    assert statuses == [404] * 10 + [429] * 2
    refused = guest.get(f"/join?code={code}")
    assert refused.status_code == 429
    assert int(refused.headers["Retry-After"]) in range(1, 602)
    assert "Try again in 2 minutes." in refused.text
    assert _post_join(paced, code).status_code == 429
    clock.time += security.WRONG_CODES.seconds + 1
    assert guest.get(f"/join?code={code}").status_code == 200


def _post_join(app, code):
    guest = app.test_client()
    return guest.post("/join", data={"csrf_token": _token_of(Reader(guest)), "code": code, "seat": "0"})


def try_wrong_codes(client, addresses, each):
    """So many wrong codes from each of the addresses, one after the other; gives what they were answered."""
    return [
        client.get(
            f"/join?code={wrong_code(number * each + turn)}", environ_overrides={"REMOTE_ADDR": address}
        ).status_code
        for number, address in enumerate(addresses)
        for turn in range(each)
    ]


def test_many_who_guess_codes_get_two_each_and_the_right_code_still_opens(paced, clock):
    """Guards: twelve addresses lock nobody out, and a thousand more look at hardly any code."""
    _, store, table = opened(paced)
    code = store.links.code(table).text
    guest = paced.test_client()
    dozen = [f"203.0.113.{number}" for number in range(12)]

    assert try_wrong_codes(guest, dozen, 10) == [404] * 120
    assert guest.get(f"/join?code={code}").status_code == 200
    assert _post_join(paced, code).status_code == 303
    others = [f"198.51.{number}.1" for number in range(10)]
    assert try_wrong_codes(guest, others, 5) == [404, 404, 429, 429, 429] * 10
    assert guest.get(f"/join?code={code}").status_code == 200

    clock.time += security.FURTHER_WRONG_CODES.seconds + 1
    assert try_wrong_codes(guest, dozen, 3) == [404] * 36


def test_a_site_of_the_newer_addresses_counts_as_one_while_many_guess(paced, clock):
    """Guards: somebody with 65,536 households has no more than two codes looked at either."""
    guest = paced.test_client()
    try_wrong_codes(guest, [f"203.0.113.{number}" for number in range(12)], 10)

    households = [f"2001:db8:7:{number:x}::1" for number in range(6)]
    assert try_wrong_codes(guest, households, 1) == [404, 404, 429, 429, 429, 429]


def test_what_counts_for_codes_is_not_pushed_out_by_anything_else(paced, clock):
    """Guards: each kind is remembered by itself, and those that have guessed most are forgotten last."""
    guest = paced.test_client()
    assert try_wrong_codes(guest, ["203.0.113.1"], 11)[-1] == 429
    counted = paced.extensions["referee-pace"]
    for number in range(security.REMEMBERED + 1):
        counted.take("entry", f"address {number}", security.ENTRIES_OF_ADDRESS)
        counted.take("code", f"address {number}", security.WRONG_CODES)

    assert try_wrong_codes(guest, ["203.0.113.1"], 1) == [429]


def test_a_forwarded_address_is_not_believed_when_codes_are_tried(paced):
    """Guards: without a proxy nobody names an address of their own choice."""
    guest = paced.test_client()
    statuses = [
        guest.get(
            f"/join?code={wrong_code(number)}", headers={"X-Forwarded-For": f"203.0.113.{number}"}
        ).status_code
        for number in range(11)
    ]

    assert statuses[-1] == 429


def test_one_household_of_the_newer_addresses_counts_as_one(paced):
    """Guards: a whole /64 belongs to one line."""
    guest = paced.test_client()
    statuses = [
        guest.get(
            f"/join?code={wrong_code(number)}", environ_overrides={"REMOTE_ADDR": f"2001:db8::{number:x}"}
        ).status_code
        for number in range(11)
    ]

    assert statuses[-1] == 429


def test_a_family_that_joins_from_one_address_is_not_held_up(paced):
    """Guards: right codes do not count."""
    _, store, table = opened(paced)
    code = store.links.code(table).text

    statuses = [paced.test_client().get(f"/join?code={code}").status_code for _ in range(40)]

    assert set(statuses) == {200}


def test_a_code_is_one_of_more_than_a_hundred_million():
    """Guards: the length of the code and its alphabet: at the limits above it takes centuries to meet one."""
    assert len(ALPHABET) ** CODE_LENGTH > 100_000_000


def test_a_script_that_floods_a_table_is_held_back_and_a_family_is_not(paced, clock):
    """Guards: the limit on posts by one link."""
    _, store, table = opened(paced)
    link = token(store, table, "keep")
    guest = paced.test_client()
    csrf = _token_of(Reader(guest))
    statuses = []
    for number in range(security.ENTRIES_OF_LINK.most + 3):
        data = {"csrf_token": csrf, "seq": 0, "key": f"flooding-{number}", "by": "Ben", "play": "6-4"}
        statuses.append(guest.post(f"/t/{link}", data=data).status_code)

    assert statuses[-3:] == [429] * 3
    assert set(statuses[:-3]) == {409}
    other = {"csrf_token": csrf, "seq": 2, "key": "another-phone", "by": "Ben", "play": "6-4"}
    assert guest.post(f"/t/{token(store, table, 'seat', 1)}", data=other).status_code == 303
    clock.time += security.ENTRIES_OF_LINK.seconds + 1
    again = {"csrf_token": csrf, "seq": 0, "key": "flooding-over", "by": "Ben", "play": "6-4"}
    assert guest.post(f"/t/{link}", data=again).status_code == 409


def test_a_script_that_posts_everywhere_is_held_back(paced, clock):
    """Guards: the limit on posts by one address."""
    guest = paced.test_client()
    statuses = [
        guest.post(f"/t/nothing-{number}").status_code
        for number in range(security.ENTRIES_OF_ADDRESS.most + 2)
    ]

    assert statuses[-2:] == [429] * 2
    assert 429 not in statuses[:-2]


def test_nobody_fills_the_score_book_with_tables(paced, clock):
    """Guards: the cap on tables made per hour."""
    for _ in range(3):
        set_up_by_steps(Reader(paced.test_client()), "fundex2004.all-fives", PLAYERS)
    guest = Reader(paced.test_client())
    guest.open("/new?step=3&variant=edge.block&player=Ana&player=Ben&n=2")
    guest.press("Play as printed")

    assert guest.status == 429
    assert paced.extensions["referee"].links.of(4) == []
    clock.time += security.HOUR + 1
    guest.open("/new?step=3&variant=edge.block&player=Ana&player=Ben&n=2")
    guest.press("Play as printed")
    assert guest.status == 200


def test_nobody_fills_the_score_book_from_many_addresses_either(paced, clock):
    """Guards: the cap on tables made per hour by all addresses together."""
    guest = Reader(paced.test_client())
    statuses = []
    for number in range(13):
        guest.client.environ_base["REMOTE_ADDR"] = f"203.0.113.{number // 2}"
        guest.open("/new?step=3&variant=edge.block&player=Ana&player=Ben&n=2")
        guest.press("Play as printed")
        statuses.append(guest.status)

    assert statuses == [200] * 12 + [429]


@pytest.mark.parametrize("seconds", [0.0, 1.0])
def test_what_is_counted_is_forgotten_before_it_fills_the_disk(clock, seconds, tmp_path):
    """Guards: ever new addresses cannot fill the disk, all at once or one after the other."""
    moment = Moment(tmp_path / "now")
    counted = security.Pace(moment)
    for number in range(2 * security.REMEMBERED):
        clock.time += seconds
        counted.take("code", f"address {number}", security.WRONG_CODES)

    assert number_in(moment) <= security.REMEMBERED
    moment.close()
    assert (tmp_path / "now").stat().st_size < 1_000_000


def number_in(moment):
    """How many addresses and links are remembered."""
    return moment.rows("SELECT count(*) FROM pace")[0][0]


def test_all_who_serve_one_book_count_together_and_one_that_starts_again_goes_on(paced, clock, tmp_path):
    """Guards: a second process gives nobody a second try."""
    assert try_wrong_codes(paced.test_client(), ["203.0.113.1"], 8) == [404] * 8
    for _ in range(2):
        other = create_app(tmp_path / "paced")
        assert try_wrong_codes(other.test_client(), ["203.0.113.1"], 1) == [404]
        other.extensions["referee"].close()

    assert try_wrong_codes(paced.test_client(), ["203.0.113.1"], 1) == [429]


def test_a_clock_that_is_put_back_holds_nobody_back_for_longer_than_the_limit(paced, clock):
    assert try_wrong_codes(paced.test_client(), ["203.0.113.1"], 11)[-1] == 429
    clock.time -= 1_000_000
    try_wrong_codes(paced.test_client(), ["203.0.113.1"], 1)
    clock.time += security.WRONG_CODES.seconds + 61

    assert try_wrong_codes(paced.test_client(), ["203.0.113.1"], 1) == [404]


def test_links_that_open_nothing_cost_no_memory_however_long(paced, clock):
    """Guards: keys of a fixed size, made for links that exist only."""
    guest = paced.test_client()
    for number in range(40):
        assert guest.post(f"/t/{number:x>240000}").status_code in (400, 429)

    moment = paced.extensions["referee"].moment
    assert number_in(moment) == 1
    guest.environ_base["REMOTE_ADDR"] = "y" * 100_000  # as a proxy may hand on what it was told
    guest.post("/t/nothing")
    assert moment.rows("SELECT max(length(whom)) FROM pace") == [(16,)]


def test_imported_tables_count_against_the_limit_on_new_ones(paced, clock):
    """Guards: nobody fills the score book with records instead."""
    guest = paced.test_client()
    record = b'{"record": 1, "variant": "edge.block", "players": ["Ana", "Ben"]}\n'
    statuses = []
    for _ in range(4):
        form = {"csrf_token": _token_of(Reader(guest)), "record": (io.BytesIO(record), "a.jsonl")}
        answer = guest.post("/import", data=form, content_type="multipart/form-data")
        statuses.append(answer.status_code)

    assert statuses == [303] * 3 + [429]
    assert "Try again in 21 minutes." in answer.text
    assert "seconds" not in answer.text
    assert paced.extensions["referee"].links.of(4) == []


# CSRF; CSP; SameSite


def every_post(store, table):
    owner, keep = token(store, table, "owner"), token(store, table, "keep")
    return [
        f"/t/{keep}",
        f"/t/{owner}/share",
        f"/t/{keep}/second-book",
        f"/t/{keep}/picture",
        f"/t/{keep}/ask/picture",
        "/join",
        "/new",
        "/import",
        "/phone",
        "/language",
        "/practice",
        f"/t/{keep}/rematch",
        "/errand/x/stop",
    ]


def test_another_site_cannot_post_in_a_players_name(app):
    """Guards: CSRFProtect on every form that changes anything."""
    _, store, table = opened(app)
    for address in every_post(store, table):
        guest = app.test_client()
        _token_of(Reader(guest))
        answer = guest.post(address, data={"do": "lock", "seq": 2, "key": "no-token", "play": "6-4"})
        assert answer.status_code == 400, address
        assert "This page is too old" in answer.text
    assert store.head(table) == 2
    assert not store.table(table).locked


def test_a_browser_that_blocks_cookies_is_told_so(app):
    guest = app.test_client(use_cookies=False)
    token = re.search('name="csrf_token" value="([^"]+)', guest.get("/").text)[1]
    answer = guest.post("/practice", data={"csrf_token": token})

    assert answer.status_code == 400
    assert "This phone sent no cookie" in answer.text
    assert "This page is too old" not in answer.text


def test_every_form_that_posts_is_listed_above(app):
    """Guards: no rule takes a post that the test before does not try (house rules, names: tests of their own)."""
    posts = {rule.rule for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())}

    assert posts == {
        "/t/<link>",
        "/t/<link>/share",
        "/t/<link>/second-book",
        "/t/<link>/picture",
        "/t/<link>/ask/picture",
        "/join",
        "/new",
        "/import",
        "/phone",
        "/language",
        "/practice",
        "/t/<link>/rematch",
        "/errand/<name>/stop",
        "/house-rules",
        "/players/<player:name>",  # its own tests: test_people.py
    }


@pytest.mark.parametrize("page", ["/", "/join", "/join?code=QQQQQQ", "/nowhere", "/healthz"])
def test_no_script_or_frame_of_others_runs_on_a_page(client, page):
    """Guards: the content policy on every answer."""
    headers = client.get(page).headers

    policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["form-action"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"


def test_links_are_told_to_no_other_site_and_kept_by_no_cache(app):
    """Guards: the address of a table is its key."""
    _, store, table = opened(app)
    headers = app.test_client().get(f"/t/{token(store, table, 'keep')}").headers

    assert headers["Cache-Control"] == "no-store"
    assert headers["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize(("scheme", "secure"), [("https", True), ("http", False)])
def test_the_cookie_is_sent_to_this_site_only_and_once_secure_stays_so(client, scheme, secure):
    """Guards: SameSite, HttpOnly, and Secure where the page came over HTTPS."""
    cookie = client.get("/", base_url=f"{scheme}://localhost").headers["Set-Cookie"]

    assert "SameSite=Lax" in cookie
    assert "HttpOnly" in cookie
    assert ("Secure" in cookie) is secure


def test_behind_a_proxy_with_https_the_cookie_is_secure(tmp_path):
    """Guards: the scheme that the proxy tells is the one that counts."""
    app = create_app(tmp_path, {"BEHIND_PROXY": True})
    answer = app.test_client().get("/", headers={"X-Forwarded-Proto": "https"})

    assert "Secure" in answer.headers["Set-Cookie"]
    app.extensions["referee"].close()


# The secret; Host headers


def test_the_secret_is_for_its_owner_only(tmp_path):
    """Guards: mode 600 of the key that signs the cookies."""
    create_app(tmp_path).extensions["referee"].close()

    assert stat.S_IMODE((tmp_path / "secret-key").stat().st_mode) == 0o600


@pytest.mark.parametrize("behind", [True, False])
def test_a_name_that_somebody_else_owns_is_not_answered_behind_a_proxy_either(tmp_path, behind):
    """Guards: the check of the Host header (DNS rebinding), after the proxy's headers were read."""
    app = create_app(tmp_path, {"BEHIND_PROXY": behind})
    client = app.test_client()

    assert client.get("/", headers={"Host": "rebind.example.org"}).status_code == 400
    forwarded = client.get("/", headers={"X-Forwarded-Host": "rebind.example.org"})
    assert forwarded.status_code == (400 if behind else 200)
    app.extensions["referee"].close()


# Nothing personal but the names typed


def test_nothing_personal_is_written_down_but_the_names_typed(app, tmp_path):
    """Guards: neither addresses nor browsers of phones are in the file."""
    owner = Reader(app.test_client())
    owner.client.environ_base.update({"REMOTE_ADDR": "192.0.2.77", "HTTP_USER_AGENT": "Anas-own-phone"})
    set_up_by_steps(owner, "fundex2004.all-fives", PLAYERS)
    say(owner, {"round": 1})
    app.extensions["referee"].close()

    for file in (tmp_path / "data").iterdir():
        content = file.read_bytes()
        assert b"192.0.2.77" not in content
        assert b"Anas-own-phone" not in content
