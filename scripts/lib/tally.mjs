import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { stripVTControlCharacters } from 'node:util';

/** So much of what went wrong is said again at the end. */
const REASON_LENGTH = 500;

/**
 * A part of a run.
 * @typedef {() => Promise<{ passed: number, failed: number, names?: readonly string[], output?: string }>} Step
 */

/** Counts what passed and failed over all steps of a run, and says it at the end. */
export class Tally {
  passed = 0;
  failed = 0;
  #failures = [];

  /**
   * Runs one step under a heading. The step says how much passed and failed, and may name what failed; a thrown error is one failure.
   * @param {string} name
   * @param {Step} step
   */
  async step(name, step) {
    console.log(`\n── ${name}`);
    this.#add(name, await this.#run(step));
  }

  /**
   * Runs several steps, two at a time. What one wrote is shown when it is at its end, so a step keeps its output and gives it back.
   * @param {Readonly<Record<string, Step>>} steps
   */
  async together(steps) {
    const left = Object.entries(steps);
    const work = async () => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        const [name, step] = next;
        const end = await this.#run(step);
        console.log(`\n── ${name}\n${end.output ?? ''}`);
        this.#add(name, end);
      }
    };
    await Promise.all([work(), work()]);
  }

  async #run(step) {
    const start = performance.now();
    const sums = await step().catch((error) => {
      console.error(error instanceof Error ? (error.stack ?? error.message) : error);
      return { passed: 0, failed: 1 };
    });
    return { ...sums, seconds: ((performance.now() - start) / 1000).toFixed(1) };
  }

  #add(name, { passed, failed, seconds, names = [] }) {
    this.passed += passed;
    this.failed += failed;
    if (failed > 0) this.#failures.push(name, ...names.map((test) => `  ${test}`));
    console.log(`── ${name}: ${failed === 0 ? 'ok' : 'FAILED'} (${passed} passed, ${failed} failed, ${seconds} s)`);
  }

  /**
   * Prints the closing line and sets the exit code. A caller that adds up several runs names a file in LATCHKEY_TALLY: then the sums go
   * there, and only the caller prints them alone on a line.
   */
  close() {
    if (this.#failures.length > 0) console.log(`\nFailed:\n${this.#failures.join('\n')}`);
    const sums = `${this.passed} passed, ${this.failed} failed`;
    const file = process.env.LATCHKEY_TALLY;
    if (file === undefined) console.log(`\n${sums}`);
    else {
      writeFileSync(file, JSON.stringify({ passed: this.passed, failed: this.failed, failures: this.#failures }));
      console.log(`\nTogether: ${sums}.`);
    }
    process.exitCode = this.failed > 0 || this.passed === 0 ? 1 : 0;
  }
}

/** One check that a program's exit code answers. */
export const check = ({ code, output }) => (code === 0 ? { passed: 1, failed: 0, output } : { passed: 0, failed: 1, output });

/** Reads a JSON report and removes it, so that an old one is never taken for a new one. */
const takeReport = (path) => {
  if (!existsSync(path)) return null;
  const report = JSON.parse(readFileSync(path, 'utf8'));
  rmSync(path);
  return report;
};

/** A run that failed without a failed test (a file that does not load, an unhandled rejection, no report) is one failure. */
const atLeastOne = (sums, code) => (code !== 0 && sums.failed === 0 ? { ...sums, failed: 1 } : sums);

/** What failed and why, on one line: the end of a long run is what is looked at. */
const because = (name, messages) => {
  const reason = stripVTControlCharacters(messages.join('; ')).replace(/\s+/g, ' ').trim();
  return reason === '' ? name : `${name}: ${reason.slice(0, REASON_LENGTH)}`;
};

/** Sums of a vitest run from its JSON report. A test that was not run counts as failed. */
export const vitestSums = (path, { code, output }) => {
  const report = takeReport(path);
  if (report === null) return { passed: 0, failed: 1, output };
  const failed = report.numTotalTests - report.numPassedTests;
  const names = report.testResults.flatMap(({ name, message, status: end, assertionResults }) => {
    const failures = assertionResults.filter(({ status }) => status !== 'passed');
    // A file that does not load has no tests to name.
    if (failures.length === 0 && end === 'failed') return [because(name, [message])];
    return failures.map(({ fullName, failureMessages }) => because(`${name}: ${fullName}`, failureMessages ?? []));
  });
  return atLeastOne({ passed: report.numPassedTests, failed, names, output }, report.success ? code : 1);
};

/** The flows of a suite of a Playwright report that did not end as expected. */
const unexpectedOf = ({ file, specs = [], suites = [] }) => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ title, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors ?? []));
      return because(
        `${file}: ${title}`,
        errors.map(({ message }) => message ?? ''),
      );
    }),
  ...suites.flatMap(unexpectedOf),
];

/** Sums of a Playwright run from its JSON report. Skipped and flaky tests count as failed. */
export const playwrightSums = (path, { code }) => {
  const report = takeReport(path);
  if (report === null) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  return atLeastOne({ passed: expected, failed: unexpected + flaky + skipped, names: report.suites.flatMap(unexpectedOf) }, code);
};
