// The tiles tapped so far for the deal of a solitaire stand only in the page's address. The phone keeps them until they
// are dealt, so that no way back to the table loses them.
(() => {
  "use strict";

  const { one, on } = referee;
  const name = "referee:row:" + location.pathname;
  const row = () => one("#table form.whole > [name=shown]");

  function keep() {
    try {
      if (row()?.value) localStorage[name] = row().value;
      else localStorage.removeItem(name);
    } catch (refused) { /* then they are only in the address */ }
  }

  function goOn() {
    const kept = !location.search && row() && localStorage[name];
    if (kept) location.replace("?deal=1&faces=" + encodeURIComponent(kept));
    else keep();
  }

  on("referee:changed", keep);
  try { goOn(); } catch (refused) { /* as above */ }
})();
