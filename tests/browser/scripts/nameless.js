// Controls that a screen reader could not name.
() =>
  [...document.querySelectorAll("button, a, input, select, [role=button], [role=switch]")]
    .filter(
      (node) =>
        node.checkVisibility() &&
        !node.ariaLabel &&
        !node.textContent.trim() &&
        !node.labels?.length &&
        !node.title,
    )
    .map((node) => node.outerHTML.slice(0, 120));
