/**
 * What the sheet does in a browser: it filters the places, and writes the choices down as `[[decisions]]`. All choices of one reason
 * that agree become one entry, with the exceptions by file or by place; only `unresolved` places are always named.
 */
export const SCRIPT = String.raw`
"use strict";
(() => {
  const all = [...document.querySelectorAll(".place")];
  const output = document.getElementById("toml");
  const status = document.getElementById("status");
  const store = "rename-plan:" + document.body.dataset.request;
  const places = all.map((element, index) => ({ element, index, choice: "", ...element.dataset }));
  const quote = (text) => JSON.stringify(text).replace(/\x7f/g, "\\u007f");
  const list = (texts) => "[" + texts.map(quote).join(", ") + "]";
  // As a glob, a path stands for itself only without these.
  const isPlain = (path) => !/[\\*?\[\]{}()!]/.test(path);
  const entry = (pairs) => "[[decisions]]\n" + pairs.map(([key, value]) => key + " = " + value + "\n").join("");

  const group = (items, key) => {
    const groups = new Map();
    for (const item of items) {
      if (!groups.has(item[key])) groups.set(item[key], []);
      groups.get(item[key]).push(item);
    }
    return groups;
  };
  const same = (items) => items.every((item) => item.choice === items[0].choice) ? items[0].choice : null;
  const placed = (item) => entry([
    ["path", quote(item.path)],
    ["line", item.line],
    ...(item.column === undefined ? [] : [["column", item.column]]),
    ["text", quote(item.text)],
    ["action", quote(item.choice)],
  ]);

  const decide = () => {
    const entries = [];
    for (const [reason, items] of group(places, "reason")) {
      const chosen = items.filter((item) => item.choice !== "");
      if (chosen.length === 0) continue;
      if (reason === "unparseable" || reason === "other_symbol") { entries.push(...chosen.map(placed)); continue; }
      if (reason === "unresolved") {
        for (const [symbol, own] of group(items, "symbol")) {
          const action = same(own);
          if (own.length > 1 && action && symbol) entries.push(entry([["reason", quote(reason)], ["symbol", quote(symbol)], ["action", quote(action)]]));
          else entries.push(...own.filter((item) => item.choice !== "").map(placed));
        }
        continue;
      }
      const renamed = items.filter((item) => item.choice === "rename").length;
      const most = chosen.length === items.length ? (renamed * 2 >= items.length ? "rename" : "keep") : null;
      if (most) entries.push(entry([["reason", quote(reason)], ["action", quote(most)]]));
      const whole = new Map();
      for (const [path, own] of group(items, "path")) {
        const action = same(own);
        if (action === most && action !== null) continue;
        if (action && isPlain(path)) { whole.set(action, [...(whole.get(action) ?? []), path]); continue; }
        entries.push(...own.filter((item) => item.choice !== "" && item.choice !== most).map(placed));
      }
      for (const [action, paths] of whole) entries.push(entry([["reason", quote(reason)], ["paths", list(paths)], ["action", quote(action)]]));
    }
    const toml = entries.join("\n");
    output.value = toml;
    const open = places.filter((item) => item.choice === "" && item.reason !== "other_symbol").length;
    const decided = places.filter((item) => item.choice !== "").length;
    status.textContent = decided + " decided, " + open + " undecided; " + (toml === "" ? 0 : toml.split("\n").length - 1) + " lines";
    try { localStorage.setItem(store, JSON.stringify(places.map((item) => item.choice))); } catch {}
  };

  let waiting = false;
  const later = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; decide(); });
  };
  const choose = (item, choice) => {
    item.choice = choice;
    const radio = item.element.querySelector('input[value="' + choice + '"]');
    if (radio) radio.checked = true;
  };
  const byElement = new Map(places.map((item) => [item.element, item]));
  document.addEventListener("change", (event) => {
    if (event.target.type !== "radio") return;
    const item = byElement.get(event.target.closest(".place"));
    if (item) { item.choice = event.target.value; later(); }
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.all !== undefined) {
      const within = button.closest("section");
      for (const item of places) if (within.contains(item.element) && !item.element.hidden) choose(item, button.dataset.all);
      later();
    }
    if (button.id === "suggested") {
      for (const item of places) if (item.suggested !== undefined) choose(item, "rename");
      later();
    }
    if (button.id === "copy") {
      const done = () => { status.textContent = "Copied. " + status.textContent; };
      const old = () => { output.select(); document.execCommand("copy"); done(); };
      if (navigator.clipboard) navigator.clipboard.writeText(output.value).then(done, old); else old();
    }
    if (button.id === "save") {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([output.value], { type: "application/toml" }));
      link.download = "decisions.toml";
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    }
  });

  const search = document.getElementById("search");
  const undecided = document.getElementById("undecided");
  const filter = () => {
    const text = search.value.trim().toLowerCase();
    const reasons = new Set([...document.querySelectorAll("input[name=reason]:checked")].map((box) => box.value));
    let shown = 0;
    for (const item of places) {
      const fits = reasons.has(item.reason) && (!undecided.checked || item.choice === "") && (text === "" || (item.path + "\n" + item.text).toLowerCase().includes(text));
      item.element.hidden = !fits;
      if (fits) shown += 1;
    }
    for (const section of document.querySelectorAll("section.file, section.reason")) section.hidden = !section.querySelector(".place:not([hidden])");
    document.getElementById("shown").textContent = shown + " of " + places.length + " places shown";
  };
  for (const control of [search, undecided, ...document.querySelectorAll("input[name=reason]")]) control.addEventListener("input", filter);

  try {
    const kept = JSON.parse(localStorage.getItem(store) ?? "[]");
    for (const item of places) if (kept[item.index]) choose(item, kept[item.index]);
  } catch {}
  for (const item of places) if (item.choice === "" && item.decided) choose(item, item.decided);
  // On a phone the choices would cover the places.
  if (matchMedia("(max-width: 70rem)").matches) document.querySelector(".panel details").open = false;
  filter();
  decide();
})();
`;
