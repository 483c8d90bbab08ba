// Draws tiles on the layout before the server has answered, with a dashed edge. The turn, hands, open ends and picker
// move on with them, as far as the rules in ahead.js can tell.
(function () {
  "use strict";

  const SOON = 60; // ms after the tile: if the answer arrives by then, nothing but the tile is drawn ahead of it

  let shown = null; // the table as the server sent it, and what has been laid on it since
  let isDue = false; // whether a redraw is scheduled

  const table = () => document.getElementById("table");
  const form = () => document.querySelector("#table form.tray");
  const choices = () => document.querySelector("#table form.tray > .choices"); // the server asks where a tile goes
  const layout = () => document.querySelector("#table .area .layout");
  const told = (name, what) => window.referee.say(name, what);
  const rules = () => window.referee.rules;
  const outbox = () => window.referee.outbox;

  // Laying ahead

  function moveOf(entry, facts) {
    const value = (name) => outbox().valueOf(entry, name);
    const by = value("by");
    if (facts.turn === null || (by && by !== facts.names[facts.turn])) return null;
    if (value("play")) return { play: value("play"), at: value("at"), out: value("out") };
    return value("draw") ? { draw: Number(value("draw")) } : value("knock") ? { pass: true } : null;
  }

  // The waiting entries for the table as shown, in order; empty if they were meant for another state of it.
  function waiting() {
    const entries = outbox() ? outbox().waitingHere().filter((each) => !each.back) : [];
    const [first] = entries;
    const keys = outbox() ? outbox().told().map((each) => each.key) : [];
    const fits = first && (first.after ? !keys.includes(first.after) : outbox().valueOf(first, "seq") === table().dataset.seq);
    return fits ? entries : [];
  }

  function begin() {
    if (!shown || shown.table !== table()) shown = { table: table(), sent: null, facts: rules().read(table().dataset.ahead), keys: [], drawn: 0, at: "", isLost: false };
  }

  // Draw only the tiles
  function lay(entries) {
    begin();
    for (const entry of entries.slice(shown.keys.length)) if (!goOn(entry)) break;
  }

  // Draw the tiles and everything else
  function look() {
    if (!table()) return;
    const entries = waiting();
    if (isTakenBack(entries)) restore();
    lay(entries);
    if (shown.keys.length > shown.drawn || shown.isLost !== entries.length > shown.keys.length) {
      const isOnTable = table().contains(document.activeElement);
      shown.isLost = entries.length > shown.keys.length;
      shown.drawn = shown.keys.length;
      keepTable();
      draw(entries[shown.drawn - 1]);
      if (isOnTable) window.referee.keepFocus();
      document.dispatchEvent(new CustomEvent("referee:waiting"));
    }
    tellUnsent();
  }

  function isTakenBack(entries) {
    if (!shown || shown.table !== table()) return false;
    const isFound = shown.isLost && entries.length <= shown.keys.length;
    return isFound || shown.keys.some((key, place) => !entries[place] || entries[place].key !== key);
  }

  // Redraw soon, but not under a finger.
  function soon() {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => window.setTimeout(() => {
      isDue = false;
      if (window.referee.isDown()) soon();
      else look();
    }, SOON));
  }

  // A tile is drawn in the frame after the tap if the server sent its pose, or showed it when it asked where. Otherwise
  // answers are fast here: only if one is late does the phone draw the tile where it assumes it to lie.
  function waits() {
    const entries = table() ? waiting() : [];
    if (!entries.length && !(shown && (shown.keys.length || shown.isLost))) return;
    const isBack = isTakenBack(entries);
    begin();
    if (!window.referee.isDown() && !isBack && shown.facts && (shown.facts.places || choices())) lay(entries);
    soon();
  }

  function goOn(entry) {
    const move = shown.facts && moveOf(entry, shown.facts);
    const after = move && rules().after(shown.facts, move);
    if (!after) return false;
    keepTable();
    if (move.play && layout()) window.referee.drawing.lay(layout(), move, shown.facts, after);
    shown.facts = after;
    shown.last = { move, by: outbox().valueOf(entry, "by") };
    shown.keys.push(entry.key);
    return true;
  }

  function keepTable() {
    shown.sent = shown.sent || { html: table().innerHTML, turn: table().dataset.turn };
  }

  // Put back what the server sent; the table itself stays, for the answer that may be on its way to it.
  function restore() {
    if (shown.sent) {
      table().innerHTML = shown.sent.html;
      table().dataset.turn = shown.sent.turn;
      window.htmx.process(table());
    }
    shown = null;
  }

  // Drawing the tray and the scores

  const make = (tag, className, text) => Object.assign(document.createElement(tag), { className, textContent: text === undefined ? "" : text });

  function draw(entry) {
    const { facts } = shown;
    const asked = choices();
    if (asked) { // already answered: the next buttons come with the server's answer
      asked.classList.add("idle");
      return;
    }
    const name = facts && facts.turn !== null ? facts.names[facts.turn] : "";
    if (entry) drawWords();
    window.referee.keepRoom();
    if (facts) drawScores(facts, name);
    const isOwn = name && facts.only !== null && facts.names[facts.only] === name; // the heading says so already
    const head = document.querySelector("#table .turn h2");
    if (head && name && !isOwn && !shown.isLost) head.textContent = told("turn", { name });
    if (!form() || !shown.keys.length) return;
    form().dataset.ahead = shown.isLost ? "" : "1";
    const by = form().elements.namedItem("by");
    if (by && name) by.value = name;
    table().dataset.turn = name;
    const isMine = name && (facts.only === null || facts.names[facts.only] === name);
    form().querySelectorAll(".picker, .ends").forEach((each) => each.classList.toggle("idle", !isMine));
    drawBar(facts, isMine);
    if (isMine) choose("");
  }

  function drawWords() {
    const { move, by } = shown.last;
    const before = document.querySelector("#table .tray > .words");
    const words = make("div", "words waits");
    const said = make("div", "said");
    const what = { name: by || "", tile: move.play || "" };
    said.append(make("p", "head", told(move.play ? "lays" : move.draw ? "draws" : "passes", what)), make("p", "sub", "\u00a0")); // a line that tellUnsent may fill
    if (move.play) {
      const tile = make("span", "words-tile");
      const [one, two] = rules().pipsOf(move.play);
      tile.innerHTML = '<svg class="tile waits" viewBox="-1 -.5 2 1.1" aria-hidden="true">' + window.referee.drawing.tileDrawn(one, two, 0, 0, 0, false) + "</svg>";
      words.append(tile);
    }
    words.append(said);
    const calls = before && before.querySelector(".calls");
    if (calls) { // they keep their place, so that nothing moves when the answer comes
      calls.classList.add("idle");
      words.append(calls);
    }
    if (before) before.replaceWith(words);
    else if (form()) form().querySelector(".turn, .picker").before(words);
  }

  // Whether the first entry that is not laid is a move that cannot simply be made: the referee will ask about it or refuse it.
  function isQuestioned() {
    const entry = shown && shown.table === table() && waiting()[shown.keys.length];
    return !!entry && !!shown.facts && !!moveOf(entry, shown.facts);
  }

  // If it takes long, say that it is not sent yet, and that points are not known.
  function tellUnsent() {
    const last = waiting().at(-1);
    const entry = last && outbox().told().find((each) => each.key === last.key);
    if (!entry || !entry.isUnsent) return;
    const sub = document.querySelector("#table .words.waits .sub");
    if (sub) sub.textContent = [told("unsent"), shown.facts.scores && shown.last.move.play ? told("points") : ""].filter(Boolean).join(" · ");
    const head = document.querySelector("#table .turn h2");
    if (!head || !(shown.isLost || shown.facts.turn === null)) return;
    const keys = form() ? [...form().querySelectorAll("button")] : [];
    for (const each of keys) each.disabled = !outbox().mayFollow(form(), each, last);
    const goesOn = !shown.facts && keys.some((each) => !each.disabled && each.closest(".picker"));
    head.textContent = told(goesOn ? "next" : "later");
    head.parentElement.classList.toggle("waits", !goesOn);
  }

  function drawScores(facts, name) {
    document.querySelectorAll("#table .scores .seat").forEach((seat) => {
      const place = facts.names.indexOf(seat.dataset.player);
      const held = seat.querySelector(".held");
      if (place < 0 || !held) return;
      held.setAttribute("aria-label", held.getAttribute("aria-label").replace(/\d+/, facts.held[place]));
      held.lastChild.textContent = facts.held[place];
      seat.classList.toggle("now", facts.names[place] === name);
    });
    document.querySelectorAll("#table .seat-ring [data-name]").forEach((seat) => seat.classList.toggle("now", seat.dataset.name === name));
    document.querySelectorAll("#table .scores .party").forEach((party) => party.classList.toggle("now", !!party.querySelector(".seat.now")));
  }

  // Draw shows how many tiles are left in the boneyard; Undo takes back what waits.
  function drawBar(facts, isMine) {
    const left = rules().left(facts);
    for (const [name, isPale] of [["draw", !left], ["knock", !!facts.draw && left > 0 && !(facts.draw === "one" && facts.drawn)]]) {
      const button = form().querySelector('.actions button[name="' + name + '"]');
      if (!button) continue;
      button.classList.toggle("idle", !isMine);
      button.classList.toggle("pale", isPale);
      const sub = button.querySelector("small");
      if (sub && name === "draw") sub.textContent = sub.textContent.replace(/\d+/, left);
    }
  }

  // Choosing without the server: a number or a place first, then a tile that can go there

  const isAway = () => !!shown && !!shown.facts && (shown.keys.length > 0 || shown.chooses || !navigator.onLine || window.referee.connection().now === "lost");

  function clear() {
    if (shown.asked) document.querySelector("#table .turn h2").textContent = shown.turn;
    shown.asked = null;
    form().querySelectorAll(".choices.here").forEach((each) => each.remove());
    form().querySelectorAll(".picker.covered").forEach((each) => each.classList.remove("covered"));
  }

  function choose(at) {
    shown.at = shown.at === at ? "" : at;
    shown.chooses = true;
    const field = form().querySelector('input[name="at"]') || form().appendChild(Object.assign(make("input", ""), { type: "hidden", name: "at" }));
    field.value = shown.at;
    clear();
    drawEnds();
    drawKeys();
  }

  function drawEnds() {
    const group = form().querySelector(".ends");
    if (!group) return;
    const numbers = rules().numbersOf(shown.facts);
    const each = [...new Set(numbers)].sort((one, other) => other - one);
    group.parentElement.className = "turn e" + each.length;
    group.replaceChildren(...each.map((number) => {
      const times = numbers.filter((one) => one === number).length;
      const isChosen = shown.at === String(number);
      const button = Object.assign(make("button", "end-button" + (isChosen ? " chosen" : ""), number), { type: "button" });
      button.setAttribute("aria-pressed", String(isChosen));
      button.dataset.number = number;
      if (times > 1) button.append(make("small", "", "×" + times));
      return button;
    }));
  }

  function drawKeys() {
    const { facts, at } = shown;
    form().querySelectorAll('.picker button[name="play"]').forEach((key) => {
      if (!facts.unseen.includes(key.value)) {
        key.replaceWith(make("span", "slot"));
        return;
      }
      const goes = rules().waysOf(facts, key.value, at).length > 0;
      key.classList.toggle("go", goes);
      key.classList.toggle("off", !goes);
      if (goes) key.setAttribute("aria-label", key.value);
      key.querySelector("svg").classList.toggle("cannot", !goes);
    });
  }

  // Asking for the end, if a tile fits more than one
  const isPlain = (tile) => new Set(rules().waysOf(shown.facts, tile, shown.at).map(rules().nameOf)).size < 2;

  function askWhere(key) {
    const ways = new Map(rules().waysOf(shown.facts, key.value, shown.at).map((each) => [rules().nameOf(each), each[0]]));
    const choices = make("div", "choices here");
    const head = document.querySelector("#table .turn h2");
    clear();
    Object.assign(shown, { asked: key, turn: head.textContent, chooses: true });
    for (const [at, on] of ways) {
      const button = Object.assign(make("button", "button choice", told("end", on)), { type: "button" });
      button.dataset.at = at;
      choices.append(button);
    }
    choices.append(Object.assign(make("button", "button choice", told("another")), { type: "button" }));
    const picker = form().querySelector(".picker");
    picker.append(choices);
    picker.classList.add("covered");
    head.textContent = told("where", key.value);
  }

  function layAt(at) {
    const key = shown.asked;
    const field = form().querySelector('input[name="at"]');
    choose("");
    (field || form().querySelector('input[name="at"]')).value = at;
    form().requestSubmit(key);
  }

  function pressed(event) {
    if (shown && shown.keys.length > shown.drawn) look(); // the tap is for the table after the previous tile
    const target = event.target.closest("#table [data-place], #table .end-button, #table .choices.here button, #table .picker button[name=play]");
    if (!target || !form() || choices() || !isAway()) return;
    const at = target.dataset.at || target.dataset.place || (target.matches(".end-button") ? target.dataset.number || target.id.replace("end-", "") : "");
    if (target.name === "play" && isPlain(target.value)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (target.name === "play") askWhere(target);
    else if (shown.asked && target.matches("[data-at], [data-place]")) layAt(at);
    else choose(at);
  }

  function ready() {
    document.addEventListener("click", pressed, true);
    document.addEventListener("referee:changed", look);
    document.addEventListener("referee:waiting", waits);
    look();
  }

  window.referee.ahead = { look, isQuestioned, lies: (entry) => !!shown && shown.keys.includes(entry.key) };
  document.addEventListener("DOMContentLoaded", ready);
})();
