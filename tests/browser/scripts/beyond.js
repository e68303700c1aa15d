// What reaches beyond the screen, or is cut off in its row.
() =>
  [...document.querySelectorAll(".panel, .bar, .toolbar, .head, .sent")]
    .filter((node) => {
      const box = node.getBoundingClientRect();
      return (
        box.right > innerWidth + 1 ||
        box.bottom > innerHeight + 1 ||
        (node.matches(".toolbar, .bar") && node.scrollWidth > node.clientWidth + 1)
      );
    })
    .map((node) => node.id || node.className);
