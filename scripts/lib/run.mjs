import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './root.mjs';

/**
 * Runs a program without a shell and waits for it.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: Record<string, string>, quiet?: boolean }} [options] `quiet` keeps the output instead of showing it.
 * @returns {Promise<{ code: number, output: string }>}
 */
export const run = (command, args, { cwd = root, env = {}, quiet = false } = {}) =>
  new Promise((done) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
    child.on('error', (error) => done({ code: 127, output: `${output}${error.message}\n` }));
    child.on('close', (code) => done({ code: code ?? 1, output }));
  });

/** Runs a script with this very Node. */
export const runNode = (script, args = [], options = {}) => run(process.execPath, [script, ...args], options);

/** Where the executable script of an installed tool is. */
const TOOLS = {
  playwright: '@playwright/test/cli.js',
  tsc: 'typescript/bin/tsc',
  vite: 'vite/bin/vite.js',
  vitest: 'vitest/vitest.mjs',
};

/**
 * Runs an installed tool by its script: no npx, no shell, the same on every system.
 * @param {keyof typeof TOOLS} tool
 */
export const runTool = (tool, args = [], options = {}) => runNode(join(root, 'node_modules', TOOLS[tool]), args, options);

/** Runs npm: the one that called us, or the one on the path. */
export const runNpm = (args, options = {}) => {
  const caller = process.env.npm_execpath;
  if (caller?.endsWith('.js')) return runNode(caller, args, options);
  return process.platform === 'win32' ? run('cmd.exe', ['/c', 'npm', ...args], options) : run('npm', args, options);
};
