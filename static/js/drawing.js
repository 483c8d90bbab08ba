// Draws a tile at an open place, next to the server's drawing: straight on if there is room, else round the corner.
// Lengths are in units: a half of a tile is 1 by 1.
(() => {
  "use strict";

  const { one, all, rules } = referee;
  const STEP = [[1, 0], [0, 1], [-1, 0], [0, -1]];
  const TURNED = new Set([2, 3, 6, 7, 10, 11, 12, 13, 14, 15]); // numbers whose pips look different on a tile lying down
  const APART = 0.45; // units between two arms
  const PLACE = 0.84;
  const STEPS = [[15, 10], [18, 12], [21, 14], [25, 16.5], [30, 20], [36, 24], [44, 29], [54, 36], [70, 47], [92, 61], [120, 80], [160, 106.5]];
  const INSET = 0.2; // between the drawing and the edge of the view
  const END_ROOM = 0.9; // from an end to the edge that it points at, in a new view

  const boxOf = (x, y, upright) => (upright ? [x - 0.5, y - 1, x + 0.5, y + 1] : [x - 1, y - 0.5, x + 1, y + 0.5]);
  const meet = (one, other, apart) => one[0] < other[2] + apart && other[0] < one[2] + apart && one[1] < other[3] + apart && other[1] < one[3] + apart;
  const go = (heading, distance, from) => [from[0] + STEP[heading][0] * distance, from[1] + STEP[heading][1] * distance];
  const isIn = (box, frame) => box[0] >= frame[0] && box[1] >= frame[1] && box[2] <= frame[2] && box[3] <= frame[3];
  const square = (x, y) => [x - 0.5, y - 0.5, x + 0.5, y + 0.5];

  const numbersOf = (drawn, ...names) => names.map((name) => Number(drawn.getAttribute(name)));
  const middleOf = (drawn) => numbersOf(one("use", drawn), "x", "y");
  const tilesOn = (drawing) => all(".tile", drawing).map((each) => boxOf(...middleOf(each), !!one('use[href="#tall"]', each)));

  const poseOf = (middle, way, isAcross) => ({ middle, way, upright: (way % 2 === 1) !== isAcross, next: go(way, isAcross ? 1 : 1.5, middle) });

  // Every pose at a place: straight on, or round the corner to either side; a double lies across.
  function posesAt(x, y, way, isAcross) {
    const found = [{ middle: isAcross ? [x, y] : go(way, 0.5, [x, y]), way }];
    for (const side of [(way + 1) % 4, (way + 3) % 4]) {
      const half = go(way, -1, [x, y]);
      found.push({ middle: go(side, isAcross ? 1 : 1.5, half), way: side });
      if (!isAcross) found.push({ middle: go(side, 0.5, [x, y]), way: side });
    }
    return found.map((each) => poseOf(each.middle, each.way, isAcross));
  }

  // The pose that the server gave. After a tile that the server has not seen, or if that spot is taken, the first pose
  // that is free and inside the frame, with room for the next place; else straight on.
  function poseAt(drawing, x, y, way, isAcross, said) {
    const frame = drawing.dataset.frame.split(" ").map(Number);
    const on = square(x - STEP[way][0], y - STEP[way][1]);
    const others = tilesOn(drawing).filter((each) => !meet(each, on, -0.1));
    const poses = [...(said ? [poseOf([said[0], said[1]], said[2], isAcross)] : []), ...posesAt(x, y, way, isAcross)];
    const isFree = (each) => {
      const box = boxOf(...each.middle, each.upright);
      const before = square(...each.next);
      return isIn(box, frame) && isIn(before, frame) && !others.some((other) => meet(other, box, APART) || meet(other, before, 0));
    };
    return said && !one(".waits", drawing) ? poses[0] : poses.find(isFree) || poses[0];
  }

  function halfDrawn(number, x, y, upright) {
    return number ? `<use href="#${upright || !TURNED.has(number) ? "h" : "q"}${number}" x="${x}" y="${y}"/>` : "";
  }

  function tileDrawn(one, other, x = 0, y = 0, way = 0, upright = false) {
    const [dx, dy] = upright ? [0, way === 3 ? -0.5 : 0.5] : [way === 2 ? -0.5 : 0.5, 0];
    return `<use href="#${upright ? "tall" : "flat"}" x="${x}" y="${y}"/>` + halfDrawn(one, x - dx, y - dy, upright) + halfDrawn(other, x + dx, y + dy, upright);
  }

  const CROSS = '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M6 6l12 12M18 6L6 18"/></svg>';
  const pictureOf = (tile, kind) => `<svg class="${kind}" viewBox="-1 -.5 2 1.1" aria-hidden="true">${tileDrawn(...rules.pipsOf(tile))}</svg>`;

  function placeDrawn(name, number, [x, y], way, isSilent) {
    const text = isSilent ? "" : `<text x="${x}" y="${y + 0.21}">${number}</text>`;
    return `<g class="place${isSilent ? "" : " counts"}" data-place="${name}" data-way="${way}"><rect x="${x - PLACE / 2}" y="${y - PLACE / 2}" width="${PLACE}" height="${PLACE}" rx=".2"/>`
      + text + `<circle class="hit" cx="${x}" cy="${y}" r="1"/></g>`;
  }

  function lay(drawing, { play, at, out: outward }, before, after) {
    const [way] = rules.waysOf(before, play, at, outward);
    const touching = way[2];
    const name = rules.nameOf(way);
    const named = `[data-place="${name}"]`;
    const place = one(named, drawing);
    if (!place) return;
    const [high, low] = rules.pipsOf(play);
    const out = high === touching ? low : high;
    const isAcross = high === low;
    const heading = Number(place.dataset.way);
    const isAsked = place.matches(".cand"); // the server has drawn the tile at each end where it may go
    const [x, y] = isAsked ? middleOf(place) : numbersOf(one(".hit", place), "cx", "cy");
    const end = before.ends.find((each) => rules.nameOf(each) === name);
    const pose = isAsked ? poseOf([x, y], heading, isAcross) : poseAt(drawing, x, y, heading, isAcross, end[isAcross ? 4 : 3]);
    if (isAsked) {
      for (const each of all(".cand", drawing)) each.remove();
      drawing.setAttribute("viewBox", drawing.dataset.view);
    }
    const hasRoom = !isAsked && rules.placesOf(after).some((each) => rules.nameOf(each) === name);
    for (const each of hasRoom ? [place] : all(named, drawing)) each.remove();
    for (const each of all(".last", drawing)) each.classList.remove("last");
    const crosswise = (middle, heading, tile) => [1, 3].map((turn) => [tile, go((heading + turn) % 4, 1.5, middle), (heading + turn) % 4]);
    const [, , room] = after.ends.at(-1);
    const places = [[[play, out], pose.next, pose.way]];
    if (room > 1 && before.at_once) places.push(...crosswise(pose.middle, pose.way, [play, out]));
    if (hasRoom && !one(named, drawing)) places.push(...crosswise(go(heading, -1, [x, y]), heading, way)); // both its sides are covered
    drawing.insertAdjacentHTML("beforeend", `<g class="tile waits">${tileDrawn(touching, out, ...pose.middle, pose.way, pose.upright)}</g>`
      + places.map(([end, at, side]) => placeDrawn(rules.nameOf(end), end[1], at, side, !!before.claims)).join(""));
    see(drawing);
  }

  // As in referee/drawing/placing.py: keep the view while everything fits, else take the next size that holds everything.
  function see(drawing) {
    const [x, y, width, height] = drawing.getAttribute("viewBox").split(" ").map(Number);
    const places = all(".place", drawing).map((each) => {
      const middle = numbersOf(each.firstChild, "x", "y").map((edge) => edge + PLACE / 2);
      return { box: square(...middle), way: Number(each.dataset.way) };
    });
    const boxes = [...tilesOn(drawing), ...places.map((each) => each.box)];
    const [left, top, right, bottom] = [0, 1, 2, 3].map((n) => Math[n < 2 ? "min" : "max"](...boxes.map((each) => each[n])));
    const holds = (view) => isIn([left - INSET, top - INSET, right + INSET, bottom + INSET], view);
    if (holds([x, y, x + width, y + height])) return;
    const around = ([wide, high]) => [(left + right - wide) / 2, (top + bottom - high) / 2, (left + right + wide) / 2, (top + bottom + high) / 2];
    const room = (view, { box, way }) => Math.abs(view[(way + 2) % 4] - box[(way + 2) % 4]);
    const now = STEPS.findIndex(([wide]) => wide >= width);
    const step = STEPS.findIndex((each, n) => n >= now && holds(around(each)) && places.every((place) => room(around(each), place) >= END_ROOM));
    const size = STEPS.at(step);
    drawing.setAttribute("viewBox", [...around(size).slice(0, 2), ...size].join(" "));
  }

  referee.drawing = { lay, tileDrawn, pictureOf, CROSS };
})();
