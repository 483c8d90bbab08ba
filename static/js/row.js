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
    const before = JSON.parse(localStorage[name] || "{}");
    const hands = { [by]: row.value || (last !== by && before[by]) || "" };
    for (const link of all("#table .hand-name a")) { // the hands that are still to be shown
      const other = new URL(link.href).searchParams.get("hand");
      hands[other] = before[other];
    }
    last = by;
    localStorage[name] = JSON.stringify(hands);
    if (hands[by] !== row.value) location.replace((by ? `?hand=${encodeURIComponent(by)}&shown=` : "?deal=1&faces=") + encodeURIComponent(hands[by]));
  }

  function look() {
    try { keep(); } catch (refused) { /* then they are only in the address */ }
  }

  on("referee:changed", look);
  look();
})();
