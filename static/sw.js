// Where the browser allows it (over HTTPS, or on the computer itself): the pages seen last can be read without a
// connection. A kept page says how old it is. Moves that wait are never kept here, only by the table's own page.
"use strict";

const PAGES = "pages-1";
const FILES = "files-1";
const MOST = 60; // pages
const PATIENCE = 6000; // ms
const BASE = new URL("./", self.location).pathname;
const AT = "Referee-Kept";

self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim().then(keepOpenPages)));

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith(BASE + "static/")) event.respondWith(file(event, url.searchParams.has("v")));
  else if (event.request.mode === "navigate") event.respondWith(page(event));
});

// Never throws: a phone whose storage is full or forbidden shows what the server sends.
const found = (request, options) => caches.match(request, options).catch(() => undefined);
const foundPage = (address) => found(nameOf(address), { cacheName: PAGES, ignoreVary: true });
const later = (event, work) => event.waitUntil(work.catch(() => {}));

// An address with a version names the contents, so a cached copy is never outdated.
async function file(event, isVersioned) {
  const { request } = event;
  const kept = isVersioned && await found(request, { cacheName: FILES });
  if (kept) return kept;
  try {
    const answer = await fetch(request);
    if (answer.ok && isVersioned) later(event, replace(request, answer.clone()));
    return answer;
  } catch (lost) {
    return await found(request, { cacheName: FILES, ignoreSearch: true }) || Response.error();
  }
}

async function replace(request, answer) {
  const cache = await caches.open(FILES);
  await cache.delete(request, { ignoreSearch: true });
  await cache.put(request, answer);
}

const pathOf = (address) => new URL(address).pathname.slice(BASE.length);
// A table is kept as it is, not in the middle of a step.
const nameOf = (address) => address.split(/^t\/[^/]+$/.test(pathOf(address)) ? /[?#]/ : "#")[0];

async function page(event) {
  try {
    const answer = await fetch(event.request, { signal: AbortSignal.timeout?.(PATIENCE) });
    if ([403, 404, 410].includes(answer.status)) later(event, forget(event.request.url));
    later(event, keepAnswer(event.request.url, answer.clone()));
    return answer;
  } catch (lost) {
    return await asItWas(event.request.url) || await asItWas(self.location.origin + BASE, "data-unread ") || Response.error();
  }
}

async function keepAnswer(address, answer) {
  const isPage = answer.ok && !answer.redirected && answer.headers.get("Content-Type")?.startsWith("text/html");
  if (isPage) await keep(address, await answer.text(), answer.headers);
}

// The page with which a phone first came was answered before there was a worker. Home stands in for pages never seen,
// and says so.
async function keepOpenPages() {
  const open = await self.clients.matchAll({ type: "window" });
  const addresses = new Set([self.location.origin + BASE, ...open.map(({ url }) => url)]);
  await Promise.allSettled([...addresses].map(async (each) => {
    const answer = await fetch(each);
    await keepFilesOf(await answer.clone().text()); // first: without its style sheet a page would show too much
    await keepAnswer(each, answer);
  }));
}

async function keepFilesOf(html) {
  const files = [...html.matchAll(/(?:href|src|script)="([^"]+\?v=[^"]+)"/g)].map(([, file]) => file);
  await Promise.allSettled(files.map(async (each) => {
    const answer = await fetch(each);
    if (answer.ok) await replace(each, answer);
  }));
}

async function keep(address, html, headers) {
  const cache = await caches.open(PAGES);
  const kept = new Headers(headers);
  for (const name of ["Content-Encoding", "Content-Length"]) kept.delete(name);
  kept.set(AT, String(Date.now()));
  await cache.put(nameOf(address), new Response(html, { headers: kept })); // the one seen last stands last
  const names = await cache.keys();
  for (const old of names.slice(0, -MOST)) await cache.delete(old);
}

// A link that opens nothing any more: no kept page shows its table, or leads to it.
async function forget(address) {
  const [link] = pathOf(address).match(/^t\/[^/]+/) || [];
  if (!link) return;
  const cache = await caches.open(PAGES);
  for (const each of await cache.keys()) {
    const kept = await cache.match(each, { ignoreVary: true });
    if (pathOf(each.url).startsWith(link) || (await kept.text()).includes(link)) {
      await cache.delete(each, { ignoreVary: true });
    }
  }
}

async function asItWas(address, mark = "") {
  const kept = await foundPage(address);
  if (!kept) return null;
  const html = (await kept.text()).replace("<html ", "<html " + mark + 'data-kept="' + Number(kept.headers.get(AT)) + '" ');
  return new Response(html, { headers: kept.headers });
}

// A table changes while its page stays open: the page hands over what it shows.
self.addEventListener("message", (event) => {
  const { address, html } = event.data || {};
  if (!address || !html) return;
  later(event, foundPage(address).then((before) => before && keep(address, html, before.headers)));
});
