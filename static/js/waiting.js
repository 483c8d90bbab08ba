// Shows what waits on this phone, and the connection: a line over the top of the table, so that nothing moves, and
// below it the list of what the person must know or decide.
(() => {
  "use strict";

  const { one, all, make, button, row, unbroken, on, say } = referee;
  const line = one("#offline");
  const list = one("#outbox");
  let isOpen = false;

  function rowOf(entry) {
    const { outbox } = referee;
    const told = (text, sub, ...buttons) => row([...unbroken(text), make("small", { textContent: sub })], ...buttons);
    const isLate = entry.kind === "late";
    if (entry.fate) {
      const again = isLate && outbox.couldBeSaid(entry) ? [button(say("keep"), () => outbox.sayAgain(entry))] : [];
      const isAsked = again.length || (isLate && outbox.hasFollowers(entry));
      const drop = button(say(isAsked ? "drop" : "read"), () => outbox.leaveOut(entry));
      return told(say(!isLate && entry.kind || "fate", entry.label), entry.fate, ...again, drop);
    }
    if (entry.back) return told(say("backing", entry.label), entry.why || say("asking"));
    return told(say("waits", entry.label), entry.why || say(entry.after ? "after" : "again"), button(say("back"), () => outbox.takeBack(entry)));
  }

  // Unsent tiles on the layout, also if the server is busy, and what waits for another table than this are only counted in
  // the line; tapping it opens the list.
  function draw() {
    const { outbox, ahead } = referee;
    const entries = outbox ? outbox.told() : [];
    const rows = entries.filter((each) => each.fate || each.isUnsent);
    const isLaid = (entry) => (!entry.why || entry.isBusy) && ahead?.lies(entry);
    const isAside = (entry) => !entry.fate && !entry.back && (outbox.isElsewhere(entry) || isLaid(entry));
    drawLine(rows.filter((each) => !each.fate && !each.back).length, rows.some(isAside), rows.some((each) => each.why && isAside(each)));
    const shown = rows.filter((each) => isOpen || !isAside(each));
    const now = JSON.stringify(rows.map((each) => [each.key, each.fate, each.why, each.after, each.back, shown.includes(each), each.fate && outbox.couldBeSaid(each)]));
    list.hidden = !shown.length;
    if (list.dataset.shown === now) return;
    list.dataset.shown = now;
    const place = all("button", list).indexOf(document.activeElement);
    list.replaceChildren(...rows.map((each) => Object.assign(rowOf(each), { hidden: !shown.includes(each) })));
    if (place < 0) return;
    const buttons = all("button", list);
    buttons[Math.min(place, buttons.length - 1)]?.focus();
    referee.keepFocus();
  }

  function drawLine(count, opens, isBusy) {
    const { now, clock } = referee.connection();
    const moves = say(count === 1 ? "one" : "moves", count);
    const since = now ? say(now === "lost" ? "as" : "behind", clock) : isBusy ? say("untaken") : "";
    const words = now === "lost" ? [say("lost"), count ? moves : since] : count && opens ? [moves, since] : [since, ""];
    isOpen &&= opens;
    line.hidden = !words[0];
    line.disabled = !opens;
    line.setAttribute("aria-expanded", isOpen);
    document.body.classList.toggle("lost", !!words[0]);
    [...line.children].forEach((each, n) => { if (each.textContent !== words[n]) each.textContent = words[n]; });
  }

  line.addEventListener("click", () => { isOpen = !isOpen; draw(); });
  on("referee:waiting referee:changed DOMContentLoaded", draw);
})();
