// Names of cards become chips while they are typed; a search shows how far it is; one iteration moves without loading the page.
"use strict";
(() => {
  const TYPING_MS = 120;

  // Chips with completion: the field with one name a line stays what is sent.

  function chips(field) {
    const form = field.form;
    const names = field.value.split("\n").map((line) => line.trim()).filter(Boolean);
    const list = document.createElement("div");
    list.className = "chips";
    const around = document.createElement("div");
    around.className = "completing";
    const typed = document.createElement("input");
    Object.assign(typed, { id: `${field.id}-typed`, autocomplete: "off", spellcheck: false, maxLength: 200 });
    typed.setAttribute("role", "combobox");
    typed.setAttribute("aria-autocomplete", "list");
    typed.setAttribute("aria-expanded", "false");
    typed.setAttribute("aria-controls", `${field.id}-options`);
    if (field.getAttribute("aria-describedby")) typed.setAttribute("aria-describedby", field.getAttribute("aria-describedby"));
    const options = document.createElement("div");
    Object.assign(options, { id: `${field.id}-options`, className: "completions", hidden: true });
    options.setAttribute("role", "listbox");
    const wait = document.createElement("p");
    Object.assign(wait, { className: "hint", hidden: true, textContent: form.dataset.preparing });
    wait.setAttribute("role", "status");
    const label = form.querySelector(`label[for="${field.id}"]`);
    label.htmlFor = typed.id;
    options.setAttribute("aria-label", label.textContent);
    let chosen = -1;
    let asking = 0;

    function keep() {
      field.value = names.join("\n");
      list.replaceChildren(...names.map((name, index) => {
        const chip = document.createElement("span");
        chip.className = "chip";
        chip.append(name);
        const remove = document.createElement("button");
        remove.type = "button";
        remove.textContent = "×";
        remove.setAttribute("aria-label", form.dataset.remove.replace("{card}", name));
        remove.addEventListener("click", () => { names.splice(index, 1); keep(); typed.focus(); });
        chip.append(remove);
        return chip;
      }));
    }

    function add(written) {
      for (const line of written.split("\n")) {
        const name = line.trim();
        if (name && !names.includes(name)) names.push(name);
      }
      typed.value = "";
      close();
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
      if (index >= 0) typed.setAttribute("aria-activedescendant", options.children[index].id);
    }

    async function offer() {
      const mine = ++asking;
      const answer = await fetch(`${form.dataset.names}?q=${encodeURIComponent(typed.value)}`);
      if (!answer.ok || mine !== asking || !typed.value.trim()) return;
      const found = await answer.json();
      const later = answer.headers.get("retry-after");
      wait.hidden = !later;
      if (later) waiting = setTimeout(offer, 1_000 * Number(later));
      options.replaceChildren(...found.map((name, index) => {
        const option = document.createElement("div");
        option.id = `${options.id}-${index}`;
        option.setAttribute("role", "option");
        option.setAttribute("aria-selected", "false");
        option.textContent = name;
        option.addEventListener("mousedown", (event) => { event.preventDefault(); add(name); });
        return option;
      }));
      chosen = -1;
      options.hidden = !found.length;
      typed.setAttribute("aria-expanded", String(found.length > 0));
    }

    let waiting = null;
    typed.addEventListener("input", () => {
      clearTimeout(waiting);
      if (typed.value.trim()) waiting = setTimeout(offer, TYPING_MS);
      else { asking += 1; close(); }
    });
    typed.addEventListener("paste", (event) => {
      const pasted = event.clipboardData.getData("text");
      if (!pasted.includes("\n")) return;
      event.preventDefault();
      add(pasted);
    });
    typed.addEventListener("keydown", (event) => {
      const many = options.hidden ? 0 : options.children.length;
      if (event.key === "ArrowDown" && many) { event.preventDefault(); mark((chosen + 1) % many); }
      else if (event.key === "ArrowUp" && many) { event.preventDefault(); mark((chosen + many - 1) % many); }
      else if (event.key === "Escape") close();
      else if (event.key === "Enter" && typed.value.trim()) {
        event.preventDefault();
        add(chosen >= 0 ? options.children[chosen].textContent : typed.value);
      } else if (event.key === "Backspace" && !typed.value && names.length) { names.pop(); keep(); }
    });
    typed.addEventListener("blur", close);
    form.addEventListener("submit", () => { if (typed.value.trim()) add(typed.value); });
    field.hidden = true;
    around.append(typed, options);
    field.after(list, around, wait);
    keep();
  }

  // How far a search is.

  async function poll() {
    const job = document.querySelector("[data-job]");
    try {
      const answer = await fetch(location.href, { headers: { accept: "text/html" } });
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#job[data-job]");
      if (answer.ok && !fresh) return location.reload();
      if (fresh && !job.contains(document.activeElement)) job.replaceWith(fresh);
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
