import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './root.mjs';

/**
 * Runs a program without a shell until it exits.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: Record<string, string>, quiet?: boolean, capture?: boolean }} [options] `quiet` captures the output instead
 *   of printing it, `capture` does both.
 * @returns {Promise<{ code: number, output: string }>}
 */
export const run = (command, args, { cwd = root, env = {}, quiet = false, capture = quiet } = {}) =>
  new Promise((done) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', capture ? 'pipe' : 'inherit', capture ? 'pipe' : 'inherit'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        output += chunk;
        if (!quiet) process.stdout.write(chunk);
      });
    child.on('error', (error) => done({ code: 127, output: `${output}${error.message}\n` }));
    child.on('close', (code) => done({ code: code ?? 1, output }));
  });

/**
 * Starts a script whose output is kept back until `show` is called, which prints it, and the rest as it comes.
 * @param {string} script
 * @param {{ cwd?: string, env?: Record<string, string> }} [options]
 * @returns {{ show: () => Promise<{ code: number }> }}
 */
export const startInBackground = (script, { cwd = root, env = {} } = {}) => {
  const child = spawn(process.execPath, [script], { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks = [];
  let isShown = false;
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (isShown ? process.stdout.write(chunk) : chunks.push(chunk)));
  const ended = new Promise((done) => {
    child.on('error', () => done({ code: 127 }));
    child.on('close', (code) => done({ code: code ?? 1 }));
  });
  return {
    show: () => {
      isShown = true;
      for (const chunk of chunks) process.stdout.write(chunk);
      return ended;
    },
  };
};

/** Runs a script with the current Node executable. */
export const runNode = (script, args = [], options = {}) => run(process.execPath, [script, ...args], options);

/** Paths of the tools' scripts in node_modules. */
const TOOLS = {
  playwright: '@playwright/test/cli.js',
  tsc: 'typescript-7/bin/tsc',
  vite: 'vite/bin/vite.js',
  vitest: 'vitest/vitest.mjs',
};

/**
 * Runs an installed tool by its script, without npx or a shell, so that it works on every system.
 * @param {keyof typeof TOOLS} tool
 */
export const runTool = (tool, args = [], options = {}) => runNode(join(root, 'node_modules', TOOLS[tool]), args, options);

/** Runs the npm that runs this script, or the npm on the PATH. */
export const runNpm = (args, options = {}) => {
  const caller = process.env.npm_execpath;
  if (caller?.endsWith('.js')) return runNode(caller, args, options);
  return process.platform === 'win32' ? run('cmd.exe', ['/c', 'npm', ...args], options) : run('npm', args, options);
};
