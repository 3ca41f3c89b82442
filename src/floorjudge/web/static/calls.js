// Counts how long ago something was, in the reader's language, and looks for clauses while they are typed.
"use strict";
(() => {
  const words = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "always" });
  const { now, plain } = window.floor;

  function count() {
    for (const time of document.querySelectorAll("[data-since]")) {
      const minutes = Math.floor((now() - Date.parse(time.dataset.since)) / 60_000);
      const [amount, unit] = minutes < 120 ? [minutes, "minute"] : minutes < 2_880 ? [Math.floor(minutes / 60), "hour"] : [Math.floor(minutes / 1_440), "day"];
      const said = minutes < 1 ? time.dataset.justNow : words.format(-amount, unit);
      if (time.textContent !== said) time.textContent = said;
    }
  }

  function pick(field) {
    const wanted = plain(field.value).split(/\s+/).filter(Boolean);
    for (const clause of field.closest("[data-picker]").querySelectorAll(".clause")) {
      const said = plain(clause.textContent);
      clause.hidden = !wanted.every((word) => said.includes(word)) && !clause.querySelector("input").checked;
    }
  }

  function ready() {
    for (const box of document.querySelectorAll("[data-needs-script]")) box.hidden = false;
    count();
  }

  document.addEventListener("input", (event) => event.target.matches("[data-pick]") && pick(event.target));
  document.addEventListener("keydown", (event) => event.key === "Enter" && event.target.matches("[data-pick]") && event.preventDefault());
  document.addEventListener("floor:exchanged", ready);
  setInterval(count, 1_000);
  ready();
})();
