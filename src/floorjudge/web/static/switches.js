// Keeps what is half typed while the language or the appearance is changed: the page is loaded again in between.
"use strict";
(() => {
  const KEY = "floorjudge.typed";
  const fields = () => [...document.querySelectorAll("main input:not([type=hidden], [type=file]), main textarea, main select")];
  const ticks = (field) => field.type === "checkbox" || field.type === "radio";
  const changed = (field) => (ticks(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue);

  document.addEventListener("submit", (event) => {
    if (!event.target.closest(".switches")) return;
    const kept = fields().map((field, index) => [index, field.name, ticks(field) ? field.checked : field.value, changed(field)]).filter((each) => each[3]);
    try {
      sessionStorage.setItem(KEY, JSON.stringify([location.pathname, kept]));
    } catch {
      // Then what was typed has to be typed again.
    }
  });

  try {
    const [path, kept] = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    sessionStorage.removeItem(KEY);
    const here = fields();
    if (path === location.pathname) {
      for (const [index, name, value] of kept) {
        const field = here[index];
        if (field?.name !== name || changed(field)) continue;
        if (ticks(field)) field.checked = value;
        else field.value = value;
      }
    }
  } catch {
    // Nothing that can be read was kept.
  }
})();
