// Names of cards become chips while they are typed; a search shows how far it is; one iteration moves without loading the page.
"use strict";
(() => {
  const TYPING_MS = 120;

  // Chips with completion: the field with one name a line stays what is sent. The server says which cards are meant.

  const SEPARATED = /[,;+\n]\s*[^\s,;+]/;

  function element(kind, properties, attributes = {}) {
    const made = Object.assign(document.createElement(kind), properties);
    Object.entries(attributes).forEach(([name, value]) => made.setAttribute(name, value));
    return made;
  }

  function button(name, press) {
    const made = element("button", { type: "button", className: "button quiet", textContent: name });
    made.addEventListener("click", press);
    return made;
  }

  function chips(field) {
    const form = field.form;
    const words = form.dataset;
    const cards = field.value.split("\n").map((line) => line.trim()).filter(Boolean).map((line) => ({ line, clear: true }));
    const list = element("div", { className: "chips" });
    const around = element("div", { className: "completing" });
    const choices = element("div", { className: "which" }, { "aria-live": "polite" });
    const typed = element("input", { id: `${field.id}-typed`, autocomplete: "off", spellcheck: false, maxLength: 1_000 }, {
      role: "combobox", autocapitalize: "words", enterkeyhint: "next", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": `${field.id}-options`,
    });
    if (field.getAttribute("aria-describedby")) typed.setAttribute("aria-describedby", field.getAttribute("aria-describedby"));
    const options = element("div", { id: `${field.id}-options`, className: "completions", hidden: true }, { role: "listbox" });
    const wait = element("p", { className: "hint", hidden: true, textContent: words.preparing }, { role: "status" });
    const label = form.querySelector(`label[for="${field.id}"]`);
    label.htmlFor = typed.id;
    options.setAttribute("aria-label", label.textContent);
    let chosen = -1;
    let asking = 0;
    let waiting = null;
    let last = Promise.resolve();
    // What was refused goes on when the last unclear card is chosen, as it does without a script.
    let refused = false;

    function adopt() {
      for (const each of form.querySelectorAll(`.unclear[data-field="${field.name}"]`)) {
        const card = cards.find(({ line, clear }) => clear && line === each.dataset.line);
        if (!card) continue;
        Object.assign(card, { clear: false, similar: JSON.parse(each.dataset.similar) });
        each.remove();
        refused = true;
      }
    }

    function remove(card) {
      cards.splice(cards.indexOf(card), 1);
      keep();
      typed.focus();
    }

    function choose(card, name) {
      Object.assign(card, { line: name, clear: true });
      goOn();
    }

    function leaveOut(card) {
      cards.splice(cards.indexOf(card), 1);
      goOn();
    }

    function goOn() {
      keep();
      if (refused && cards.length && cards.every(({ clear }) => clear) && !form.querySelector(".unclear")) {
        return form.requestSubmit(form.querySelector(`button[name="do"][value="${form.elements.then.value}"]`));
      }
      (choices.querySelector("button") ?? typed).focus();
    }

    function keep() {
      field.value = cards.map(({ line }) => line).join("\n");
      list.replaceChildren(...cards.map((card) => {
        const chip = element("span", { className: card.clear ? "chip" : "chip wrong" });
        const away = element("button", { type: "button", textContent: "×" }, { "aria-label": words.remove.replace("{card}", card.line) });
        away.addEventListener("click", () => remove(card));
        chip.append(element("span", { textContent: card.line }), away);
        return chip;
      }));
      choices.replaceChildren(...cards.filter(({ clear }) => !clear).map((card) => {
        const said = (card.similar.length ? words.which : `${words.none} ${words.english}`.trim()).replace("{name}", card.line);
        const group = element("div", { className: "unclear" }, { role: "group", "aria-label": said });
        const names = element("p", { className: "actions" });
        names.append(...card.similar.map((name) => button(name, () => choose(card, name))), button(words.leave, () => leaveOut(card)));
        group.append(element("p", { textContent: said }), names);
        return group;
      }));
    }

    function add(found) {
      cards.push(...found);
      keep();
    }

    // The server gets one question after the other, so that fast typing fills no queue there, and a question again when
    // it asks for that, as long as the answer is `wanted`.
    function ask(address, written, wanted) {
      last = last.catch(() => []).then(async () => {
        while (wanted()) {
          const answer = await fetch(`${address}?q=${encodeURIComponent(written)}`);
          const later = answer.headers.get("retry-after");
          wait.hidden = !(answer.ok && later);
          if (!later) return answer.ok ? answer.json() : [];
          await new Promise((again) => setTimeout(again, 1_000 * Number(later)));
        }
        return [];
      });
      return last;
    }

    // What was typed is a chip at once, and then the cards that the server finds in it.
    async function take(written) {
      const card = { line: written.trim(), clear: true };
      asking += 1;
      clearTimeout(waiting);
      typed.value = "";
      close();
      add([card]);
      let found = [];
      try { found = await ask(words.typed, written, () => cards.includes(card)); } catch { /* the server says it when the form is sent */ }
      const at = cards.indexOf(card);
      if (at < 0 || !found.length) return;
      cards.splice(at, 1, ...found);
      keep();
    }

    function close() {
      options.hidden = true;
      chosen = -1;
      typed.setAttribute("aria-expanded", "false");
      typed.removeAttribute("aria-activedescendant");
    }

    function mark(index) {
      chosen = index;
      [...options.children].forEach((each, place) => each.setAttribute("aria-selected", String(place === index)));
      if (index < 0) return;
      typed.setAttribute("aria-activedescendant", options.children[index].id);
      options.children[index].scrollIntoView({ block: "nearest" });
    }

    function pick(name) {
      asking += 1;
      typed.value = "";
      close();
      add([{ line: name, clear: true }]);
    }

    // The last name stays as it is typed, with its number: it may not be finished.
    function unfinished(written, name) {
      const at = written.lastIndexOf(name);
      return (/\d+\s*[x×]?\s+$/u.exec(written.slice(0, at))?.[0] ?? "") + written.slice(at);
    }

    // Of several names with commas or plus signs between them, all but the last become chips.
    async function divide(mine) {
      const written = typed.value;
      const found = await ask(words.typed, written, () => mine === asking);
      if (mine !== asking || typed.value !== written || found.length < 2) return;
      typed.value = unfinished(written, found.pop().written);
      add(found);
    }

    async function offer() {
      const mine = ++asking;
      if (SEPARATED.test(typed.value)) await divide(mine);
      const found = await ask(words.names, typed.value.slice(0, 100), () => mine === asking);
      if (mine !== asking || !typed.value.trim()) return;
      options.replaceChildren(...found.map((name, index) => {
        const option = element("div", { id: `${options.id}-${index}`, textContent: name }, { role: "option", "aria-selected": "false" });
        option.addEventListener("mousedown", (event) => { event.preventDefault(); pick(name); });
        return option;
      }));
      chosen = -1;
      options.hidden = !found.length;
      typed.setAttribute("aria-expanded", String(found.length > 0));
    }

    typed.addEventListener("input", () => {
      clearTimeout(waiting);
      if (typed.value.trim()) waiting = setTimeout(offer, TYPING_MS);
      else { asking += 1; close(); }
    });
    typed.addEventListener("paste", (event) => {
      const pasted = event.clipboardData.getData("text");
      if (!pasted.trim().includes("\n")) return;
      event.preventDefault();
      take(pasted);
    });
    typed.addEventListener("keydown", (event) => {
      const many = options.hidden ? 0 : options.children.length;
      if (event.key === "ArrowDown" && many) { event.preventDefault(); mark((chosen + 1) % many); }
      else if (event.key === "ArrowUp" && many) { event.preventDefault(); mark((chosen + many - 1) % many); }
      else if (event.key === "Escape") close();
      else if (event.key === "Enter" && typed.value.trim()) {
        event.preventDefault();
        if (chosen >= 0) pick(options.children[chosen].textContent);
        else take(typed.value);
      } else if (event.key === "Backspace" && !typed.value && cards.length) { cards.pop(); keep(); }
    });
    // Closing moves what follows, and a tap on a button there would miss it.
    typed.addEventListener("blur", ({ relatedTarget }) => { if (relatedTarget?.matches("input, select, textarea, summary, a")) close(); });
    form.addEventListener("submit", () => {
      if (typed.value.trim()) add([{ line: typed.value.trim(), clear: true }]);
      typed.value = "";
    });
    field.hidden = true;
    around.append(typed, options);
    field.after(list, choices, around, wait);
    adopt();
    keep();
  }

  // How far a search is.

  async function poll() {
    const job = document.querySelector("[data-job]");
    try {
      const answer = await fetch(location.href, { headers: { accept: "text/html" } });
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#job[data-job]");
      if (answer.ok && !fresh) return location.reload();
      if (fresh && !fresh.isEqualNode(job) && !job.contains(document.activeElement)) job.replaceWith(fresh);
    } catch { /* asked again */ }
    pollLater();
  }

  function pollLater() {
    const job = document.querySelector("[data-job]");
    if (job) setTimeout(poll, 1_000 * job.dataset.every);
  }

  // One step of the iteration further.

  async function move(event) {
    const link = event.target.closest(".scene-nav a");
    if (!link || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    try {
      const answer = await fetch(link.href);
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#player");
      const turned = link.rel === "prev" ? "prev" : "next";
      document.querySelector("#player").replaceWith(fresh);
      history.replaceState(null, "", link.href);
      (fresh.querySelector(`a[rel=${turned}]`) ?? fresh.querySelector(".scene-nav a")).focus({ preventScroll: true });
    } catch { location.href = link.href; }
  }

  document.querySelectorAll("textarea[data-chips]").forEach(chips);
  document.addEventListener("click", move);
  pollLater();
})();
