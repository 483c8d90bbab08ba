// Phone features, if the browser has them: staying awake, sound and vibration, sharing a link, keeping pages for
// reading offline.
(function () {
  "use strict";

  const choices = document.documentElement.dataset;
  const table = () => document.getElementById("table");
  const isPlaying = () => !!document.querySelector("#table:not(.before, .settled, .over)");

  // Staying awake while a round runs

  let lock = Promise.resolve(null); // one step after the other: a lock that nobody knows is never released

  function stayAwake() {
    lock = lock.then((held) => {
      if (!navigator.wakeLock || document.hidden) return held;
      if (!isPlaying()) return held?.release();
      return held && !held.released ? held : navigator.wakeLock.request("screen").catch(() => null);
    });
  }

  // A signal on a refusal, and when it is this phone's player's turn

  let tones = null;

  function unlock() {
    const Tones = window.AudioContext || window.webkitAudioContext;
    if (!choices.sound || !Tones) return;
    tones = tones || new Tones();
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
    if (choices.vibrate && navigator.vibrate) navigator.vibrate(isRefusal ? [50, 60, 50] : [90]);
    if (!choices.sound || !tones) return;
    const now = tones.currentTime;
    beep(isRefusal ? 240 : 620, now, 0.14);
    beep(isRefusal ? 190 : 830, now + 0.15, 0.2);
  }

  let turn = "";
  let isNews = false;

  function changed() {
    const now = table();
    if (!now) return;
    const me = (now.dataset.me || choices.name || "").toLowerCase();
    const isMine = !!me && (now.dataset.turn || "").toLowerCase() === me;
    if (isNews && isMine && turn !== now.dataset.turn) sign(false);
    else if (!isNews && now.querySelector(".words.refused")) sign(true);
    turn = now.dataset.turn;
    isNews = false;
    stayAwake();
    handOver();
  }

  // Sharing: by the phone's share sheet, else by copying the link; without either there is no button.

  function offerSharing() {
    const canCopy = navigator.clipboard && navigator.clipboard.writeText;
    if (!navigator.share && !canCopy) return;
    document.querySelectorAll("[data-share]").forEach((button) => {
      button.hidden = false;
      if (!navigator.share) button.textContent = window.referee.say("copy");
      button.addEventListener("click", async () => {
        const url = new URL(button.dataset.share, location.href).href;
        try {
          if (navigator.share) await navigator.share({ title: document.title, url });
          else {
            await navigator.clipboard.writeText(url);
            button.textContent = window.referee.say("copied");
          }
        } catch (refused) {
          if (refused.name !== "AbortError") button.hidden = true;
        }
      });
    });
  }

  // A picture goes to the phone's share sheet if that takes files; else the link downloads it. It is fetched when the
  // finger goes down, because the share sheet has to be opened at once on the tap.

  let picture = { href: "", file: null };
  const ofPicture = (event) => event.target.closest && event.target.closest("a[data-picture]");
  const canSend = () => !!navigator.canShare && navigator.canShare({ files: [new File([], "a.png", { type: "image/png" })] });

  async function fetched(href) {
    const answer = await fetch(href);
    if (!answer.ok) throw new Error(answer.statusText);
    return new File([await answer.blob()], "referee.png", { type: "image/png" });
  }

  function fetchPicture(event) {
    const link = ofPicture(event);
    if (!link || !canSend() || picture.href === link.href) return;
    picture = { href: link.href, file: fetched(link.href) };
    picture.file.catch(() => { picture = { href: "", file: null }; });
  }

  async function sendPicture(event) {
    const link = ofPicture(event);
    if (!link || !canSend()) return;
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

  // A text for a chat is copied if the browser can; else the link opens it.

  function offerCopying() {
    if (!navigator.clipboard || !navigator.clipboard.writeText) return;
    document.querySelectorAll("[data-copy]").forEach((link) => {
      link.textContent = window.referee.say("text");
      link.addEventListener("click", async (event) => {
        event.preventDefault();
        try {
          const answer = await fetch(link.href);
          if (!answer.ok) throw new Error(answer.statusText);
          await navigator.clipboard.writeText(await answer.text());
          link.textContent = window.referee.say("copied");
        } catch (refused) {
          location.href = link.href;
        }
      });
    });
  }

  // Reading offline

  let handing = 0;

  function handOver() {
    const worker = navigator.serviceWorker && navigator.serviceWorker.controller;
    if (!worker) return;
    window.clearTimeout(handing);
    handing = window.setTimeout(() => {
      if (choices.kept || document.querySelector("#table .waits")) return; // keep only what the server sent
      const copy = document.documentElement.cloneNode(true);
      copy.querySelectorAll("[style]").forEach((each) => each.removeAttribute("style")); // measured by scripts
      copy.querySelectorAll("#strip > *").forEach((each) => { each.hidden = true; });
      const waiting = copy.querySelector("#outbox");
      if (waiting) {
        waiting.textContent = "";
        delete waiting.dataset.shown;
      }
      worker.postMessage({ address: location.href, html: "<!doctype html>\n" + copy.outerHTML });
    }, 300);
  }

  function ready() {
    offerSharing();
    offerCopying();
    turn = table() ? table().dataset.turn : "";
    window.addEventListener("pointerdown", unlock, true);
    document.addEventListener("pointerdown", fetchPicture);
    document.addEventListener("click", sendPicture);
    document.addEventListener("referee:changed", () => { picture = { href: "", file: null }; });
    document.addEventListener("referee:news", () => { isNews = true; });
    document.addEventListener("referee:changed", () => window.setTimeout(changed, 0));
    document.addEventListener("visibilitychange", stayAwake);
    stayAwake();
    if (navigator.serviceWorker && choices.worker) {
      navigator.serviceWorker.register(choices.worker).catch(() => {}); // then there is no reading offline
    }
  }

  document.addEventListener("DOMContentLoaded", ready);
})();
