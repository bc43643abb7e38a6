// A number that is tapped while it is chosen lets go of it, and so does a key that takes something away.
const clear = (input) => {
  input.checked = false;
  input.dispatchEvent(new Event("change", { bubbles: true }));
};

// Its state before the tap is noted first.
let wasChecked = null;
document.addEventListener("pointerdown", (event) => {
  const input = event.target.closest?.("form[data-clears] label")?.querySelector("input[type=radio]");
  wasChecked = input?.checked ? input : null;
});
document.addEventListener("click", (event) => {
  if (event.target === wasChecked) clear(wasChecked);
  wasChecked = null;
});
let cleared = null;
document.addEventListener("keydown", (event) => {
  const input = event.target;
  if (!(input.type === "radio" && input.closest("form[data-clears]") && input.checked)) return;
  if (["Backspace", "Delete", " "].includes(event.key)) {
    event.preventDefault();
    cleared = input;
    clear(input);
  }
});
// Letting the space bar go again would choose what it has just cleared.
document.addEventListener("keyup", (event) => {
  if (event.target === cleared && event.key === " ") event.preventDefault();
  cleared = null;
});
