// The phone's own share sheet: picture and text where it takes files, else the text. Where there is none (plain HTTP,
// many computers) its button stays hidden, and beside it stand the picture as a link and the text to copy.
const canShare = typeof navigator.share === "function";
const COPIED_FOR = 2000;
const fetched = new Map();

// What will be shared is fetched as soon as a finger comes down: the browser lets go of a tap that waits too long.
const parts = (link) => {
  const { picture, words } = link.dataset;
  if (!fetched.has(picture)) {
    const wanted = Promise.all([
      fetch(picture).then((answer) => (answer.ok ? answer.blob() : null)).catch(() => null),
      fetch(words).then((answer) => (answer.ok ? answer.text() : "")),
    ]);
    wanted.catch(() => fetched.delete(picture));
    fetched.set(picture, wanted);
  }
  return fetched.get(picture);
};

const share = async (link) => {
  const [blob, text] = await parts(link);
  fetched.delete(link.dataset.picture);
  const files = blob ? [new File([blob], "bonken.png", { type: "image/png" })] : [];
  if (files.length && navigator.canShare?.({ files, text })) await navigator.share({ files, text });
  else if (text) await navigator.share({ text });
  else location.assign(link.href);
};

const show = () => {
  if (canShare) for (const link of document.querySelectorAll("[data-share][hidden]")) link.hidden = false;
  for (const button of document.querySelectorAll("[data-copy][hidden]")) button.hidden = false;
};
show();
document.addEventListener("htmx:after:swap", show);

document.addEventListener("pointerdown", (event) => {
  const link = event.target.closest?.("[data-share]");
  if (link && canShare) parts(link).catch(() => {});
});
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("[data-share]");
  if (!link || !canShare) return;
  event.preventDefault();
  // Who closes the share sheet again has changed his mind; for all else there is the link.
  share(link).catch((error) => { if (error.name !== "AbortError") location.assign(link.href); });
});

// Copying a field: by the clipboard where there is one, else from the selected field itself.
document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  field.select();
  try {
    if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
    else if (!document.execCommand("copy")) return;
  } catch {
    return;
  }
  const label = button.textContent;
  button.textContent = button.dataset.done;
  button.disabled = true;
  setTimeout(() => {
    button.textContent = label;
    button.disabled = false;
  }, COPIED_FOR);
});
