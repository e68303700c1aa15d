// Light or dark before the first paint: what was chosen here, else what the system says.
(function () {
  let chosen = null;
  try {
    chosen = localStorage.getItem("faro-theme");
  } catch {
    /* storage may be forbidden */
  }
  if (chosen) document.documentElement.dataset.theme = chosen;
})();
