const isLong = process.env['LATCHKEY_FUZZ_RUNS'] !== undefined;

/**
 * Step from one call at which a page is killed to the next: `npm test` takes each second call, `npm run test:matrix` all. A page killed before a
 * call leaves what one killed after the call before leaves, so a test of both skips no state.
 */
export const CALL_STEP = isLong ? 1 : 2;

/** Step from one microtask at which something is ended to the next: `npm test` takes each third one, `npm run test:matrix` all. */
export const MICROTASK_STEP = isLong ? 1 : 3;
