// What is said at a table waits on this phone until the referee has answered: it is written down here before it is
// sent, sent in order and again, and shown while it waits. The referee counts each once, by its key.
(function () {
  "use strict";

  const PREFIX = "referee:out:";
  const PATIENCE = 8000; // ms for one answer
  const TWICE = 700; // ms in which the same tap again is the same tap
  const SHOWN_AFTER = 1000; // ms that an entry may be on its way without a word

  let sending = null;
  let timer = 0;
  let pause = 1000;
  const notBefore = {}; // for each table: when the referee may be asked again that had no time or no wish

  // The entries, each in a place of its own, so that two pages of one phone do not write over each other

  function all() {
    const found = [];
    for (let n = 0; n < localStorage.length; n += 1) {
      const name = localStorage.key(n);
      if (!name.startsWith(PREFIX)) continue;
      try { found.push(JSON.parse(localStorage.getItem(name))); } catch (broken) { localStorage.removeItem(name); }
    }
    return found.sort((one, other) => one.at - other.at);
  }

  const waiting = () => all().filter((each) => !each.fate);
  const keep = (entry) => localStorage.setItem(PREFIX + entry.key, JSON.stringify(entry));
  const drop = (entry) => localStorage.removeItem(PREFIX + entry.key);
  const isKept = (entry) => localStorage.getItem(PREFIX + entry.key) !== null;

  function newKey() {
    const bytes = window.crypto.getRandomValues(new Uint8Array(12));
    return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
  }

  const told = (name, what) => window.referee.say(name, what);

  // Writing an entry down

  // The tile that a button lays, whatever else it says of it
  function tileOf(button) {
    if (/^\d+-\d+$/.test(button.value)) return button.value;
    try { return button.name === "say" && JSON.parse(button.value).play; } catch (plain) { return ""; }
  }

  function labelOf(form, button) {
    if (!button) return told("entered");
    const fields = new FormData(form);
    const tile = fields.get("play") || fields.get("flip");
    const words = tileOf(button) || (button.getAttribute("aria-label") || button.firstChild.textContent || button.textContent).trim();
    if (tile) return tile + " " + words;
    return ["muggins", "claim"].includes(button.name) ? told(button.name, words) : words;
  }

  function entryOf(form, button) {
    const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
    if (button && button.name) fields.push([button.name, button.value]);
    const last = waiting().at(-1);
    const at = Math.max(Date.now(), last ? last.at + 1 : 0);
    const key = form.elements.namedItem("key").value;
    return { key, at, to: form.getAttribute("action"), fields, label: labelOf(form, button), isPart: form.hasAttribute("hx-post"), tries: 0 };
  }

  const valueOf = (entry, name) => (entry.fields.find((each) => each[0] === name) || [])[1];
  const say = (entry, name, value) => {
    entry.fields = entry.fields.filter((each) => each[0] !== name);
    if (value !== undefined) entry.fields.push([name, value]);
  };

  // Another tap while one waits: it is meant for the table as the first will have left it.
  function follow(entry, last, form) {
    if (valueOf(entry, "tile") && valueOf(last, "tile") && valueOf(entry, "by") === valueOf(last, "by")) {
      say(entry, "shown", (valueOf(last, "shown") + " " + valueOf(last, "tile")).trim());
      entry.label = last.label + ", " + entry.label;
      entry.key = newKey();
      entry.after = last.after;
      say(entry, "after", last.after);
      drop(last);
      return;
    }
    entry.key = newKey();
    entry.after = last.key;
    say(entry, "after", last.key);
    const by = form.querySelector('input[type="hidden"][name="by"]');
    if (!by || !form.closest("main.play")) return;
    entry.by = by.value;
    say(entry, "by"); // whose turn it will be, the referee knows
  }

  function take(event) {
    const form = event.target;
    if (!window.htmx || !form.matches('form[method="post"]') || !form.elements.namedItem("key") || !form.elements.namedItem("seq")) return;
    const entry = entryOf(form, event.submitter);
    const last = waiting().filter((each) => each.to === entry.to).at(-1);
    const isSame = last && last.label === entry.label && Date.now() - last.at < TWICE;
    if (last && !isSame) follow(entry, last, form);
    say(entry, "key", entry.key);
    try { if (!isSame) keep(entry); } catch (full) { return; } // then it is sent as without this file
    event.preventDefault();
    event.stopImmediatePropagation();
    if (isSame) return;
    window.setTimeout(draw, SHOWN_AFTER);
    draw();
    send();
  }

  // Sending

  const patience = () => (AbortSignal.timeout ? AbortSignal.timeout(PATIENCE) : undefined);

  async function tokenFor(entry, isFresh) {
    const here = document.querySelector('input[name="csrf_token"]');
    if (here && !isFresh) return here.value;
    const answer = await fetch(entry.to, { signal: patience(), cache: "no-store" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const there = page.querySelector('input[name="csrf_token"]');
    if (there) document.querySelectorAll('input[name="csrf_token"]').forEach((each) => { each.value = there.value; });
    return there ? there.value : "";
  }

  async function post(entry, isFresh) {
    say(entry, "csrf_token", await tokenFor(entry, isFresh));
    const headers = entry.isPart ? { "HX-Request": "true" } : {};
    const body = new URLSearchParams(entry.fields);
    const answer = await fetch(entry.to, { method: "POST", body, headers, signal: patience() });
    return { status: answer.status, became: answer.headers.get("Referee-Entry"), wait: Number(answer.headers.get("Retry-After")) * 1000, url: answer.url, address: answer.headers.get("HX-Replace-Url"), text: await answer.text() };
  }

  // The first of a table goes before its others; a table that cannot be reached holds up no other one.
  function next() {
    const seen = new Set();
    return waiting().find((each) => {
      if (seen.has(each.to)) return false;
      seen.add(each.to);
      return (notBefore[each.to] || 0) <= Date.now();
    });
  }

  async function send() {
    const entry = next();
    if (sending || !entry) return;
    window.clearTimeout(timer);
    sending = entry.key;
    mark(true);
    entry.tries += 1;
    keep(entry);
    try {
      let answer = await post(entry, false);
      if (answer.status === 400) answer = await post(entry, true);
      sending = null;
      settle(entry, answer);
    } catch (lost) {
      sending = null;
      document.dispatchEvent(new CustomEvent("referee:missed"));
      again();
    }
    mark(false);
    draw();
  }

  function again() {
    pause = Math.min(pause * 1.6, 8000);
    window.clearTimeout(timer);
    timer = window.setTimeout(send, pause);
  }

  function settle(entry, answer) {
    const isTaken = answer.status < 400 || answer.status === 409 || answer.status === 422;
    const isWanted = isKept(entry); // it may have been taken back while it was on its way
    if (!isTaken) {
      entry.why = whyNot(answer.status, answer.text);
      if (isWanted) keep(entry);
      again();
      notBefore[entry.to] = Date.now() + (answer.wait || pause) - 50;
      return;
    }
    pause = 1000;
    drop(entry);
    const isWritten = entry.isPart ? answer.became === "written" : answer.status < 400;
    const waited = Date.now() - entry.at > 2 * SHOWN_AFTER || entry.tries > 1 || !!entry.after || !entry.isPart;
    const isSeen = answer.status < 400 && isHere(entry) && !waiting().some((each) => each.to === entry.to);
    if (!isWritten && isWanted && !isSeen && (waited || answer.status === 422)) {
      entry.fate = fateOf(answer);
      keep(entry);
    }
    if (!entry.isPart) leave(entry, answer);
    else if (answer.status !== 422 && isHere(entry)) {
      window.referee.show(answer.text);
      if (answer.address) history.replaceState(null, "", answer.address); // loaded again, the page asks the same
      const notice = document.querySelector("#table > .notice");
      if (entry.fate && notice) notice.remove(); // it stands in the list, and stays there until it has been read
    }
    window.setTimeout(send, 0);
    document.dispatchEvent(new CustomEvent("referee:reached"));
  }

  // What became of an entry that had waited and was not written down as it was tapped, in the referee's words
  function fateOf(answer) {
    const page = new DOMParser().parseFromString(answer.text, "text/html");
    const notice = page.querySelector(".notice, .no, .words.big .head, .lead");
    const words = notice && (notice.querySelector(".told") || notice).textContent.trim();
    return words || told("why");
  }

  function whyNot(status, text) {
    if (status === 404) return told("closed");
    if (status === 403) return told("refused");
    if (status === 429 || status >= 500) {
      const head = new DOMParser().parseFromString(text, "text/html").querySelector("[role=alert] .verdict");
      return told("busy") + (head ? " " + head.textContent + "." : "");
    }
    return told("not");
  }

  const isHere = (entry) => !!document.getElementById("table") && new URL(entry.to, location.href).pathname === location.pathname;

  // A form of another page of the table: it goes on where the answer leads, if the person is still there.
  function leave(entry, answer) {
    if (answer.status < 400 && location.pathname.startsWith(new URL(entry.to, location.href).pathname + "/")) location.assign(answer.url);
  }

  // The list of what waits

  function mark(isOn) {
    const table = document.getElementById("table");
    if (table) table.classList.toggle("sending", isOn);
  }

  function row(text, sub, label, act) {
    const item = document.createElement("li");
    const words = document.createElement("span");
    words.append(text);
    if (sub) words.append(Object.assign(document.createElement("small"), { textContent: sub }));
    const button = Object.assign(document.createElement("button"), { type: "button", className: "button", textContent: label });
    button.addEventListener("click", act);
    item.append(words, button);
    return item;
  }

  function takeBack(entry) {
    if (waiting().every((each) => each.key !== entry.key)) return;
    drop(entry);
    for (const each of waiting().filter((other) => other.after === entry.key)) {
      each.after = entry.after;
      say(each, "after", entry.after);
      if (!entry.after) {
        say(each, "seq", valueOf(entry, "seq"));
        if (each.by) say(each, "by", each.by);
      }
      keep(each);
    }
    draw();
  }

  function draw() {
    const list = document.getElementById("outbox");
    if (!list) return;
    const shown = all().filter((each) => each.fate || each.tries > 1 || each.key !== sending || Date.now() - each.at >= SHOWN_AFTER);
    const rows = shown.map((each) => (each.fate
      ? row(told("fate", each.label), each.fate, told("read"), () => { drop(each); draw(); })
      : row(told("waits", each.label), each.why || told(each.after ? "after" : "again"), told("back"), () => takeBack(each))));
    const before = list.dataset.shown || "";
    const now = JSON.stringify(shown.map((each) => [each.key, each.fate, each.why, each.after]));
    list.hidden = !rows.length;
    if (before === now) return;
    list.dataset.shown = now;
    list.replaceChildren(...rows);
  }

  function ready() {
    try { waiting(); } catch (refused) { return; } // a browser that keeps nothing: forms are sent as without this file
    document.addEventListener("submit", take, true);
    for (const name of ["online", "pageshow"]) window.addEventListener(name, send);
    document.addEventListener("referee:reached", () => { if (waiting().length) send(); });
    document.addEventListener("visibilitychange", () => { if (!document.hidden) send(); });
    window.addEventListener("storage", draw);
    draw();
    send();
  }

  document.addEventListener("DOMContentLoaded", ready);
})();
