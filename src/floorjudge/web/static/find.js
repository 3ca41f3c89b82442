// Finds a player while their name is typed: what does not match is hidden, and nothing is asked of the server.
"use strict";
window.floor ??= {};
(() => {
  // Letters that Unicode does not take apart into a letter and a mark, as in `web/common/languages.py`.
  const LETTERS = { ł: "l", ø: "o", đ: "d", ð: "d", þ: "th", æ: "ae", œ: "oe", ı: "i", ħ: "h", ŧ: "t", ŋ: "n", ß: "ss" };
  const plain = (words) =>
    words.toLowerCase().replace(/[łøđðþæœıħŧŋß]/g, (letter) => LETTERS[letter]).normalize("NFKD").replace(/\p{M}/gu, "").trim().replace(/\s+/g, " ");
  // An apostrophe may be left out, other signs are gaps; the words may come in any order.
  const wordsOf = (words) => {
    const bare = plain(words);
    return (bare.replace(/['’‘ʼ`´]/g, "").match(/[\p{L}\p{N}_]+/gu) ?? bare.split(" ")).filter(Boolean);
  };

  // Where only a part of the list is on the page, the server is asked for the rest.
  const all = (field) => field && field.dataset.find !== "part";

  function find() {
    const field = document.querySelector("[data-find]");
    if (!field) return;
    const wanted = wordsOf(field.value);
    let found = 0;
    for (const item of document.querySelectorAll("ol[data-list] > li, ul[data-list] > li, tbody[data-list] > tr")) {
      const names = [...item.querySelectorAll("a, .who")].map((link) => wordsOf(link.textContent).join(" "));
      const fits = !wanted.length || names.some((name) => wanted.every((word) => name.includes(word)));
      item.classList.toggle("unfit", !fits);
      found += fits;
    }
    if (wanted.length && found) for (const part of document.querySelectorAll("details.fold")) part.open = true;
    const words = document.querySelector("[data-found]");
    words.textContent = wanted.length && !found && all(field) ? words.dataset.none : "";
    words.classList.toggle("hidden", !words.textContent);
  }

  document.addEventListener("input", (event) => event.target.matches("[data-find]") && find());
  for (const news of ["floor:changed", "floor:exchanged"]) document.addEventListener(news, find);
  // On a phone one finds oneself first; the rest is folded.
  if (matchMedia("(max-width: 46rem)").matches && document.querySelector("[data-find]")) {
    for (const part of document.querySelectorAll("details.fold")) part.open = false;
  }
  // What was typed before this script was here counts, too.
  find();
  window.floor.plain = plain;
  document.addEventListener("submit", (event) => all(event.target.querySelector("[data-find]")) && event.preventDefault());
})();
