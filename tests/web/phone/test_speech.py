"""A phone that reads the table aloud, and one that is told by voice what was laid: only where it was asked to."""

import json
import re

import pytest
from playwright.sync_api import expect

from referee.importing import import_record
from referee.translations.catalogues import offered
from referee.web.infra.script_words import SPEECH
from tests.folders import PLAYTHROUGHS
from tests.web.looking import SMALL, faults
from tests.web.reading import Reader
from tests.web.sitting import prepare, say
from tests.web.touching import Thumb, until

BROWSER = """
window.spoken = [];
Object.defineProperty(window, "speechSynthesis", { value: {
  speak: (said) => window.spoken.push([said.text, said.lang, said.voice && said.voice.lang]),
  cancel: () => window.spoken.push("stop"),
  getVoices: () => [{ lang: "en-GB" }, { lang: "es-MX" }],
} });
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
window.SpeechRecognition = class {
  start() { window.listener = this; }
  abort() { this.onerror({ error: "aborted" }); this.onend(); }
};
window.hear = (...said) => {
  window.listener.onresult({ results: [said.map((each) => ({ transcript: each }))] });
  window.listener.onend();
};
window.fail = (error) => { window.listener.onerror({ error }); window.listener.onend(); };
"""


@pytest.fixture
def speaking(open_phone):
    """A phone that speaks and listens; told by the names of the choices what it is asked to do."""

    def with_choices(*marked, language="", **options):
        phone = open_phone(**options)
        phone.add_init_script(BROWSER)
        reader = Thumb(phone).beforehand
        reader.open("/phone")
        for each in marked:
            reader.pick(each, "1")
        reader.press("Remember it")
        if language:
            reader.open("/")
            reader.press(language)
        return Thumb(phone)

    return with_choices


def begin(thumb, *laid, variant="fundex2004.block-draw", players=("Ana", "Ben"), **switches):
    """A table of Ana and Ben at which that was laid, made by another phone that speaks English.

    Each tile by its player, and on whose train it lies where several can take it.
    """
    events = [{"round": 1}]
    events += [{"by": by, "play": tile, **({"train": on[0]} if on else {})} for by, tile, *on in laid]
    return prepare(thumb, variant, players, events, **switches)


def spoken(thumb):
    return [each[0] for each in thumb.phone.evaluate("window.spoken") if each != "stop"]


def hear(thumb, *said, by="Enter by voice"):
    """Tap the microphone and say it; the others are what the phone thought that it might also be."""
    thumb.phone.get_by_role("button", name=by, exact=True).click()
    thumb.phone.evaluate("said => window.hear(...said)", list(said))


def heard(thumb):
    return thumb.phone.locator("#heard")


# Nothing of it unless it is asked for


def test_a_phone_that_was_not_asked_loads_nothing_of_it_and_may_not_listen(client):
    page = client.get("/")

    assert "speech" not in page.text
    assert "microphone=()" in page.headers["Permissions-Policy"]


def test_a_phone_that_was_asked_to_listen_may_until_it_is_switched_off(client):
    reader = Reader(client)
    reader.open("/phone")
    reader.pick("listens", "1")
    reader.press("Remember it")

    page = client.get("/")
    assert "/static/js/speech.js" in page.text
    assert "microphone=(self)" in page.headers["Permissions-Policy"]
    reader.open("/phone")
    form = next(form for form in reader.page.forms if form.action == "/phone")
    form.fields.poplist("listens")
    reader.send(form)
    page = client.get("/")
    assert "speech" not in page.text
    assert "microphone=()" in page.headers["Permissions-Policy"]


@pytest.mark.parametrize("language", sorted(offered()))
def test_each_language_has_a_word_for_every_number_and_everything_that_is_said(client, language):
    with client.session_transaction() as session:
        session["choices"] = {"listens": True, "language": language}

    block = re.search(r'id="speech">(.*?)</script>', client.get("/").text)
    words = json.loads(block.group(1))

    assert words.keys() == SPEECH.keys()
    numbers = [each.split(",") for each in words["numbers"].split(";")]
    assert len(numbers) == 16
    every = [way.strip() for each in numbers for way in each]
    assert len(set(every)) == len(every)
    assert all(every)
    assert not set(every) & {each.strip() for each in f"{words['fillers']},{words['on']}".split(",")}


# Reading aloud


