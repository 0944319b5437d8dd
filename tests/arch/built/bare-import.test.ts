import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { root } from '../root.js';
import { entries } from './built-package.js';

/** Imports modules in a new Node process and reports added globals and page globals that the package read. */
const script = `
import { readFileSync } from 'node:fs';
const touched = [];
// typeof is the only safe access to a global that may not exist.
const isTypeofCheck = (name, caller) => {
  const [, file, line] = /(file:.*):(\\d+):\\d+/.exec(caller) ?? [];
  return file !== undefined && readFileSync(new URL(file), 'utf8').split('\\n')[line - 1].includes('typeof ' + name);
};
for (const name of ['window', 'document', 'localStorage', 'sessionStorage', 'location', 'self'])
  Object.defineProperty(globalThis, name, {
    configurable: true,
    get() {
      const caller = new Error().stack.split('\\n')[2] ?? '';
      if (caller.includes('/dist/') && !caller.includes('node_modules') && !isTypeofCheck(name, caller)) touched.push(name + caller);
      return undefined;
    },
  });
const before = new Set(Reflect.ownKeys(globalThis));
for (const module of process.argv.slice(1)) await import(module);
const added = Reflect.ownKeys(globalThis).filter((key) => !before.has(key)).map(String);
process.stdout.write(JSON.stringify({ touched, added }));
// A leaked timer, socket or listener would keep this process alive.
`;

describe('imports of the entries without a page', () => {
  it('do not throw, access globals or keep the process alive', () => {
    const modules = entries.map(({ module }) => module);
    const { status, stdout, stderr, signal } = spawnSync(process.execPath, ['--input-type=module', '-e', script, ...modules], {
      cwd: root,
      encoding: 'utf8',
      timeout: 20_000,
    });
    expect({ status, signal, stderr }).toEqual({ status: 0, signal: null, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({ touched: [], added: [] });
  });
});
