// Saving waits until every tap before it has arrived, then sends what the form has become by them; a second
// tap meanwhile is the same saving.
let saving = null;

document.addEventListener("htmx:config:request", (event) => {
  const { ctx } = event.detail;
  if (!ctx.sourceElement.matches("form[data-entry] button[data-save]")) return;
  if (saving) event.preventDefault();
  else saving = ctx;
});
document.addEventListener("htmx:before:request", (event) => {
  const { ctx } = event.detail;
  if (ctx === saving && ctx.request.form?.isConnected) ctx.request.body = new URLSearchParams(new FormData(ctx.request.form));
});
document.addEventListener("htmx:finally:request", (event) => {
  if (event.detail.ctx === saving) saving = null;
});
