import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { performance } from 'node:perf_hooks';
import { stripVTControlCharacters } from 'node:util';
import { root } from './root.mjs';
import { runNpm, runTool } from './run.mjs';

/** Maximum length of a failure message in the summary: its start and its end. */
const MESSAGE_LENGTH = 600;

/**
 * Totals of a step.
 * @typedef {{ passed: number, failed: number, failures?: readonly string[], flaky?: readonly string[] }} Sums
 */

const shorten = (text) =>
  text.length <= MESSAGE_LENGTH ? text : `${text.slice(0, MESSAGE_LENGTH / 2)} … ${text.slice(-MESSAGE_LENGTH / 2)}`;

/** Lines of a stack in packages. */
const PACKAGE_FRAMES = /^\s*at .*node_modules.*$/gm;

/** The name of a test with its failure message, shortened and indented, below. */
const withMessage = (name, messages) => {
  const text = stripVTControlCharacters(messages.join('; ')).replace(PACKAGE_FRAMES, '').replace(/\s+/g, ' ').trim();
  return text === '' ? name : `${name}\n    ${shorten(text)}`;
};

/** Reads and deletes a JSON report, so that a later run cannot read it. */
const takeReport = (path) => {
  if (!existsSync(path)) return null;
  const report = JSON.parse(readFileSync(path, 'utf8'));
  rmSync(path);
  return report;
};

/** Counts a run that failed without a failed test (load error, unhandled rejection, no report) as one failure. */
const withExitCode = (sums, code) => (code !== 0 && sums.failed === 0 ? { ...sums, failed: 1 } : sums);

/**
 * Totals of a vitest run. A test that did not run counts as failed. A passed test with failure messages is flaky: it passed on a retry.
 * @returns {Sums}
 */
export const vitestSums = (report, code) => {
  if (report === null) return { passed: 0, failed: 1 };
  const failures = [];
  const flaky = [];
  for (const { name, message, status: fileStatus, assertionResults } of report.testResults) {
    const file = relative(root, name);
    const failed = assertionResults.filter(({ status }) => status !== 'passed');
    // A file that fails to load has no tests.
    if (failed.length === 0 && fileStatus === 'failed') failures.push(withMessage(file, [message]));
    for (const { fullName, failureMessages } of failed) failures.push(withMessage(`${file}: ${fullName}`, failureMessages ?? []));
    for (const { status, fullName, failureMessages = [] } of assertionResults)
      if (status === 'passed' && failureMessages.length > 0) flaky.push(withMessage(`${file}: ${fullName}`, failureMessages.slice(0, 1)));
  }
  const sums = { passed: report.numPassedTests, failed: report.numTotalTests - report.numPassedTests, failures, flaky };
  return withExitCode(sums, report.success ? code : 1);
};

/** The specs of a suite, each named by its file and the titles of its suites. */
const specsOf = ({ title, specs = [], suites = [] }, prefix = '') => {
  const path = `${prefix}${title}: `;
  return [...specs.map((spec) => ({ ...spec, name: `${path}${spec.title}` })), ...suites.flatMap((suite) => specsOf(suite, path))];
};

const messagesOf = ({ tests }) =>
  tests.flatMap(({ results }) => results.flatMap(({ errors = [] }) => errors.map(({ message }) => message ?? '')));

/**
 * Totals of a Playwright run. A skipped test counts as failed.
 * @returns {Sums}
 */
export const playwrightSums = (report, code) => {
  if (report === null) return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  const specs = report.suites.flatMap((suite) => specsOf(suite));
  const namesWhere = (predicate) => specs.filter(predicate).map((spec) => withMessage(spec.name, messagesOf(spec)));
  const isFlaky = ({ tests }) => tests.some(({ status }) => status === 'flaky');
  const failures = [
    ...namesWhere(({ ok, tests }) => !ok || tests.some(({ status }) => status === 'skipped')),
    ...report.errors.map(({ message }) => message),
  ];
  return withExitCode({ passed: expected + flaky, failed: unexpected + skipped, failures, flaky: namesWhere(isFlaky) }, code);
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
  const unhandled = reportPath(`${name}-unhandled`);
  const reporters = ['default', 'json', join(root, 'scripts/lib/unhandled-errors.mjs')].map((reporter) => `--reporter=${reporter}`);
  const { code } = await runTool('vitest', ['run', ...args, ...reporters, `--outputFile.json=${path}`], {
    env: { ...env, LATCHKEY_UNHANDLED: unhandled },
  });
  const sums = vitestSums(takeReport(path), code);
  const errors = (takeReport(unhandled) ?? []).map((text) => withMessage('outside of a test', [text]));
  return { ...sums, failures: [...(sums.failures ?? []), ...errors] };
};

/** The scripts that `run-p --print-label` reports as failed, each with its output, whose lines have its name in front. */
const failedScripts = (output) => {
  const lines = stripVTControlCharacters(output).split('\n');
  const labelOf = (line) => /^\[(\S+) *\]/.exec(line)?.[1];
  const failed = lines.map((line) => /^ERROR: "(.+)" exited with/.exec(line)?.[1]).filter((name) => name !== undefined);
  return failed.map((name) => {
    const own = lines.filter((line) => labelOf(line) === name);
    return withMessage(`npm run ${name}`, [own.map((line) => line.slice(line.indexOf(']') + 1)).join('\n')]);
  });
};

/**
 * Runs a script of package.json as one check, which passes with exit code 0.
 * @param {string} name
 * @returns {Promise<Sums>}
 */
export const runScript = async (name) => {
  const { code, output } = await runNpm(['run', name], { capture: true });
  if (code === 0) return { passed: 1, failed: 0 };
  const failures = failedScripts(output);
  return { passed: 0, failed: 1, failures: failures.length > 0 ? failures : [withMessage(`npm run ${name}`, [output])] };
};

/**
 * Runs E2E tests in a browser. The pages must be built before.
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

/** A run of several steps that continues after a failure and prints the totals at the end. */
export class TestRun {
  #passed = 0;
  #failed = 0;
  #failures = [];
  #flaky = [];
  #skipped = [];

  /**
   * Reports a step that cannot run on this machine, now and at the end. It counts neither as passed nor as failed.
   * @param {string} name
   * @param {string} reason
   */
  skip(name, reason) {
    this.#skipped.push(`${name}: ${reason}`);
    console.log(`\n── ${name}: SKIPPED, ${reason}`);
  }

  /**
   * Runs one step under a heading. A thrown error counts as one failure.
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
   * Prints the failures, the totals and the flaky tests, and sets the exit code. If LATCHKEY_SUMS is the path of a file, the totals are
   * written to it for a caller that adds up several runs, and are not printed alone on a line.
   */
  close() {
    for (const failure of this.#failures) console.log(`failed: ${failure}`);
    for (const step of this.#skipped) console.log(`SKIPPED: ${step}`);
    const sums = `${this.#passed} passed, ${this.#failed} failed`;
    const file = process.env.LATCHKEY_SUMS;
    console.log(file === undefined ? `\n${sums}` : `\nTogether: ${sums}.`);
    for (const name of this.#flaky) console.log(`flaky: ${name}`);
    if (file !== undefined)
      writeFileSync(file, JSON.stringify({ passed: this.#passed, failed: this.#failed, failures: this.#failures, flaky: this.#flaky }));
    process.exitCode = this.#failed > 0 || this.#passed === 0 ? 1 : 0;
  }
}
