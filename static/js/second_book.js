// The phones hold a second copy of the book: a phone that keeps score stores the table's record. If the server comes
// back from an older backup, the phone says so and returns the rest. Storage is limited, and ends when the link does.
(() => {
  "use strict";

  const { one, all, make, button, row, offer, table, on } = referee;
  const MOST_TABLES = 12;
  const MOST_EVENTS = 10000; // per table; the server accepts no more at once
  const MOST_LETTERS = 1500000; // characters per table
  const MOST_IN_ALL = 6000000; // characters
  const SETTLES = 300; // ms after a change, so that several events are fetched in one request
  const PATIENCE = 8000; // ms for one answer
  const AGAIN = 4000; // ms until the retry of a failed request

  const place = one('meta[name="second-book"]');
  const addressOf = (link) => place.content.replace("LINK", () => encodeURIComponent(link));

  // Storage: one record per table, and one per event

  const done = (asked) => new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
  const written = (deal) => new Promise((resolve, reject) => {
    deal.oncomplete = resolve;
    deal.onabort = () => reject(deal.error);
  });
  const eventsOf = (link) => IDBKeyRange.bound([link, 0], [link, Infinity]);

  function open() {
    const asked = indexedDB.open("referee", 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore("tables", { keyPath: "link" });
      asked.result.createObjectStore("events", { keyPath: ["link", "seq"] });
    };
    return done(asked);
  }

  let book = null;
  const parts = (mode) => {
    const deal = book.transaction(["tables", "events"], mode);
    return { deal, tables: deal.objectStore("tables"), events: deal.objectStore("events") };
  };
  const tablesHeld = () => done(parts("readonly").tables.getAll());
  const held = async (link) => await done(parts("readonly").tables.get(link)) || { link, count: 0, letters: 0 };
  const eventHeld = (link, seq) => done(parts("readonly").events.get([link, seq]));

  async function recordOf(link) {
    const { tables, events } = parts("readonly");
    const [table, found] = await Promise.all([done(tables.get(link)), done(events.getAll(eventsOf(link)))]);
    return [table.header, ...found.map((each) => each.line), ""].join("\n");
  }

  async function forget(link) {
    const { deal, tables, events } = parts("readwrite");
    tables.delete(link);
    events.delete(eventsOf(link));
    await written(deal);
  }

  const fits = (table, seq, line) => seq === table.count + 1 && seq <= MOST_EVENTS && table.letters + line.length <= MOST_LETTERS;

  // Store what came after `before`, or everything anew; nothing if another page on this phone was first.
  async function write(before, answer, isAnew) {
    const { deal, tables, events } = parts("readwrite");
    const there = await done(tables.get(before.link));
    if ((there?.count || 0) !== before.count) return;
    const table = isAnew ? { link: before.link, count: 0, letters: 0 } : { ...before };
    if (isAnew) events.delete(eventsOf(table.link));
    for (const [seq, at, line] of answer.events) {
      if (!fits(table, seq, line)) continue;
      events.put({ link: table.link, seq, at, line });
      table.count = seq;
      table.letters += line.length;
    }
    tables.put({ ...table, header: answer.header, used: Date.now(), hasParted: false });
    await written(deal);
    await makeRoom(table.link);
  }

  async function makeRoom(link) {
    const tables = (await tablesHeld()).sort((one, other) => other.used - one.used);
    let letters = 0;
    for (const [place, each] of tables.entries()) {
      letters += each.letters;
      if (each.link !== link && (place >= MOST_TABLES || letters > MOST_IN_ALL)) await forget(each.link);
    }
  }

  // Requests to the server

  const request = (address, options) => fetch(address, { signal: AbortSignal.timeout?.(PATIENCE), ...options });

  async function ask(link, from, more = "") {
    const answer = await request(addressOf(link) + "?from=" + from + more, { cache: "no-store" });
    return { ...await answer.json(), status: answer.status }; // anything but a JSON answer throws, and changes nothing
  }

  async function send(address, fields) {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    const answer = await request(address, { method: "POST", body });
    if (!answer.ok && answer.status !== 422) throw new Error(answer.statusText);
    return answer;
  }

  // Whether the server's book agrees with this one as far as both go, even if players were renamed.
  async function isBegun(link, token) {
    const answer = await send(addressOf(link), { csrf_token: token, do: "compare", record: await recordOf(link) });
    return (await answer.json()).same;
  }

  async function takeAnew(before, answer) {
    const events = [];
    while (events.length < Math.min(answer.head, MOST_EVENTS)) {
      const next = await ask(before.link, events.length + 1);
      if (next.status !== 200 || next.header !== answer.header || next.head < answer.head || !next.events.length) return;
      events.push(...next.events);
    }
    await write(before, { header: answer.header, events }, true);
  }

  // Bring one table's record up to date, or say what it has beyond the server's.
  async function look(link, isFollowed) {
    const before = await held(link);
    if (!before.count && !isFollowed) return;
    const answer = await ask(link, before.count);
    if (isFollowed) seen = answer.status === 200 ? String(answer.head) : now();
    if (answer.forget) return forget(link).then(() => clear(link));
    if (answer.status === 404) return before.count && answer.words ? tellLost(before, answer.words) : undefined;
    if (answer.status !== 200 || !isFollowed) return;
    const mine = before.count && answer.head ? await eventHeld(link, Math.min(before.count, answer.head)) : null;
    const isDoubtful = !!mine && mine.at !== answer.events[0][1];
    if (isDoubtful) {
      const { words } = await ask(link, before.count, "&words=1");
      if (before.hasParted || !await isBegun(link, words.token)) return tellParted(before, words);
    }
    if (answer.head < before.count) return tellMore(link, answer.words);
    clear(link);
    if (before.count && (isDoubtful || answer.header !== before.header)) return takeAnew(before, answer);
    await write(before, answer);
    const after = await held(link);
    if (after.count > before.count && after.count < answer.head) await look(link, true);
  }

  // What this phone has to say

  function list() {
    if (!one("#held")) one("#strip").append(make("ul", { id: "held", className: "outbox" }));
    return one("#held");
  }

  function clear(link) {
    for (const each of all("li", list())) if (each.dataset.link === link) each.remove();
    list().hidden = !list().children.length;
  }

  function tell(link, words, ways) {
    clear(link);
    const item = row([words], ...ways.map(([label, act]) => button(label, () => act().catch(() => {}))));
    item.dataset.link = link;
    list().append(item);
    list().hidden = false;
  }

  const saveOrRemove = (link, words) => [[words.save, () => save(link)], [words.remove, () => remove(link)]];
  const tellMore = (link, words) => tell(link, words.ahead, [[words.show, () => show(link)]]);

  async function tellParted(table, words) {
    const { deal, tables } = parts("readwrite");
    const there = await done(tables.get(table.link));
    if (!there || there.count !== table.count) return;
    tables.put({ ...there, hasParted: true });
    await written(deal);
    tell(table.link, words.parted, saveOrRemove(table.link, words));
  }

  function tellLost(table, words) {
    const players = JSON.parse(table.header).players.join(", ");
    const own = saveOrRemove(table.link, words);
    const told = words.lost.replace("{what}", () => players);
    tell(table.link, told, [[words.read, () => readIn(table.link, words, own)], ...own]);
  }

  // Showing the record, returning it, or keeping it

  async function show(link) {
    const { words } = await ask(link, 0, "&words=1");
    const fields = Object.entries({ csrf_token: words.token, do: "show", record: await recordOf(link) })
      .map(([name, value]) => make("input", { type: "hidden", name, value }));
    const form = make("form", { method: "post", enctype: "multipart/form-data", action: addressOf(link) }, ...fields);
    document.body.append(form);
    form.submit();
  }

  async function save(link) {
    const href = URL.createObjectURL(new Blob([await recordOf(link)], { type: "application/jsonl" }));
    make("a", { href, download: "table.jsonl" }).click();
    setTimeout(() => URL.revokeObjectURL(href), 60000);
  }

  async function remove(link) {
    await forget(link);
    clear(link);
    if (place.dataset.shown) location.href = one(".top a").href;
    else if (table()) await look(link, true);
  }

  async function readIn(link, words, ways) {
    const file = new File([await recordOf(link)], "table.jsonl");
    const answer = await send(words.import, { csrf_token: words.token, record: file });
    if (!answer.redirected) return tell(link, words.refused, ways);
    if (/\/t\/[^/]+$/.test(new URL(answer.url).pathname)) await forget(link);
    location.href = answer.url;
  }

  // When to look

  let turn = Promise.resolve(); // runs one look after the other
  let seen = null; // the last entry of the server's book at the last request
  let timer = 0;
  let notBefore = 0;
  const now = () => table()?.dataset.seq;

  function follow() {
    if (now() === seen || performance.now() < notBefore) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      turn = turn.then(() => look(place.dataset.link, true)).catch(() => { seen = null; notBefore = performance.now() + AGAIN; });
    }, SETTLES);
  }

  async function lookAtAll() {
    for (const each of await tablesHeld()) await look(each.link, false).catch(() => {});
  }

  async function ready() {
    try { book = await open(); } catch (refused) { return; } // no storage
    one("#held")?.remove(); // left over in a page kept for reading offline
    if (place.dataset.shown) return offer("[data-held]", (each) => (each.dataset.held === "save" ? save : remove)(place.dataset.link).catch(() => {}));
    if (!place.dataset.link) return lookAtAll();
    if (!now()) return look(place.dataset.link, false).catch(() => {});
    on("referee:news", () => { seen = null; }); // players may have been renamed even if nothing was entered
    on("referee:news referee:changed referee:reached", follow);
    follow();
  }

  ready();
})();
