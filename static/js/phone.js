// What a phone can do besides: stay awake, give a sign, share, keep pages for reading offline.
(() => {
  "use strict";

  const { one, all, offer, table, on, say } = referee;
  const choices = document.documentElement.dataset;

  // Staying awake while a round runs

  let lock = Promise.resolve(null); // one step after the other: a lock that nobody knows is never released

  function stayAwake() {
    lock = lock.then((held) => {
      if (!navigator.wakeLock || document.hidden) return held;
      if (!one("#table:not(.before, .settled, .over)")) return held?.release();
      return held && !held.released ? held : navigator.wakeLock.request("screen").catch(() => null);
    });
  }

  // A signal on a refusal, and when it is this phone's player's turn

  let tones = null;

  function unlock() {
    if (!choices.sound || !window.AudioContext) return;
    tones ||= new AudioContext();
    if (tones.state === "suspended") tones.resume();
  }

  function beep(pitch, start, length) {
    const tone = tones.createOscillator();
    const volume = tones.createGain();
    tone.type = "triangle";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.0001, start);
    volume.gain.exponentialRampToValueAtTime(0.25, start + 0.015);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
    tone.connect(volume).connect(tones.destination);
    tone.start(start);
    tone.stop(start + length);
  }

  function sign(isRefusal) {
    if (choices.vibrate) navigator.vibrate?.(isRefusal ? [50, 60, 50] : [90]);
    if (!choices.sound || !tones) return;
    const now = tones.currentTime;
    beep(isRefusal ? 240 : 620, now, 0.14);
    beep(isRefusal ? 190 : 830, now + 0.15, 0.2);
  }

  let turn = table()?.dataset.turn;
  let isNews = false;

  function changed() {
    const now = table();
    if (!now) return;
    const me = now.dataset.me || choices.name;
    const isMine = me && now.dataset.turn?.toLowerCase() === me.toLowerCase();
    if (isNews && isMine && turn !== now.dataset.turn) sign(false);
    else if (!isNews && one(".words.refused", now)) sign(true);
    turn = now.dataset.turn;
    isNews = false;
    stayAwake();
    handOver();
  }

  // Sharing: by the phone's share sheet, else by copying the link; without either there is no button. A text for a chat
  // is copied if the browser can; else the link opens it.

  const canCopy = !!navigator.clipboard?.writeText;

  async function copy(text, button) {
    await navigator.clipboard.writeText(text);
    button.textContent = say("copied");
  }

  async function fetched(href) {
    const answer = await fetch(href);
    if (!answer.ok) throw new Error(answer.statusText);
    return answer;
  }

  if (navigator.share || canCopy) offer("[data-share]", async (button) => {
    const url = new URL(button.dataset.share, location.href).href;
    try {
      if (navigator.share) await navigator.share({ title: document.title, url });
      else await copy(url, button);
    } catch (refused) {
      if (refused.name !== "AbortError") button.hidden = true;
    }
  });
  if (!navigator.share) for (const button of all("[data-share]")) button.textContent = say("copy");

  if (canCopy) offer("[data-copy]", async (link, event) => {
    event.preventDefault();
    try { await copy(await (await fetched(link.href)).text(), link); } catch (refused) { location.href = link.href; }
  });
  if (canCopy) for (const link of all("[data-copy]")) link.textContent = say("text");

  // A picture goes to the phone's share sheet if that takes files; else the link downloads it. It is fetched when the
  // finger goes down, because the share sheet has to be opened at once on the tap.

  let picture = {};
  const forget = () => { picture = {}; };
  const fileOf = (...parts) => new File(parts, "referee.png", { type: "image/png" });

  function linkOf(event) {
    const link = event.target.closest("a[data-picture]");
    return link && navigator.canShare?.({ files: [fileOf()] }) ? link : null;
  }

  function fetchPicture(event) {
    const link = linkOf(event);
    if (!link || picture.href === link.href) return;
    picture = { href: link.href, file: fetched(link.href).then((answer) => answer.blob()).then(fileOf) };
    picture.file.catch(forget);
  }

  async function sendPicture(event) {
    const link = linkOf(event);
    if (!link) return;
    event.preventDefault();
    fetchPicture(event);
    try {
      await navigator.share({ files: [await picture.file] });
    } catch (refused) {
      if (refused.name === "AbortError") return;
      link.removeAttribute("data-picture");
      link.click();
    }
  }

  // Reading offline

  let handing = 0;

  function handOver() {
    const worker = navigator.serviceWorker?.controller;
    if (!worker) return;
    clearTimeout(handing);
    handing = setTimeout(() => {
      if (choices.kept || one("#table .waits, #table .amounts.claim")) return; // keep only what the server sent, and no step
      const copy = document.documentElement.cloneNode(true);
      for (const each of all("[style]", copy)) each.removeAttribute("style"); // measured by scripts
      for (const each of all("#strip > *", copy)) each.hidden = true;
      for (const each of all("script.more", copy)) each.remove(); // the page itself adds them
      const list = one("#outbox", copy);
      list.textContent = "";
      delete list.dataset.shown;
      worker.postMessage({ address: location.href, html: "<!doctype html>\n" + copy.outerHTML });
    }, 300);
  }

  addEventListener("pointerdown", unlock, true);
  on("pointerdown", fetchPicture);
  on("click", sendPicture);
  on("referee:news", () => { isNews = true; });
  on("referee:changed", () => { forget(); setTimeout(changed); });
  on("visibilitychange", stayAwake);
  stayAwake();
  navigator.serviceWorker?.register(choices.worker).catch(() => {}); // then there is no reading offline
})();
