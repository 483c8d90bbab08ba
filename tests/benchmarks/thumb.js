// Put into every page that the benchmark opens: when the finger was lifted, when what it laid was on the screen, when
// the answer was there, and where everything stood before and after.
(() => {
  // Not the tray's upper border and the ruling: a long ruling lies over the layout and moves nothing else.
  const WATCHED = ["#strip", ".top", ".party", ".area", ".calls", ".turn", ".picker", ".actions"];
  const TILES = "#table .area .layout g.tile:not(.cand)";
  const shifts = [];
  let tap = null;

  const table = () => document.getElementById("table");
  const count = () => document.querySelectorAll(TILES).length;

  // A task that a frame posts runs once that frame is on its way to the screen.
  const painted = (then) => requestAnimationFrame(() => {
    const line = new MessageChannel();
    line.port1.onmessage = () => then(performance.now());
    line.port2.postMessage(0);
  });

  // Where everything stands. (Another screen, as at the end of a round, is not compared.)
  function standing() {
    const boxes = {};
    const note = (name, each, isSized) => {
      const box = each.getBoundingClientRect();
      boxes[name] = [box.left, box.top, ...(isSized ? [box.width, box.height] : [])];
    };
    for (const what of WATCHED) document.querySelectorAll("#table " + what + ", body > " + what).forEach((each, place) => note(what + " " + place, each, what === ".area"));
    const last = [...document.querySelectorAll(TILES)].find((each) => each.matches(".last, .waits"));
    if (last) note("the tile", last.querySelector("use"), true);
    return boxes;
  }

  // Before a tap: which tile of the table's picker it will be, and where it stands.
  function aim(what) {
    const target = document.querySelector(what);
    if (!target) return null;
    target.scrollIntoView({ block: "nearest" });
    const box = target.getBoundingClientRect();
    tap = { tiles: count(), seq: table().dataset.seq, table: table(), lifted: 0, laid: 0, answered: 0, ahead: false, screen: table().className, before: null, after: null };
    return [box.left + box.width / 2, box.top + box.height / 2];
  }

  // When a tile lies that did not lie before, and the answer is there: what was seen of the tap. Sooner if something is asked.
  function look() {
    const now = tap;
    if (!now || !now.lifted || !table()) return;
    if (!now.laid && count() > now.tiles) {
      now.laid = -1;
      now.ahead = !!document.querySelector(TILES + ".waits");
      painted((time) => {
        performance.mark("laid");
        now.laid = time;
        if (now.ahead && !now.answered) now.before = standing();
      });
    }
    if (!now.answered && table().dataset.seq !== now.seq) {
      now.answered = -1;
      now.swapped = performance.now();
      painted((time) => { now.answered = time; window.setTimeout(() => { now.after = table().className === now.screen ? standing() : {}; }, 250); });
    }
  }

  const ended = (now) => now.answered > 0 && now.after && (now.laid > 0 || count() <= now.tiles);
  const isAsked = (now) => table() !== now.table && table().dataset.seq === now.seq && !document.querySelector("#outbox.htmx-request") && !!document.querySelector("#table .choices:not(.here)");

  // What became of the tap: { asked } or what was measured.
  const over = () => new Promise((done) => {
    const wait = window.setInterval(() => {
      if (!tap || !(isAsked(tap) || ended(tap))) return;
      window.clearInterval(wait);
      const { table: _, ...told } = tap;
      tap = null;
      const moved = shifts.filter((each) => each.at >= told.swapped);
      done({ ...told, isAsked: !told.after, shifts: moved });
    }, 50);
  });

  // The first load: the tray is painted; the scripts have begun; something has been laid.
  const ready = new Promise((done) => {
    document.addEventListener("DOMContentLoaded", () => window.setTimeout(() => painted(done), 0));
  });

  window.addEventListener("touchend", (event) => {
    if (!tap) return;
    performance.mark("lifted");
    tap.lifted = event.timeStamp;
  }, true);
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
  const nameOf = (node) => (node && node.outerHTML ? node.outerHTML.slice(0, 60) : "something that is gone");
  const noted = (each) => shifts.push({ at: each.startTime, what: each.sources.map((one) => nameOf(one.node)).join(", ") });
  new PerformanceObserver((list) => list.getEntries().forEach(noted)).observe({ type: "layout-shift", buffered: true });
  window.thumb = { aim, over, ready };
})();
