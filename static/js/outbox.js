// What is said at a table waits on this phone until the referee has answered: it is written down here before it is
// sent, sent in order and again, and shown while it waits. The referee counts each once, by its key. A key belongs to
// one content: what is changed gets a new one. What may have been sent is taken back by asking the referee first.
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
  // An entry as it is by now: it may have been taken back while it was on its way, here or on another page.
  const asKept = (entry) => all().find((each) => each.key === entry.key);

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

  // What an entry says. What only brings it to the referee is no part of that.
  const ENVELOPE = ["csrf_token", "seq", "key", "after", "from"];
  const contentOf = (entry) => JSON.stringify(entry.fields.filter(([name]) => !ENVELOPE.includes(name)));

  function entryOf(form, button) {
    const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
    if (button && button.name) fields.push([button.name, button.value]);
    const last = waiting().at(-1);
    const at = Math.max(Date.now(), last ? last.at + 1 : 0);
    const entry = { at, to: form.getAttribute("action"), fields, label: labelOf(form, button), isPart: form.hasAttribute("hx-post"), tries: 0 };
    entry.tapped = contentOf(entry);
    name(entry, newKey());
    return entry;
  }

  const valueOf = (entry, name) => (entry.fields.find((each) => each[0] === name) || [])[1];
  const say = (entry, name, value) => {
    entry.fields = entry.fields.filter((each) => each[0] !== name);
    if (value !== undefined) entry.fields.push([name, value]);
  };

  function name(entry, key) {
    entry.key = key;
    say(entry, "key", key);
  }

  function goAfter(entry, key) {
    entry.after = key;
    say(entry, "after", key);
  }

  const followersOf = (key) => waiting().filter((each) => each.after === key);

  // What is kept under `old` is another entry by now: it gets a key of its own, and so goes what follows it.
  function rename(entry, old) {
    name(entry, newKey());
    keep(entry);
    localStorage.removeItem(PREFIX + old);
    for (const each of followersOf(old)) {
      goAfter(each, entry.key);
      keep(each);
    }
  }

  // Another tap while one waits: it is meant for the table as the first will have left it.
  function follow(entry, last, form) {
    if (valueOf(entry, "tile") && valueOf(last, "tile") && valueOf(entry, "by") === valueOf(last, "by")) {
      say(entry, "shown", (valueOf(last, "shown") + " " + valueOf(last, "tile")).trim());
      entry.label = last.label + ", " + entry.label;
      goAfter(entry, last.after);
      return last; // the tile before goes with this one
    }
    goAfter(entry, last.key);
    const by = form.querySelector('input[type="hidden"][name="by"]');
    if (!by || !form.closest("main.play")) return null;
    entry.by = by.value;
    say(entry, "by"); // whose turn it will be, the referee knows
    return null;
  }

  function take(event) {
    const form = event.target;
    if (!window.htmx || !form.matches('form[method="post"]') || !form.elements.namedItem("key") || !form.elements.namedItem("seq")) return;
    if (event.submitter && event.submitter.formMethod === "get") return; // a step of the form, which says nothing yet
    const entry = entryOf(form, event.submitter);
    const last = waiting().filter((each) => each.to === entry.to && !each.back).at(-1);
    const isSame = last && last.tapped === entry.tapped && Date.now() - last.at < TWICE;
    const within = last && !isSame ? follow(entry, last, form) : null;
    try {
      if (!isSame) keep(entry);
      if (within) giveUp(within, true);
    } catch (full) {
      drop(entry);
      return; // then it is sent as without this file
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    if (isSame) return;
    window.setTimeout(draw, SHOWN_AFTER);
    draw();
    send();
  }

  // Taking back

  // What was never sent is gone at once. Of what may have been sent the referee is asked first.
  function giveUp(entry, isQuiet) {
    if (entry.tries) keep({ ...entry, back: true, isQuiet, why: "" });
    else drop(entry);
  }

  function takeBack(entry) {
    const kept = asKept(entry);
    if (!kept || kept.fate || kept.back) return;
    for (const each of followersOf(kept.key)) {
      goAfter(each, kept.after);
      if (!kept.after) {
        say(each, "seq", valueOf(kept, "seq"));
        if (each.by) say(each, "by", each.by);
      }
      rename(each, each.key);
    }
    giveUp(kept, false);
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
    const fields = entry.back ? entry.fields.filter(([name]) => ENVELOPE.includes(name) && name !== "from").concat([["back", "1"]]) : entry.fields;
    const answer = await fetch(entry.to, { method: "POST", body: new URLSearchParams(fields), headers: { "HX-Request": "true" }, signal: patience() });
    const head = (name) => answer.headers.get(name);
    return { status: answer.status, became: head("Referee-Entry"), wait: Number(head("Retry-After")) * 1000, leads: head("HX-Redirect"), address: head("HX-Replace-Url"), text: await answer.text() };
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
    try {
      entry.tries += 1;
      keep(entry);
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
    const kept = asKept(entry);
    const isAbout = kept && contentOf(kept) === contentOf(entry);
    if (!answer.became && answer.status !== 422) return postpone(entry, kept, answer); // nothing that the referee says
    pause = 1000;
    const left = isAbout ? leftOf(kept, answer) : null;
    if (left && answer.became === "different") rename({ ...kept, ...left }, kept.key); // the key is another's
    else if (left) keep({ ...kept, ...left });
    else if (isAbout) drop(kept);
    if (isHere(entry) && answer.became && !answer.leads) {
      window.referee.show(answer.text);
      if (answer.address) history.replaceState(null, "", answer.address); // loaded again, the page asks the same
      const notice = document.querySelector("#table > .notice");
      if (left && notice) notice.remove(); // it stands in the list, and stays there until it has been read
    } else if (!entry.isPart && !entry.back) leave(entry, answer);
    window.setTimeout(send, 0);
    document.dispatchEvent(new CustomEvent("referee:reached"));
  }

  // No answer of the referee: it is asked again, unless it would never tell
  function postpone(entry, kept, answer) {
    const why = whyNot(answer.status, answer.text);
    const isClosed = entry.back && [400, 403, 404].includes(answer.status);
    if (kept) keep({ ...kept, why, ...(isClosed && { fate: why, kind: "unknown" }) });
    again();
    notBefore[entry.to] = Date.now() + (answer.wait || pause) - 50;
  }

  // What the person must still read of an entry that was answered; null where nothing is left of it on this phone
  function leftOf(kept, answer) {
    const isWritten = answer.became === "written";
    if (kept.back) return isWritten ? { fate: told("undo"), kind: "stays" } : null;
    if (isWritten) return null;
    const isAlone = !waiting().some((each) => each.to === kept.to && each.key !== kept.key);
    const isAskedAgain = answer.leads && !answer.text; // another page shows it, with what is wrong
    const isOnScreen = answer.became === "asked" && isAlone && (isHere(kept) || isAskedAgain); // the table asks about it, or refuses it
    return isOnScreen ? null : { fate: fateOf(answer) };
  }

  // What became of an entry that was not written down as it was tapped, in the referee's words
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
    const address = answer.leads || answer.address;
    if (address && location.pathname.startsWith(new URL(entry.to, location.href).pathname + "/")) location.assign(address);
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
    item.append(words);
    if (!label) return item;
    const button = Object.assign(document.createElement("button"), { type: "button", className: "button", textContent: label });
    button.addEventListener("click", act);
    item.append(button);
    return item;
  }

  function rowOf(entry) {
    if (entry.fate) return row(told(entry.kind || "fate", entry.label), entry.fate, told("read"), () => { drop(entry); draw(); });
    if (entry.back) return row(told("backing", entry.label), entry.why || told("asking"));
    return row(told("waits", entry.label), entry.why || told(entry.after ? "after" : "again"), told("back"), () => takeBack(entry));
  }

  function isShown(entry) {
    if (entry.fate) return true;
    return !entry.isQuiet && (entry.tries > 1 || entry.key !== sending || Date.now() - entry.at >= SHOWN_AFTER);
  }

  function draw() {
    const list = document.getElementById("outbox");
    if (!list) return;
    const shown = all().filter(isShown);
    const before = list.dataset.shown || "";
    const now = JSON.stringify(shown.map((each) => [each.key, each.fate, each.why, each.after, each.back]));
    list.hidden = !shown.length;
    if (before === now) return;
    list.dataset.shown = now;
    list.replaceChildren(...shown.map(rowOf));
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
