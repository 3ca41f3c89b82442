// Sends what is typed at the desk without leaving the page, so that the next line can be typed at once and no letter of it is
// lost while the last one is on its way. A form with `data-stay` works without a script, too.
"use strict";
(() => {
  let sent = Promise.resolve();

  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-stay]");
    if (!form) return;
    event.preventDefault();
    const field = form.querySelector("[data-line]");
    const line = field.value;
    const body = new URLSearchParams(new FormData(form));
    field.value = "";
    form.querySelector("[name=id]").value = freshId();
    field.focus();
    sent = sent.then(() => send(form.action, body, field, line));
  });

  const freshId = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");

  async function send(address, body, field, line) {
    try {
      const answer = await fetch(address, { method: "POST", body });
      // A line for a table that has a result leads to its correction.
      if (answer.redirected && new URL(answer.url).pathname !== location.pathname) return location.assign(answer.url);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const main = page.querySelector("main");
      if (!main.querySelector("form[data-stay], .desk")) throw new Error(String(answer.status));
      if (!answer.ok) giveBack(field, line, body);
      const here = document.querySelector("main");
      floor.merge(here, main);
      // After the last line nothing is typed here any more: the fingers are led to what comes next, not to the top of the page.
      if (!field.isConnected && document.activeElement === document.body) (here.querySelector("[data-next]") ?? here).focus();
      document.dispatchEvent(new CustomEvent("floor:exchanged"));
    } catch {
      giveBack(field, line, body);
      document.documentElement.classList.add("offline");
    }
  }

  // A line that was not taken goes back where it was typed, unless the next one is being typed there.
  function giveBack(field, line, body) {
    if (field.value || !field.isConnected) return floor.tellLeft(document.querySelector("main"), line);
    field.value = line;
    field.form.querySelector("[name=id]").value = body.get("id");
  }
})();
