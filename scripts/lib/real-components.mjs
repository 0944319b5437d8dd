/** Integration tests, then E2E tests: one after the other, because both start real nodes. `npm test` runs them beside the other checks. */
import { runPlaywright, runVitest, TestRun } from './test-run.mjs';

const run = new TestRun();
await run.step('integration tests', () => runVitest('integration', ['--project=integration*']));
await run.step('E2E tests', () => runPlaywright());
run.close();
