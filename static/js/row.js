// The tiles tapped so far for the deal of a solitaire, or for a hand, stand only in the page's address. The phone keeps
// them until they are dealt or shown, so that no way back to the table, and no other hand, loses them.
(() => {
  "use strict";

  const { one, all, on } = referee;
  const name = "referee:hands:" + location.pathname;
  let last = null; // whose hand the page showed before

  function keep() {
    const row = one("#table form > [name=shown]");
    if (!row) return one("#table .hand-rows") || localStorage.removeItem(name);
    const by = row.form.elements.by?.value ?? "";
    const waiting = [by, ...all("#table .hand-name a").map((link) => new URL(link.href).searchParams.get("hand"))];
    const hands = new Map(Object.entries(JSON.parse(localStorage[name] || "{}")).filter(([each]) => waiting.includes(each)));
    const tiles = row.value || (last !== by && hands.get(by)) || "";
    last = by;
    if (tiles) hands.set(by, tiles);
    else hands.delete(by);
    localStorage[name] = JSON.stringify(Object.fromEntries(hands));
    if (tiles !== row.value) location.replace((by ? `?hand=${encodeURIComponent(by)}&shown=` : "?deal=1&faces=") + encodeURIComponent(tiles));
  }

  function look() {
    try { keep(); } catch (refused) { /* then they are only in the address */ }
  }

  on("referee:changed", look);
  look();
})();
