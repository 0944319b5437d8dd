import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openFolder } from '../../adapters/storage/node/open-folder.js';
import { ensurePackageBuilt } from '../../scripts/lib/ensure-built.mjs';

const root = resolve(import.meta.dirname, '../..');
const LENGTH = 400_000;

/** Start of each process: opens the record store of `latchkey/node` in the given folder. */
const PRELUDE = `
import { createHostContainer, LOGGER } from 'latchkey';
import { fileStorage } from 'latchkey/node';
import { RECORD_STORE } from 'latchkey/walletconnect';
const container = createHostContainer();
container.bind(LOGGER).toConstantValue({ error: (message) => console.error(message) });
container.load(fileStorage({ folder: process.argv[1] }));
const records = container.get(RECORD_STORE);
`;

describe('latchkey/node in several processes', { timeout: 120_000 }, () => {
  let folder = '';
  const children: ChildProcess[] = [];

  const run = (script: string, ...args: readonly string[]): ChildProcess => {
    const all = ['--input-type=module', '-e', PRELUDE + script, folder, ...args];
    const child = spawn(process.execPath, all, { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] });
    child.stdout?.setEncoding('utf8');
    children.push(child);
    return child;
  };

  beforeAll(async () => {
    expect(await ensurePackageBuilt()).toBe(true);
  }, 180_000);
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-processes-'));
  });
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  it('never leaves a partial record when a process is killed while writing', async () => {
    const write = `
      for (let n = 1; ; n += 1) {
        await records.set('a', { n, text: String(n % 10).repeat(${LENGTH}) });
        process.stdout.write('.');
      }`;
    for (let round = 0; round < 8; round += 1) {
      const child = run(write);
      // Kills after a different number of writes each time.
      for (let written = 0; written <= round; ) written += String(await once(child.stdout ?? child, 'data')).length;
      child.kill('SIGKILL');
      await once(child, 'exit');
      const found = openFolder(folder, undefined).records.read('a') as { readonly n: number; readonly text: string };
      expect(found.text === String(found.n % 10).repeat(LENGTH)).toBe(true);
    }
    // At most the records that were being written.
    expect(readdirSync(join(folder, 'records')).length).toBeLessThanOrEqual(9);
    expect(openFolder(folder, undefined).records.entries()).toHaveLength(1);
  });

  it('grants concurrent claims to one process', async () => {
    const claim = `
      console.log('ready');
      process.stdin.once('data', async () => {
        const found = [];
        for (let n = 0; n < 100; n += 1) found.push((await records.claim(String(n), process.argv[2])));
        console.log(JSON.stringify(found));
        process.exit();
      });`;
    const running = ['one', 'two', 'three', 'four'].map((name) => run(claim, name));
    await Promise.all(running.map((child) => once(child.stdout ?? child, 'data')));
    const results = running.map(async (child) => {
      let output = '';
      child.stdout?.on('data', (text: string) => {
        output += text;
      });
      await once(child, 'close');
      return JSON.parse(output) as readonly string[];
    });
    for (const child of running) child.stdin?.write('go\n');
    const [first, ...others] = await Promise.all(results);
    expect(first).toHaveLength(100);
    for (const other of others) expect(other).toEqual(first);
    const { records } = openFolder(folder, undefined);
    expect(first?.map((_, n) => records.read(String(n)))).toEqual(first);
  });
});
