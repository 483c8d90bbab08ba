// If switched on, reads the ruling, the turn and the ends aloud, or listens for spoken moves. What it hears is pressed
// on the page, so that it is judged, sent and refused like a tap.
(function () {
  "use strict";

  const choices = document.documentElement.dataset;
  const block = document.getElementById("speech");
  const words = block ? JSON.parse(block.textContent) : {};
  const told = (name, what) => (words[name] || "").replace("{what}", () => what);
  const language = document.documentElement.lang;
  const voice = choices.aloud && window.SpeechSynthesisUtterance ? window.speechSynthesis : null;
  const Listener = choices.listens && (window.SpeechRecognition || window.webkitSpeechRecognition);
  const PATIENCE = 6000; // ms for the page to follow one press

  // Reading aloud

  let last = "";

  // The phone's regional variant of the page's language, if it has one: "es-MX" for "es".
  function dialect() {
    const own = navigator.languages || [navigator.language || ""];
    return own.find((each) => each.split("-")[0] === language) || language;
  }

  function speak() {
    const table = document.getElementById("table");
    if (!voice || !table) return;
    const notice = table.querySelector(".notice");
    const text = [notice && notice.textContent, table.dataset.said, table.dataset.ends].filter(Boolean).join(" ").replace(/\b(\d+)-(\d+)\b/g, "$1 $2").trim(); // or 6-4 would be read as a subtraction
    if (!text || text === last) return;
    last = text;
    voice.cancel();
    const said = new window.SpeechSynthesisUtterance(text);
    said.lang = dialect();
    const voices = voice.getVoices();
    const own = voices.find((each) => each.lang.replace("_", "-") === said.lang) || voices.find((each) => each.lang.slice(0, 2) === language);
    if (own) said.voice = own;
    voice.speak(said);
  }

  // Understanding

  const plain = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim();
  const ways = (name) => (words[name] || "").split(",").map(plain);
  const numbers = (words.numbers || "").split(";").map((each) => each.split(",").map(plain));

  function numberOf(word) {
    if (/^\d+$/.test(word)) return Number(word) < numbers.length ? Number(word) : -1;
    return numbers.findIndex((each) => each.includes(word));
  }

  // "six four", "double six", "6 4" and "64" as "6-4", "6-6"; null if it is not a tile
  function tileOf(said) {
    const found = said.filter((each) => !ways("fillers").includes(each));
    const one = found.length === 1 && found[0].match(/^(\d)(\d)$/);
    const halves = (one ? one.slice(1) : ways("double").includes(found[0]) ? [found[1], found[1]].slice(0, found.length === 2 ? 2 : 0) : found).map((each) => numberOf(each || ""));
    if (halves.length !== 2 || halves.includes(-1)) return null;
    return Math.max(...halves) + "-" + Math.min(...halves);
  }

  // "my train", "Ana's train", "the Mexican train" as the page's words for it; null if there is no such train
  function trainOf(said) {
    const named = (all) => all.filter((each) => !ways("train").includes(each)).join(" ");
    const isMine = ways("my").includes(named(said));
    const all = [...document.querySelectorAll(isMine ? ".lane.now [data-on]" : ".lane [data-on]")].map((each) => onto(each)[0]);
    return all.find((each) => isMine || named(plain(each).split(" ")) === named(said)) || null;
  }

  function understand(text) {
    const said = plain(text);
    for (const what of ["draw", "pass", "undo"]) if (ways(what).includes(said)) return { press: what };
    const all = said.split(" ");
    const on = all.findIndex((each) => ways("on").includes(each));
    const rest = all.slice(on + 1);
    if (on > 0) {
      const tile = tileOf(all.slice(0, on));
      const place = tileOf(rest) || trainOf(rest);
      return tile && place ? { tile, place } : null;
    }
    const tile = tileOf(rest);
    const place = !tile && rest.some((each) => ways("train").includes(each)) ? trainOf(rest) : "";
    return tile || place ? { tile, place } : null;
  }

  // Pressing

  const form = () => document.querySelector("#table form.tray, #table form.whole, #table form.sheet");
  const find = (selector) => form() && form().querySelector(selector);
  const PRESSED = { draw: 'button[name="draw"], button[name="forced"], .who-lays div:only-child button[name="say"]', pass: 'button[name="knock"]', undo: 'button[name="undo"]' };

  const button = (tile) => () => find('.picker button[value="' + tile + '"], .hand-keys button[value="' + tile + '"], #k-' + tile);
  const half = (tile) => () => find("#k-" + tile.split("-")[0]);
  const choice = (name) => () => only([...form().querySelectorAll("button[data-choice]")].filter((each) => onto(each)[0] === name)) || only(places(name));
  const only = (all) => (all.length === 1 ? all[0] : null);

  // What an open place belongs to (a tile, or a train in words), and the number there
  function onto(each) {
    const name = each.dataset.on || each.dataset.place || each.dataset.choice;
    const bar = name.lastIndexOf("/");
    return bar < 0 ? [name, ""] : [name.slice(0, bar), name.slice(bar + 1)];
  }

  const places = (name) => [...document.querySelectorAll(".area [data-place], .lane [data-on]")].filter((each) => onto(each)[0] === name);

  // An open place of that name in the drawing; of two, the one that the tile fits
  function place(on, tile) {
    return () => {
      const all = places(on);
      return all.find((each) => tile.split("-").includes(onto(each)[1])) || all.find((each) => !each.dataset.on);
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

  // A button or link of the tray by its words
  function labelled(text) {
    const now = form();
    const found = now && [...now.querySelectorAll("button:not(.microphone), a.button")].find((each) => [(each.firstChild || each).textContent, each.getAttribute("aria-label") || ""].map(plain).includes(plain(text)));
    return found ? [() => found] : null;
  }

  function changed() {
    return new Promise((resolve) => {
      const timer = window.setTimeout(resolve, PATIENCE);
      document.addEventListener("referee:changed", () => { window.clearTimeout(timer); window.setTimeout(resolve, 0); }, { once: true });
    });
  }

  async function press(all) {
    for (const [n, step] of all.entries()) {
      const what = step();
      if (!what) return false;
      const done = changed();
      if (what.click) what.click();
      else what.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
      if (n + 1 < all.length) await done;
    }
    return true;
  }

  // Listening

  let hearing = null;
  let hush = 0;

  function show(text) {
    let line = document.getElementById("heard");
    if (!line) {
      line = Object.assign(document.createElement("p"), { id: "heard", className: "behind" });
      document.getElementById("strip").append(line);
    }
    line.textContent = text;
    line.hidden = !text;
    window.clearTimeout(hush);
    if (!hearing) hush = window.setTimeout(() => { line.hidden = true; }, 7000);
  }

  function nameOf(meant, text) {
    if (meant.press || meant.label) return text;
    return meant.place && meant.tile ? words.place.replace("{tile}", meant.tile).replace("{place}", meant.place) : meant.tile || meant.place;
  }

  // Of all alternatives, the first that can be entered now, else the first that is understood
  async function take(alternatives) {
    let first = null;
    for (const text of alternatives) {
      const meant = understand(text);
      const all = meant ? steps({ ...meant, text }) : labelled(text);
      if (all) {
        show(told("heard", nameOf(meant || { label: true }, text)));
        if (!await press(all)) show(told("missing", text));
        return;
      }
      if (meant && !first) first = nameOf(meant, text);
    }
    show(first ? told("missing", first) : told("unclear", alternatives[0] || ""));
  }

  function listen() {
    if (hearing) { hearing.abort(); return; }
    if (voice) voice.cancel();
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
    const button = document.querySelector(".microphone");
    if (!button) return;
    button.setAttribute("aria-label", told(hearing ? "stop" : "speak"));
    button.classList.toggle("on", !!hearing);
  }

  function offer() {
    if (!Listener || !form() || document.querySelector(".microphone")) return;
    const row = find(".turn") || find(".actions");
    if (!row) return;
    const button = Object.assign(document.createElement("button"), { type: "button", className: "icon-link microphone", innerHTML: ICON });
    if (row.matches(".turn") && !row.querySelector(".end")) button.classList.add("end");
    button.addEventListener("click", listen);
    row.append(button);
    mark();
  }

  function ready() {
    offer();
    speak();
    document.addEventListener("referee:changed", () => { offer(); speak(); });
    window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); }); // speech may have been switched off since
    window.addEventListener("pagehide", () => {
      if (voice) voice.cancel();
      if (hearing) hearing.abort();
    });
  }

  document.addEventListener("DOMContentLoaded", ready);
})();
