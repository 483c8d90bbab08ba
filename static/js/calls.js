// The buttons to claim and to call muggins, and the page of amounts, as templates/table/line/_amounts.html has it, while
// the server cannot send them. The amounts are always the same: nothing here depends on whether a tile scores.
(() => {
  "use strict";

  const { make, part, unbroken, say, rules, drawing } = referee;

  // The buttons below the words, if any call may be made
  function drawn(facts) {
    const links = Object.entries(rules.callsOf(facts)).map(([call, { by, on }]) => make(
      "a", { className: "button open", href: "?call=" + call }, say(call === "claim" ? "Claim" : "Muggins"), " ",
      part("small", "", call === "claim" ? by[0] : say("on", { tile: on })),
    ));
    return links.length ? [part("div", "calls", ...links)] : [];
  }

  // What a form asks for a call: who calls, unless one player may, and how many points; `chosen` is the player chosen so far
  function amounts(call, { by, on, laid }, numbers, chosen) {
    const isClaim = call === "claim";
    const tile = part("span", "words-tile");
    tile.innerHTML = drawing.pictureOf(on, "tile");
    const head = part("h2", "head", ...unbroken(isClaim ? say("claims", { name: laid }) : say("called_on", { tile: on })));
    const sub = part("p", "sub", isClaim ? say("for", { tile: on }) : say("laid", { name: laid }));
    const back = make("a", { className: "icon-link end", href: "?", innerHTML: drawing.CROSS });
    back.setAttribute("aria-label", say("none"));
    const callers = by.map((name) => make("label", {},
      make("input", { type: "radio", name: "by", value: name, required: true, defaultChecked: name === (chosen || by[0]) }),
      part("span", "button", say(isClaim ? "claims" : "calls", { name })),
    ));
    const buttons = numbers.map((each) => make("button", { className: "button amount", name: call, value: each, textContent: each }));
    return [
      part("div", "words", tile, part("div", "said", head, sub), back),
      part("fieldset", isClaim ? "unseen" : "actions", part("legend", "unseen", say("who")), ...callers),
      part("div", "amounts claim", ...buttons),
    ];
  }

  referee.calls = { drawn, amounts };
})();
