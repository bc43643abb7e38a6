// Two players swap seats at once: whoever sat on the seat that another one takes gets the one that became free.
document.addEventListener("change", (event) => {
  const taken = event.target;
  const selects = [...(taken.closest?.("[data-seats]")?.querySelectorAll("select") ?? [])];
  const other = selects.find((select) => select !== taken && select.value === taken.value);
  const free = [...taken.options ?? []].find(({ value }) => selects.every((select) => select.value !== value));
  if (selects.includes(taken) && other && free) other.value = free.value;
});
