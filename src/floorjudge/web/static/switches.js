// Keeps what is typed while the language or the appearance is changed, for the page is loaded again in between; and for who
// goes back to a form that was sent.
"use strict";
(() => {
  const KEY = "floorjudge.typed";
  const fields = () => [...document.querySelectorAll("main input:not([type=hidden], [type=file]), main textarea, main select")];
  const ticks = (field) => field.type === "checkbox" || field.type === "radio";
  const changed = (field) => (ticks(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue);
  const typed = () => fields().map((field, index) => [index, field.name, ticks(field) ? field.checked : field.value, changed(field)]).filter((each) => each[3]);

  function fill(kept) {
    const here = fields();
    for (const [index, name, value] of kept) {
      const field = here[index];
      if (field?.name !== name || changed(field)) continue;
      if (ticks(field)) field.checked = value;
      else field.value = value;
      const around = field.closest("details");
      if (around) around.open = true;
    }
  }

  document.addEventListener("submit", (event) => {
    try {
      if (event.target.closest(".switches")) sessionStorage.setItem(KEY, JSON.stringify([location.pathname, typed()]));
      else if (event.target.matches("[data-back]")) history.replaceState({ typed: typed() }, "");
    } catch {
      // Then what was typed has to be typed again.
    }
  });

  try {
    const [path, kept] = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    sessionStorage.removeItem(KEY);
    if (history.state?.typed) fill(history.state.typed);
    if (path === location.pathname) fill(kept);
  } catch {
    // Nothing that can be read was kept.
  }
})();
