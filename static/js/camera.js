// Pictures of tiles: shrunk on the phone before upload, and shown under the readings. The server returns only readings;
// the picture stays in this page's memory.
(() => {
  "use strict";

  const { one, make, on } = referee;
  const LONGEST = 1600; // pixels
  const QUALITY = 0.8;
  let photo = ""; // as a data: URL

  const input = () => one('input[form="picture"]');

  async function shrunk(file) {
    const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height));
    const canvas = make("canvas", { width: Math.round(bitmap.width * scale), height: Math.round(bitmap.height * scale) });
    canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    photo = canvas.toDataURL("image/jpeg", QUALITY);
    const small = await new Promise((done) => { canvas.toBlob(done, "image/jpeg", QUALITY); });
    return new File([small], "picture.jpg", { type: "image/jpeg" });
  }

  async function taken(event) {
    let [file] = event.target.files;
    if (!file) return;
    busy(true);
    // A file that the browser cannot decode is sent as it is; the server says what is wrong with it.
    try { file = await shrunk(file); } catch (unknown) { photo = ""; }
    const now = input(); // other phones may have changed the page meanwhile
    if (!now) return;
    const files = new DataTransfer();
    files.items.add(file);
    now.files = files.files;
    busy(true);
    now.form.requestSubmit();
  }

  const busy = (is) => input()?.parentElement.classList.toggle("busy", is);

  // The listener is on the field itself, because the page may drop the field while the camera is open.
  function ready() {
    const now = input();
    if (now && !now.onchange) now.onchange = taken;
    const image = one("#table .photo image");
    if (image && photo) image.setAttribute("href", photo);
    if (!image && !one("#table .take.busy")) photo = "";
  }

  function ended(event) {
    if (event.detail.elt.id !== "picture") return;
    busy(false);
    if (input()) input().value = "";
  }

  on("htmx:afterSwap", ready);
  on("htmx:afterRequest", ended);
  ready();
})();
