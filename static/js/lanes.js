// At trains a tile that waits to be sent lies on its train, with a dashed edge. Only a game of trains loads this.
(() => {
  "use strict";

  const { one, all, make, rules, drawing } = referee;
  const SHOWN = { few: 3, more: 5, most: 9 }; // tiles of a train, by the width of the screen

  // On a train, behind its last tile, with the number that it joins there. As in lanes.py the tiles that a screen has no room
  // for leave the view, and are counted.
  function lay(lane, tile, joined) {
    const [high, low] = rules.pipsOf(tile);
    const out = high === joined ? low : high;
    const rail = one(".rail", lane);
    if (!one(".train-tiles", lane)) rail.insertAdjacentHTML("afterend", '<svg class="layout train-tiles" viewBox="0 -1.05 0 2.1" aria-hidden="true"></svg>');
    const tiles = one(".train-tiles", lane);
    const [x, y, width, height] = tiles.getAttribute("viewBox").split(" ").map(Number);
    const isAcross = high === low;
    const end = x + width + (isAcross ? 1 : 2);
    tiles.insertAdjacentHTML("beforeend", `<g class="tile waits">${drawing.tileDrawn(joined, out, end - (isAcross ? 0.5 : 1), 0, 0, isAcross)}</g>`);
    const lying = all(".tile", tiles).reverse();
    const room = lying.slice(0, SHOWN.few).reduce((sum, each) => sum + (one('use[href="#tall"]', each) ? 1 : 2), 0);
    tiles.setAttribute("viewBox", [end - room, y, room, height].join(" "));
    lying.forEach((each, n) => {
      each.classList.toggle("more", n >= SHOWN.few && n < SHOWN.more);
      each.classList.toggle("most", n >= SHOWN.more);
    });
    for (const [screen, most] of Object.entries(SHOWN)) {
      if (lying.length <= most) continue;
      const count = one("." + screen, rail) || rail.appendChild(make("i", { className: screen }));
      count.textContent = "+" + (Number(count.textContent) + 1);
    }
    const open = one(".lane-end", lane);
    one("b", open).textContent = out;
    open.setAttribute("aria-label", open.getAttribute("aria-label").replace(/\d+(?=\D*$)/, out));
  }

  // Lays the entries, and adds their keys to those of the `coupled`, which lie already: on the train that was tapped, the first
  // that waits also on the only train that it fits and that its player may use. It stops at one that may lie elsewhere.
  function couple(entries, coupled) {
    for (const entry of entries.slice(coupled.length)) {
      const [play, at] = ["play", "at"].map((name) => referee.outbox.valueOf(entry, name));
      const endOf = (lane) => Number(one(".lane-end", lane).textContent);
      const isMeant = (lane, place) => (at ? at === String(place) : !coupled.length && !!one(".usable", lane));
      const found = all("#table .lane").filter((lane, place) => play && isMeant(lane, place) && rules.pipsOf(play).includes(endOf(lane)));
      if (found.length !== 1) return;
      for (const each of all("#table .last")) each.classList.remove("last");
      lay(found[0], play, endOf(found[0]));
      coupled.push(entry.key);
    }
  }

  referee.lanes = { couple };
})();
