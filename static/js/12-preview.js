// A form that is only looked at until it is saved: every change sends the whole of it, and the last answer is shown.
const RETRY_AFTER = 3000;
let latest = null;
let timer;

document.addEventListener("htmx:config:request", (event) => {
  const { ctx } = event.detail;
  const { name, value } = ctx.sourceElement;
  const form = ctx.sourceElement.closest("form[data-preview]");
  if (!form) return;
  clearTimeout(timer);
  ctx.isPreview = true;
  latest = ctx;
  // A shortcut goes along with whatever is tapped or saved next, until an answer shows what it did.
  if (name === "do") form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
});
// By then another tap may be on its way, whose answer knows of both.
document.addEventListener("htmx:before:swap", (event) => {
  const { ctx } = event.detail;
  if (ctx.isPreview && ctx !== latest) event.preventDefault();
});
// A morph changes attributes, but what is ticked on the screen stays: bring the two together.
document.addEventListener("htmx:after:swap", (event) => {
  const { ctx } = event.detail;
  if (!ctx.isPreview || ctx !== latest || ctx.swap === "none") return;
  const form = document.querySelector("form[data-preview]");
  for (const input of form?.querySelectorAll("input:is([type=radio], [type=checkbox])") ?? []) input.checked = input.defaultChecked;
  for (const option of form?.querySelectorAll("option") ?? []) option.selected = option.defaultSelected;
});
// What the screen shows is asked for again until an answer comes.
document.addEventListener("htmx:finally:request", (event) => {
  const { ctx } = event.detail;
  if (!ctx.isPreview || ctx !== latest || ctx.hasArrived) return;
  timer = setTimeout(() => document.querySelector("form[data-preview]")?.dispatchEvent(new Event("change")), RETRY_AFTER);
});
