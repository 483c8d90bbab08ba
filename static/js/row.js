// The tiles tapped so far for the deal of a solitaire, or for the hand of a player, stand only in the page's address. The
// phone keeps them until they are dealt or shown, so that no way back to the table, and no other hand, loses them.
(() => {
  "use strict";

  const { one, all, on } = referee;
  const name = "referee:hands:" + location.pathname;
  const row = () => one("#table form > [name=shown]");
  const whose = () => row().form.elements.by?.value ?? "";
  let last = null; // whose hand the page showed before

  const handIn = (link) => new URL(link.href).searchParams.get("hand");

  // The hands that are not shown yet, with their tiles so far
  function kept() {
    const waiting = [...all("#table .hand-name a").map(handIn), whose()];
    return Object.entries(JSON.parse(localStorage[name] || "{}")).filter(([by]) => waiting.includes(by));
  }

  function keep() {
    if (!row()) return one("#table .hand-rows") || localStorage.removeItem(name);
    const hands = new Map(kept());
    const by = whose();
    const tiles = row().value || (last !== by && hands.get(by));
    last = by;
    if (tiles) hands.set(by, tiles);
    else hands.delete(by);
    localStorage[name] = JSON.stringify(Object.fromEntries(hands));
    if (!tiles || row().value) return;
    location.replace((by ? `?hand=${encodeURIComponent(by)}&shown=` : "?deal=1&faces=") + encodeURIComponent(tiles));
  }

  function look() {
    try { keep(); } catch (refused) { /* then they are only in the address */ }
  }

  on("referee:changed", look);
  look();
})();
