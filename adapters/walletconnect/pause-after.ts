const FIRST_MS = 100;
const STEP_MS = 1_000;
const LONGEST_MS = 10_000;

/** How long to wait before another attempt: 0.1 s after the first failure, then a second more after each, at most 10 s. */
export const pauseAfter = (failures: number): number => (failures < 2 ? FIRST_MS : Math.min((failures - 1) * STEP_MS, LONGEST_MS));
