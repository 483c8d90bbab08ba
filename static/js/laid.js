// Draws tiles on the layout before the server has answered, with a dashed edge. The turn, hands, open ends and picker
// move on with them, as far as the rules in ahead.js can tell.
(() => {
  "use strict";

  const { one, all, make, part, unbroken, table, on, announce, say, keepFocus, keepRoom, isDown, rules, drawing, calls } = referee;
  const SOON = 60; // ms after the tile: if the answer arrives by then, nothing but the tile is drawn ahead of it

  let shown = null; // the table as the server sent it, and what has been laid on it since
  let isDue = false; // whether a redraw is scheduled
  let under = null; // while an amount is chosen: the table, what was shown of it, and the call if this phone asks for it

  const form = () => one("#table form.tray");
  const choices = () => one("#table form.tray > .choices"); // the server asks where a tile goes
  const heading = () => one("#table .turn h2");

  // Laying ahead

  function moveOf(entry, facts) {
    const { by, play, at, out, draw, knock, claim, muggins } = Object.fromEntries([...entry.fields].reverse()); // of two the first, as on the server
    if (claim || muggins) return { call: claim ? "claim" : "muggins", by, points: claim || muggins };
    if (facts.turn === null || (by && by !== facts.names[facts.turn])) return null;
    if (play) return { play, at, out };
    return draw ? { draw: Number(draw) } : knock ? { pass: true } : null;
  }

  // The waiting entries for the table as shown, in order; empty if they were meant for another state of it.
  function waiting() {
    const entries = referee.outbox?.waitingHere().filter((each) => !each.back) || [];
    const [first] = entries;
    const fits = first && (first.after ? referee.outbox.lateHere() || !referee.outbox.told().some((each) => each.key === first.after) : referee.outbox.valueOf(first, "seq") === table().dataset.seq);
    return fits ? entries : [];
  }

  function begin() {
    if (shown?.table !== table()) shown = { table: table(), facts: rules.read(table().dataset.ahead), keys: [], coupled: [], drawn: 0, at: "", isLost: false };
  }

  // Draw only the tiles
  function lay(entries) {
    begin();
    if (entries.length && referee.outbox.lateHere()) return;
    for (const entry of entries.slice(shown.keys.length)) if (!goOn(entry)) break;
  }

  // Draw the tiles and everything else
  function look() {
    if (!table()) return;
    if (under) seeAmounts();
    const entries = waiting();
    if (isTakenBack(entries)) restore();
    lay(entries);
    const isLost = entries.length > shown.keys.length;
    const told = shown.facts || referee.outbox?.lateHere() ? null : unsent(entries);
    if (shown.keys.length > shown.drawn || shown.isLost !== isLost || (told && told.key !== shown.told?.key)) {
      const isOnTable = table().contains(document.activeElement);
      shown.isLost = isLost;
      shown.drawn = shown.keys.length;
      shown.told = told || shown.told; // the last entry that is told without facts
      keepTable();
      draw(entries[shown.drawn - 1]);
      if (isOnTable) keepFocus();
      announce("referee:waiting");
    }
    tellUnsent();
  }

  function isTakenBack(entries) {
    if (shown?.table !== table()) return false;
    if (shown.late && !referee.outbox.lateHere()) return true; // the player has decided
    const isFound = shown.isLost && entries.length <= shown.keys.length;
    return isFound || [shown.keys, shown.coupled].some((keys) => keys.some((key, place) => entries[place]?.key !== key));
  }

  // Redraw soon, but not under a finger.
  function soon() {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => setTimeout(() => {
      isDue = false;
      if (isDown()) soon();
      else look();
    }, SOON));
  }

  // A tile is drawn in the frame after the tap if the server sent its pose, or showed it when it asked where. Otherwise
  // answers are fast here: only if one is late does the phone draw the tile where it assumes it to lie.
  function waits() {
    const entries = table() ? waiting() : [];
    if (under) under.isSaid ||= entries.length > 0 && entries.at(-1).key !== under.last;
    if (!entries.length && !shown?.keys.length && !shown?.isLost) return;
    const isBack = isTakenBack(entries);
    begin();
    if (!isDown() && !isBack && shown.facts && (shown.facts.places || choices())) lay(entries);
    soon();
  }

  function goOn(entry) {
    const move = shown.facts && moveOf(entry, shown.facts);
    const after = move && rules.after(shown.facts, move);
    if (!after) return false;
    keepTable();
    const layout = one("#table .area .layout");
    if (move.play && layout) drawing.lay(layout, move, shown.facts, after);
    shown.facts = after;
    shown.last = { move, by: referee.outbox.valueOf(entry, "by") };
    shown.keys.push(entry.key);
    return true;
  }

  function keepTable() {
    shown.sent ||= { table: table().cloneNode(true), turn: table().dataset.turn };
  }

  // Put back what the server sent; the table itself stays, for the answer that may be on its way to it.
  function restore() {
    const { sent } = shown;
    shown = null;
    if (!sent) return;
    const isRead = !one("#table > .news");
    table().replaceChildren(...sent.table.childNodes);
    if (isRead) one("#table > .news")?.remove();
    table().dataset.turn = sent.turn;
    htmx.process(table());
  }

  // Drawing the tray and the scores

  const key = (className, ...content) => make("button", { type: "button", className }, ...content);

  function draw(entry) {
    const { facts } = shown;
    const asked = choices();
    if (asked) { // already answered, if not about a tile that others follow: the next buttons come with the server's answer
      asked.classList.toggle("idle", !referee.outbox.lateHere());
      return;
    }
    const name = facts?.names[facts.turn] || "";
    const only = facts?.names[facts.only]; // the player of a seat
    one("#table .amounts.claim")?.classList.toggle("idle", !!under?.isSaid); // tapped; the table it was for came as news
    if (entry) drawMove();
    if (shown.told) {
      referee.lanes?.couple(waiting(), shown.coupled);
      drawUnjudged(shown.told);
    }
    keepRoom();
    if (facts) drawScores(facts, name);
    if (heading() && name && name !== only && !shown.isLost) heading().textContent = say("turn", { name });
    if (!form() || !shown.keys.length) return;
    form().dataset.ahead = shown.isLost ? "" : "1";
    const { by } = form().elements;
    if (by && name) by.value = name;
    table().dataset.turn = name;
    openPad();
    const isMine = name && name === (only || name);
    for (const each of all(".picker, .ends", form())) each.classList.toggle("idle", !isMine);
    drawBar(facts, isMine);
    if (isMine) {
      choose("");
      const goes = all(".picker.pad .key.go", form());
      if (goes.length === 1) openNumber(halfOf(goes[0]), "only ");
      return;
    }
    heading().parentElement.classList.remove("mine");
    clear();
  }

  function drawMove() {
    const { move, by } = shown.last;
    const does = { claim: "claimed", muggins: "called" }[move.call] || (move.play ? "lays" : move.draw ? "draws" : "passes");
    drawWords(say(does, { name: by || "", tile: move.play || "", points: move.points }), move.play);
  }

  // An entry that only the referee can judge is told in the place of the ruling.
  function drawUnjudged(entry) {
    const ruling = heading() && one("#table.play .tray > .words");
    if (ruling) {
      const height = ruling.offsetHeight + "px"; // else the picker would move
      drawWords(entry.label, referee.outbox.valueOf(entry, "play")).style.height = height;
      drawUndo();
    }
    if (form()) choose("");
  }

  function drawWords(head, play) {
    const before = one("#table .tray > .words");
    const words = part("div", "words waits", part("div", "said", part("p", "head", ...unbroken(head)), part("p", "sub", "\u00a0"))); // a line that tellUnsent may fill
    if (play) {
      const tile = part("span", "words-tile");
      tile.innerHTML = drawing.pictureOf(play, "tile waits");
      words.prepend(tile);
    }
    if (shown.facts) words.append(...calls.drawn(shown.facts));
    if (before) before.replaceWith(words);
    else if (form()) one(".turn, .picker", form()).before(words);
    return words;
  }

  // Whether the first entry that is not laid is one that the referee will ask about or refuse.
  function isQuestioned() {
    const entry = shown?.table === table() && waiting()[shown.keys.length];
    return !!entry && !!shown.facts && !!moveOf(entry, shown.facts);
  }

  // The last entry that waits, if it is shown as unsent
  function unsent(entries) {
    const last = entries.at(-1);
    return last && referee.outbox.told().some((each) => each.key === last.key && each.isUnsent) ? last : null;
  }

  function tellUnsent() {
    const last = unsent(waiting());
    if (!last) return;
    const sub = one("#table .words.waits .sub");
    if (sub) sub.textContent = [say("unsent"), shown.facts?.scores && shown.last.move.play && !shown.facts.claims ? say("points") : ""].filter(Boolean).join(" · ");
    shown.late = referee.outbox.lateHere();
    if (!shown.late && (!heading() || !(shown.isLost || shown.facts.turn === null))) return;
    const keys = form() ? all("button, .picker.pad > .key", form()) : [];
    for (const each of keys) each.disabled = !referee.outbox.mayFollow(form(), each, last, shown.late);
    one("#table .words .calls")?.classList.toggle("idle", !!shown.late);
    const goesOn = !shown.facts && keys.some((each) => !each.disabled && each.closest(".picker"));
    one("#table .picker.pad")?.classList.toggle("idle", !goesOn);
    if (!heading()) return;
    heading().textContent = shown.late ? say("fate", shown.late.label) : say(goesOn ? "next" : "later");
    heading().parentElement.classList.toggle("waits", !goesOn);
  }

  function drawScores(facts, name) {
    for (const seat of all("#table .scores .seat")) {
      const number = facts.held[facts.names.indexOf(seat.dataset.player)];
      const held = one(".held", seat);
      if (number === undefined || !held) continue;
      held.setAttribute("aria-label", say(number === 1 ? "tile" : "tiles", number));
      held.lastChild.textContent = number;
      seat.classList.toggle("now", seat.dataset.player === name);
    }
    for (const seat of all("#table .seat-ring [data-name]")) seat.classList.toggle("now", seat.dataset.name === name);
    for (const party of all("#table .scores .party")) party.classList.toggle("now", !!one(".seat.now", party));
  }

  function drawBar(facts, isMine) {
    const left = rules.left(facts);
    for (const [name, isPale] of [["draw", !left], ["knock", !!facts.draw && left > 0 && !(facts.draw === "one" && facts.drawn)]]) {
      const button = one(`.actions button[name="${name}"]`, form());
      if (!button) continue;
      button.classList.toggle("idle", !isMine);
      button.classList.toggle("pale", isPale);
      const sub = one("small", button);
      if (sub && name === "draw") sub.textContent = sub.textContent.replace(/\d+/, left);
    }
    drawUndo(!!facts.names[facts.only] && !isMine);
  }

  // A seat has Undo only for what its own player entered last.
  function drawUndo(isAlone = false) {
    const bar = one(".actions", form());
    if (!bar) return;
    one('[name="redo"]', bar)?.remove(); // a tile was laid since
    const others = all('[name]:not([name="undo"])', bar);
    if (isAlone) for (const each of others) each.remove();
    if (one('[name="undo"]', bar)) return;
    bar.append(make("button", { className: "button", name: "undo", value: "1", textContent: say("undoes") }));
    if (others.length === 2) others[0].classList.toggle("wide", !others[0].matches(".pale"));
  }

  // Choosing an amount without the server, on a page that lies over the table

  const below = (more) => ({ main: table(), shown, last: waiting().at(-1)?.key, isSaid: false, ...more });

  function replaceTable(other) {
    const isOnTable = table().contains(document.activeElement);
    table().replaceWith(other);
    htmx.process(other);
    if (isOnTable) keepFocus();
  }

  function askAmount(call, chosen) {
    const may = rules.callsOf(shown.facts)[call];
    const page = table().cloneNode(true);
    const tray = one("form.tray", page);
    tray.replaceChildren(...all("[name=csrf_token], [name=seq], [name=key]", tray), ...calls.amounts(call, may, shown.facts.claims.amounts, chosen));
    delete tray.dataset.ahead;
    delete page.dataset.ahead;
    under = below({ page, call, on: may.on });
    replaceTable(page);
  }

  const isOpen = () => !!under && !!one("#table .amounts.claim");
  const isAsked = () => isOpen() && under.main.dataset.seq === table().dataset.seq; // nothing came since

  function putBack() {
    const { main } = under;
    shown = under.shown;
    under = null;
    replaceTable(main);
  }

  // The table comes back once an amount is tapped. If it changes meanwhile, the question stays if it still is about that tile.
  function seeAmounts() {
    if (under.isSaid && isAsked()) putBack();
    if (!under || [under.main, under.page].includes(table()) || one("#table .amounts.claim")) return;
    const { page, call, on, isSaid } = under;
    under = null;
    if (!call || isSaid) return;
    lay(waiting());
    if (rules.callsOf(shown.facts || {})[call]?.on === on) askAmount(call, one("[name=by]:checked", page)?.value);
    else one("#table > .top").after(part("div", "news", part("p", "notice", say("unfit"))));
  }

  function pressCall(link) {
    const call = new URL(link.href).searchParams.get("call");
    if (!call && !(isCut() ? isOpen() : isAsked() && under.call)) return false;
    if (!call) putBack();
    else if (shown?.facts && isAway() && rules.callsOf(shown.facts)[call]) askAmount(call);
    else under = below();
    return !call || !!under.call;
  }

  // Choosing without the server: a number or a place first, then a tile that can go there

  const isCut = () => !navigator.onLine || referee.connection().now === "lost";
  const isAway = () => !!shown && (shown.keys.length > 0 || shown.chooses || isCut());

  function clearQuestion() {
    if (shown.asked) heading().textContent = shown.turn;
    shown.asked = null;
    for (const each of all(".choices.here", form())) each.remove();
    for (const each of all(".picker.covered", form())) each.classList.remove("covered");
  }

  function clear() {
    clearQuestion();
    one(".picker.here", form())?.replaceWith(shown.pad);
    for (const each of all(".turn > .here", form())) each.remove();
    for (const each of all("#table .lane-end > .chosen")) each.classList.remove("chosen");
  }

  function choose(at) {
    shown.at = shown.at === at ? "" : at;
    shown.chooses = true;
    setAt(shown.at);
    clear();
    openPad();
    drawEnds();
    drawKeys();
  }

  function setAt(at) {
    if (!form().elements.at) form().prepend(make("input", { type: "hidden", name: "at" }));
    form().elements.at.value = at;
  }

  function drawEnds() {
    const group = one(".ends", form());
    if (!group || !shown.facts) return;
    const numbers = rules.numbersOf(shown.facts);
    const each = [...new Set(numbers)].sort((one, other) => other - one);
    const turn = group.parentElement;
    turn.className = (turn.matches(".mine") ? "turn mine e" : "turn e") + each.length;
    group.replaceChildren(...each.map((number) => {
      const times = numbers.filter((one) => one === number).length;
      const isChosen = shown.at === String(number);
      const button = key("end-button" + (isChosen ? " chosen" : ""), number, ...(times > 1 ? [part("small", "", "×" + times)] : []));
      button.id = "end-" + number;
      button.setAttribute("aria-pressed", isChosen);
      return button;
    }));
  }

  // Without facts: the tiles as the server sent them. A pad of numbers has their names (table_views.py).
  const padOf = () => one(".picker.pad", form()) || shown.pad;
  const opensNumbers = () => !!one(".picker.pad[data-go], .picker.here, template", form());
  const inBox = (name) => all(`.picker button[name="play"].${name}`, shown.sent.table).map((each) => each.value);
  const sent = (...names) => names.flatMap((name) => padOf()?.dataset[name]?.split(" ") || inBox(name)).filter(Boolean);

  function tilesLeft() {
    if (shown.facts) return shown.facts.unseen;
    const gone = waiting().map((each) => referee.outbox.valueOf(each, "play"));
    return sent("go", "off").filter((tile) => !gone.includes(tile));
  }

  // Without facts, any tile may follow one that waits, and any of its number may go on the train that the player taps.
  function canGo(tile) {
    const { facts, at, half, told } = shown;
    if (facts) return rules.waysOf(facts, tile, at).length > 0;
    return at ? rules.pipsOf(tile).includes(half) : !!told || sent("go").includes(tile);
  }

  function drawKeys() {
    const { facts, told } = shown;
    const left = tilesLeft();
    for (const each of all('.picker button[name="play"]', form())) {
      if (!left.includes(each.value)) {
        each.replaceWith(part("span", "slot"));
        continue;
      }
      const goes = canGo(each.value);
      each.classList.toggle("go", goes);
      each.classList.toggle("off", !goes);
      if (goes) each.setAttribute("aria-label", each.value);
      one("svg", each).classList.toggle("cannot", !goes);
    }
    for (const each of facts || told ? all(".picker.pad .key", form()) : []) {
      const number = halfOf(each);
      const those = left.filter((tile) => rules.pipsOf(tile).includes(number));
      const goes = those.some((tile) => !facts || rules.waysOf(facts, tile).some(([, , half]) => half === number));
      each.classList.toggle("go", goes);
      each.classList.toggle("off", !goes);
      each.setAttribute("aria-label", each.getAttribute("aria-label").replace(/\d+(?=\D*$)/, those.length));
      one("svg", each).classList.toggle("cannot", !goes);
      const note = one("small", each);
      if (each.parentElement.matches(".p9")) note.textContent = note.textContent.replace(/\d+/, those.length);
    }
  }

  // In a large set: the tiles with a number take the place of the pad of numbers, until one is laid
  const halfOf = (each) => Number(each.id.slice(2));

  // The number that the server sent goes; with its tiles came the pad of all numbers.
  function openPad() {
    keepTable();
    const pad = one("template", form());
    if (pad) one(".picker", form()).replaceWith(pad.content);
    for (const each of all("template, .turn > .begun, .turn > a.end", form())) each.remove();
  }

  function openNumber(half, only = "", at = "") {
    keepTable();
    shown.at = "";
    choose(at);
    shown.pad = one(".picker.pad", form());
    const tiles = all(".key", shown.pad).map(halfOf).map((each) => Math.max(each, half) + "-" + Math.min(each, half));
    const row = part("div", only + shown.pad.className.replace("pad", "row here"), ...tiles.map((tile) => {
      const button = make("button", { className: "key", id: "k-" + tile, name: "play", value: tile });
      button.setAttribute("aria-label", tile);
      button.innerHTML = drawing.pictureOf(tile, "tile");
      return button;
    }));
    const back = key("icon-link end here");
    back.setAttribute("aria-label", say("number"));
    back.innerHTML = drawing.CROSS;
    const begun = part("span", "begun here");
    begun.append(one("#k-" + half + " svg", shown.pad).cloneNode(true));
    begun.firstChild.classList.remove("cannot");
    heading().after(begun, back);
    shown.pad.replaceWith(row);
    drawKeys();
  }

  function openLane(link) {
    const end = link.firstChild;
    const at = new URL(link.href).searchParams.get("at");
    shown.half = Number(end.textContent);
    if (opensNumbers()) openNumber(shown.half, "", at);
    else choose(at);
    if (shown.at) end.classList.add("chosen");
  }

  // Asking for the end, if a tile fits more than one
  const isPlain = (tile) => !shown.facts || new Set(rules.waysOf(shown.facts, tile, shown.at).map(rules.nameOf)).size < 2;

  function askWhere(tile) {
    const ways = new Map(rules.waysOf(shown.facts, tile.value, shown.at).map((each) => [rules.nameOf(each), each[0]]));
    keepTable();
    Object.assign(shown, { asked: tile, turn: heading().textContent, chooses: true });
    const choices = [...ways].map(([at, on]) => {
      const button = key("button choice", say("end", on));
      button.dataset.at = at;
      return button;
    });
    const picker = one(".picker", form());
    picker.append(part("div", "choices here", ...choices, key("button choice", say("another"))));
    picker.classList.add("covered");
    heading().textContent = say("where", tile.value);
  }

  function layAt(at) {
    const tile = shown.asked;
    clearQuestion();
    setAt(at);
    form().requestSubmit(tile);
  }

  const CALL = "#table .calls a[href*=call], #table .words > a.end";
  const CHOICE = "[data-place], .end-button, .choices.here button, .picker button[name=play], .turn > .end:is(a, .here), .pad .key, .lane-end[href]";

  // These return whether this page answers the tap.
  function press(target) {
    if (!target || !form() || choices() || !isAway() || !one(".picker", form())) return false;
    if (!shown.facts && !target.matches(".lane-end") && !(opensNumbers() && target.matches(".picker *, .turn > .end"))) return false;
    const at = target.dataset.at || target.dataset.place || (target.matches(".end-button") ? target.id.slice(4) : "");
    const isTile = target.name === "play";
    if (isTile && isPlain(target.value)) return false;
    if (isTile) askWhere(target);
    else if (target.matches(".pad .key")) openNumber(halfOf(target));
    else if (target.matches(".lane-end")) openLane(target);
    else if (shown.asked && target.matches("[data-at], [data-place]")) layAt(at);
    else choose(at);
    return true;
  }

  const answers = (target, link = target.closest(CALL)) => (link && pressCall(link)) || press(target.closest(CHOICE));

  function pressed(event) {
    const link = event.target.closest(CALL);
    if (shown?.keys.length > shown?.drawn) look(); // the tap is for the table after the previous tile
    const isLate = link && !link.isConnected; // a call on the tile before that is not for this one
    if (!isLate && !answers(event.target, link)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  // Whether the table shows that an entry waits: on the layout, or it or one after it in the place of the ruling
  function lies({ key }) {
    const now = isAsked() ? under.shown : shown;
    const isTold = !!now?.told && !!one("#table .words.waits");
    return !!now?.keys.includes(key) || (isTold && waiting().some((each) => each.key === key));
  }

  addEventListener("click", pressed, true);
  on("htmx:sendError htmx:timeout", ({ detail: { elt } }) => isCut() && elt.isConnected && answers(elt)); // the connection was lost meanwhile
  on("referee:waiting", waits);
  on("referee:changed DOMContentLoaded", look);

  referee.ahead = { look, isQuestioned, lies };
})();
