// Makes a part of this page what it is on a newer page, in place. A field that has the focus, or in which something was typed,
// is never touched: it keeps its text, its focus and its caret, even when the form around it moves. What was typed into a form
// that the newer page no longer has is shown in words above, because nobody will ask for it again.
"use strict";
window.floor ??= {};
(() => {
  const TYPED = "input:not([type=hidden], [type=submit], [type=button]), textarea, select";

  // Whether somebody has changed a field since it came from the desk.
  function typed(field) {
    if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
    if (field.tagName === "SELECT") return [...field.options].some((each) => each.selected !== each.defaultSelected) && field.selectedIndex > 0;
    return field.value !== field.defaultValue;
  }

  const inUse = (field) => field === document.activeElement || typed(field);
  const fieldsInUse = (part) => (part.querySelectorAll ? [...part.querySelectorAll(TYPED)].filter(inUse) : []);

  // Merges `fresh`, an element of a newer page, into `there`, which stays on this one. Who asked for it may try again later:
  // what went wrong is told all the same, or nobody would ever see it.
  function merge(there, fresh) {
    try {
      mergeWhole(there, fresh);
    } catch (error) {
      window.reportError?.(error);
      throw error;
    }
  }

  function mergeWhole(there, fresh) {
    const focused = document.activeElement;
    const leaving = new Set();
    mergeElement(there, fresh, { root: there, leaving });
    for (const node of leaving) {
      const lost = fieldsInUse(node).filter((field) => typed(field) && !field.form?.dataset.sent);
      if (lost.length) tellLeft(there, lost.map(inWords).join(" · "));
      node.remove();
    }
    for (const field of fieldsInUse(there)) {
      for (let around = field.closest("details"); around; around = around.parentElement.closest("details")) around.open = true;
    }
    if (document.activeElement !== focused && focused.isConnected) focused.focus({ preventScroll: true });
  }

  function mergeElement(there, fresh, work) {
    if (there.matches(TYPED) && inUse(there)) {
      // What could be typed next is told beside what is typed.
      if (there.placeholder && fresh.placeholder) there.placeholder = fresh.placeholder;
      return;
    }
    mergeAttributes(there, fresh);
    if (there.tagName === "TEXTAREA") there.value = fresh.value;
    else mergeChildren(there, fresh, work);
  }

  function mergeAttributes(there, fresh) {
    for (const { name, value } of fresh.attributes) {
      const folded = name === "open" && there.matches("details.fold");
      if (there.getAttribute(name) !== value && !folded) there.setAttribute(name, value);
    }
    for (const { name } of [...there.attributes]) {
      // What somebody has folded open stays open, and a form that waits in the phone's queue is known as such.
      if (!fresh.hasAttribute(name) && !(name === "open" && there.tagName === "DETAILS") && name !== "data-sent") there.removeAttribute(name);
    }
    if (there.tagName === "INPUT" && there.type !== "file") {
      there.value = fresh.value;
      there.checked = fresh.checked;
    }
  }

  function mergeChildren(there, fresh, work) {
    // Known from the beginning: a deeper part may take one of them into itself.
    const before = [...there.childNodes];
    const stays = new Set();
    const isOpen = (node) => node.parentNode === there && !stays.has(node);
    let at = 0;
    for (const wanted of fresh.childNodes) {
      while (at < before.length && !isOpen(before[at])) at += 1;
      const next = before[at] ?? null;
      const match = found(there, next, wanted, work);
      if (!match) {
        const shell = document.importNode(wanted, false);
        there.insertBefore(shell, next);
        if (shell.nodeType === Node.ELEMENT_NODE) mergeChildren(shell, wanted, work);
        continue;
      }
      if (match !== next) move(there, match, next);
      stays.add(match);
      work.leaving.delete(match);
      if (match.nodeType === Node.ELEMENT_NODE) mergeElement(match, wanted, work);
      else if (match.nodeValue !== wanted.nodeValue) match.nodeValue = wanted.nodeValue;
    }
    for (const node of before) if (isOpen(node) && !node.dataset?.leftOver) work.leaving.add(node);
  }

  // The node that `wanted` was before: the one of its id, wherever it stood, or else the next of its kind without one.
  function found(there, next, wanted, work) {
    const id = idOf(wanted);
    if (id) {
      const known = work.root.querySelector(`#${CSS.escape(id)}`);
      if (!known || known.tagName !== wanted.tagName || known.contains(there)) return null;
      const form = known.parentElement.closest("form");
      return form && !form.contains(there) ? null : known;
    }
    for (let node = next; node; node = node.nextSibling) {
      if (node.nodeName === wanted.nodeName && !idOf(node) && node.className === wanted.className && samePurpose(node, wanted)) return node;
    }
    return null;
  }

  // Not `node.id`: in a form that is its field of this name.
  const idOf = (node) => node.getAttribute?.("id");
  const samePurpose = (node, wanted) => node.nodeName !== "FORM" || node.getAttribute("action") === wanted.getAttribute("action");

  function move(there, node, before) {
    if (there.moveBefore && node.isConnected) there.moveBefore(node, before);
    else there.insertBefore(node, before);
  }

  // Shows what was typed at the top of a part of the page, until it is thrown away: `why` is the template that says why it is left.
  function tellLeft(part, words, why = "left-over") {
    const made = document.getElementById(why)?.content.firstElementChild.cloneNode(true);
    if (!made) return;
    made.dataset.leftOver = "1";
    made.querySelector("q").textContent = words;
    made.querySelector("button").addEventListener("click", () => made.remove());
    part.prepend(made);
  }

  function inWords(field) {
    // Its own form's label: a form that came into its place has a field of the same id.
    const own = field.id ? field.form?.querySelector(`label[for="${CSS.escape(field.id)}"]`) : null;
    const label = (own ?? field.labels?.[0])?.textContent.trim().replace(/\s+/g, " ") ?? "";
    return field.type === "radio" || field.type === "checkbox" ? label : `${label} ${field.value}`.trim();
  }

  // By its id a form that is sent twice counts once.
  const freshId = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");

  Object.assign(window.floor, { merge, typed, tellLeft, freshId });
})();
