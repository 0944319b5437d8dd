import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { performance } from 'node:perf_hooks';
import { stripVTControlCharacters } from 'node:util';
import { root } from './root.mjs';
import { runNpm, runTool } from './run.mjs';

/** Characters of a failure's message that the summary repeats. */
const MESSAGE_LENGTH = 500;

/**
 * The sums of a step.
 * @typedef {{ passed: number, failed: number, failures?: readonly string[], flaky?: readonly string[] }} Sums
 */

/** A test's name, and below it, indented, the beginning of what it said. */
const withMessage = (name, messages) => {
  const text = stripVTControlCharacters(messages.join('; ')).replace(/\s+/g, ' ').trim();
  return text === '' ? name : `${name}\n    ${text.slice(0, MESSAGE_LENGTH)}`;
};

/** Reads a JSON report and removes it, so that it is never taken for the report of a later run. */
const takeReport = (path) => {
  if (!existsSync(path)) return null;
  const report = JSON.parse(readFileSync(path, 'utf8'));
  rmSync(path);
  return report;
};

/** A run that failed without a failed test (a file that does not load, an unhandled rejection, no report) counts as one failure. */
const withExitCode = (sums, code) => (code !== 0 && sums.failed === 0 ? { ...sums, failed: 1 } : sums);

/**
 * Sums of a vitest run. A test that did not run counts as failed. A test that passed and has failure messages failed first and passed when it
 * was run again.
 * @returns {Sums}
 */
export const vitestSums = (report, code) => {
  if (report === null) return { passed: 0, failed: 1 };
  const failures = [];
  const flaky = [];
  for (const { name, message, status: fileStatus, assertionResults } of report.testResults) {
    const file = relative(root, name);
    const failed = assertionResults.filter(({ status }) => status !== 'passed');
    // A file that does not load has no tests to name.
    if (failed.length === 0 && fileStatus === 'failed') failures.push(withMessage(file, [message]));
    for (const { fullName, failureMessages } of failed) failures.push(withMessage(`${file}: ${fullName}`, failureMessages ?? []));
    for (const { status, fullName, failureMessages = [] } of assertionResults)
      if (status === 'passed' && failureMessages.length > 0) flaky.push(withMessage(`${file}: ${fullName}`, failureMessages.slice(0, 1)));
  }
  const sums = { passed: report.numPassedTests, failed: report.numTotalTests - report.numPassedTests, failures, flaky };
  return withExitCode(sums, report.success ? code : 1);
};

/** The flows of a suite, each named by its file and the titles around it. */
const specsOf = ({ title, specs = [], suites = [] }, prefix = '') => {
  const path = `${prefix}${title}: `;
  return [...specs.map((spec) => ({ ...spec, name: `${path}${spec.title}` })), ...suites.flatMap((suite) => specsOf(suite, path))];
};

const messagesOf = ({ tests }) =>
  tests.flatMap(({ results }) => results.flatMap(({ errors = [] }) => errors.map(({ message }) => message ?? '')));

/**
 * Sums of a Playwright run. A skipped flow counts as failed.
 * @returns {Sums}
 */
export const playwrightSums = (report, code) => {
  if (report === null) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  const specs = report.suites.flatMap((suite) => specsOf(suite));
  const named = (wanted) => specs.filter(wanted).map((spec) => withMessage(spec.name, messagesOf(spec)));
  const isFlaky = ({ tests }) => tests.some(({ status }) => status === 'flaky');
  const failures = [
    ...named(({ ok, tests }) => !ok || tests.some(({ status }) => status === 'skipped')),
    ...report.errors.map(({ message }) => message),
  ];
  return withExitCode({ passed: expected + flaky, failed: unexpected + skipped, failures, flaky: named(isFlaky) }, code);
};

const reportPath = (name) => {
  const path = join(root, `.cache/reports/${name}.json`);
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  return path;
};

/**
 * Runs vitest.
 * @param {string} name of the report
 * @param {readonly string[]} args
 * @param {Record<string, string>} [env]
 * @returns {Promise<Sums>}
 */
export const runVitest = async (name, args, env = {}) => {
  const path = reportPath(name);
  const { code } = await runTool('vitest', ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${path}`], { env });
  return vitestSums(takeReport(path), code);
};

/**
 * Runs a script of package.json, which is one check that its exit code answers.
 * @param {string} name
 * @returns {Promise<Sums>}
 */
export const runScript = async (name) => {
  const { code } = await runNpm(['run', '--silent', name]);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, failures: [`npm run ${name}`] };
};

/**
 * Runs flows in a browser. The pages have to be built.
 * @param {readonly string[]} args
 * @param {Record<string, string>} [env]
 * @returns {Promise<Sums>}
 */
export const runPlaywright = async (args = [], env = {}) => {
  const path = reportPath('playwright');
  const { code } = await runTool('playwright', ['test', '--reporter=list,json', ...args], {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: path },
  });
  return playwrightSums(takeReport(path), code);
};

/** A run of several steps that goes on after a failure and prints the sums of all at the end. */
export class TestRun {
  #passed = 0;
  #failed = 0;
  #failures = [];
  #flaky = [];

  /**
   * Runs one step under a heading. An error that it throws counts as one failure.
   * @param {string} name
   * @param {() => Promise<Sums>} step
   */
  async step(name, step) {
    console.log(`\n── ${name}`);
    const start = performance.now();
    const {
      passed,
      failed,
      failures = [],
      flaky = [],
    } = await step().catch((error) => {
      console.error(error);
      return { passed: 0, failed: 1, failures: [`${name}: ${error instanceof Error ? error.message : String(error)}`] };
    });
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    this.#passed += passed;
    this.#failed += failed;
    this.#failures.push(...(failed > 0 && failures.length === 0 ? [name] : failures));
    this.#flaky.push(...flaky);
    console.log(`── ${name}: ${failed === 0 ? 'ok' : 'FAILED'} (${passed} passed, ${failed} failed, ${seconds} s)`);
  }

  /**
   * Prints what failed, the sums and what was flaky, and sets the exit code. Where LATCHKEY_SUMS names a file, the sums are written to it instead of
   * being printed alone on a line: the caller adds up several runs.
   */
  close() {
    for (const failure of this.#failures) console.log(`failed: ${failure}`);
    const sums = `${this.#passed} passed, ${this.#failed} failed`;
    const file = process.env.LATCHKEY_SUMS;
    console.log(file === undefined ? `\n${sums}` : `\nTogether: ${sums}.`);
    for (const name of this.#flaky) console.log(`flaky: ${name}`);
    if (file !== undefined)
      writeFileSync(file, JSON.stringify({ passed: this.#passed, failed: this.#failed, failures: this.#failures, flaky: this.#flaky }));
    process.exitCode = this.#failed > 0 || this.#passed === 0 ? 1 : 0;
  }
}
