import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

interface Started {
  readonly process: ChildProcess;
  readonly pids: readonly number[];
  readonly urls: readonly string[];
}

interface CommandOutput {
  readonly urls: { readonly rpc: Record<string, string>; readonly wallet: string; readonly site: string };
  readonly pids: Record<string, number>;
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

/** The first line a program writes. */
const firstLine = async (program: ChildProcess): Promise<string> => {
  let text = '';
  for await (const chunk of program.stdout ?? []) {
    text += String(chunk);
    const end = text.indexOf('\n');
    if (end >= 0) return text.slice(0, end);
  }
  throw new Error(`The program ended and had written only: ${text}`);
};

let running: ChildProcess[] = [];

const startCommand = async (): Promise<Started> => {
  const program = spawn(process.execPath, ['sandbox/bin/sandbox.mjs', '--json', '--site', 'sandbox/wallet/window'], { cwd: ROOT });
  running.push(program);
  // The command prints this shape with --json.
  const { urls, pids } = JSON.parse(await firstLine(program)) as CommandOutput;
  return { process: program, pids: Object.values(pids), urls: [...Object.values(urls.rpc), urls.wallet, `${urls.site}/window.html`] };
};

afterEach(() => {
  for (const program of running) program.kill('SIGKILL');
  running = [];
});

describe('the sandbox as one process tree', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('ends without a trace on %s', async (signal) => {
    const started = await startCommand();
    expect(started.pids).toHaveLength(3);
    expect(started.pids.every(isAlive)).toBe(true);
    expect(await Promise.all(started.urls.map(answers))).toEqual(started.urls.map(() => true));
    const ended = once(started.process, 'exit');
    started.process.kill(signal);
    expect(await ended).toEqual([0, null]);
    expect(started.pids.filter(isAlive)).toEqual([]);
    expect(await Promise.all(started.urls.map(answers))).toEqual(started.urls.map(() => false));
  });

  it('leaves no node behind even when it is killed outright', async () => {
    const started = await startCommand();
    const ended = once(started.process, 'exit');
    started.process.kill('SIGKILL');
    await ended;
    await expect.poll(() => started.pids.filter(isAlive)).toEqual([]);
  });

  it('leaves no node behind when the program that uses it dies of an exception', async () => {
    const source = `
      import { startChain } from '@latchkey/sandbox';
      const chain = await startChain({ chainId: 31337 });
      console.log(chain.pid);
      setTimeout(() => { throw new Error('a defect of the program'); });
    `;
    const program = spawn(process.execPath, ['--input-type=module', '-e', source], { cwd: ROOT });
    running.push(program);
    const ended = once(program, 'exit');
    const pid = Number(await firstLine(program));
    expect(pid).toBeGreaterThan(0);
    expect(await ended).toEqual([1, null]);
    await expect.poll(() => isAlive(pid)).toBe(false);
  });
});
