"""Visual faults are found, whatever pages were checked before."""

from tests.web.looking import faults

PAGE = """<!doctype html><html lang="en"><head><title>A page</title><meta name="viewport" content="width=device-width">
<style>
:root { color-scheme: light dark; background: #fff; color: #111 }
p { margin: 1rem } .ground { background: #333 } .hidden { visibility: hidden }
@media (prefers-color-scheme: dark) { :root { background: #111; color: #eee } .by-night { color: #333 } }
</style></head><body><main><h1>A page</h1>%s</main></body></html>"""


def hard_to_read(phone, body):
    phone.set_content(PAGE % body)
    return [each for each in faults(phone) if isinstance(each, str)]


def test_text_on_a_ground_too_much_like_it_is_found_although_the_same_was_well_elsewhere(open_phone):
    phone = open_phone(color_scheme="light")
    assert hard_to_read(phone, "<p>One</p>") == []
    assert hard_to_read(phone, '<p>One</p><div class="ground"><p>Two</p></div>') == ["light: <p>Two</p>"]
    assert hard_to_read(phone, '<p>One</p><div class="ground"><p>Two</p></div>') == ["light: <p>Two</p>"]


def test_text_that_is_hard_to_read_by_night_only_is_found(open_phone):
    bad = '<p class="by-night">Three</p>'
    assert set(hard_to_read(open_phone(), f"{bad}{bad}<p>Four</p>")) == {f"dark: {bad}"}


def test_what_is_hidden_passes_for_nothing_else(open_phone):
    hidden, bad = '<p class="hidden">Five</p>', "<p>Five</p>"
    found = hard_to_read(open_phone(), f'<div class="ground">{hidden}{bad}</div>')
    assert found == ["light: <p>Five</p>"]


def test_what_only_a_screen_reader_is_to_read_is_found_if_it_can_be_seen(open_phone):
    shown = '<p class="unseen">Seven</p>'
    found = hard_to_read(open_phone(), f'<div class="ground">{shown}</div>')
    assert found == [f"light: {shown}"]


def test_what_is_wrong_besides_colours_is_found(open_phone):
    assert "button" in str(hard_to_read(open_phone(), "<button><svg></svg></button>")[0])


def test_a_page_that_was_sound_is_looked_at_again_when_a_name_or_a_role_is_missing(open_phone):
    phone = open_phone()
    sound = '<button aria-label="One"><svg></svg></button>'
    assert hard_to_read(phone, sound) == []
    assert hard_to_read(phone, sound.replace("One", "Another")) == []
    for wrong in (
        sound.replace("One", ""),
        sound.replace("aria-label", "aria-labell"),
        f'{sound}<a href="/"></a>',
    ):
        assert hard_to_read(phone, wrong), wrong


def test_a_script_runs_on_the_part_that_is_there_although_the_page_replaces_it_all_the_time(phone):
    phone.set_content(PAGE % "<p>Six</p>")
    phone.evaluate("setInterval(() => { document.querySelector('main').innerHTML = '<p>Six</p>'; }, 60)")
    part = phone.locator("p")

    assert {part.evaluate("(each, more) => each.isConnected + more", 1) for _ in range(20)} == {2}
    phone.goto("about:blank")
