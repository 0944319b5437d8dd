/** How long a line to the relay waits for what, in milliseconds. */
export const LINE_TIMES = {
  /** For the answer to a call. */
  callMs: 10_000,
  /** A page that was hidden or offline learns this soon that its line is dead. */
  checkMs: 1_000,
  /** A line over which nothing came for so long may be dead. */
  silenceMs: 60_000,
  /** Whoever needs a line that stood once waits for so long until it stands again. */
  patienceMs: 8_000,
  /** A line that nobody needs is kept for so long. */
  idleMs: 10_000,
  /** A line that breaks sooner is no better than one that cannot be opened. */
  steadyMs: 10_000,
} as const;
