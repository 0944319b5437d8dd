import { configureGlobal } from 'fast-check';
import { fuzzReport } from './fuzz-report.js';

// `npm run test:matrix` raises the number of runs of every property that does not fix its own.
const runs = process.env['LATCHKEY_FUZZ_RUNS'];

/** Fixed seed, so that a failure is caused by the change under test. */
const GATE_SEED = 20_260_101;

// Set it to the seed that a failing run printed to reproduce it, or to `random` for new cases.
const seed = process.env['LATCHKEY_FUZZ_SEED'] ?? String(GATE_SEED);

configureGlobal({
  ...(seed === 'random' ? {} : { seed: Number(seed) }),
  ...(runs === undefined
    ? {}
    : { numRuns: Number(runs), interruptAfterTimeLimit: 60_000, markInterruptAsFailure: false, reporter: fuzzReport() }),
});
