// Keeps the folder for reading without a network. One version of it at a time: files of two
// versions never mix. `web/build` writes files.js.
importScripts("files.js");

const CACHE = `freezeframe-${self.FILES_VERSION}`;

addEventListener("install", (event) => {
  const fill = async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll(self.FILES.map((file) => new Request(file, { cache: "no-cache" })));
    await self.skipWaiting();
  };
  event.waitUntil(fill());
});

addEventListener("activate", (event) => {
  const tidy = async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith("freezeframe-") && name !== CACHE) await caches.delete(name);
    }
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  const answer = async () => {
    const cache = await caches.open(CACHE);
    const kept = await cache.match(event.request, { ignoreSearch: true });
    if (kept) return kept;
    const fresh = await fetch(event.request);
    const inside = url.href.startsWith(self.registration.scope);
    if (inside && fresh.ok) await cache.put(event.request, fresh.clone());
    return fresh;
  };
  event.respondWith(answer());
});
