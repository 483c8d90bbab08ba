"""Finds accessibility problems on a page in Chromium: with axe, in light and dark mode, and too small targets."""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Page

from tests.phones import line_to

Sizes = Sequence[tuple[int, int]]

SMALL = {"width": 360, "height": 640}
# The words that an element breaks in two.
BROKEN = r"""each => {
  const found = [], range = document.createRange(), text = each.firstChild;
  for (const word of text.data.matchAll(/\S+/g)) {
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    if (range.getClientRects().length > 1) found.push(word[0]);
  }
  return found;
}"""
WRONG = "options => axe.run(options).then(({ violations }) => ({ violations }))"
# Only the contrast rule needs the style sheets, which axe would fetch again.
WITHOUT_COLOURS = {
    "resultTypes": ["violations"], "preload": False, "rules": {"color-contrast": {"enabled": False}}
}  # fmt: skip
# The same without the texts for a report, which take a third of the time.
QUICKLY = {**WITHOUT_COLOURS, "noHtml": True, "elementRef": True}
# Everything that axe's other rules check, without the texts: each element, whether it is visible and scrolls, and its
# attributes. A name or URL is replaced by its index among those of the page, so that equal ones stay equal. Left out are
# the contents of drawings, the page's meta description, and classes that only mark a pending request or a long name. A
# page with a shape that axe has passed is not checked again: the same page on a larger screen, in another language, or a
# move later.
SHAPE = """
() => {
  const drawn = new Set(["class", "style", "d", "x", "y", "width", "height", "transform", "viewBox", "points"]);
  const read = /^(id|for|class|role|type|tabindex|scope|headers|name|autocomplete|content|http-equiv|aria-.*)$/;
  const worded = /^aria-(label|description|roledescription|valuetext|placeholder|keyshortcuts)$/;
  const passing = /(^| )(htmx-request|long)(?= |$)/g;
  const words = new Map();
  const place = word => {
    if (word.trim() && !words.has(word)) words.set(word, words.size + 1);
    return words.get(word) ?? 0;
  };
  const isAside = each => each.ownerElement.matches("meta[name=description]");
  const told = each => {
    const { name, value } = each;
    if (name === "class") return `class=${value.replace(passing, "").trim()}`;
    const isNumbered = worded.test(name) || (name === "name" && each.ownerElement.matches("details")) || isAside(each);
    if (read.test(name) && !isNumbered) return `${name}=${value}`;
    return `${name}:${name === "href" && value.startsWith("#") ? value : place(value)}`;
  };
  const shape = each => {
    const isDrawn = each.ownerSVGElement;
    const kept = [...each.attributes].filter(({ name }) => !(isDrawn && drawn.has(name)) && !/^(data|hx)-/.test(name));
    const isSeen = each.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const isFull = each.scrollHeight > each.clientHeight || each.scrollWidth > each.clientWidth;
    const scrolls = isSeen && isFull && /auto|scroll/.test(getComputedStyle(each).overflow);
    const hasText = [...each.childNodes].some(part => part.nodeType === Node.TEXT_NODE && part.data.trim());
    return [each.tagName, +isSeen, +scrolls, +hasText, ...kept.map(told), ...[...each.children].map(shape)];
  };
  return JSON.stringify(shape(document.documentElement));
}
"""
# Contrast takes axe longer than everything else, and depends only on the look of a text as hashed here: its colour, its
# font, and every background below it that is not transparent. So a look that axe has passed once, on any page, is not
# checked again. Of several texts that look alike, axe checks the first, and all of them if it could not decide. Of what
# only a screen reader reads, and of boxes to tick, it decides nothing.
LOOKS = """
  const isText = each => each.matches("input:not([type=radio], [type=checkbox]), select, textarea")
    || [...each.childNodes].some(part => part.nodeType === Node.TEXT_NODE && part.data.trim());
  const seen = each => each.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && !(each.closest(".unseen")?.offsetWidth <= 1);
  const texts = () => [...document.body.querySelectorAll("*:not(script, style, svg *)")]
    .filter(each => isText(each) && seen(each));
  const short = text => {
    let [one, other] = [7, 11];
    for (let n = 0; n < text.length; n += 1) {
      one = Math.imul(one ^ text.charCodeAt(n), 0x85ebca6b);
      other = Math.imul(other ^ text.charCodeAt(n), 0xc2b2ae35) ^ (one >>> 13);
    }
    return (one >>> 0) + (other >>> 11) * 2 ** 32;
  };
  const grounds = new Map([[null, ""]]);
  const isClear = /^rgba[(].*, 0[)] none 1$/;
  const ground = each => {
    if (!grounds.has(each)) {
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(each);
      const own = `${backgroundColor} ${backgroundImage} ${opacity}`;
      const below = ground(each.parentElement);
      grounds.set(each, isClear.test(own) ? below : `${own}|${below}`);
    }
    return grounds.get(each);
  };
  const look = each => {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(each);
    const letters = [each.tagName, each.className, color, fontSize, fontWeight, textShadow];
    return short(`${letters.join(" ")}|${ground(each)}`);
  };
"""
# The looks of the texts of a page.
SEEN = f"() => {{ {LOOKS} return [...new Set(texts().map(look))]; }}"
# The verdict of axe on texts with one of these looks.
CONTRAST = """
async asked => {
  LOOKS
  const unknown = new Set(asked);
  const alike = new Map();
  for (const each of texts()) {
    if (unknown.has(look(each))) alike.set(look(each), [...(alike.get(look(each)) ?? []), each]);
  }
  const violations = [];
  const proven = new Set();
  const ask = async include => {
    if (!include.length) return;
    const asked = { runOnly: ["color-contrast"], elementRef: true };
    const told = await axe.run({ include }, asked);
    for (const rule of told.passes) for (const node of rule.nodes) proven.add(look(node.element));
    violations.push(...told.violations);
  };
  await ask([...alike.values()].map(all => all[0]));
  await ask([...alike].filter(([how]) => !proven.has(how)).flatMap(([_, all]) => all.slice(1)));
  for (const rule of violations) for (const node of rule.nodes) {
    proven.delete(look(node.element));
    delete node.element;
    for (const check of [...node.any, ...node.all, ...node.none]) check.relatedNodes = [];
  }
  return { violations, passed: [...proven] };
}
""".replace("LOOKS", LOOKS)
# The names of targets that are too small to tap. A tile on the layout may be small, because there is a larger target
# for it: its empty place among the tiles, or its row in the list. So may the end of a crowded lane (the number pad) and
# a tile in a picture (the row of tiles below it).
TOO_SMALL = """
what => [...document.querySelectorAll(what)].filter(each => {
  if (each.closest("svg.layout, svg.photo, .crowded .lane-end")) return false;
  const box = each.getBoundingClientRect();
  return each.checkVisibility({ visibilityProperty: true }) && box.width > 1 && box.height > 0
    && (box.height < 43.5 || box.width < 43.5);
}).map(each => each.ariaLabel || each.textContent.trim() || each.className)
"""
TAPPED = "main button, main a, main summary"
# The shape of a page and the faults in its sizes. The `pointerdown` keeps the page from updating meanwhile.
AT_ONCE = f"""
what => {{
  window.dispatchEvent(new Event("pointerdown"));
  const isWide = document.documentElement.scrollWidth > document.documentElement.clientWidth;
  const small = ({TOO_SMALL})(what).map(each => `too small: ${{each}}`);
  return [({SHAPE})(), ...(isWide ? ["wider than the screen"] : []), ...small];
}}
"""
# Looks of text whose contrast axe has passed, on any page of this run.
_passed: set[int] = set()
# Shapes of pages in which axe found nothing wrong apart from colours.
_sound: set[bytes] = set()


