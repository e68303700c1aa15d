// Where the processor spends its time: the program counter, looked at in even steps.

/** Runs as board.run() does; gives the reason, and how often each address was seen. */
export function profile(board, untilNs, stepNs, until) {
  const seen = new Map();
  let reason = 'time';
  while (reason === 'time' && board.nowNs < untilNs) {
    reason = board.run(Math.min(board.nowNs + stepNs, untilNs), until);
    const { core } = board.chip;
    if (core.waiting) continue;
    const at = core.PC & ~1;
    seen.set(at, (seen.get(at) ?? 0) + 1);
  }
  return { reason, seen: [...seen] };
}
