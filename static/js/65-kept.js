// A form that takes a while to fill in is kept in this tab until it is saved, so that a reload loses nothing of it. What
// it says it showed is kept with it: when that was changed meanwhile, the server compares.
const NOT_KEPT = ["csrf_token", "key"];
const filledIn = () => document.querySelector("form[data-keep]");
const placeOf = (form) => `kept ${form.dataset.keep}${location.search}`;
// Where the form of this page is kept, also while an answer stands in its place.
let place = null;
const forget = (where) => {
  if (where) inTab.write(where, null);
};
const keep = () => {
  const form = filledIn();
  if (!form) return;
  if (place !== placeOf(form)) forget(place);
  place = placeOf(form);
  inTab.write(place, [...new FormData(form)].filter(([name]) => !NOT_KEPT.includes(name)));
};

const fillIn = (form, kept) => {
  const left = [...kept];
  // Several fields of one name, such as who was seated where, stand in the same order.
  const next = (name) => {
    const at = left.findIndex((pair) => pair[0] === name);
    return at < 0 ? null : left.splice(at, 1)[0][1];
  };
  const known = new Set();
  for (const field of [...form.elements]) {
    const { name, type } = field;
    if (!name || NOT_KEPT.includes(name) || type === "submit") continue;
    known.add(name);
    if (["radio", "checkbox"].includes(type)) field.checked = kept.some((pair) => pair[0] === name && pair[1] === field.value);
    else {
      const value = next(name) ?? field.value;
      if (!field.options || [...field.options].some((option) => option.value === value)) field.value = value;
    }
  }
  // What another contract asks for has no field yet: it goes along until an answer draws it.
  for (const [name, value] of kept) {
    if (!known.has(name)) form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
};

const form = filledIn();
if (form) {
  place = placeOf(form);
  const kept = inTab.read(place);
  // What the server found wrong it shows as it came in, which is newer.
  if (kept && !document.querySelector("#main .problems")) {
    fillIn(form, kept);
    setTimeout(() => { if (form.matches("[data-preview]")) form.dispatchEvent(new Event("change")); });
  }
}
for (const kind of ["input", "change"]) {
  // Other scripts that set fields by it come first.
  window.addEventListener(kind, (event) => { if (event.target.form?.matches("[data-keep]")) keep(); });
}
document.addEventListener("htmx:config:request", (event) => {
  const { ctx } = event.detail;
  ctx.kept = place;
  if (ctx.isPreview) keep();
});
document.addEventListener("htmx:finally:request", (event) => {
  const { isPreview, isSaving, hasArrived, response, again, kept } = event.detail.ctx;
  if (!hasArrived || !(isPreview || isSaving)) return;
  if (isSaving && response.status < 400) forget(again ? again.kept : kept);
  else keep();
});
document.addEventListener("click", (event) => {
  if (event.target.closest?.("a[data-forget]")) forget(place);
});
