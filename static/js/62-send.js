// Sending a link by the phone's own share sheet, where there is one.
const canSend = typeof navigator.share === "function";
const show = () => {
  if (canSend) for (const button of document.querySelectorAll("[data-send][hidden]")) button.hidden = false;
};
show();
document.addEventListener("htmx:after:swap", show);
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-send]");
  // Who closes the share sheet again has changed his mind.
  if (button) navigator.share({ url: document.getElementById(button.dataset.send).value }).catch(() => {});
});
