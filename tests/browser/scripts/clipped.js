// Controls, headings, questions and sums that are cut off, by their own box or by one around them
// that does not scroll.
() => {
  const hides = (way) => way === "hidden" || way === "clip";
  const scrolls = (way) => way === "auto" || way === "scroll";
  const is_cut = (node) => {
    const box = node.getBoundingClientRect();
    if (node.scrollWidth > node.clientWidth + 1 && hides(getComputedStyle(node).overflowX)) return true;
    if (box.left < -1 || box.right > innerWidth + 1) return true;
    for (let around = node.parentElement; around !== document.body; around = around.parentElement) {
      const style = getComputedStyle(around);
      if (scrolls(style.overflowX) || scrolls(style.overflowY)) return false;
      const edge = around.getBoundingClientRect();
      if (hides(style.overflowX) && (box.left < edge.left - 1 || box.right > edge.right + 1)) return true;
      if (hides(style.overflowY) && (box.top < edge.top - 1 || box.bottom > edge.bottom + 1)) return true;
    }
    return false;
  };
  const wanted = "main button, header button, select, main h2, .ruling, .ask, .hits li, .pool, .simulation";
  return [...document.querySelectorAll(wanted)]
    .filter((node) => node.checkVisibility() && !node.closest(".unseen") && is_cut(node))
    .map((node) => `${node.closest("[id]").id}: ${node.textContent.trim() || node.ariaLabel}`);
};
