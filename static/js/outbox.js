// Each entry is stored on this phone until the server has answered. It is stored before it is sent; entries are sent
// in order and retried if necessary. The server counts each once, by its key; a changed entry gets a new key. Taking
// back an entry that may have been sent takes a request to the server first.
//
// This is an htmx extension: a form with a key is an htmx form like any other. Its post is intercepted and stored, and
// htmx then posts the stored entries one by one, from the list element. (htmx takes over a form as soon as it is on the
// page, because page.html sets the settle delay to zero.)
(function () {
  "use strict";

  const PREFIX = "referee:out:";
  const TWICE = 700; // ms in which a repeated tap counts as the same tap
  const LAID_BY = 150; // ms after which an entry is on the layout or in the list
  const SHOWN_AFTER = 1000; // ms before an entry that is being sent, or follows one, is shown as unsent

  let sending = null; // the entry being sent
  let left = null; // what the person must still read about the entry just answered
  let token = ""; // a fresh CSRF token, if the page's has expired
  let renewed = ""; // the key of the entry resent with it
  let timer = 0;
  let pause = 1000;
  let tappedAt = -Infinity; // like all times within this page, by a clock that nobody sets
  let awaited = ""; // the key of an entry whose answer the player has to wait for
  const notBefore = {}; // by table: the time of the next attempt after a failure or refusal to answer

  const list = () => document.getElementById("outbox");
  const table = () => document.getElementById("table");
  const pathOf = (entry) => new URL(entry.to, location.href).pathname;
  const isHere = (entry) => !!table() && pathOf(entry) === location.pathname;
  const told = (name, what) => window.referee.say(name, what);
  const newKey = () => window.referee.newKey();

  // Each entry has its own storage item, so that two pages on one phone do not overwrite each other

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
  // The stored state of an entry: it may have been taken back while it was being sent, here or on another page.
  const asKept = (entry) => all().find((each) => each.key === entry.key);
  const followersOf = (key) => waiting().filter((each) => each.after === key);
  // The player has to decide about the entry before: nothing after it is sent until then.
  const isHeld = (entry) => all().some((each) => each.key === entry.after && each.kind === "late");

  // Storing an entry

  const valueOf = (entry, name) => (entry.fields.find((each) => each[0] === name) || [])[1];
  const say = (entry, name, value) => {
    entry.fields = entry.fields.filter((each) => each[0] !== name);
    if (value !== undefined) entry.fields.push([name, value]);
  };

  // The content of an entry, without the fields that are only for transport.
  const ENVELOPE = ["csrf_token", "seq", "key", "after", "from"];
  const contentOf = (entry) => JSON.stringify(entry.fields.filter(([name]) => !ENVELOPE.includes(name)));

  function name(entry, key) {
    entry.key = key;
    say(entry, "key", key);
  }

  function goAfter(entry, key) {
    entry.after = key;
    say(entry, "after", key);
  }

  // The tile that a button lays, whatever else it submits
  function tileOf(button) {
    if (/^\d+-\d+$/.test(button.value)) return button.value;
    try { return button.name === "say" && JSON.parse(button.value).play; } catch (plain) { return ""; }
  }

  function labelOf(form, button) {
    if (!button) return told("entered");
    const fields = new FormData(form);
    const tile = fields.get("play") || fields.get("flip");
    const words = tileOf(button) || (button.getAttribute("aria-label") || button.firstChild.textContent || button.textContent).trim();
    if (tile) return tile === words ? tile : tile + " " + words;
    return ["muggins", "claim"].includes(button.name) ? told(button.name, words) : words;
  }

  function entryOf(form, button) {
    const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
    if (button && button.name) fields.push([button.name, button.value]);
    const last = waiting().at(-1);
    const at = Math.max(Date.now(), last ? last.at + 1 : 0);
    const isPart = form.getAttribute("hx-target") === "#table";
    const entry = { at, to: form.getAttribute("action"), fields, label: labelOf(form, button), isPart, tries: 0 };
    entry.button = button ? [button.name, button.value] : null;
    entry.tapped = contentOf(entry);
    name(entry, newKey());
    return entry;
  }

  // The entry stored under `old` has changed: it gets a new key, and its followers follow that.
  function rename(entry, old) {
    name(entry, newKey());
    keep(entry);
    localStorage.removeItem(PREFIX + old);
    for (const each of followersOf(old)) {
      goAfter(each, entry.key);
      keep(each);
    }
  }

  // A tap while another entry waits is meant for the table after that entry.
  function follow(entry, last, form) {
    if (valueOf(entry, "tile") && valueOf(last, "tile") && valueOf(entry, "by") === valueOf(last, "by")) {
      say(entry, "shown", (valueOf(last, "shown") + " " + valueOf(last, "tile")).trim());
      entry.label = last.label + ", " + entry.label;
      goAfter(entry, last.after);
      return last; // the earlier tile is now part of this entry
    }
    goAfter(entry, last.key);
    const by = form.querySelector('input[type="hidden"][name="by"]');
    if (!by || !form.closest("main.play")) return null;
    entry.by = by.value;
    if (!form.dataset.ahead) say(entry, "by"); // the server knows whose turn it will be
    return null;
  }

  // The player for whom a button itself speaks; "" if the server fills in whose turn it is
  function speakerOf(button) {
    try { return (button.name === "say" && JSON.parse(button.value).by) || ""; } catch (plain) { return ""; }
  }

  // Whether a tap can be meant for the table after the entry that waits. Otherwise that is questioned first, or the turn
  // of the player for whom it is said may be over by then: that of a button that names its player, or of a seat that has
  // just laid a tile. The same tile again is the same tap.
  function mayFollow(form, button, last) {
    if (!form.matches(".tray") || !button || button.name === "undo") return true;
    if (window.referee.ahead && window.referee.ahead.isQuestioned()) return button.value === valueOf(last, "play");
    if (table().dataset.me && valueOf(last, "play")) return false;
    const speaker = speakerOf(button);
    return speaker ? speaker !== table().dataset.turn : !!form.elements.namedItem("by");
  }

  // Ignores a repeated tap; the same tile is always one, because it can be laid only once. Undo, while the last entry is
  // still unsent, takes that entry back.
  function isDone(entry, last, button) {
    const isSame = last && (entry.button ? String(last.button) === String(entry.button) : last.tapped === entry.tapped);
    if (isSame && (performance.now() - tappedAt < TWICE || (button && tileOf(button)))) return true;
    const isOnItsWay = last && sending && sending.key === last.key && last.tries === 1;
    const isUndo = (each) => !!each.button && each.button[0] === "undo";
    if (!last || !isUndo(entry) || isUndo(last) || isOnItsWay) return false;
    takeBack(last);
    return true;
  }

  // A button that is only a step of the form, not an entry, opens a page.
  function step(form, button) {
    const fields = new URLSearchParams(new FormData(form, button));
    for (const name of ["csrf_token", ...ENVELOPE]) fields.delete(name);
    location.assign(button.formAction + "?" + fields);
    return false;
  }

  // Returns whether htmx sends the form itself: only if this phone cannot store anything.
  function take(tapped, button) {
    if (window.referee.ahead) window.referee.ahead.look(); // so that the form is for the table after all waiting entries
    const form = tapped.isConnected ? tapped : document.querySelector("#table form.tray") || tapped; // look() may have replaced it
    const entry = entryOf(form, button);
    const last = waiting().filter((each) => each.to === entry.to && !each.back).at(-1);
    if (isDone(entry, last, button)) return false;
    if (last && !mayFollow(form, button, last)) return wait(last);
    const within = last ? follow(entry, last, form) : null;
    try {
      keep(entry);
      if (within) giveUp(within, true);
    } catch (full) {
      drop(entry);
      return true;
    }
    tappedAt = performance.now();
    for (const ms of [LAID_BY, SHOWN_AFTER]) window.setTimeout(draw, ms);
    draw();
    window.setTimeout(send, 0); // once htmx is done with the form
    return false;
  }

  // Tells that the answer to this entry comes first; what was tapped is not kept.
  function wait(last) {
    awaited = last.key;
    draw();
    return false;
  }

  // Taking back, keeping, dropping

  // An entry that was never sent is dropped at once. If it may have been sent, the server has to confirm.
  function giveUp(entry, isQuiet) {
    if (entry.tries) keep({ ...entry, back: true, isQuiet, why: "" });
    else drop(entry);
  }

  // Followers of a dropped entry follow the one before it instead, or the table as it was seen.
  function unlink(entry, seq) {
    for (const each of followersOf(entry.key)) {
      goAfter(each, entry.after);
      if (!entry.after) {
        say(each, "seq", seq);
        if (each.by) say(each, "by", each.by);
      }
      rename(each, each.key);
    }
  }

  function takeBack(entry) {
    const kept = asKept(entry);
    if (!kept || kept.fate || kept.back) return;
    unlink(kept, valueOf(kept, "seq"));
    giveUp(kept, false);
    if (window.referee.ahead) window.referee.ahead.look();
    draw();
    send();
  }

  const seqHere = (entry) => (isHere(entry) ? table().dataset.seq : valueOf(entry, "seq"));

  // Enter an entry that came too late again, for the current table.
  function sayAgain(entry) {
    const again = { ...entry, fate: "", kind: "", why: "", tries: 0 };
    goAfter(again, undefined);
    say(again, "seq", seqHere(entry));
    if (again.by) say(again, "by", again.by);
    rename(again, entry.key);
    draw();
    send();
  }

  function leaveOut(entry) {
    if (entry.kind === "late") unlink({ ...entry, after: undefined }, seqHere(entry));
    drop(entry);
    draw();
    send();
  }

  // Whether the current table still has its button
  function couldBeSaid(entry) {
    if (!entry.button || !isHere(entry)) return false;
    const [name, value] = entry.button;
    return !!table().querySelector('button[name="' + CSS.escape(name) + '"][value="' + CSS.escape(value) + '"]');
  }

  // Sending

  // Each table's entries are sent in order; a table that cannot be reached does not block the others.
  function nextOfEachTable() {
    const seen = new Set();
    return waiting().filter((each) => !seen.has(each.to) && seen.add(each.to) && !isHeld(each));
  }

  const dueAt = (entry) => notBefore[entry.to] || 0;

  function send() {
    if (sending || !window.htmx) return;
    const now = performance.now();
    const first = nextOfEachTable();
    const entry = first.find((each) => dueAt(each) <= now);
    window.clearTimeout(timer);
    if (!entry) {
      if (first.length) timer = window.setTimeout(send, Math.min(...first.map(dueAt)) - now);
      return;
    }
    entry.tries += 1;
    keep(entry);
    sending = entry;
    const here = document.querySelector('input[name="csrf_token"]');
    say(entry, "csrf_token", token || (here ? here.value : ""));
    const values = new FormData();
    const fields = entry.back ? entry.fields.filter(([name]) => ENVELOPE.includes(name) && name !== "from").concat([["back", "1"]]) : entry.fields;
    for (const [name, value] of fields) values.append(name, value);
    const where = isHere(entry) ? { target: "#table", swap: "outerHTML" } : { target: "#outbox", swap: "none" };
    window.htmx.ajax("POST", entry.to, { source: "#outbox", values, ...where }).catch(() => {});
    draw();
  }

  const longer = () => { pause = Math.min(pause * 1.6, 8000); };

  function lost() {
    sending = null;
    longer();
    timer = window.setTimeout(send, pause);
    draw();
  }

  // Handle an answer, from the server or from a proxy. Returns whether htmx shows it or follows its redirect.
  function settle(xhr) {
    const entry = sending;
    const head = (name) => xhr.getResponseHeader(name);
    const answer = { status: xhr.status, became: head("Referee-Entry"), wait: Number(head("Retry-After")) * 1000, text: xhr.responseText, leads: head("HX-Redirect") };
    sending = left = null;
    window.setTimeout(send, 0);
    if (head("Referee-Token") && renew(entry, head("Referee-Token"))) return false;
    const kept = asKept(entry);
    if (!answer.became && answer.status !== 422) return postpone(entry, kept, answer); // not an answer of the table
    pause = 1000;
    const isAbout = kept && contentOf(kept) === contentOf(entry);
    left = isAbout ? leftOf(kept, answer) : null;
    if (left && answer.became === "different") rename({ ...kept, ...left }, kept.key); // the key belongs to another entry
    else if (left) keep({ ...kept, ...left });
    else if (isAbout) drop(kept);
    if (isHere(entry)) return !!answer.became && !head("HX-Redirect");
    return !entry.isPart && !entry.back && location.pathname.startsWith(pathOf(entry) + "/");
  }

  // Returns whether the entry is resent at once with the fresh token. The second time it waits a moment, because another
  // request of this phone may have set another cookie meanwhile.
  function renew(entry, fresh) {
    const isFirst = renewed !== entry.key;
    renewed = entry.key;
    token = fresh;
    document.body.dataset.token = fresh;
    document.querySelectorAll('input[name="csrf_token"]').forEach((each) => { each.value = fresh; });
    return isFirst;
  }

  // No answer from the table: retry, unless it can never answer
  function postpone(entry, kept, answer) {
    longer();
    notBefore[entry.to] = performance.now() + (answer.wait || pause);
    const why = whyNot(answer.status, answer.text);
    const isClosed = entry.back && [400, 403, 404].includes(answer.status);
    if (kept) keep({ ...kept, why, ...(isClosed && { fate: why, kind: "unknown" }) });
    return false;
  }

  // What the player still has to read about an answered entry; null if nothing, so the entry is dropped
  function leftOf(kept, answer) {
    const isWritten = answer.became === "written";
    if (kept.back) return isWritten ? { fate: told("undo"), kind: "stays" } : null;
    if (isWritten) return null;
    const isAlone = !waiting().some((each) => each.to === kept.to && each.key !== kept.key);
    const isOnScreen = answer.became === "asked" && isAlone && (isHere(kept) || answer.leads); // a page asks about it, or shows its refusal
    return isOnScreen ? null : { fate: fateOf(answer), kind: ["asked", "late"].includes(answer.became) ? "late" : "" };
  }

  // Why an entry was not written, in the server's words
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

  // What the list shows is removed from the table; it stays in the list until it has been read.
  function shown() {
    const notice = left && document.querySelector("#table > .news");
    if (notice) notice.remove();
    draw();
  }

  const draw = () => document.dispatchEvent(new CustomEvent("referee:waiting"));

  // Returns whether htmx goes on.
  function onEvent(name, event) {
    const form = event.detail && event.detail.elt;
    if (name === "htmx:configRequest" && form.matches('form[method="post"]') && form.elements.namedItem("key") && form.elements.namedItem("seq")) {
      const button = event.detail.triggeringEvent && event.detail.triggeringEvent.submitter;
      return button && button.formMethod === "get" ? step(form, button) : take(form, button);
    }
    const request = event.detail && event.detail.requestConfig;
    if (!request || request.elt !== list() || !event.detail.xhr) return true;
    if (name === "htmx:beforeOnLoad" && sending) {
      if (!isHere(sending) || event.detail.target.isConnected) return settle(event.detail.xhr);
      event.detail.target = table(); // a step came while the entry was on its way: the answer replaces that
      event.detail.xhr.onload();
      return false;
    }
    if (name === "htmx:afterOnLoad") shown();
    if (["htmx:sendError", "htmx:timeout", "htmx:sendAbort"].includes(name)) lost();
    return true;
  }

  // For the scripts that display entries: what to show, what waits for this table, and the actions on an entry
  const shared = {
    told: () => all().filter((each) => !each.isQuiet || each.fate).map((each) => ({
      ...each, isUnsent: each.key === awaited || Math.abs(Date.now() - each.at) >= (each.tries > 1 || !sending || sending.tries > 1 ? LAID_BY : SHOWN_AFTER),
    })),
    waitingHere: () => (table() ? waiting().filter((each) => isHere(each)) : []),
    hasFollowers: (entry) => followersOf(entry.key).length > 0,
    mayFollow, takeBack, sayAgain, leaveOut, couldBeSaid, valueOf,
  };

  function ready() {
    try { waiting(); } catch (refused) { return; } // without storage, htmx sends forms as if this file did not exist
    window.referee.outbox = shared;
    window.htmx.defineExtension("outbox", { onEvent });
    window.addEventListener("online", send);
    window.addEventListener("pageshow", () => { draw(); send(); }); // another page may have sent what this one still shows
    document.addEventListener("referee:reached", () => window.setTimeout(send, 0));
    document.addEventListener("visibilitychange", () => { if (!document.hidden) send(); });
    window.addEventListener("storage", draw);
    draw();
    send();
  }

  document.addEventListener("DOMContentLoaded", ready);
})();
