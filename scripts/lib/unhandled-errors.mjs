import { writeFileSync } from 'node:fs';

/** A vitest reporter that writes errors outside of tests (unhandled rejections) to LATCHKEY_UNHANDLED; the JSON report lacks them. */
export default class UnhandledErrors {
  onTestRunEnd(_modules, errors) {
    const path = process.env.LATCHKEY_UNHANDLED;
    if (path === undefined || errors.length === 0) return;
    const texts = errors.map(({ type, message, stack, VITEST_TEST_PATH, VITEST_TEST_NAME }) =>
      [type, VITEST_TEST_PATH, VITEST_TEST_NAME, message, stack].filter(Boolean).join('; '),
    );
    writeFileSync(path, JSON.stringify(texts));
  }
}
