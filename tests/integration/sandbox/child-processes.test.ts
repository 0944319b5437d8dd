import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** A child that listens and ignores all catchable signals; it exits after a minute. It prints its port in the first line. */
const CHILD = `
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
  setTimeout(() => process.exit(), 60_000);
  const server = require('node:net').createServer((socket) => socket.on('error', () => undefined));
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));
`;

let folder: string;
let running: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-processes-'));
  const entryPoints = [join(ROOT, 'sandbox/process/child-processes.ts')];
  await build({ entryPoints, outfile: join(folder, 'child-processes.mjs'), bundle: true, format: 'esm', platform: 'node' });
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(() => {
  for (const program of running) program.kill('SIGKILL');
  running = [];
});

const start = (args: readonly string[], cwd: string): ChildProcess => {
  const program = spawn(process.execPath, args, { cwd, stdio: ['pipe', 'pipe', 'ignore'] });
  running.push(program);
  return program;
};

const firstLine = async (program: ChildProcess): Promise<string> => {
  if (program.stdout === null) throw new Error('The program has no output');
  const [line] = await once(createInterface(program.stdout), 'line');
  return String(line);
};

/** Connects to a port, and resolves when the listener is gone. */
const watch = async (port: number): Promise<{ readonly closed: Promise<unknown> }> => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.resume();
  // A killed process may close the connection with a reset.
  return { closed: new Promise((resolve) => socket.once('close', resolve)) };
};

describe('a program with child processes', () => {
  it.each([
    ['is killed', 'SIGKILL', [null, 'SIGKILL']],
    ['is interrupted', 'SIGINT', [null, 'SIGINT']],
    ['is terminated', 'SIGTERM', [null, 'SIGTERM']],
    ['throws', null, [1, null]],
  ] as const)('leaves none running when it %s', async (_, signal, ending) => {
    const source = `
      import { startProcess } from './child-processes.mjs';
      const { stdout } = await startProcess(process.execPath, ['-e', ${JSON.stringify(CHILD)}], {});
      stdout.pipe(process.stdout);
      process.stdin.once('data', () => { throw new Error('a defect of the program'); });
    `;
    const program = start(['--input-type=module', '-e', source], folder);
    const ended = once(program, 'exit');
    const { closed } = await watch(Number(await firstLine(program)));
    if (signal === null) program.stdin?.write('now');
    else program.kill(signal);
    expect(await ended).toEqual(ending);
    await closed;
  });
});

describe('the command that starts a sandbox', () => {
  it('prints its URLs, and stops completely on a signal', async () => {
    const program = start(['sandbox/bin/sandbox.mjs', '--json', '--site', 'sandbox/wallet/window'], ROOT);
    // The command prints this shape with --json.
    const { urls, pids } = JSON.parse(await firstLine(program)) as {
      readonly urls: { readonly rpc: Record<string, string>; readonly wallet: string; readonly site: string };
      readonly pids: Record<string, number>;
    };
    expect(Object.keys(pids)).toEqual(Object.keys(urls.rpc));
    const services = [...Object.values(urls.rpc), urls.wallet, `${urls.site}/window.html`];
    for (const url of services) await expect(fetch(url), url).resolves.toBeInstanceOf(Response);
    const ended = once(program, 'exit');
    program.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    for (const pid of Object.values(pids)) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    for (const url of services) await expect(fetch(url), url).rejects.toThrow();
  });
});
