import { defaultReportMessage, type RunDetails } from 'fast-check';

/** Default number of runs in fast-check, and the minimum of a long run. */
const DEFAULT_RUNS = 100;

const toOutput = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/**
 * Reporter of the long runs. For a property that the time limit interrupts, it prints the number of runs, and fails if they are fewer than
 * 100 or than its own `numRuns`.
 */
export const fuzzReport =
  (print: (line: string) => void = toOutput) =>
  <Case>(details: RunDetails<Case>): void => {
    const { failed, interrupted, numRuns, runConfiguration, errorInstance } = details;
    if (failed) throw new Error(defaultReportMessage(details), { cause: errorInstance });
    if (!interrupted) return;
    const requested = runConfiguration.numRuns ?? DEFAULT_RUNS;
    const summary = `The time limit was reached after ${numRuns} of ${requested} runs`;
    if (numRuns < Math.min(DEFAULT_RUNS, requested)) throw new Error(`${summary}, which is too few`);
    print(`${summary}; all of them passed`);
  };
