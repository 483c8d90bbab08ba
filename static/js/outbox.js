// Each entry is stored on this phone until the server has answered. Entries are sent in order, again if necessary. The
// server counts each once, by its key; a changed entry gets a new key. Taking back one that may have been sent takes a
// request to the server first.
//
// An htmx extension: the post of a form with a key is stored instead, and htmx then posts the stored entries one by one,
// from the list element. (htmx takes over a form as soon as it is on the page: page.html sets the settle delay to zero.)
(() => {
  "use strict";

  const { one, all, table, on, announce, say, newKey } = referee;
  const PREFIX = "referee:out:";
  const TWICE = 700; // ms in which a repeated tap counts as the same tap
  const LAID_BY = 150; // ms after which an entry is on the layout or in the list
  const SHOWN_AFTER = 1000; // ms after which one that is being sent, or follows it, is shown as unsent

  let sending = null;
  let left = null; // what the person must still read about the entry just answered
  let renewed = ""; // the key of the entry resent with a fresh CSRF token, because the page's had expired
  let timer = 0;
  let pause = 1000;
  let tappedAt = -Infinity; // like all times within this page, by a clock that nobody sets
  let awaited = ""; // the key of an entry whose answer the player has to wait for
  const notBefore = {}; // by table: the time of the next attempt after a failure or refusal to answer

  const list = one("#outbox");
  const pathOf = (entry) => new URL(entry.to, location.href).pathname;
  const isHere = (entry) => !!table() && pathOf(entry) === location.pathname;
  const isElsewhere = (entry) => !!table() && !isHere(entry);
  const isBeside = (entry) => location.pathname.startsWith(pathOf(entry) + "/"); // on another page of its table

  // Each entry has its own storage item, so that two pages on one phone do not overwrite each other

  function read(name) {
    try { return JSON.parse(localStorage[name]); } catch (gone) { return null; } // another page has just removed it
  }

  const entries = () => Object.keys(localStorage).filter((name) => name.startsWith(PREFIX)).map(read)
    .filter(Boolean).sort((one, other) => one.at - other.at);
  const waiting = () => entries().filter((each) => !each.fate);
  const keep = (entry) => localStorage.setItem(PREFIX + entry.key, JSON.stringify(entry));
  const drop = (entry) => localStorage.removeItem(PREFIX + entry.key);
  // The stored state of an entry: it may have been taken back while it was being sent, here or on another page.
  const asKept = (entry) => read(PREFIX + entry.key);
  const followersOf = (key) => waiting().filter((each) => each.after === key);
  // The player has to decide about the entry before: nothing after it is sent until then.
  const lateBefore = (entry, all) => all.find((each) => each.key === entry.after && each.kind === "late");

  // The entry at this table about which the player has to decide because others follow it
  function lateHere() {
    const all = entries();
    return all.filter((each) => !each.fate && isHere(each)).map((each) => lateBefore(each, all)).find(Boolean);
  }

  // Storing an entry

  const valueOf = (entry, name) => entry.fields.find((each) => each[0] === name)?.[1];
  const set = (entry, name, value) => {
    entry.fields = entry.fields.filter((each) => each[0] !== name);
    if (value !== undefined) entry.fields.push([name, value]);
  };

  // The fields that are only for transport: some are filled in as an entry is sent.
  const FILLED_IN = ["csrf_token", "key", "after"];
  const ENVELOPE = [...FILLED_IN, "seq", "from"];
  const contentOf = (entry) => JSON.stringify(entry.fields.filter(([name]) => !ENVELOPE.includes(name)));

  // The same for the table as it was seen at `seq`, not for the one after another entry
  function goAt(entry, seq) {
    entry.after = undefined;
    set(entry, "seq", seq);
    if (entry.by) set(entry, "by", entry.by);
  }

  // What a button says in JSON, as bids do
  function saidBy(button) {
    try { return (["say", "stand"].includes(button.name) && JSON.parse(button.value)) || {}; } catch (plain) { return {}; }
  }

  const tileOf = (button) => (/^\d+-\d+$/.test(button.value) ? button.value : saidBy(button).play);

  function labelOf(form, button) {
    if (!button) return say("entered");
    const fields = new FormData(form);
    const tile = fields.get("play") || fields.get("flip");
    const named = one("b", button) || button.firstChild;
    const words = tileOf(button) || (button.getAttribute("aria-label") || named.textContent || button.textContent).trim();
    if (tile) return tile === words ? tile : tile + " " + words;
    return ["muggins", "claim"].includes(button.name) ? say(button.name, words) : words;
  }

  function entryOf(form, button) {
    const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
    const pressed = button && [button.name, button.value];
    if (button?.name) fields.push(pressed);
    const entry = {
      at: Math.max(Date.now(), (waiting().at(-1)?.at || 0) + 1),
      to: form.getAttribute("action"),
      fields,
      label: labelOf(form, button),
      isPart: form.getAttribute("hx-target") === "#table",
      tries: 0,
      button: pressed,
      key: newKey(),
    };
    return { ...entry, tapped: contentOf(entry) };
  }

  // The entry stored under `old` has changed: it gets a new key, and its followers follow that.
  function rename(entry, old) {
    entry.key = newKey();
    keep(entry);
    localStorage.removeItem(PREFIX + old);
    for (const each of followersOf(old)) keep({ ...each, after: entry.key });
  }

  // A tap while another entry waits is meant for the table after that entry.
  function follow(entry, last, form) {
    if (valueOf(entry, "tile") && valueOf(last, "tile") && valueOf(entry, "by") === valueOf(last, "by")) {
      set(entry, "shown", (valueOf(last, "shown") + " " + valueOf(last, "tile")).trim());
      entry.label = last.label + ", " + entry.label;
      entry.after = last.after;
      return last; // the earlier tile is now part of this entry
    }
    entry.after = last.key;
    const by = form.closest("main.play") && one('input[type="hidden"][name="by"]', form);
    if (!by) return null;
    entry.by = by.value;
    if (!form.dataset.ahead) set(entry, "by"); // the server knows whose turn it will be
    return null;
  }

  // Whether a tap can be meant for the table after the entry that waits: not if the player has to decide first, or that is
  // questioned first, nor if the turn of the player who says it may be over by then. The same tile again is the same tap.
  function mayFollow(form, button, last, late) {
    if (!form.matches("#table .tray") || !button || button.name === "undo") return true;
    if (late) return isAnswer(form, button, late);
    if (referee.ahead?.isQuestioned()) return button.value === valueOf(last, "play");
    if (["claim", "muggins"].includes(button.name)) return true;
    if (table().dataset.me && waiting().some((each) => isHere(each) && valueOf(each, "play"))) return false;
    const { by } = saidBy(button);
    return by ? by !== table().dataset.turn : !!form.elements.by;
  }

  // Whether a tap answers the question about a tile that was not saved, or lets it stand
  function isAnswer(form, button, late) {
    const [name, value] = late.button || [];
    const tile = valueOf(late, "play") || saidBy({ name, value }).play;
    return !!tile && tile === (button.name === "stand" ? saidBy(button).play : new FormData(form).get("play"));
  }

  // It takes the place of that tile: what follows goes after it.
  function replace(late, entry) {
    for (const each of followersOf(late.key)) keep({ ...each, after: entry.key });
    drop(late);
  }

  // Ignores a repeated tap; the same tile is always one, because it can be laid only once. Undo, while the last entry is
  // still unsent, takes that entry back.
  function isDone(entry, last, button) {
    const isSame = last && (entry.button ? String(last.button) === String(entry.button) : last.tapped === entry.tapped);
    if (isSame && (performance.now() - tappedAt < TWICE || (button && tileOf(button)))) return true;
    const isOnItsWay = last?.tries === 1 && sending?.key === last.key;
    const isUndo = (each) => each.button?.[0] === "undo";
    if (!last || !isUndo(entry) || isUndo(last) || isOnItsWay) return false;
    takeBack(last);
    return true;
  }

  // A button that is only a step of the form, not an entry, opens a page.
  function step(form, button) {
    const fields = new URLSearchParams(new FormData(form, button));
    for (const name of ENVELOPE) fields.delete(name);
    location.assign(button.formAction + "?" + fields);
    return false;
  }

  // Returns whether htmx sends the form itself: only if this phone cannot store anything.
  function take(tapped, button) {
    referee.ahead?.look(); // so that the form is for the table after all waiting entries
    const form = tapped.isConnected ? tapped : one("#table form.tray") || tapped; // look() may have replaced it
    const entry = entryOf(form, button);
    const last = waiting().filter((each) => each.to === entry.to && !each.back).at(-1);
    if (isDone(entry, last, button)) return false;
    const late = lateHere();
    if (last && !mayFollow(form, button, last, late)) { // its answer comes first; what was tapped is not kept
      awaited = last.key;
      draw();
      return false;
    }
    const isInstead = late && button && isAnswer(form, button, late);
    if (isInstead) entry.at = late.at;
    const within = last && !isInstead ? follow(entry, last, form) : null;
    try {
      keep(entry);
      if (isInstead) replace(late, entry);
      if (within) giveUp(within, true);
    } catch (full) {
      drop(entry);
      return true;
    }
    tappedAt = performance.now();
    for (const ms of [LAID_BY, SHOWN_AFTER]) setTimeout(draw, ms);
    draw();
    setTimeout(send); // once htmx is done with the form
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
      if (entry.after) each.after = entry.after;
      else goAt(each, seq);
      rename(each, each.key);
    }
  }

  function takeBack(entry) {
    const kept = asKept(entry);
    if (!kept || kept.fate || kept.back) return;
    unlink(kept, valueOf(kept, "seq"));
    giveUp(kept, false);
    referee.ahead?.look();
    goOn();
  }

  function goOn() {
    draw();
    send();
  }

  const seqHere = (entry) => (isHere(entry) ? table().dataset.seq : valueOf(entry, "seq"));

  function sayAgain(entry) {
    const again = { ...entry, fate: "", kind: "", why: "", tries: 0 };
    goAt(again, seqHere(entry));
    rename(again, entry.key);
    goOn();
  }

  function leaveOut(entry) {
    if (entry.kind === "late") unlink({ ...entry, after: undefined }, seqHere(entry));
    drop(entry);
    if (entry.kind === "late" && isBeside(entry)) location.reload(); // its forms are for the table as it was
    else goOn();
  }

  function couldBeSaid(entry) {
    if (!entry.button || !isHere(entry)) return false;
    const [name, value] = entry.button;
    return !!one(`button[name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`, table());
  }

  // Sending

  // Each table's entries are sent in order; a table that cannot be reached does not block the others.
  function nextOfEachTable() {
    const seen = new Set(), all = entries();
    return all.filter((each) => !each.fate && !seen.has(each.to) && seen.add(each.to) && !lateBefore(each, all));
  }

  const dueAt = (entry) => notBefore[entry.to] || 0;

  function send() {
    if (sending) return;
    const now = performance.now();
    const first = nextOfEachTable();
    const entry = first.find((each) => dueAt(each) <= now);
    clearTimeout(timer);
    if (!entry) {
      if (first.length) timer = setTimeout(send, Math.min(...first.map(dueAt)) - now);
      return;
    }
    entry.tries += 1;
    keep(entry);
    sending = entry;
    const values = new FormData();
    for (const [name, value] of entry.fields) if (entry.back ? name === "seq" : !FILLED_IN.includes(name)) values.append(name, value);
    values.append("csrf_token", document.body.dataset.token || one('input[name="csrf_token"]')?.value || "");
    values.append("key", entry.key);
    if (entry.after) values.append("after", entry.after);
    if (entry.back) values.append("back", "1");
    const where = isHere(entry) ? { target: "#table", swap: "outerHTML" } : { target: "#outbox", swap: "none" };
    htmx.ajax("POST", entry.to, { source: "#outbox", values, ...where }).catch(() => {});
    draw();
  }

  const longer = () => { pause = Math.min(pause * 1.6, 8000); };

  function lost() {
    sending = null;
    longer();
    timer = setTimeout(send, pause);
    draw();
  }

  // Handle an answer, from the server or from a proxy. Returns whether htmx shows it or follows its redirect.
  function settle(xhr) {
    const entry = sending;
    const [became, leads, fresh] = ["Referee-Entry", "HX-Redirect", "Referee-Token"].map((name) => xhr.getResponseHeader(name));
    sending = left = null;
    setTimeout(send);
    if (fresh && renew(entry, fresh)) return false;
    const kept = asKept(entry);
    if (!became && xhr.status !== 422) return postpone(entry, kept, xhr); // not an answer of the table
    pause = 1000;
    const isAbout = kept && contentOf(kept) === contentOf(entry);
    left = isAbout ? leftOf(kept, became, leads, xhr.responseText) : null;
    if (left && became === "different") rename({ ...kept, ...left }, kept.key); // the key belongs to another entry
    else if (left) keep({ ...kept, ...left });
    else if (isAbout) drop(kept);
    if (isHere(entry)) return !!became && !leads;
    return !entry.isPart && !entry.back && isBeside(entry);
  }

  // Returns whether the entry is resent at once with the fresh token. The second time it waits a moment, because another
  // request of this phone may have set another cookie meanwhile.
  function renew(entry, fresh) {
    const isFirst = renewed !== entry.key;
    renewed = entry.key;
    document.body.dataset.token = fresh;
    for (const each of all('input[name="csrf_token"]')) each.value = fresh;
    return isFirst;
  }

  // No answer from the table: retry, unless it can never answer
  function postpone(entry, kept, xhr) {
    longer();
    notBefore[entry.to] = performance.now() + (Number(xhr.getResponseHeader("Retry-After")) * 1000 || pause);
    const isBusy = xhr.status === 429 || xhr.status >= 500;
    const why = isBusy ? whyBusy(xhr.responseText) : say({ 403: "refused", 404: "closed" }[xhr.status] || "not");
    const isClosed = entry.back && [400, 403, 404].includes(xhr.status);
    if (kept) keep({ ...kept, why, isBusy, ...(isClosed && { fate: why, kind: "unknown" }) });
    return false;
  }

  // What the player still has to read about an answered entry; null if nothing, so the entry is dropped
  function leftOf(kept, became, leads, text) {
    const isWritten = became === "written";
    if (kept.back) return isWritten ? { fate: say("undo"), kind: "stays" } : null;
    if (isWritten) return null;
    const isAlone = !waiting().some((each) => each.to === kept.to && each.key !== kept.key);
    if (became === "asked" && isAlone && (isHere(kept) || leads)) return null; // a page asks about it, or shows its refusal
    const fate = wordsIn(text, ".told") || wordsIn(text, ".notice, .no, .words.big .head, .lead") || say("why");
    return { fate, kind: ["asked", "late"].includes(became) ? "late" : "" };
  }

  const wordsIn = (text, selector) => one(selector, new DOMParser().parseFromString(text, "text/html"))?.textContent.trim();

  function whyBusy(text) {
    const head = wordsIn(text, "[role=alert] .verdict");
    return say("busy") + (head ? " " + head + "." : "");
  }

  const draw = () => announce("referee:waiting");

  // Returns whether htmx goes on.
  function onEvent(name, event) {
    const { elt: form, triggeringEvent, requestConfig, xhr } = event.detail;
    if (name === "htmx:configRequest" && form.matches('form[method="post"]') && form.elements.key && form.elements.seq) {
      const button = triggeringEvent?.submitter;
      return button?.formMethod === "get" ? step(form, button) : take(form, button);
    }
    if (requestConfig?.elt !== list || !xhr) return true;
    if (name === "htmx:beforeOnLoad" && sending) {
      if (!isHere(sending) || event.detail.target.isConnected) return settle(xhr);
      event.detail.target = table(); // a step came while the entry was on its way: the answer replaces that
      xhr.onload();
      return false;
    }
    if (name === "htmx:afterOnLoad") {
      if (left) one("#table > .news")?.remove(); // the list shows it until it has been read
      draw();
    }
    if (["htmx:sendError", "htmx:timeout", "htmx:sendAbort"].includes(name)) lost();
    return true;
  }

  const shared = {
    told: () => entries().filter((each) => !each.isQuiet || each.fate).map((each) => ({
      ...each, isUnsent: each.key === awaited || Math.abs(Date.now() - each.at) >= (each.tries > 1 || !sending || sending.tries > 1 ? LAID_BY : SHOWN_AFTER),
    })),
    waitingHere: () => waiting().filter(isHere),
    hasFollowers: (entry) => followersOf(entry.key).length > 0,
    isElsewhere, lateHere, mayFollow, takeBack, sayAgain, leaveOut, couldBeSaid, valueOf,
  };

  function ready() {
    try { waiting(); } catch (refused) { return; } // without storage, htmx sends forms as if this file did not exist
    referee.outbox = shared;
    htmx.defineExtension("outbox", { onEvent });
    addEventListener("online", send);
    addEventListener("pageshow", goOn); // another page may have sent what this one still shows
    on("referee:reached", () => setTimeout(send));
    on("visibilitychange", () => document.hidden || send());
    addEventListener("storage", draw);
    goOn();
  }

  on("DOMContentLoaded", ready);
})();
