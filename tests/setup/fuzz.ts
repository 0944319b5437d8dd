import { configureGlobal } from 'fast-check';

// `npm run test:matrix` raises the number of runs of every property that does not fix its own.
const runs = process.env['LATCHKEY_FUZZ_RUNS'];
if (runs !== undefined) configureGlobal({ numRuns: Number(runs), interruptAfterTimeLimit: 60_000, markInterruptAsFailure: false });
