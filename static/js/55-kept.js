// A form that takes a while to fill in is kept in this tab until it is sent, so that a reload loses nothing of it.
const PLACE = "kept";
const form = document.querySelector("form[data-keep]");
const where = form && form.dataset.keep + location.search;
const fields = () => [...form.elements].filter((field) => field.name && field.type !== "hidden");
const keep = (isSent) => {
  const filled = fields().filter((field) => field.type !== "radio" || field.checked);
  inTab.write(PLACE, { where, isSent, values: Object.fromEntries(filled.map((field) => [field.name, field.value])) });
};

if (form) {
  const kept = inTab.read(PLACE);
  // What the server found wrong it shows as it came in, which is newer.
  const values = kept?.where === where && !form.querySelector(".problems") ? kept.values : {};
  for (const field of fields()) {
    if (!(field.name in values)) continue;
    if (field.type === "radio") field.checked = field.value === values[field.name];
    else field.value = values[field.name];
  }
  form.addEventListener("input", () => keep(false));
  form.addEventListener("submit", () => keep(true));
} else if (inTab.read(PLACE)?.isSent) {
  // A page without the form came after the sending: it has arrived.
  inTab.write(PLACE, null);
}
