// Sends a form without leaving the page, so that the next line can be typed at once and no letter of it is lost while the last one
// is on its way. An answer from this page is merged into it; from another one it takes this one's place. A form with
// `data-stay` works without a script, too.
"use strict";
(() => {
  let sent = Promise.resolve();
  let shown = location.pathname;
  let returned = null; // the line that came back into its field, until it is touched
  const parsed = (words) => new DOMParser().parseFromString(words, "text/html");

  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-stay]");
    if (!form) return;
    event.preventDefault();
    const field = form.querySelector("[data-line]");
    const line = field?.value;
    const body = new URLSearchParams(new FormData(form, event.submitter));
    if (field) {
      returned = null;
      field.value = "";
      form.querySelector("[name=id]").value = floor.freshId();
      field.focus();
    }
    event.submitter?.setAttribute("aria-busy", "true");
    sent = sent.then(() => send(form, body, field, line)).finally(() => event.submitter?.removeAttribute("aria-busy"));
  });

  const stream = (page) => page.querySelector("main [data-live]")?.dataset.live;

  async function send(form, body, field, line) {
    try {
      const answer = await fetch(form.action, { method: "POST", body });
      const page = parsed(await answer.text());
      const main = page.querySelector("main");
      if (!main || (field && !main.querySelector(".desk"))) throw new Error(String(answer.status));
      if (answer.redirected && new URL(answer.url).pathname !== location.pathname) return turnTo(answer.url, page);
      if (!field && stream(page) !== stream(document)) return turnTo(location.href, page);
      if (field && !answer.ok) giveBack(field, line, body);
      if (field && answer.ok) forgetReturned(line);
      const focused = document.activeElement;
      if (!field && answer.ok) {
        // What was sent is no longer half typed.
        focused.blur();
        form.reset();
      }
      const here = document.querySelector("main");
      floor.merge(here, main);
      if (focused.isConnected) focused.focus({ preventScroll: true });
      // After the last line nothing is typed here any more: the fingers are led to what comes next, not to the top of the page.
      if (document.activeElement === document.body) (here.querySelector("[data-next]") ?? here).focus({ preventScroll: !field });
      if (!field) here.querySelector(".error, .notice.done")?.scrollIntoView({ block: "nearest" });
      document.dispatchEvent(new CustomEvent("floor:exchanged"));
    } catch {
      if (field) giveBack(field, line, body);
      document.documentElement.classList.add("offline");
    }
  }

  // Shows another page in place of this one when all its scripts and styles are here; otherwise the browser loads it.
  function turnTo(address, page) {
    const needs = (from) => [...from.querySelectorAll("script[src], link[rel=stylesheet]")].map((each) => each.getAttribute("src") ?? each.getAttribute("href"));
    const here = new Set(needs(document));
    if (!needs(page).every((each) => here.has(each))) return location.assign(address);
    history.pushState(null, "", address);
    shown = location.pathname;
    document.title = page.title;
    document.body.className = page.body.className;
    floor.merge(document.querySelector(".top"), page.querySelector(".top"));
    const main = document.adoptNode(page.querySelector("main"));
    document.querySelector("main").replaceWith(main);
    (main.querySelector("[autofocus]") ?? main).focus({ preventScroll: true });
    const place = location.hash && document.querySelector(location.hash);
    if (place) place.scrollIntoView();
    else scrollTo(0, 0);
    document.dispatchEvent(new CustomEvent("floor:exchanged"));
  }

  // Back leads to what was here before; the browser only knows its address.
  addEventListener("popstate", () => location.pathname !== shown && location.reload());

  // A line that was not taken goes back where it was typed, unless the next one is being typed there. It is selected: whoever
  // goes on typing means the next line, not more of this one.
  function giveBack(field, line, body) {
    if (field.value || !field.isConnected) return tellReturned(line);
    field.value = line;
    field.form.querySelector("[name=id]").value = body.get("id");
    returned = line;
    if (field === document.activeElement) field.select();
  }

  const tellReturned = (line) => floor.tellLeft(document.querySelector("main"), line, "not-saved");

  // A line that was taken corrects those of its table that were not, and that are still shown.
  const table = (line) => line.trim().split(/\s+/)[0];
  function forgetReturned(line) {
    for (const words of document.querySelectorAll(".left-over q")) {
      if (table(words.textContent) === table(line)) words.closest(".left-over").remove();
    }
  }

  document.addEventListener("beforeinput", ({ target: field, inputType }) => {
    if (returned === null || !field.matches("[data-line]") || inputType === "insertLineBreak") return;
    const line = returned;
    returned = null;
    const whole = field.value === line && field.selectionStart === 0 && field.selectionEnd === line.length;
    if (!whole || !inputType.startsWith("insert")) return;
    // Another line has taken its place, and is not the form that was sent.
    field.form.querySelector("[name=id]").value = floor.freshId();
    tellReturned(line);
  });
})();
