// What a busy table sends: a card with its picture each turn, hands, questions that come and go.
async ({ first, count }) => {
  const { take } = await import("/static/js/store.js");
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const picture =
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==#" +
    "A".repeat(9000);
  const EVENTS = 5; // in one message, as after a busy second
  const codes = ["QH", "TS", "9D", "AC", "2H"];
  for (let i = first; i < first + count; i += 1) {
    const number = 100_000 + i;
    take({
      kind: "scene",
      now_ms: i * 2000,
      boards: {
        shoe: {
          shoe_cards: i % 52,
          lamp: i % 2 ? "green" : "off",
          machine: {
            tray: i % 52,
            way: Array.from({ length: i % 3 }, (_, k) => ({
              x_mm: 30 * k + 20,
              tail_mm: 30 * k - 43,
              branch: 1,
              is_stuck: false,
            })),
            compartments: Array.from({ length: 54 }, (_, k) => (i + k) % 2),
            angle_turns: (i % 54) / 54,
            roller_mm_s: i % 600,
            current_ma: i % 900,
          },
        },
        meter: { seat_lamps: Array.from({ length: 7 }, (_, k) => (i + k) % 2 === 0) },
      },
    });
    take({
      kind: "events",
      is_history: false,
      events: Array.from({ length: EVENTS }, (_, k) => ({
        board: "shoe",
        number: number * EVENTS + k,
        name: "CARD_READ",
        text: "card " + i,
        time_text: "12:00:00",
        clock: "set",
        group: "cards",
        severity: "",
        fields: { number },
      })),
    });
    take({
      kind: "picture",
      number,
      place: "mouth",
      card: codes[i % 5],
      is_refused: i % 9 === 0,
      clearness: "reason " + i,
      a: picture + i,
      b: picture + i,
    });
    if (i % 5 === 0) {
      const hands = Object.fromEntries(
        [0, 1, 2, 3].map((seat) => [
          seat,
          {
            cards: codes.slice(0, i % 6),
            text: "hand " + i,
            wagers: { ante: { result: "win", odds: "1:1" } },
          },
        ]),
      );
      const cases =
        i % 2
          ? []
          : [
              {
                case: i,
                finding: "jam " + i,
                question: "capable",
                ask: "Question " + i + "?",
                when: "",
                steps: [],
              },
            ];
      take({
        kind: "view",
        sections: {
          table: { game: "csp", areas: [1, 2, 3], hands, round: i, sentence: "round " + i, is_settled: true },
          cases,
          health: [
            {
              id: "slip",
              title: "slip",
              value: i,
              unit: "%",
              limit: 25,
              history: Array.from({ length: 60 }, () => i),
            },
          ],
        },
      });
    }
    if (i % 10 === 0) await frame();
  }
};
