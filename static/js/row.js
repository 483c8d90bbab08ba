// The tiles tapped so far for the deal of a solitaire, or for the hand of a player, stand only in the page's address. The
// phone keeps them until they are dealt or shown, so that no way back to the table loses them.
(() => {
  "use strict";

  const { one, on } = referee;
  const name = "referee:row:" + location.pathname;
  const row = () => one("#table form > [name=shown]");
  const whose = () => encodeURIComponent(row().form.elements.by?.value ?? "");
  const begun = () => (whose() ? `?hand=${whose()}&shown=` : "?deal=1&faces=");

  function keep() {
    try {
      if (row()?.value) localStorage[name] = begun() + encodeURIComponent(row().value);
      else localStorage.removeItem(name);
    } catch (refused) { /* then they are only in the address */ }
  }

  function goOn() {
    const kept = !location.search && row() && localStorage[name];
    if (kept?.startsWith(begun())) location.replace(kept);
    else keep();
  }

  on("referee:changed", keep);
  try { goOn(); } catch (refused) { /* as above */ }
})();
