// Finds a player while their name is typed: what does not match is hidden, and nothing is asked of the server.
"use strict";
(() => {
  const plain = (words) => words.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

  function find() {
    const field = document.querySelector("[data-find]");
    if (!field) return;
    const wanted = plain(field.value.trim());
    let found = 0;
    for (const item of document.querySelectorAll("#tables > li, tbody[data-list] > tr")) {
      const names = [...item.querySelectorAll("a")].map((link) => plain(link.textContent));
      const fits = !wanted || names.some((name) => name.includes(wanted));
      item.hidden = !fits;
      found += fits;
    }
    const words = document.querySelector("[data-found]");
    words.textContent = wanted && !found ? words.dataset.none : "";
    words.classList.toggle("hidden", !words.textContent);
  }

  document.addEventListener("input", (event) => event.target.matches("[data-find]") && find());
  document.addEventListener("floor:changed", find);
  document.addEventListener("submit", (event) => event.target.querySelector("[data-find]") && event.preventDefault());
})();
