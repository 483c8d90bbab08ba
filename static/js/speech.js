// Reads the ruling, the turn and the ends aloud, or listens for moves. What it hears is pressed on the page, so that it is
// judged, sent and refused like a tap.
(() => {
  "use strict";

  const { one, all, make, table, on, wordsOf } = referee;
  const { dataset: choices, lang: language } = document.documentElement;
  const told = wordsOf("#speech");
  const voice = choices.aloud && window.SpeechSynthesisUtterance ? speechSynthesis : null;
  const Listener = choices.listens && (window.SpeechRecognition || window.webkitSpeechRecognition);
  const PATIENCE = 6000; // ms for the page to follow one press

  // Reading aloud

  let last = "";

  // The phone's regional variant of the page's language, if it has one: "es-MX" for "es".
  function dialect() {
    return navigator.languages.find((each) => each.split("-")[0] === language) || language;
  }

  function speak() {
    if (!voice || !table()) return;
    const { said: ruling, ends } = table().dataset;
    const text = [one("#table .notice")?.textContent, ruling, ends].filter(Boolean).join(" ").replace(/\b(\d+)-(\d+)\b/g, "$1 $2").trim(); // or 6-4 would be read as a subtraction
    if (!text || text === last) return;
    last = text;
    voice.cancel();
    const said = new SpeechSynthesisUtterance(text);
    said.lang = dialect();
    const voices = voice.getVoices();
    const own = voices.find((each) => each.lang.replace("_", "-") === said.lang) || voices.find((each) => each.lang.slice(0, 2) === language);
    if (own) said.voice = own;
    voice.speak(said);
  }

  // Understanding

  const plain = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim();
  const ways = (name) => told(name).split(",").map(plain);
  const numbers = told("numbers").split(";").map((each) => each.split(",").map(plain));

  function numberOf(word) {
    if (/^\d+$/.test(word)) return Number(word) < numbers.length ? Number(word) : -1;
    return numbers.findIndex((each) => each.includes(word));
  }

  // "six four", "double six", "6 4" and "64" as "6-4", "6-6"; null if it is not a tile
  function tileOf(said) {
    let found = said.filter((each) => !ways("fillers").includes(each));
    if (found.length === 2 && ways("double").includes(found[0])) found = [found[1], found[1]];
    if (found.length === 1 && /^\d\d$/.test(found[0])) found = [...found[0]];
    const halves = found.map(numberOf);
    if (halves.length !== 2 || halves.includes(-1)) return null;
    return Math.max(...halves) + "-" + Math.min(...halves);
  }

  // "my train", "Ana's train", "the Mexican train" as the page has it; null if there is none
  function trainOf(said) {
    const named = (words) => words.filter((each) => !ways("train").includes(each)).join(" ");
    const isMine = ways("my").includes(named(said));
    const trains = all(isMine ? ".lane.now [data-on]" : ".lane [data-on]").map((each) => onto(each)[0]);
    return trains.find((each) => isMine || named(plain(each).split(" ")) === named(said)) || null;
  }

  function understand(text) {
    const said = plain(text);
    for (const what of ["draw", "pass", "undo"]) if (ways(what).includes(said)) return { press: what };
    const words = said.split(" ");
    const on = words.findIndex((each) => ways("on").includes(each));
    const rest = words.slice(on + 1);
    if (on > 0) {
      const tile = tileOf(words.slice(0, on));
      const place = tileOf(rest) || trainOf(rest);
      return tile && place ? { tile, place } : null;
    }
    const tile = tileOf(rest);
    const place = !tile && rest.some((each) => ways("train").includes(each)) ? trainOf(rest) : "";
    return tile || place ? { tile, place } : null;
  }

  // Pressing

  const form = () => one("#table form.tray, #table form.whole, #table form.sheet");
  const find = (selector) => form() && one(selector, form());
  const PRESSED = { draw: 'button[name="draw"], button[name="forced"], .who-lays div:only-child button[name="say"]', pass: 'button[name="knock"]', undo: 'button[name="undo"]' };

  const button = (tile) => () => find(`:is(.picker, .hand-keys) button[value="${tile}"], #k-${tile}`);
  const half = (tile) => () => find("#k-" + tile.split("-")[0]);
  const choice = (name) => () => only(all("button[data-choice]", form()).filter((each) => onto(each)[0] === name)) || only(places(name));
  const only = (found) => (found.length === 1 ? found[0] : null);

  // What an open place belongs to (a tile, or a train in words), and the number there
  function onto(each) {
    const name = each.dataset.on || each.dataset.place || each.dataset.choice;
    const bar = name.lastIndexOf("/");
    return bar < 0 ? [name, ""] : [name.slice(0, bar), name.slice(bar + 1)];
  }

  const places = (name) => all(".area [data-place], .lane [data-on]").filter((each) => onto(each)[0] === name);

  // An open place of that name in the drawing; of two, the one that the tile fits
  function place(on, tile) {
    return () => {
      const found = places(on);
      return found.find((each) => tile.split("-").includes(onto(each)[1])) || found.find((each) => !each.dataset.on);
    };
  }

  // The presses to make one after the other; null if the page has no button for it now
  function steps(meant) {
    if (meant.press) return find(PRESSED[meant.press]) ? [() => find(PRESSED[meant.press])] : labelled(meant.text);
    if (!meant.tile || find("[data-choice]")) return choice(meant.place || meant.tile)() ? [choice(meant.place || meant.tile)] : null;
    const at = meant.place && place(meant.place, meant.tile)();
    if (meant.place && !at) return null;
    const isOpen = !!button(meant.tile)() || (at && at.dataset.on); // a tap on a train or toe shows its tiles
    if (!isOpen && !half(meant.tile)()) return null;
    return [...(at ? [place(meant.place, meant.tile)] : []), ...(isOpen ? [] : [half(meant.tile)]), button(meant.tile)];
  }

  function labelled(text) {
    const found = form() && all("button:not(.microphone), a.button", form()).find((each) => [(each.firstChild || each).textContent, each.getAttribute("aria-label") || ""].map(plain).includes(plain(text)));
    return found ? [() => found] : null;
  }

  function changed() {
    return new Promise((resolve) => {
      setTimeout(resolve, PATIENCE);
      document.addEventListener("referee:changed", () => setTimeout(resolve), { once: true });
    });
  }

  async function press([step, ...more]) {
    const what = step();
    if (!what) return false;
    const done = changed();
    what.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    if (!more.length) return true;
    await done;
    return press(more);
  }

  // Listening

  let hearing = null;
  let hush = 0;

  function show(text) {
    if (!one("#heard")) one("#strip").append(make("p", { id: "heard", className: "behind" }));
    const line = Object.assign(one("#heard"), { textContent: text, hidden: !text });
    clearTimeout(hush);
    if (!hearing) hush = setTimeout(() => { line.hidden = true; }, 7000);
  }

  const nameOf = (meant, text) => (meant?.tile && meant.place ? told("place", meant) : meant?.tile || meant?.place || text);

  // Of all alternatives, the first that can be entered now, else the first that is understood
  async function take(alternatives) {
    let first = null;
    for (const text of alternatives) {
      const meant = understand(text);
      const presses = meant ? steps({ ...meant, text }) : labelled(text);
      if (presses) {
        show(told("heard", nameOf(meant, text)));
        if (!await press(presses)) show(told("missing", text));
        return;
      }
      if (meant && !first) first = nameOf(meant, text);
    }
    show(first ? told("missing", first) : told("unclear", alternatives[0] || ""));
  }

  function listen() {
    if (hearing) { hearing.abort(); return; }
    voice?.cancel();
    const listener = new Listener();
    Object.assign(listener, { lang: dialect(), maxAlternatives: 5, interimResults: false, continuous: false });
    let ended = told("nothing");
    listener.onresult = (event) => {
      ended = "";
      hearing = null;
      take(Array.from(event.results[0], (each) => each.transcript));
    };
    listener.onerror = (event) => {
      if (event.error === "aborted") ended = "";
      if (event.error === "not-allowed" || event.error === "service-not-allowed") ended = told("forbidden");
    };
    listener.onend = () => {
      const wasHeard = !hearing && !ended;
      hearing = null;
      if (!wasHeard) show(ended);
      mark();
    };
    hearing = listener;
    try { listener.start(); } catch (refused) { hearing = null; }
    if (hearing) show(told("listening"));
    mark();
  }

  const ICON = '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 3a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0V6a3 3 0 0 1 3-3zM6 11a6 6 0 0 0 12 0M12 17v4"/></svg>';

  function mark() {
    const button = one(".microphone");
    if (!button) return;
    button.setAttribute("aria-label", told(hearing ? "stop" : "speak"));
    button.classList.toggle("on", !!hearing);
  }

  function offer() {
    if (!Listener || one(".microphone")) return;
    const row = find(".turn") || find(".actions");
    if (!row) return;
    const isLast = row.matches(".turn") && !one(".end", row);
    row.append(make("button", { type: "button", className: "icon-link microphone" + (isLast ? " end" : ""), innerHTML: ICON }));
    mark();
  }

  function look() {
    offer();
    speak();
  }

  look();
  on("referee:changed", look);
  // Not on the button itself, which laid.js may have put back.
  on("click", (event) => { if (event.target.closest(".microphone")) listen(); });
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); }); // speech may have been switched off since
  addEventListener("pagehide", () => {
    voice?.cancel();
    hearing?.abort();
  });
})();
