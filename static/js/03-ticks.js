// What entering a round and filling in a form have in common. A morph changes attributes, but what is ticked on the
// screen stays: `asAnswered` brings the two together, except for what `isNewer` than the answer.
window.entering = {
  RETRY_AFTER: 3000,
  asAnswered(form, isNewer = () => false) {
    for (const field of form?.elements ?? []) {
      if (isNewer(field)) continue;
      if (["radio", "checkbox"].includes(field.type)) field.checked = field.defaultChecked;
      for (const option of field.options ?? []) option.selected = option.defaultSelected;
    }
  },
};
