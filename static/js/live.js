// Polls for news from the other phones, often while somebody is looking and seldom otherwise, and shows it only when
// nothing moves under a thumb about to tap. Says so if the phone is behind.
(() => {
  "use strict";

  const { one, all, table, on, announce } = referee;
  const time = () => performance.now(); // not that of the clock on the wall, which somebody may set
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
  let touched = time();
  let changed = -Infinity; // by news
  let asked = -Infinity;
  let answered = time();
  let known = Date.now(); // the same on that clock
  let failures = 0;
  let kept = null;
  let movedAt = -Infinity;
  let hush = 0;
  let lifting = 0;
  let state = { now: "", from: 0, clock: "" }; // the state of the connection: lost or behind, and since when

  const live = () => one("#table .live");
  const isLive = ({ detail }) => (detail.requestConfig || detail).elt.matches(".live");
  const clock = (at) => new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });

  // Whether the phone is connected

  function tell() {
    const kept = document.documentElement.dataset.kept; // since when this page is as it is
    const from = Number(kept) || known;
    const isBehind = live() && time() - answered > BEHIND + rest() && !document.hidden;
    const now = failures > 1 || kept ? "lost" : isBehind ? "behind" : "";
    if (now === state.now && from === state.from) return;
    state = { now, from, clock: now && clock(from) };
    announce("referee:waiting");
  }

  function reached() {
    answered = time();
    known = Date.now();
    failures = 0;
    delete document.documentElement.dataset.kept;
    tell();
  }

  function missed() {
    failures += 1;
    tell();
  }

  // Polling

  const isDown = () => time() - downAt < HELD;

  function down() {
    clearTimeout(lifting);
    downAt = touched = time();
  }

  function up() {
    tapped = time();
    lifting = setTimeout(() => { downAt = -Infinity; }, LIFTED);
  }

  // A browser drops a tap if its button disappears under the finger, so the answer waits until the tap is done.
  function beforeOnLoad(event) {
    if (isLive(event) || !isDown()) return;
    event.preventDefault();
    setTimeout(() => event.detail.xhr.onload(), LIFTED);
  }

  function rest() {
    if (document.hidden) return HIDDEN;
    return time() - Math.max(touched, changed) > AWAKE ? IDLE : EVERY;
  }

  function wake() {
    touched = time();
    stop();
    asked = -Infinity;
    if (!document.hidden) trigger("wake");
  }

  const stop = () => trigger("htmx:abort");
  const trigger = (name) => live() && htmx.trigger(live(), name);

  function beforeRequest(event) {
    if (!isLive(event)) return;
    if (isBusy() || time() - asked < rest()) event.preventDefault();
    else asked = time();
  }

  // Pieces of the page that only some phones need: the moves on a wide screen (table.css), the places of the next tile
  // where answers are slow. A phone that lacks one polls as if something besides the log had changed.
  const wide = matchMedia("(min-aspect-ratio: 1/1) and (min-width: 640px) and (min-height: 760px)");
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
    const { detail } = event;
    const { phone } = document.body.dataset;
    detail.headers["Referee-Needs"] = (wide.matches ? "moves " : "") + (isSlow ? "places" : "");
    if (detail.verb === "post") detail.headers["Referee-Phone"] = phone; // the server then ends this phone's long poll
    if (!isLive(event)) return;
    if (!document.hidden) detail.headers.Prefer = "wait=2"; // long poll; less than BEHIND and than the request timeout
    if (lacks) detail.path = detail.path.replace(/here=[^&]*/, "here=-lacks");
    Object.assign(detail.parameters, { me: phone, lang: document.documentElement.lang });
  }

  // An answer is late if a person would notice, whether the network or the phone was slow.
  function measure() {
    const from = tapped;
    requestAnimationFrame(() => setTimeout(() => { if (time() - from > LATE) slow(); }));
  }

  // Keeping what the player has begun

  function isBusy() {
    return isDown() || time() - tapped < TAP || !!one("#outbox.htmx-request, #table .htmx-request:not(.live)");
  }

  const nameOf = (details, place) => place + details.className;

  // The fields that can be typed in or chosen, by what they are for: the player whose turn it is, and their name.
  function fields() {
    const form = one("#table form");
    const by = form && one('input[type="hidden"][name="by"]', form)?.value;
    const found = form ? all('input:not([type="hidden"])', form) : [];
    return new Map(found.map((each) => [[by, each.name, each.type === "radio" && each.value].join("|"), each]));
  }

  function begun() {
    const open = new Set(all("#table details").map((each, place) => each.open && nameOf(each, place)));
    const values = [...fields()].map(([name, each]) => [name, each.type === "radio" ? each.checked : each.value]);
    return { open, values, seq: table().dataset.seq };
  }

  function goOn(was) {
    all("#table details").forEach((each, place) => { each.open ||= was.open.has(nameOf(each, place)); });
    const now = fields();
    for (const [name, value] of was.values) {
      const each = value && now.get(name);
      if (each) each[each.type === "radio" ? "checked" : "value"] = value;
    }
  }

  function beforeSwap(event) {
    if (!isLive(event)) return;
    if (isBusy() || !event.detail.requestConfig.elt.isConnected) event.detail.shouldSwap = false;
    else if (event.detail.shouldSwap && event.detail.target.id === "table") kept = begun();
  }

  function afterSwap(event) {
    if (!isLive(event)) measure();
    if (!kept) return;
    const was = kept;
    kept = null;
    changed = time();
    if (!lacks || was.seq !== table().dataset.seq) movedAt = time(); // otherwise only the missing pieces came
    lacks = false;
    goOn(was);
    announce("referee:news");
  }

  // A tap aimed at what was there a moment ago must not press what is there now.
  function guard(event) {
    downAt = -Infinity;
    if (!event.isTrusted || time() - movedAt > SOON) return;
    if (!event.target.closest("#table form button, #table form a, #table [data-place]")) return;
    if (event.detail === 0) return; // a key, not a tap
    event.preventDefault();
    event.stopImmediatePropagation();
    const line = one("#moved");
    line.hidden = false;
    clearTimeout(hush);
    hush = setTimeout(() => { line.hidden = true; }, 2500);
  }

  addEventListener("pointerdown", down, true);
  for (const name of ["pointerup", "pointercancel"]) addEventListener(name, up, true);
  addEventListener("keydown", () => { touched = tapped = time(); }, true);
  addEventListener("click", guard, true);
  addEventListener("htmx:afterSwap", afterSwap, true); // before app.js puts the focus where it was
  on("htmx:configRequest", sign);
  on("htmx:beforeRequest", beforeRequest);
  on("htmx:beforeOnLoad", beforeOnLoad);
  on("htmx:beforeSwap", beforeSwap);
  on("htmx:afterRequest", ({ detail: { xhr } }) => {
    if (xhr.status && xhr.status < 500 && xhr.status !== 429) announce("referee:reached");
  });
  on("htmx:sendError htmx:timeout", missed);
  on("referee:reached", reached);
  on("visibilitychange", () => {
    if (document.hidden) return stop();
    answered = Math.max(answered, time() - BEHIND + 1500); // allow it a moment to poll
    wake();
  });
  for (const name of ["online", "pageshow"]) addEventListener(name, wake);
  wide.addEventListener("change", () => { lacks = wide.matches; if (lacks) wake(); });
  setInterval(tell, 1000);
  tell();

  Object.assign(referee, { connection: () => state, isDown });
})();
