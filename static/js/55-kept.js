// A form that takes a while to fill in is kept in this tab until it is sent, so that a reload loses nothing of it.
const PLACE = "kept";
const form = document.querySelector("form[data-keep]");
const where = form && form.dataset.keep + location.search;
const read = () => {
  try {
    return JSON.parse(sessionStorage.getItem(PLACE)) ?? {};
  } catch {
    return {};
  }
};
const write = (content) => {
  try {
    sessionStorage.setItem(PLACE, JSON.stringify(content));
  } catch {} // A browser that keeps nothing: then the page does, as long as it is open.
};
const fields = () => [...form.elements].filter((field) => field.name && field.type !== "hidden");
const keep = (isSent) => {
  const filled = fields().filter((field) => field.type !== "radio" || field.checked);
  write({ where, isSent, values: Object.fromEntries(filled.map((field) => [field.name, field.value])) });
};

if (form) {
  const kept = read();
  // What the server found wrong it shows as it came in, which is newer.
  const values = kept.where === where && !form.querySelector(".problems") ? kept.values : {};
  for (const field of fields()) {
    if (!(field.name in values)) continue;
    if (field.type === "radio") field.checked = field.value === values[field.name];
    else field.value = values[field.name];
  }
  form.addEventListener("input", () => keep(false));
  form.addEventListener("submit", () => keep(true));
} else if (read().isSent) {
  // A page without the form came after the sending: it has arrived.
  write({});
}
