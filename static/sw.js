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
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith(BASE + "static/")) event.respondWith(file(event.request, url));
  else if (event.request.mode === "navigate") event.respondWith(page(event));
});

// A file's address names its contents, so a cached copy is never outdated.
async function file(request, url) {
  const cache = await caches.open(FILES);
  const kept = url.searchParams.has("v") && await cache.match(request);
  if (kept) return kept;
  try {
    const answer = await fetch(request);
    if (answer.ok && url.searchParams.has("v")) {
      for (const each of await cache.keys()) {
        if (new URL(each.url).pathname === url.pathname) await cache.delete(each);
      }
      await cache.put(request, answer.clone());
    }
    return answer;
  } catch (lost) {
    return await cache.match(request, { ignoreSearch: true }) || Response.error();
  }
}

// A table is kept as it is, not in the middle of a step.
function nameOf(address) {
  const url = new URL(address);
  return /^t\/[^/]+$/.test(url.pathname.slice(BASE.length)) ? url.origin + url.pathname : url.href.split("#")[0];
}

async function page(event) {
  try {
    const signal = AbortSignal.timeout ? AbortSignal.timeout(PATIENCE) : undefined;
    const answer = await fetch(event.request, { signal });
    if ([403, 404, 410].includes(answer.status)) event.waitUntil(forget(event.request.url));
    if (answer.ok && !answer.redirected && (answer.headers.get("Content-Type") || "").startsWith("text/html")) {
      const copy = answer.clone();
      event.waitUntil(copy.text().then((html) => keep(event.request.url, html, copy.headers)));
    }
    return answer;
  } catch (lost) {
    return await asItWas(event.request.url) || await asItWas(self.location.origin + BASE) || Response.error();
  }
}

async function keep(address, html, headers) {
  const cache = await caches.open(PAGES);
  const kept = new Headers(headers);
  for (const name of ["Content-Encoding", "Content-Length"]) kept.delete(name);
  kept.set(AT, String(Date.now()));
  await cache.delete(nameOf(address)); // so that the one seen last stands last
  await cache.put(nameOf(address), new Response(html, { headers: kept }));
  const names = await cache.keys();
  for (const old of names.slice(0, Math.max(0, names.length - MOST))) await cache.delete(old);
}

// A link that opens nothing any more: no kept page shows its table, or leads to it.
async function forget(address) {
  const link = new URL(address).pathname.slice(BASE.length).match(/^t\/[^/]+/);
  if (!link) return;
  const cache = await caches.open(PAGES);
  for (const each of await cache.keys()) {
    const kept = await cache.match(each, { ignoreVary: true });
    if (new URL(each.url).pathname.slice(BASE.length).startsWith(link[0]) || (await kept.text()).includes(link[0])) {
      await cache.delete(each, { ignoreVary: true });
    }
  }
}

async function asItWas(address) {
  const cache = await caches.open(PAGES);
  const kept = await cache.match(nameOf(address), { ignoreVary: true });
  if (!kept) return null;
  const html = (await kept.text()).replace("<html ", '<html data-kept="' + Number(kept.headers.get(AT)) + '" ');
  return new Response(html, { headers: kept.headers });
}

// A table changes while its page stays open: the page hands over what it shows.
self.addEventListener("message", (event) => {
  const { address, html } = event.data || {};
  if (!address || !html) return;
  event.waitUntil(caches.open(PAGES).then(async (cache) => {
    const before = await cache.match(nameOf(address), { ignoreVary: true });
    if (before) await keep(address, html, before.headers);
  }));
});
