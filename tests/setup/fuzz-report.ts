import { defaultReportMessage, type RunDetails } from 'fast-check';

/** What a property is tried with when nothing is said: a long run must not end with less. */
const USUAL_RUNS = 100;

const toOutput = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/**
 * How the long runs report a property. One that is cut short by the time limit says with how many cases, and fails where
 * they are fewer than the usual 100, or than its own number.
 */
export const fuzzReport =
  (say: (line: string) => void = toOutput) =>
  <Case>(details: RunDetails<Case>): void => {
    const { failed, interrupted, numRuns, runConfiguration, errorInstance } = details;
    if (failed) throw new Error(defaultReportMessage(details), { cause: errorInstance });
    if (!interrupted) return;
    const wanted = runConfiguration.numRuns ?? USUAL_RUNS;
    const cut = `The time was up after ${numRuns} of ${wanted} cases`;
    if (numRuns < Math.min(USUAL_RUNS, wanted)) throw new Error(`${cut}, fewer than usual`);
    say(`${cut}; all of them passed`);
  };
