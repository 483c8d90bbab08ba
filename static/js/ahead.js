// The rules that a phone needs to go on without a connection: from the facts that the server sends with a page
// (referee/web/table/line/playing.py) they derive those after one more tile, draw or pass. They never count points, and
// return null if only the server can say what comes next.
(() => {
  "use strict";

  const pipsOf = (tile) => tile.split("-").map(Number);

  function read(text) {
    if (!text) return null;
    const facts = JSON.parse(text);
    const digits = facts.unseen.match(/../g) || [];
    return { ...facts, unseen: digits.map((each) => [...each].map((digit) => parseInt(digit, 16)).join("-")) };
  }

  const placesOf = (facts) => facts.ends.filter(([, , room]) => room > 0);
  const nameOf = ([tile, half]) => tile + "/" + half;
  const isWild = (facts, half, tile) => half === 0 && (facts.blanks.startsWith("wild") || (facts.blanks === "double_blank_only" && tile === "0-0"));
  const touching = (facts, open, tile) => [...new Set(pipsOf(tile))].filter(
    (half) => half === open || isWild(facts, half, tile) || (open === 0 && facts.blanks === "wild_both_ways"));
  const numbersOf = (facts) => placesOf(facts).map(([, half]) => half);
  const left = (facts) => Math.max(0, facts.asleep - facts.reserve);
  const canGo = (facts, tile) => waysOf(facts, tile).length > 0;
  const isDry = (facts) => !facts.draw || !left(facts);
  // Whether every unseen tile can go, so that a player who passes or draws must hold one that can.
  const allCanGo = (facts) => facts.unseen.every((each) => canGo(facts, each));

  // The ways to lay a tile: the tile that it joins, that tile's open half, and the half that touches it. `at` is a place
  // or a number, `out` the half that stays open.
  function waysOf(facts, tile, at, out) {
    const [one, other] = pipsOf(tile);
    const fits = placesOf(facts).flatMap(([on, open]) => touching(facts, open, tile).map((half) => [on, open, half]));
    const [there, outward] = [at, out].map((each) => String(each ?? ""));
    return fits.filter((each) => (!there || [nameOf(each), String(each[1])].includes(there)) && (!outward || Number(outward) === one + other - each[2]));
  }

  const isBlocked = (facts) => isDry(facts) && !facts.unseen.some((each) => canGo(facts, each));

  const changed = (numbers, at, by) => numbers.map((each, place) => (place === at ? each + by : each));
  const nextTo = (facts) => (facts.turn + facts.step + facts.held.length) % facts.held.length; // `step`: 1, or -1 to the right

  // Nobody's turn: only the server can say what comes next.
  const over = (facts) => ({ ...facts, turn: null });

  function laid(facts, tile, at, outward) {
    const ways = waysOf(facts, tile, at, outward);
    if (ways.length !== 1 || !facts.unseen.includes(tile)) return null;
    const [[on, open, half]] = ways;
    const [one, other] = pipsOf(tile);
    const isDouble = one === other;
    const out = [tile, one === half ? other : one, isDouble && facts.spinner ? 3 : 1];
    const ends = facts.ends.map((each) => (nameOf(each) === nameOf(ways[0]) ? [on, open, each[2] - 1] : each));
    const after = {
      ...facts, ends: [...ends, out], drawn: 0, passed: [],
      held: changed(facts.held, facts.turn, -1),
      unseen: facts.unseen.filter((each) => each !== tile),
      spinner: isDouble && facts.spinner === "next" ? "" : facts.spinner,
    };
    if (facts.claims) after.claims = { ...facts.claims, open: [...facts.claims.open, [facts.turn, tile, true]] };
    return !after.held[facts.turn] || isBlocked(after) ? over(after) : { ...after, turn: nextTo(facts) };
  }

  function drawn(facts, number) {
    if (!facts.draw || number > left(facts) || allCanGo(facts)) return null;
    if (facts.draw === "one" && facts.drawn + number > 1) return null;
    const after = { ...facts, held: changed(facts.held, facts.turn, number), asleep: facts.asleep - number, drawn: facts.drawn + number };
    return isBlocked(after) ? over(after) : after;
  }

  function passed(facts) {
    const owes = facts.draw && !(facts.draw === "one" && facts.drawn) && left(facts);
    if (owes || allCanGo(facts)) return null;
    const who = [...new Set([...facts.passed, facts.turn])];
    const after = { ...facts, passed: who, drawn: 0, turn: nextTo(facts) };
    if (facts.claims && !facts.claims.muggins.length) after.claims = { ...facts.claims, open: [] };
    return who.length === facts.held.length && isDry(after) ? over(after) : after;
  }

  // The calls that may be made now: who may make each, and the last tile that it may be on with the one who laid that.
  function callsOf({ claims, names, only, turn }) {
    if (!claims) return {};
    const { open, muggins, sides } = claims;
    const newest = open.at(-1);
    const isCalled = (each, n) => muggins.includes(Math.min(open.length - 1 - n, 2)) || (turn === null && each === newest && muggins.length > 0);
    const callable = open.filter(isCalled);
    const found = {};
    const offer = (call, [seat, on], seats) => {
      const by = seats.filter((each) => only === null || each === only).map((each) => names[each]);
      if (by.length) found[call] = { by, on, laid: names[seat] };
    };
    if (newest?.[2]) offer("claim", newest, [newest[0]]);
    if (!callable.length) return found;
    const [last] = callable.at(-1);
    const toTheLeft = names.map((_, n) => (last + 1 + n) % names.length);
    offer("muggins", callable.at(-1), toTheLeft.filter((each) => callable.some(([seat]) => sides[seat] !== sides[each])));
    return found;
  }

  // Who claims for a tile claims once; whether there is anything left to call, only the server can say.
  function called(facts, { call, by }) {
    if (!callsOf(facts)[call]?.by.includes(by)) return null;
    const { open } = facts.claims;
    const isFree = (each) => each[2] && call !== "claim";
    return { ...facts, claims: { ...facts.claims, open: open.map((each) => [each[0], each[1], isFree(each)]) } };
  }

  // The facts after one move: { play, at, out }, { draw }, { pass } or { call, by }.
  function after(facts, move) {
    if (facts && move.call) return called(facts, move);
    if (!facts || facts.turn === null) return null;
    if (move.play) return laid(facts, move.play, move.at, move.out);
    return move.draw ? drawn(facts, move.draw) : move.pass ? passed(facts) : null;
  }

  referee.rules = { read, after, waysOf, placesOf, numbersOf, nameOf, left, pipsOf, callsOf };
})();
