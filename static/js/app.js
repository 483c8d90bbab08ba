// What a page does beyond its forms: announcing rulings, zooming the layout, keyboard input. Everything else is a form
// or a link and works without this file. The words that scripts show come with the page.
(function () {
  "use strict";

  const byId = (id) => document.getElementById(id);

  const words = byId("words") ? JSON.parse(byId("words").textContent) : {};

  // The text with a mark after each name that runs from right to left, as pages have it (spelling.py).
  const inOrder = (text) => text.replace(/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]['\u2019"]?(?=[^\p{L}\p{N}_]*[0-9]|\s*[,;:·&+=]|\s*$)/gu, "$&\u200e");

  // The words with this name, in the page's language; `what`, or each of its properties by name, is filled in.
  const say = (name, what) => inOrder((words[name] || "").replace(/{(\w+)}/g, (all, part) => (part === "what" ? what : what[part])));

  // The layout zooms out in one step, from the old view to the new one. Nothing else moves it.
  const STEP_TAKES = 180;
  const viewOf = (drawing) => (drawing ? drawing.getAttribute("viewBox").split(" ").map(Number) : null);

  function stepBack(was) {
    const drawing = document.querySelector(".area .layout");
    const now = viewOf(drawing);
    if (!was || !now || String(was) === String(now) || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const began = performance.now();
    const draw = (time) => {
      const rest = Math.max(0, 1 - (time - began) / STEP_TAKES) ** 2;
      drawing.setAttribute("viewBox", now.map((each, n) => each + (was[n] - each) * rest).join(" "));
      if (rest) requestAnimationFrame(draw);
    };
    draw(began);
  }

  function sayAloud() {
    const table = byId("table");
    const said = byId("said");
    if (table && said && said.textContent !== table.dataset.said) said.textContent = table.dataset.said;
    if (table && table.dataset.title) document.title = table.dataset.title;
  }

  // Tapping a place in the layout is the same as its button in the tray. If no tile is chosen yet, it selects the
  // place, and then only the tiles that can go there are lit.
  function pressPlace(event) {
    const place = event.target.closest("[data-place]");
    const form = place && document.querySelector("form.tray, form.whole");
    if (!form) return;
    const name = place.dataset.place;
    const button = form.querySelector('button[data-choice="' + CSS.escape(name) + '"]');
    if (button) button.click();
    else if (form.querySelector(".picker") && window.htmx) {
      const address = form.getAttribute("action") + "?at=" + encodeURIComponent(name);
      window.htmx.ajax("GET", address, { source: place, target: "#table", select: "#table", swap: "outerHTML" });
    }
  }

  // The focus stays where it was, also after news, as long as that is there; else it moves to what is asked next.
  function nameOf(each) {
    if (each.id) return "#" + CSS.escape(each.id);
    if (each.matches("summary")) return "." + each.parentElement.classList[0] + " > summary";
    const named = each.name ? (each.matches("button, [type=radio]") ? ["name", "value"] : ["name"]) : [each.matches("[aria-label]") ? "aria-label" : "href"];
    return each.localName + named.map((name) => "[" + name + '="' + CSS.escape(each.getAttribute(name)) + '"]').join("");
  }

  const ASKED = [".words.refused .no", ".words.big .head", ".words:has(.calls) .head", ".turn h2", "h2", "h1"];
  const isSeen = (each) => getComputedStyle(each).visibility !== "hidden";

  function keepFocus(was = "h2") {
    const focus = document.activeElement;
    if (focus && focus !== document.body && isSeen(focus)) return;
    const found = [was, ...ASKED].map((each) => [...document.querySelectorAll("main " + each)].find(isSeen)).find(Boolean);
    if (!found) return;
    if (!found.matches("a, button, input, summary, [tabindex]")) found.tabIndex = -1;
    found.focus({ preventScroll: !found.matches(".verdict") });
  }

  const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  function pressArrow(event) {
    const step = STEPS[event.key];
    const keys = step && event.target.closest(".picker, .choices, .amounts, .hand-keys, .board");
    if (!keys || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const middle = (each) => { const box = each.getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]; };
    const from = middle(event.target);
    const across = step[0] ? 1 : 0;
    let best = null;
    let least = Infinity;
    for (const each of keys.querySelectorAll("a, button")) {
      const [x, y] = middle(each);
      const along = (x - from[0]) * step[0] + (y - from[1]) * step[1];
      const aside = Math.abs(across ? y - from[1] : x - from[0]);
      if (along > 4 && along + 4 * aside < least) {
        least = along + 4 * aside;
        best = each;
      }
    }
    if (best) best.focus();
  }

  // Keyboard: two numbers lay a tile, a number or arrows choose its place, letters press the buttons that show them.
  let numbers = []; // the halves typed so far
  let digits = ""; // the digits of an unfinished number: "1" if there are twelves
  let isEarly = false; // whether they are for the table after the tile that waits for its answer

  const tray = () => document.querySelector("#table form.tray, #table form.whole");

  function tell(words) {
    const told = document.querySelector("#table .typing");
    if (!told) return;
    told.firstChild.hidden = !!words;
    told.lastChild.textContent = words;
  }

  const tellTyped = () => tell(numbers.length || digits ? [...numbers, digits, "…"].join(" ") : "");

  function forget() {
    const began = numbers.length > 0 || digits !== "";
    numbers = [];
    digits = "";
    isEarly = false;
    return began;
  }

  const waits = () => !!window.referee.outbox && window.referee.outbox.waitingHere().length > 0;

  // Press the tile that was typed; in a large set press its first half first.
  function lay(isNew) {
    const picker = tray() && tray().querySelector(".picker");
    const [one, other] = numbers;
    if (!picker || one === undefined) return;
    if (picker.matches(".pad")) {
      const half = picker.querySelector("#k-" + one);
      if (half && (isNew || other === undefined)) half.click();
      return;
    }
    if (other === undefined) return;
    const name = Math.max(one, other) + "-" + Math.min(one, other);
    const key = picker.querySelector("#k-" + name);
    if (key) {
      numbers = numbers.slice(2);
      isEarly = numbers.length > 0;
      key.click();
    } else if (picker.matches(".only") && !waits()) {
      tray().querySelector(".turn .end").click(); // another number: its tiles are asked for next
    } else if (!picker.matches(".row") || !waits()) { // the row of a tile that waits is not that of the next
      numbers = picker.matches(".row") ? [one] : [];
      tell(picker.matches(".doubles") ? "" : say("gone", name));
    }
  }

  function type(digit, high) {
    if (digits && Number(digits + digit) > high) take(digits);
    digits += digit;
    if (Number(digits) * 10 > high || digits === "0") take(digits);
    else tellTyped();
  }

  function take(number) {
    isEarly = isEarly || waits();
    numbers.push(Number(number));
    digits = "";
    tellTyped();
    lay();
  }

  // A tapped half counts as the first number typed.
  function pressHalf(event) {
    const half = event.target.closest(".pad .key");
    if (half && !numbers.length) numbers = [Number(half.id.slice(2))];
  }

  // A half-typed tile carries over to the new table, as soon as it can be pressed there.
  let typedAt = null;

  function typeOn() {
    if (byId("table") === typedAt) return;
    typedAt = byId("table");
    const isAsked = typedAt.querySelector(".refused, .choice");
    if (!isAsked && (isEarly || numbers.length === 2 || typedAt.querySelector(".picker.row"))) {
      isEarly = false;
      tellTyped();
      lay(true);
    } else forget();
  }

  function pressKey(event) {
    const form = tray();
    const isTyping = event.target.closest("input, select, textarea, [contenteditable]");
    if (!form || isTyping || event.defaultPrevented || event.repeat || event.altKey || event.ctrlKey || event.metaKey) return;
    const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
    const places = [...form.querySelectorAll(".choice")];
    const picker = form.querySelector(".picker");
    const isDigit = key >= "0" && key <= "9" && key.length === 1;
    let found = null;
    if (isDigit && places.length) found = places[key - 1];
    else if (isDigit && picker) type(key, picker.matches(".p15") ? 15 : picker.matches(".p12") ? 12 : 9);
    else if (key === "Enter" && digits) take(digits);
    else if (STEPS[key] && places.length) places.at(STEPS[key][0] + STEPS[key][1] < 0 ? -1 : 0).focus();
    else if (key === "Escape" && !form.querySelector(".picker.row") && forget()) tellTyped();
    else found = form.querySelector('[aria-keyshortcuts="' + CSS.escape(key) + '"]') || (key === "Escape" && form.querySelector(".icon-link.end"));
    if (found) found.click();
    const isBegun = key === "Enter" && numbers.length && !event.target.closest(".picker"); // Enter on a tile lays that tile
    if (found || isDigit || isBegun) event.preventDefault();
  }

  // Load the script that shrinks pictures only when a picture can be taken.
  function takesPictures() {
    const form = document.querySelector("#picture");
    if (form && !byId("camera")) document.head.append(Object.assign(document.createElement("script"), { id: "camera", src: form.dataset.script }));
  }

  let before = null;

  function remember() {
    const focus = document.activeElement;
    const area = document.querySelector(".area");
    const form = document.querySelector(".play > .tray");
    before = { table: byId("table"), top: area ? area.scrollTop : 0, height: form ? form.offsetHeight + parseFloat(getComputedStyle(form).marginTop) : 0, view: viewOf(document.querySelector(".area .layout")), focus: focus && focus.closest("#table") ? nameOf(focus) : null };
  }

  function newKey() {
    const bytes = window.crypto.getRandomValues(new Uint8Array(12));
    return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
  }

  // The server sends the same part of the page to all phones; this phone's token and form keys are filled in here.
  function own() {
    for (const each of document.querySelectorAll('#table input[name="csrf_token"]')) each.value ||= document.body.dataset.token;
    for (const each of document.querySelectorAll('#table input[name="key"]')) each.value ||= newKey();
  }

  function put() {
    const table = byId("table");
    if (!before || !table || table === before.table) return;
    const area = document.querySelector(".area");
    if (area) area.scrollTop = before.top;
    const asks = table.querySelector(".tray > .choices");
    if (asks) asks.parentElement.style.setProperty("--kept", before.height + "px"); // the layout must not move while a question is open
    keepRoom();
    stepBack(before.view);
    const isRead = table.matches(".before, .settled, .over");
    document.body.classList.toggle("felt", !isRead);
    document.body.classList.toggle("paper", isRead);
    document.body.classList.toggle("playing", table.matches(".play"));
    const was = before.focus;
    before = null;
    if (was !== null) keepFocus(was);
    sayAloud();
    takesPictures();
    document.dispatchEvent(new CustomEvent("referee:changed"));
  }

  // A ruling with too many lines covers the bottom of the layout, which keeps its size; unless the tray is beside the
  // layout, or the font is so large that the page scrolls.
  function keepRoom() {
    const area = document.querySelector(".play > .area");
    const words = area && document.querySelector(".play > .tray > .words:not(.refused)");
    const gives = words && getComputedStyle(area).flexGrow === "1" && getComputedStyle(words.parentElement).position === "relative";
    const more = gives ? words.offsetHeight - parseFloat(getComputedStyle(words).minHeight) : 0;
    document.body.style.setProperty("--more", -more + "px");
  }

  // A tap removes the news that covers the layout.
  function putAway(event) {
    const news = event.target.closest(".play > .news");
    if (news) news.remove();
  }

  function ready() {
    document.addEventListener("click", putAway);
    document.addEventListener("click", pressPlace);
    document.addEventListener("click", pressHalf);
    document.addEventListener("keydown", pressArrow);
    document.addEventListener("keydown", pressKey);
    document.querySelectorAll("[data-print]").forEach((button) => {
      button.hidden = false;
      button.addEventListener("click", () => window.print());
    });
    const cited = document.getElementById(location.hash.slice(1)), fold = cited && cited.closest("details");
    if (fold) { fold.open = true; cited.scrollIntoView(); }
    keepRoom();
    document.body.addEventListener("htmx:beforeSwap", remember);
    document.body.addEventListener("htmx:afterSwap", own);
    document.body.addEventListener("htmx:afterSwap", put);
    document.body.addEventListener("htmx:afterSettle", typeOn);
    typedAt = byId("table");
    takesPictures();
  }

  window.referee = { say, newKey, keepRoom, keepFocus };
  document.addEventListener("DOMContentLoaded", ready);
})();