def faults(phone: Page, tapped: str = TAPPED) -> list[Any]:
    """Every fault of the current page: in light and dark mode, in its width, and in the size of its targets."""
    phone.wait_for_load_state()  # a page that a link has just opened may still lack its style sheets
    shape, *found = phone.evaluate(AT_ONCE, tapped)
    try:
        return [*_faults(phone, shape), *found]
    finally:
        phone.evaluate("window.dispatchEvent(new Event('pointerup'))")


def _faults(phone: Page, told: str) -> list[Any]:
    found: list[Any] = []
    shape = sha256(told.encode()).digest()
    if shape not in _sound:
        _bring_axe(phone)
        if phone.evaluate(f"options => ({WRONG})(options).then(told => told.violations.length)", QUICKLY):
            found.append(AxeResults(phone.evaluate(WRONG, WITHOUT_COLOURS)).generate_report())
        else:
            _sound.add(shape)
    for scheme in ("dark", "light"):
        phone.emulate_media(color_scheme=scheme)
        found += [f"{scheme}: {each}" for each in _hard_to_read(phone)]
    return found


def _bring_axe(phone: Page) -> None:
    # axe survives a swap of a part of the page.
    if not phone.evaluate("!!window.axe"):
        line_to(phone).send("Runtime.evaluate", {"expression": AXE_SCRIPT})


def _hard_to_read(phone: Page) -> list[str]:
    unknown = [each for each in phone.evaluate(SEEN) if each not in _passed]
    if not unknown:
        return []
    _bring_axe(phone)
    told = phone.evaluate(CONTRAST, unknown)
    _passed.update(told["passed"])
    return [node["html"] for rule in told["violations"] for node in rule["nodes"]]


def faults_of(
    phone: Page, addresses: Iterable[str], tapped: str = TAPPED, sizes: Sizes = ()
) -> dict[str, list[Any]]:
    """The faults of each of these pages, on screens of these sizes; pages without faults are left out."""
    found = {}
    for address in addresses:
        phone.goto(address, wait_until="load")
        if wrong := [fault for _ in resized(phone, sizes) for fault in faults(phone, tapped)]:
            found[address] = wrong
    return found


def resized(phone: Page, sizes: Sizes) -> Iterator[tuple[int, int] | None]:
    """Give the phone each of these sizes in turn; if there are none, yield once without a change."""
    if not sizes:
        yield None
    for width, height in sizes:
        phone.set_viewport_size({"width": width, "height": height})
        yield width, height
