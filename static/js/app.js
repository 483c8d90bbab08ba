// What the scripts share, and what a page does beyond its forms and links: announcing rulings, zooming the layout, keys.
(() => {
  "use strict";

  const one = (selector, within = document) => within.querySelector(selector);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const table = () => one("#table");
  const on = (events, act) => events.split(" ").forEach((each) => document.addEventListener(each, act));
  const announce = (event) => document.dispatchEvent(new CustomEvent(event));

  function make(tag, properties, ...content) {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...content);
    return made;
  }

  const part = (tag, className, ...content) => make(tag, { className }, ...content);
  const button = (label, act) => make("button", { type: "button", className: "button", textContent: label, onclick: act });

  // Show what only scripts can do, and do it at a tap.
  function offer(selector, act) {
    for (const each of all(selector)) {
      each.hidden = false;
      each.addEventListener("click", (event) => act(each, event));
    }
  }

  // A line of a list: what happened, and what can be done about it.
  function row(text, ...buttons) {
    return make("li", { className: buttons.length > 1 ? "several" : "" }, make("span", {}, ...text), ...buttons);
  }

  // The text with a mark after each name that runs from right to left, as pages have it (spelling.py).
  const inOrder = (text) => text.replace(/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]['\u2019"]?(?=[^\p{L}\p{N}_]*[0-9]|\s*[,;:·&+=]|\s*$)/gu, "$&\u200e");

  // The words, so that no line breaks at the hyphen of a tile (typesetting.py)
  const unbroken = (text) => text.split(/\b(\d+-\d+)\b/).map((each, n) => (n % 2 ? make("span", { className: "unbroken", textContent: each }) : each));

  // Says the words with a name, in the page's language; `what`, or each of its properties by name, is filled in.
  function wordsOf(block) {
    const words = JSON.parse(one(block)?.textContent || "{}");
    return (name, what) => inOrder((words[name] || "").replace(/{(\w+)}/g, (_, part) => (part === "what" ? what : what[part])));
  }

  const say = wordsOf("#words");

  // The layout zooms out in one step, from the old view to the new one. Nothing else moves it.
  const STEP_TAKES = 180;
  const viewOf = (drawing) => drawing?.getAttribute("viewBox").split(" ").map(Number);

  function stepBack(was) {
    const drawing = one(".area .layout");
    const now = viewOf(drawing);
    if (!was || !now || String(was) === String(now) || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const began = performance.now();
    let view = drawing.getAttribute("viewBox");
    const draw = (time) => {
      if (drawing.getAttribute("viewBox") !== view) return; // a tile was laid meanwhile
      const rest = Math.max(0, 1 - (time - began) / STEP_TAKES) ** 2;
      view = now.map((each, n) => each + (was[n] - each) * rest).join(" ");
      drawing.setAttribute("viewBox", view);
      if (rest) requestAnimationFrame(draw);
    };
    draw(began);
  }

  const tray = () => one("#table form.tray, #table form.whole");

  // Tapping a place in the layout is the same as its button in the tray. If no tile is chosen yet, it selects the
  // place, and then only the tiles that can go there are lit.
  function pressPlace(event) {
    const place = event.target.closest("[data-place]");
    const form = place && tray();
    if (!form) return;
    const name = place.dataset.place;
    const button = one(`[data-choice="${CSS.escape(name)}"]`, form);
    if (button) button.click();
    else if (one(".picker", form)) {
      const address = form.getAttribute("action") + "?at=" + encodeURIComponent(name);
      htmx.ajax("GET", address, { source: place, target: "#table", select: "#table", swap: "outerHTML" });
    }
  }

  // The focus stays where it was, also after news, as long as that is there; else it moves to what is asked next.
  function nameOf(each) {
    if (each.id) return "#" + CSS.escape(each.id);
    if (each.matches("summary")) return "." + each.parentElement.classList[0] + " > summary";
    const named = each.name ? (each.matches("button, [type=radio]") ? ["name", "value"] : ["name"]) : [each.matches("[aria-label]") ? "aria-label" : "href"];
    return each.localName + named.map((name) => `[${name}="${CSS.escape(each.getAttribute(name))}"]`).join("");
  }

  const ASKED = [".words.refused .no", ".words.big .head", ".words:has(.calls) .head", ".turn h2", "h2", "h1"];
  const isSeen = (each) => getComputedStyle(each).visibility !== "hidden";

  function keepFocus(was = "h2") {
    const focus = document.activeElement;
    if (focus && focus !== document.body && isSeen(focus)) return;
    const found = [was, ...ASKED].map((each) => all("main " + each).find(isSeen)).find(Boolean);
    if (!found) return;
    if (!found.matches("a, button, input, summary, [tabindex]")) found.tabIndex = -1;
    found.focus({ preventScroll: !found.matches(".verdict") });
  }

  const isChord = (event) => event.altKey || event.ctrlKey || event.metaKey;
  const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  function pressArrow(event) {
    const step = STEPS[event.key];
    const keys = step && event.target.closest(".picker, .choices, .amounts, .hand-keys, .board");
    if (!keys || isChord(event) || event.shiftKey) return;
    event.preventDefault();
    const middle = (each) => { const box = each.getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]; };
    const from = middle(event.target);
    const ways = all("a, button", keys).map((each) => {
      const [x, y] = middle(each).map((at, axis) => at - from[axis]);
      const along = x * step[0] + y * step[1];
      return { each, along, far: along + 4 * Math.abs(step[0] ? y : x) };
    });
    ways.filter(({ along }) => along > 4).sort((near, next) => near.far - next.far)[0]?.each.focus();
  }

  // Keyboard: two numbers lay a tile, a number or arrows choose its place, letters press the buttons that show them.
  let numbers = []; // the halves typed so far
  let digits = ""; // the digits of an unfinished number: "1" if there are twelves
  let isEarly = false; // whether they are for the table after the tile that waits for its answer

  function tell(words) {
    const told = one("#table .typing");
    if (!told) return;
    told.firstChild.hidden = !!words;
    told.lastChild.textContent = words;
  }

  const tellTyped = () => tell(numbers.length || digits ? [...numbers, digits, "…"].join(" ") : "");

  function forget() {
    const isBegun = !!(numbers.length || digits);
    numbers = [];
    digits = "";
    isEarly = false;
    return isBegun;
  }

  const waits = () => referee.outbox?.waitingHere().length > 0;

  // Press the tile that was typed; in a large set press its first half first. Without a connection the phone opens a
  // number by itself, and goes on at once.
  function lay(isNew) {
    const picker = tray() && one(".picker", tray());
    const [first, other] = numbers;
    if (!picker || first === undefined) return;
    if (picker.matches(".pad")) {
      if (isNew || other === undefined) press(one("#k-" + first, picker), picker);
      return;
    }
    if (other === undefined) return;
    const isBefore = waits() && !tray().dataset.ahead; // these are the tiles before one that waits, not those after it
    const name = Math.max(first, other) + "-" + Math.min(first, other);
    const key = one("#k-" + name, picker);
    if (key) {
      numbers = numbers.slice(2);
      isEarly = numbers.length > 0;
      key.click();
      tellTyped();
    } else if (picker.matches(".only") && !isBefore) {
      press(one(".turn .end", tray()), picker); // another number
    } else if (!picker.matches(".row") || !isBefore) {
      numbers = picker.matches(".row") ? [first] : [];
      tell(picker.matches(".doubles") ? "" : say("gone", name));
    }
  }

  function press(button, picker) {
    button?.click();
    if (one(".picker", tray()) !== picker) lay(true);
  }

  function type(digit, high) {
    isEarly ||= waits();
    if (digits && Number(digits + digit) > high) take(digits);
    digits += digit;
    if (Number(digits) * 10 > high || digits === "0") take(digits);
    else tellTyped();
  }

  function take(number) {
    referee.ahead?.look(); // it is for the table after all that waits
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
  let typedAt = table();

  function typeOn() {
    if (table() === typedAt) return;
    typedAt = table();
    if (!one(".refused, .choice", typedAt) && (isEarly || numbers.length === 2 || one(".picker.row", typedAt))) {
      isEarly = false;
      tellTyped();
      lay(true);
    } else forget();
  }

  const wayOut = () => tray()?.querySelector('[aria-keyshortcuts="Escape"], .icon-link.end');
  let back = null;

  // Back on an Android phone leaves a step, as its button does, and not the table.
  function watchBack() {
    back?.destroy();
    back = window.CloseWatcher && wayOut() ? new CloseWatcher() : null;
    if (back) back.onclose = () => wayOut()?.click();
  }

  function pressKey(event) {
    const form = tray();
    const isTyping = event.target.closest("input, select, textarea, [contenteditable]");
    if (!form || isTyping || event.defaultPrevented || event.repeat || isChord(event)) return;
    const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
    const places = all(".choice", form);
    const picker = one(".picker", form);
    const isDigit = /^[0-9]$/.test(key);
    let found = null;
    if (isDigit && places.length) found = places[key - 1];
    else if (isDigit && picker) type(key, picker.matches(".p15") ? 15 : picker.matches(".p12") ? 12 : 9);
    else if (key === "Enter" && digits) take(digits);
    else if (STEPS[key] && places.length) places.at(STEPS[key][0] + STEPS[key][1] < 0 ? -1 : 0).focus();
    else if (key === "Escape" && forget() && !one(".picker.row", form)) {
      tellTyped();
      event.preventDefault(); // a step that is open stays
    } else found = key === "Escape" ? wayOut() : one(`[aria-keyshortcuts="${CSS.escape(key)}"]`, form);
    if (found) found.click();
    const isBegun = key === "Enter" && numbers.length && !event.target.closest(".picker"); // Enter on a tile lays that tile
    if (found || isDigit || isBegun) event.preventDefault();
  }

  // Where a code is asked for, letters from a keyboard go into its field, wherever the focus is.
  function typeCode(event) {
    const field = one(".tv-ask .field");
    if (!field || event.target === field || !/^[a-z0-9]$/i.test(event.key) || isChord(event)) return;
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
  }

  // Load what a page can do without at first: the second copy of the book, and what shrinks a picture that can be taken.
  function loadMore() {
    for (const { dataset: { script } } of all("[data-script]")) {
      if (!one(`script[src="${script}"]`)) document.head.append(make("script", { className: "more", src: script }));
    }
  }

  let before = null;

  function remember() {
    const focus = document.activeElement;
    const form = one(".play > .tray");
    before = {
      table: table(),
      top: one(".area")?.scrollTop,
      height: form ? form.offsetHeight + parseFloat(getComputedStyle(form).marginTop) : 0,
      view: viewOf(one(".area .layout")),
      focus: focus?.closest("#table") && nameOf(focus),
    };
  }

  // To remove what has the focus, a browser first lays out the old table beside the new one, which takes 10 of the 86 ms of a
  // tap with its answer. `put` gives the focus back.
  function letGo({ detail }) {
    const focus = document.activeElement;
    if (detail.shouldSwap && detail.target.contains(focus) && !focus.matches("input, select, textarea")) focus.blur();
  }

  function newKey() {
    const bytes = crypto.getRandomValues(new Uint8Array(12));
    return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
  }

  // The server sends the same part of the page to all phones; this phone's token and form keys are filled in here.
  function own() {
    for (const each of all('#table input[name="csrf_token"]')) each.value ||= document.body.dataset.token;
    for (const each of all('#table input[name="key"]')) each.value ||= newKey();
  }

  function put() {
    const now = table();
    if (!before || !now || now === before.table) return;
    const was = before;
    before = null;
    if (one(".area")) one(".area").scrollTop = was.top;
    one(".tray > .choices", now)?.parentElement.style.setProperty("--kept", was.height + "px"); // the layout must not move while a question is open
    keepRoom();
    stepBack(was.view);
    const isRead = now.matches(".before, .settled, .over");
    const { classList } = document.body;
    classList.toggle("felt", !isRead);
    classList.toggle("paper", isRead);
    classList.toggle("playing", now.matches(".play"));
    if (was.focus) keepFocus(was.focus);
    const { said, title } = now.dataset;
    const line = one("#said"); // read aloud by a screen reader
    if (line && line.textContent !== said) line.textContent = said;
    if (title) document.title = title;
    loadMore();
    watchBack();
    announce("referee:changed");
  }

  // A ruling with too many lines takes the room that is free in the tray, then covers the bottom of the layout, which
  // keeps its size, unless a tile or an open end would be covered; or the tray is beside the layout, or the font is so
  // large that the page scrolls.
  function keepRoom() {
    const area = one(".play > .area");
    const words = area && one(".play > .tray > .words:not(.refused)");
    const tray = words && words.parentElement;
    const gives = tray && getComputedStyle(area).flexGrow === "1" && getComputedStyle(tray).position === "relative";
    const over = (each) => each.offsetHeight - parseFloat(getComputedStyle(each).minHeight);
    const cover = (high) => document.body.style.setProperty("--more", -high + "px");
    const high = gives ? Math.min(over(words), over(tray)) : 0;
    cover(high);
    const isCovered = (each) => each.getBoundingClientRect().bottom > tray.getBoundingClientRect().top;
    if (high > 0 && all("g.tile, .place rect", area).some(isCovered)) cover(0);
  }

  // A new player's name leaves its field as soon as it is sent, so that the next name can be typed while the page loads.
  const typedName = () => one("#typed");
  let sentName = "";
  let nextName = "";

  function sendName({ target }) {
    if (!target.contains(typedName())) return;
    sentName = typedName().value;
    typedName().value = "";
  }

  function giveNameBack() {
    if (typedName() && !typedName().value) typedName().value = sentName;
  }

  function keepNextName() {
    nextName = typedName()?.value || "";
  }

  function goOnWithName() {
    if (nextName && typedName()) {
      typedName().value = nextName;
      typedName().focus();
    }
    sentName = nextName = "";
  }

  const putAway = (event) => event.target.closest(".play > .news")?.remove();

  for (const act of [putAway, pressPlace, pressHalf]) on("click", act);
  for (const act of [pressArrow, pressKey, typeCode]) on("keydown", act);
  offer("[data-print]", () => print());
  const cited = document.getElementById(location.hash.slice(1));
  const fold = cited?.closest("details");
  if (fold) {
    fold.open = true;
    cited.scrollIntoView();
  }
  one(".yard.lies .tinted")?.scrollIntoView({ block: "nearest" }); // the tile that is corrected
  keepRoom();
  loadMore();
  watchBack();
  on("htmx:beforeSend", sendName);
  on("htmx:sendError htmx:responseError htmx:timeout", giveNameBack);
  on("htmx:beforeSwap", keepNextName);
  on("htmx:afterSwap", goOnWithName);
  on("htmx:beforeSwap", remember);
  addEventListener("htmx:beforeSwap", letGo); // after all others, which may keep the table as it is
  for (const act of [own, put]) on("htmx:afterSwap", act);
  on("htmx:afterSettle", typeOn);

  window.referee = { one, all, make, part, button, row, unbroken, offer, table, on, announce, wordsOf, say, newKey, keepRoom, keepFocus };
})();
