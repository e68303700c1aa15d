// Pairs of panels that cover each other.
() => {
  const boxes = [...document.querySelectorAll(".panel")].map((node) => [
    node.id,
    node.getBoundingClientRect(),
  ]);
  return boxes.flatMap(([a, one], i) =>
    boxes
      .slice(i + 1)
      .filter(
        ([, two]) =>
          one.left < two.right - 1 &&
          two.left < one.right - 1 &&
          one.top < two.bottom - 1 &&
          two.top < one.bottom - 1,
      )
      .map(([b]) => a + " " + b),
  );
};
