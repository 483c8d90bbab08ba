// Polls for news from the other phones, often while somebody is looking and seldom otherwise, and shows it only when
// nothing moves under a thumb about to tap. Says so if the phone is behind.
(function () {
  "use strict";

  const SOON = 350; // ms after a change in which a tap was aimed at what was there before
  const TAP = 400; // ms after a tap in which nothing changes by itself
  const LATE = 100; // ms from a tap until its answer is painted
  const BEHIND = 4000; // ms without an answer after which the phone counts as behind
  const AWAKE = 180000; // ms without a touch or news, after which it asks less often
  const EVERY = 800; // ms between the starts of two polls
  const IDLE = 4000; // the same, if not awake
  const HIDDEN = 15000; // the same, while the page is hidden
  const HELD = 10000; // ms after which a finger still down is assumed lifted
  const LIFTED = 60; // ms within which the tap event follows a lifted finger

  let downAt = -Infinity;
  let tapped = -Infinity;
  let touched = Date.now();
  let changed = -Infinity;
  let asked = -Infinity;
  let answered = Date.now();
  let failures = 0;
  let kept = null;
  let movedAt = -Infinity;
  let hush = 0;
  let lifting = 0;
  let state = { now: "", from: "", clock: "" }; // the state of the connection: lost or behind, and since when

  const live = () => document.querySelector("#table .live");
  const line = (id) => document.getElementById(id);
  const isLive = (event) => {
    const sent = event.detail.requestConfig;
    const source = sent ? sent.elt : event.detail.elt;
    return !!source && source.classList && source.classList.contains("live");
  };

  function clock(at) {
    return new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  }

  // Whether the phone is connected

  function tell() {
    const page = document.documentElement;
    const from = page.dataset.kept ? Number(page.dataset.kept) : answered;
    const isBehind = !!live() && Date.now() - answered > BEHIND + rest() && !document.hidden;
    const isLost = failures > 1 || !!page.dataset.kept;
    const now = isLost ? "lost" : isBehind ? "behind" : "";
    if (now === state.now && String(from) === state.from) return;
    state = { now, from: String(from), clock: now && clock(from) };
    document.dispatchEvent(new CustomEvent("referee:waiting"));
  }

  function reached() {
    answered = Date.now();
    failures = 0;
    delete document.documentElement.dataset.kept;
    tell();
  }

  function missed() {
    failures += 1;
    tell();
  }

  // Polling

  const isDown = () => performance.now() - downAt < HELD;

  function down() {
    window.clearTimeout(lifting);
    downAt = performance.now();
    touched = Date.now();
  }

  function up() {
    tapped = performance.now();
    lifting = window.setTimeout(() => { downAt = -Infinity; }, LIFTED);
  }

  // A browser drops a tap if its button disappears under the finger, so the answer waits until the tap is done.
  function beforeOnLoad(event) {
    if (isLive(event) || !isDown()) return;
    event.preventDefault();
    window.setTimeout(() => event.detail.xhr.onload(), LIFTED);
  }

  function rest() {
    if (document.hidden) return HIDDEN;
    return Date.now() - Math.max(touched, changed) > AWAKE ? IDLE : EVERY;
  }

  function wake() {
    touched = Date.now();
    stop();
    asked = -Infinity;
    const element = live();
    if (element && window.htmx && !document.hidden) window.htmx.trigger(element, "wake");
  }

  // Abort a poll that is still waiting.
  function stop() {
    const element = live();
    if (element && window.htmx) window.htmx.trigger(element, "htmx:abort");
  }

  function beforeRequest(event) {
    if (!isLive(event)) return;
    if (isBusy() || Date.now() - asked < rest()) event.preventDefault();
    else asked = Date.now();
  }

  // Pieces of the page that only some phones need: the list of moves on a wide screen (table.css), the places of the
  // next tile on a phone with slow answers. A phone that finds it lacks one polls as if something besides the log had
  // changed.
  const wide = window.matchMedia("(min-aspect-ratio: 1/1) and (min-width: 640px) and (min-height: 760px)");
  const SLOW = "referee:slow";
  let isSlow = false;
  let lacks = false;

  try { isSlow = !!sessionStorage.getItem(SLOW); } catch (refused) { /* then each page measures it again */ }

  function slow() {
    if (isSlow) return;
    isSlow = lacks = true;
    try { sessionStorage.setItem(SLOW, "1"); } catch (refused) { /* as above */ }
  }

  // Headers for which phone asks, what it needs, and its page's language: the address is the same for all.
  function sign(event) {
    event.detail.headers["Referee-Needs"] = (wide.matches ? "moves " : "") + (isSlow ? "places" : "");
    if (event.detail.verb === "post") event.detail.headers["Referee-Phone"] = document.body.dataset.phone; // the server then ends this phone's long poll
    if (!isLive(event)) return;
    if (!document.hidden) event.detail.headers.Prefer = "wait=2"; // long poll; less than BEHIND and than the request timeout
    if (lacks) event.detail.path = event.detail.path.replace(/here=[^&]*/, "here=-lacks");
    event.detail.parameters.me = document.body.dataset.phone;
    event.detail.parameters.lang = document.documentElement.lang;
  }

  // An answer is late if a person would notice, whether the network or the phone was slow.
  function measure() {
    const from = tapped;
    requestAnimationFrame(() => window.setTimeout(() => { if (performance.now() - from > LATE) slow(); }));
  }

  // Keeping what the player has begun

  function isBusy() {
    return isDown() || performance.now() - tapped < TAP || !!document.querySelector("#outbox.htmx-request, #table .htmx-request:not(.live)");
  }

  const fieldOf = (form, each) => form.by + "|" + each.name + "|" + (each.type === "radio" ? each.value : "");

  function formNow() {
    const form = document.querySelector("#table form");
    const by = form && form.querySelector('input[type="hidden"][name="by"]');
    return form ? { form, by: by ? by.value : "" } : null;
  }

  function begun() {
    const now = formNow();
    const found = { fields: new Map(), open: [], seq: document.getElementById("table").dataset.seq };
    document.querySelectorAll("#table details").forEach((each, place) => { if (each.open) found.open.push(place + each.className); });
    if (now) {
      now.form.querySelectorAll('input:not([type="hidden"])').forEach((each) => {
        if (each.type === "radio" ? each.checked : each.value) found.fields.set(fieldOf(now, each), each.value);
      });
    }
    return found;
  }

  function goOn(was) {
    const now = formNow();
    document.querySelectorAll("#table details").forEach((each, place) => { if (was.open.includes(place + each.className)) each.open = true; });
    if (now) {
      now.form.querySelectorAll('input:not([type="hidden"])').forEach((each) => {
        const value = was.fields.get(fieldOf(now, each));
        if (value === undefined) return;
        if (each.type === "radio") each.checked = true;
        else each.value = value;
      });
    }
  }

  function beforeSwap(event) {
    if (!isLive(event)) return;
    if (isBusy() || !document.body.contains(event.detail.requestConfig.elt)) event.detail.shouldSwap = false;
    else if (event.detail.shouldSwap && event.detail.target.id === "table") kept = begun();
  }

  function afterSwap(event) {
    if (!isLive(event)) measure();
    if (!kept) return;
    const was = kept;
    kept = null;
    changed = Date.now();
    if (!lacks || was.seq !== document.getElementById("table").dataset.seq) movedAt = performance.now(); // otherwise only the missing pieces came
    lacks = false;
    goOn(was);
    document.dispatchEvent(new CustomEvent("referee:news"));
  }

  // A tap aimed at what was there a moment ago must not press what is there now.
  function guard(event) {
    downAt = -Infinity;
    if (!event.isTrusted || performance.now() - movedAt > SOON) return;
    if (!event.target.closest("#table form button, #table form a, #table [data-place]")) return;
    if (event.detail === 0) return; // a key, not a tap
    event.preventDefault();
    event.stopImmediatePropagation();
    const told = line("moved");
    if (!told) return;
    told.hidden = false;
    window.clearTimeout(hush);
    hush = window.setTimeout(() => { told.hidden = true; }, 2500);
  }

  function ready() {
    const body = document.body;
    window.addEventListener("pointerdown", down, true);
    for (const name of ["pointerup", "pointercancel"]) window.addEventListener(name, up, true);
    window.addEventListener("keydown", () => { touched = Date.now(); tapped = performance.now(); }, true);
    document.addEventListener("click", guard, true);
    body.addEventListener("htmx:configRequest", sign);
    body.addEventListener("htmx:beforeRequest", beforeRequest);
    body.addEventListener("htmx:beforeOnLoad", beforeOnLoad);
    body.addEventListener("htmx:beforeSwap", beforeSwap);
    body.addEventListener("htmx:afterSwap", afterSwap, true); // before app.js puts the focus where it was
    body.addEventListener("htmx:afterRequest", (event) => {
      const status = event.detail.xhr ? event.detail.xhr.status : 0;
      if (status && status < 500 && status !== 429) document.dispatchEvent(new CustomEvent("referee:reached"));
    });
    body.addEventListener("htmx:sendError", missed);
    body.addEventListener("htmx:timeout", missed);
    document.addEventListener("referee:reached", reached);
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) return stop();
      answered = Math.max(answered, Date.now() - BEHIND + 1500); // allow it a moment to poll
      wake();
    });
    window.addEventListener("online", wake);
    wide.addEventListener("change", () => { lacks = wide.matches; if (lacks) wake(); });
    window.addEventListener("pageshow", wake);
    window.setInterval(tell, 1000);
    tell();
  }

  window.referee.connection = () => state;
  window.referee.isDown = isDown;
  document.addEventListener("DOMContentLoaded", ready);
})();
