/* What the pages of cards do beyond being read: without it all of them can still be read in full. */
"use strict";

/* A statement pointed at is marked wherever it is said: in the card's text and in its source. */
function markStatements() {
  const all = [...document.querySelectorAll("[data-say]")];
  const mark = (event) => {
    const here = event.target.closest?.("[data-say]");
    for (const x of all) x.classList.toggle("k-said", here != null && x.dataset.say === here.dataset.say);
  };
  if (all.length) for (const kind of ["mouseover", "click"]) document.addEventListener(kind, mark);
}

/* The filters of the index: a card is shown if it has one of the checked options of each facet that has any checked.
   What is checked stands in the address, so that it survives a reload and can be linked to. */
function filterCards() {
  const box = document.querySelector(".k-choose");
  if (!box) return;
  const form = box.querySelector("form");
  const tiles = [...document.querySelectorAll(".k-tile")];
  const boxes = [...form.querySelectorAll("input")];
  const facet = (box) => box.closest("fieldset").dataset.facet;
  const found = box.querySelector("output");

  const show = () => {
    const wanted = new Map();
    for (const x of boxes.filter((x) => x.checked)) wanted.set(facet(x), [...(wanted.get(facet(x)) ?? []), x.value]);
    const fits = (tile) => [...wanted].every(([name, values]) => tile.dataset[name].split(" ").some((x) => values.includes(x)));
    for (const tile of tiles) tile.hidden = !fits(tile);
    for (const group of document.querySelectorAll(".k-group")) group.hidden = !group.querySelector(".k-tile:not([hidden])");
    const left = tiles.filter((x) => !x.hidden).length;
    found.textContent = found.dataset.found.replace("{shown}", left).replace("{all}", tiles.length);
    const address = new URL(location.href);
    for (const x of boxes) address.searchParams.delete(facet(x));
    for (const [name, values] of wanted) address.searchParams.set(name, values.join(" "));
    try {
      history.replaceState(history.state, "", address);
    } catch {} // some browsers allow it for no file
  };

  const asked = new URL(location.href).searchParams;
  for (const x of boxes) x.checked = (asked.get(facet(x)) ?? "").split(" ").includes(x.value);
  form.addEventListener("change", show);
  form.addEventListener("reset", () => setTimeout(show));
  form.addEventListener("submit", (event) => event.preventDefault());
  box.hidden = false;
  box.open = innerWidth >= 960 || boxes.some((x) => x.checked); // on a phone the cards come first
  show();
}

/* The language switch leads to the same page in the other language: all languages have the same pages. */
function keepPage() {
  const base = new URL(JSON.parse(document.getElementById("__config")?.textContent ?? "{}").base ?? ".", location.href);
  const page = location.pathname.slice(new URL("./", `${base.href.replace(/\/?$/, "/")}`).pathname.length);
  for (const link of document.querySelectorAll("a[hreflang]"))
    link.href = new URL(page || "index.html", new URL("./", link.href)).href;
}

markStatements();
filterCards();
keepPage();