def test_the_ruling_the_turn_and_the_ends_are_read_aloud(speaking):
    thumb = speaking("aloud")
    begin(thumb, ("Ana", "6-6"))
    assert spoken(thumb) == ["Ana opens with 6 6. Ben to play. Ends: six."]
    say(thumb, {"by": "Ben", "play": "6-5"})

    until(thumb.phone, "window.spoken.length > 3")
    assert spoken(thumb)[-1] == "Ben lays 6 5 on 6 6. Ana to play. Ends: six and five."


def test_nothing_is_read_aloud_twice_and_the_trump_not_at_every_tile(client, app):
    def heard(name, events):
        lines = (PLAYTHROUGHS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()[: events + 1]
        table, _ = import_record(app.extensions["referee"], "\n".join(lines).encode())
        return re.search(r'data-said="([^"]*)"', client.get(f"/t/{table.links['owner']}").text)[1]

    assert heard("fundex2004.five-up", 1) == "Round 1: each player takes 5 tiles. Ana opens."
    assert heard("traditional.forty-two", 6) == "Ana names sixes as trumps and leads. Ana to lead."
    assert heard("traditional.forty-two", 7) == "Ana leads 6-6: trumps. Ben to follow: trumps."
    assert heard("traditional.mexican-train", 7).count("cover") == 1


def test_the_count_is_read_aloud_where_the_referee_counts(speaking):
    thumb = speaking("aloud")
    begin(thumb, ("Ana", "6-6"), ("Ben", "6-5"), variant="fundex2004.all-fives", claims="auto")

    assert spoken(thumb)[-1].endswith("Ends: double six and five, 17 in all.")


def test_while_a_claim_is_open_nothing_is_read_aloud_that_tells_the_count(speaking):
    thumb = speaking("aloud")
    begin(thumb, ("Ana", "6-6"), ("Ben", "6-3"), variant="fundex2004.all-fives")

    assert "Ben lays 6 3" in spoken(thumb)[-1]
    assert "Ends" not in spoken(thumb)[-1]
    assert "15" not in spoken(thumb)[-1]


def test_a_refusal_is_read_aloud_and_the_same_is_not_read_twice(speaking):
    thumb = speaking("aloud")
    begin(thumb, ("Ana", "6-6"))
    thumb.press("5-4")

    until(thumb.phone, "window.spoken.length > 3")
    assert spoken(thumb)[-1].startswith("5 4 fits none of the open ends: 6.")
    number = len(spoken(thumb))
    thumb.phone.evaluate("document.dispatchEvent(new CustomEvent('referee:changed'))")
    assert len(spoken(thumb)) == number


def test_a_spanish_page_is_read_by_a_spanish_voice(speaking):
    thumb = speaking("aloud", language="Español")
    address = table_of_another(thumb, ("Ana", "6-6"))
    thumb.open(address)

    text, language, voice = thumb.phone.evaluate("window.spoken").pop()
    assert text.endswith("Puntas: seis.")
    assert language == "es"
    assert voice == "es-MX"


def table_of_another(thumb, *laid, **begun):
    """The address of a table that was set up in English, by its own link."""
    reader = thumb.beforehand
    reader.open("/")
    reader.press("English")
    address = begin(thumb, *laid, **begun)
    reader.open("/")
    reader.press("Español")
    return address


def test_leaving_the_table_and_switching_it_off_stops_it(speaking):
    thumb = speaking("aloud")
    address = begin(thumb, ("Ana", "6-6"))
    thumb.open("/phone")
    thumb.phone.locator('input[name="aloud"]').uncheck(force=True)
    thumb.phone.get_by_role("button", name="Remember it").click()
    expect(thumb.phone.get_by_text("This phone remembers it.")).to_be_visible()
    thumb.open(address)

    assert thumb.phone.evaluate("window.spoken") == []


# Entry by voice


def test_a_round_is_entered_by_voice(speaking):
    thumb = speaking("listens")
    begin(thumb)
    hear(thumb, "double six")
    expect(thumb.phone.get_by_text("Who laid it?")).to_be_visible()
    hear(thumb, "Ben")
    expect(thumb.phone.get_by_role("heading", name="Ana to play")).to_be_visible()
    hear(thumb, "six four")
    expect(heard(thumb)).to_have_text("Heard: 6-4.")
    expect(thumb.phone.locator(".words .head")).to_have_text("Ana lays 6-4")
    hear(thumb, "draw")
    expect(thumb.phone.locator(".words .head")).to_have_text("Ben draws 1 tile")
    hear(thumb, "undo")
    expect(thumb.phone.locator(".words .head")).to_have_text("Taken back")


def test_the_end_is_said_with_the_tile(speaking):
    thumb = speaking("listens")
    begin(thumb, ("Ana", "6-6"), ("Ben", "6-5"), ("Ana", "5-4"), ("Ben", "4-1"))
    hear(thumb, "61 on double 6")

    expect(thumb.phone.locator(".words .sub")).to_have_text("on 6-6")
    expect(heard(thumb)).to_have_text("Heard: 6-1 on 6-6.")


def test_an_end_that_is_asked_for_is_said_by_its_tile(speaking):
    thumb = speaking("listens")
    begin(thumb, ("Ana", "6-6"), ("Ben", "6-5"), ("Ana", "5-4"), ("Ben", "4-1"))
    hear(thumb, "6 1")
    expect(thumb.phone.get_by_text("on which tile?")).to_be_visible()
    hear(thumb, "four one")

    expect(thumb.phone.locator(".words .sub")).to_have_text("on 4-1")


def test_a_tile_that_does_not_fit_is_refused_as_one_that_was_tapped(speaking):
    thumb = speaking("listens")
    begin(thumb, ("Ana", "6-6"))
    hear(thumb, "five four")

    expect(thumb.phone.get_by_role("heading", name="5-4 fits none of the open ends: 6.")).to_be_visible()
    hear(thumb, "take it back")
    expect(thumb.phone.get_by_role("heading", name="Ben to play")).to_be_visible()


def test_a_tile_of_a_large_set_is_found_behind_its_half(speaking):
    thumb = speaking("listens")
    begin(thumb, ("Ana", "9-9"), variant="classic.draw", tiles="9")
    hear(thumb, "nine ate")

    expect(thumb.phone.locator(".words .head")).to_have_text("Ben lays 9-8")


TRAINS = {"variant": "traditional.mexican-train", "tiles": "9", "players": ("Ana", "Ben", "Cal")}


def test_a_tile_goes_on_the_train_that_is_said(speaking):
    thumb = speaking("listens")
    begin(thumb, **TRAINS)
    hear(thumb, "Ana")
    thumb.wait_for("Ana lays 9-9 in the middle")
    for said, heard_as, told in (
        ("nine four on my train", "9-4 on Ana's train", "on Ana's train"),
        ("nine two on the Mexican train", "9-2 on the Mexican train", "on the Mexican train"),
    ):
        hear(thumb, said)
        expect(heard(thumb)).to_have_text(f"Heard: {heard_as}.")
        expect(thumb.phone.locator(".words .sub")).to_have_text(told)
    hear(thumb, "four three on Ana's train")
    expect(thumb.phone.get_by_role("heading", name="Ana's train is closed to Cal.")).to_be_visible()


def test_a_train_that_is_asked_for_is_said_by_its_player_and_a_wrong_number_presses_nothing(speaking):
    thumb = speaking("listens")
    begin(thumb, ("Ana", "9-9"), **TRAINS)
    hear(thumb, "six four on the Mexican train")
    expect(heard(thumb)).to_have_text("Heard “6-4 on the Mexican train”. That cannot be entered now.")
    hear(thumb, "nine five")
    expect(thumb.phone.get_by_text("on which train?")).to_be_visible()
    hear(thumb, "my train")
    expect(thumb.phone.locator(".words .sub")).to_have_text("on Ana's train")


def test_who_draws_in_search_of_the_double_is_said(speaking):
    thumb = speaking("listens")
    begin(thumb, **TRAINS)
    hear(thumb, "Ben draws")

    expect(thumb.phone.get_by_role("button", name="Ben draws")).to_have_text("draws 1")


def test_the_toe_of_a_chickenfoot_is_said_with_the_tile(speaking):
    thumb = speaking("listens")
    toes = [(by, f"9-{low}") for low, by in enumerate(("Ben", "Ana") * 3)]
    begin(thumb, ("Ana", "9-9"), *toes, variant="traditional.chickenfoot", tiles="9")
    hear(thumb, "five two on nine five")

    expect(thumb.phone.locator(".words .sub")).to_have_text("on 9-5")
    expect(heard(thumb)).to_have_text("Heard: 5-2 on 9-5.")


def test_the_microphone_listens_again_when_what_waited_was_taken_back(speaking):
    thumb = speaking("listens")
    begin(thumb, ("Ana", "6-6"))
    thumb.phone.context.set_offline(True)
    thumb.phone.locator('.picker button[value="6-4"]').click()
    expect(thumb.phone.locator(".words.waits")).to_be_visible()
    thumb.phone.get_by_role("button", name="Undo").click()
    expect(thumb.phone.locator(".words.waits")).to_have_count(0)

    hear(thumb, "six five")

    expect(heard(thumb)).to_have_text("Heard: 6-5.")


def test_what_was_not_understood_or_cannot_be_entered_is_told_and_presses_nothing(speaking):
    thumb = speaking("listens")
    begin(thumb, ("Ana", "6-6"))
    hear(thumb, "pass the salt")
    expect(heard(thumb)).to_contain_text("Heard “pass the salt”, and did not understand it.")
    hear(thumb, "double six")
    expect(heard(thumb)).to_have_text("Heard “6-6”. That cannot be entered now.")
    hear(thumb, "five four on five three")
    expect(heard(thumb)).to_have_text("Heard “5-4 on 5-3”. That cannot be entered now.")
    expect(thumb.phone.get_by_role("heading", name="Ben to play")).to_be_visible()


def test_of_what_may_have_been_meant_what_can_be_entered_is_taken(speaking):
    thumb = speaking("listens")
    begin(thumb, ("Ana", "6-6"))
    hear(thumb, "sick score", "double six", "six four")

    expect(thumb.phone.locator(".words .head")).to_have_text("Ben lays 6-4")


def test_a_phone_that_may_not_listen_or_hears_nothing_says_so(speaking):
    thumb = speaking("listens")
    begin(thumb, ("Ana", "6-6"))
    for error, words in (
        ("not-allowed", "This phone does not let the page listen."),
        ("no-speech", "Nothing was heard."),
    ):
        thumb.phone.get_by_role("button", name="Enter by voice", exact=True).click()
        expect(heard(thumb)).to_contain_text("Listening")
        thumb.phone.evaluate("error => window.fail(error)", error)
        expect(heard(thumb)).to_have_text(words)
    thumb.phone.get_by_role("button", name="Enter by voice", exact=True).click()
    thumb.phone.get_by_role("button", name="Stop listening", exact=True).click()
    expect(heard(thumb)).to_be_hidden()


def test_there_is_no_microphone_where_the_browser_cannot_listen(speaking):
    thumb = speaking("listens")
    thumb.phone.add_init_script("delete window.SpeechRecognition; delete window.webkitSpeechRecognition;")
    begin(thumb, ("Ana", "6-6"))

    expect(thumb.phone.get_by_role("button", name="Undo")).to_be_visible()
    expect(thumb.phone.locator(".microphone")).to_have_count(0)


def test_spanish_is_understood_on_a_spanish_page(speaking):
    thumb = speaking("listens", language="Español")
    address = table_of_another(thumb, ("Ana", "6-6"), ("Ben", "6-5"), ("Ana", "5-4"), ("Ben", "4-1"))
    thumb.open(address)
    hear(thumb, "seis cuatro en doble seis", by="Anotar por voz")
    expect(thumb.phone.locator(".words .head")).to_have_text("Ana pone 6-4")
    expect(heard(thumb)).to_have_text("Se oyó: 6-4 en 6-6.")
    for said in ("deshacer", "roba"):
        hear(thumb, said, by="Anotar por voz")
    hear(thumb, "blanca seis", by="Anotar por voz")
    expect(thumb.phone.locator(".words .head")).to_have_text("Ana pone 6-0")
    hear(thumb, "paso", by="Anotar por voz")
    expect(heard(thumb)).to_have_text("Se oyó: paso.")


def test_trains_are_named_in_spanish_on_a_spanish_page(speaking):
    thumb = speaking("listens", language="Español")
    address = table_of_another(thumb, ("Ana", "9-9"), ("Ana", "9-1", "Ana"), **TRAINS)
    thumb.open(address)
    for said, told in (
        ("nueve dos en mi tren", "en el tren de Ben"),
        ("nueve cuatro en el tren mexicano", "en el tren mexicano"),
    ):
        hear(thumb, said, by="Anotar por voz")
        expect(thumb.phone.locator(".words .sub")).to_have_text(told)
    hear(thumb, "cuatro tres en el tren de Ana", by="Anotar por voz")
    expect(heard(thumb)).to_have_text("Se oyó «4-3 en el tren de Ana». Ahora no se puede anotar.")


def test_the_microphone_stands_in_nobodys_way_on_a_small_phone(speaking):
    thumb = speaking("listens", viewport=SMALL)
    begin(thumb, ("Ana", "6-6"))
    assert faults(thumb.phone) == []
    thumb.press("5-4")
    assert faults(thumb.phone) == []
