// Shows what waits on this phone, and the connection: a line over the top of the table, so that nothing moves, and
// below it the list of what the person must know or decide.
(function () {
  "use strict";

  const line = () => document.getElementById("offline");
  const list = () => document.getElementById("outbox");
  const told = (name, what) => window.referee.say(name, what);
  let isOpen = false;

  function button(label, act) {
    const found = Object.assign(document.createElement("button"), { type: "button", className: "button", textContent: label });
    found.addEventListener("click", act);
    return found;
  }

  function row(text, sub, ...buttons) {
    const item = Object.assign(document.createElement("li"), { className: buttons.length > 1 ? "several" : "" });
    const words = document.createElement("span");
    words.append(text, Object.assign(document.createElement("small"), { textContent: sub }));
    item.append(words, ...buttons);
    return item;
  }

  function rowOf(entry) {
    const outbox = window.referee.outbox;
    if (entry.fate) {
      const again = entry.kind === "late" && outbox.couldBeSaid(entry) ? [button(told("keep"), () => outbox.sayAgain(entry))] : [];
      const isAsked = again.length || (entry.kind === "late" && outbox.hasFollowers(entry));
      const drop = button(told(isAsked ? "drop" : "read"), () => outbox.leaveOut(entry));
      return row(told(entry.kind && entry.kind !== "late" ? entry.kind : "fate", entry.label), entry.fate, ...again, drop);
    }
    if (entry.back) return row(told("backing", entry.label), entry.why || told("asking"));
    return row(told("waits", entry.label), entry.why || told(entry.after ? "after" : "again"), button(told("back"), () => outbox.takeBack(entry)));
  }

  // Unsent tiles on the layout are only counted in the line; tapping it opens the list.
  function draw() {
    const outbox = window.referee.outbox;
    const ahead = window.referee.ahead;
    const entries = outbox ? outbox.told() : [];
    const rows = entries.filter((each) => each.fate || each.isUnsent);
    const isLaid = (entry) => !!ahead && !entry.fate && !entry.back && !entry.why && ahead.lies(entry);
    drawLine(rows.filter((each) => !each.fate && !each.back).length, rows.some(isLaid));
    const shown = rows.filter((each) => isOpen || !isLaid(each));
    const now = JSON.stringify(rows.map((each) => [each.key, each.fate, each.why, each.after, each.back, shown.includes(each), each.fate && outbox.couldBeSaid(each)]));
    list().hidden = !shown.length;
    if (list().dataset.shown === now) return;
    list().dataset.shown = now;
    const place = [...list().querySelectorAll("button")].indexOf(document.activeElement);
    list().replaceChildren(...rows.map((each) => {
      const item = rowOf(each);
      item.hidden = !shown.includes(each);
      return item;
    }));
    if (place < 0) return;
    const buttons = list().querySelectorAll("button");
    buttons[Math.min(place, buttons.length - 1)]?.focus();
    window.referee.keepFocus();
  }

  function drawLine(count, opens) {
    const state = window.referee.connection ? window.referee.connection() : { now: "" };
    const moves = count === 1 ? told("one") : told("moves", count);
    const since = state.now && told(state.now === "lost" ? "as" : "behind", state.clock);
    const words = state.now === "lost" ? [told("lost"), count ? moves : since] : count && opens ? [moves, since] : [since, ""];
    if (!opens) isOpen = false;
    line().hidden = !words[0];
    line().disabled = !opens;
    line().setAttribute("aria-expanded", String(isOpen));
    document.body.classList.toggle("lost", !!words[0]);
    const [head, sub] = line().children;
    if (head.textContent !== words[0]) head.textContent = words[0];
    if (sub.textContent !== words[1]) sub.textContent = words[1] || "";
  }

  function ready() {
    line().addEventListener("click", () => { isOpen = !isOpen; draw(); });
    document.addEventListener("referee:waiting", draw);
    document.addEventListener("referee:changed", draw);
    draw();
  }

  document.addEventListener("DOMContentLoaded", ready);
})();
