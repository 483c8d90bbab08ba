// What a page does beyond its forms: it says the last ruling aloud, keeps the last tile in sight, and tells when
// there is no connection. Everything else is a form or a link, and works without this file.
(function () {
  "use strict";

  const byId = (id) => document.getElementById(id);

  function showLastTile() {
    const area = document.querySelector(".area");
    const last = area && area.querySelector(".last, .candidate");
    if (!last) return;
    const frame = area.getBoundingClientRect();
    const tile = last.getBoundingClientRect();
    const tray = document.querySelector(".tray");
    const floor = tray && tray.getBoundingClientRect().top > frame.top
      ? Math.min(frame.bottom, tray.getBoundingClientRect().top) : frame.bottom;
    if (tile.bottom + 12 > floor) area.scrollTop += tile.bottom + 12 - floor;
    else if (tile.top - 12 < frame.top) area.scrollTop -= frame.top - tile.top + 12;
    if (tile.right + 12 > frame.right) area.scrollLeft += tile.right + 12 - frame.right;
    else if (tile.left - 12 < frame.left) area.scrollLeft -= frame.left - tile.left + 12;
  }

  function sayAloud() {
    const table = byId("table");
    const said = byId("said");
    if (table && said && said.textContent !== table.dataset.said) said.textContent = table.dataset.said;
  }

  // A place drawn in the layout is the same answer as its button in the tray. Where no tile is chosen yet, it is
  // chosen first: then only what can go there is lit.
  function pressPlace(event) {
    const place = event.target.closest("[data-place]");
    const form = place && document.querySelector("form.tray");
    if (!form) return;
    const name = place.dataset.place;
    const button = form.querySelector('button[data-choice="' + CSS.escape(name) + '"]');
    if (button) button.click();
    else if (form.querySelector(".picker") && window.htmx) {
      const address = form.getAttribute("action") + "?at=" + encodeURIComponent(name);
      window.htmx.ajax("GET", address, { target: "#table", select: "#table", swap: "outerHTML" });
    }
  }

  // The first tile stays where it is on the screen when the frame grows above it.
  function firstTile() {
    const tile = document.querySelector(".area .layout > g.tile");
    return tile ? tile.getBoundingClientRect().top : null;
  }

  function ready() {
    showLastTile();
    document.addEventListener("click", pressPlace);
    document.querySelectorAll("[data-print]").forEach((button) => {
      button.hidden = false;
      button.addEventListener("click", () => window.print());
    });
    const offline = byId("offline");
    const untaken = byId("untaken");
    const body = document.body;
    let top = 0;
    let left = 0;
    let first = null;
    body.addEventListener("htmx:beforeRequest", (event) => {
      if (document.hidden && event.target.classList.contains("live")) event.preventDefault();
    });
    body.addEventListener("htmx:beforeSwap", () => {
      const area = document.querySelector(".area");
      top = area ? area.scrollTop : 0;
      left = area ? area.scrollLeft : 0;
      first = firstTile();
    });
    body.addEventListener("htmx:afterSwap", (event) => {
      if (event.target.id === "live") return; // only who is here has changed
      const area = document.querySelector(".area");
      if (area) area.scrollTo(left, top);
      const now = firstTile();
      if (area && first !== null && now !== null) area.scrollTop += now - first;
      const table = byId("table");
      if (table) body.classList.toggle("felt", !table.matches(".before, .settled, .over"));
      if (table) body.classList.toggle("paper", table.matches(".before, .settled, .over"));
      showLastTile();
      sayAloud();
    });
    body.addEventListener("htmx:sendError", () => { if (offline) offline.hidden = false; });
    body.addEventListener("htmx:timeout", () => { if (offline) offline.hidden = false; });
    body.addEventListener("htmx:responseError", (event) => {
      if (untaken && !event.target.classList.contains("live")) untaken.hidden = false;
    });
    body.addEventListener("htmx:afterOnLoad", () => { if (offline) offline.hidden = true; });
  }

  document.addEventListener("DOMContentLoaded", ready);
})();

// A link is handed on by the phone's own way to share, else it is copied; a browser that can do neither shows it.
document.addEventListener("DOMContentLoaded", () => {
  "use strict";
  if (!navigator.share && !(navigator.clipboard && navigator.clipboard.writeText)) return;
  document.querySelectorAll("[data-share]").forEach((button) => {
    button.hidden = false;
    if (!navigator.share) button.textContent = "Copy this link";
    button.addEventListener("click", async () => {
      try {
        if (navigator.share) await navigator.share({ url: button.dataset.share });
        else {
          await navigator.clipboard.writeText(button.dataset.share);
          button.textContent = "Copied";
        }
      } catch (refused) {
        if (refused.name !== "AbortError") button.hidden = true; // the link itself stands beside it
      }
    });
  });
});
