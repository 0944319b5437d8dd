import { type ChildProcess, spawn } from 'node:child_process';

/** What a program says when it listens. */
interface PortReading {
  /** Names the program in errors. */
  readonly name: string;
  /** Matches the line; its first group is the port. */
  readonly pattern: RegExp;
  readonly timeoutMs: number;
}

/**
 * Reads a program's output until it names its port; then only drains it.
 * @throws Error with the output so far when the program ends, or does not listen in time
 */
export const readPort = (
  { stdout, stderr, exited }: Pick<OwnedProcess, 'stdout' | 'stderr' | 'exited'>,
  { name, pattern, timeoutMs }: PortReading,
): Promise<number> =>
  new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(() => reject(new Error(`${name} did not listen within ${timeoutMs} ms:\n${output}`)), timeoutMs);
    const done = (settle: () => void): void => {
      clearTimeout(timer);
      for (const stream of [stdout, stderr]) {
        stream.removeListener('data', read);
        stream.resume();
      }
      settle();
    };
    const read = (chunk: Buffer): void => {
      output += chunk.toString('utf8');
      const port = pattern.exec(output)?.[1];
      if (port !== undefined) done(() => resolve(Number(port)));
    };
    stdout.on('data', read);
    stderr.on('data', read);
    void exited.then(() => done(() => reject(new Error(`${name} ended before it listened:\n${output}`))));
  });

/** Signals that end a process by default and that a terminal or a process manager sends. */
const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The last line read holds the living process ids; they are ended when the pipe closes, however its writer died. */
const REAPER = 'trap "" INT TERM HUP; p=; while read -r l; do p=$l; done; [ -z "$p" ] || kill -9 $p 2>/dev/null';

const children = new Set<ChildProcess>();
let reaper: ChildProcess | null = null;
let reaperGone: Promise<void> = Promise.resolve();
let hooked = false;

const killAll = (): void => {
  for (const child of children) child.kill('SIGKILL');
};

const endBySignal = (signal: NodeJS.Signals): void => {
  killAll();
  // Nobody else handles the signal: let it do what it would have done without this module.
  if (process.listenerCount(signal) === 1) {
    process.removeListener(signal, endBySignal);
    process.kill(process.pid, signal);
  }
};

/** An uncaught exception ends the process through `exit`, so `exit` covers it. */
const hook = (): void => {
  if (hooked) return;
  hooked = true;
  process.on('exit', killAll);
  for (const signal of END_SIGNALS) process.on(signal, endBySignal);
};

const unhook = (): void => {
  hooked = false;
  process.removeListener('exit', killAll);
  for (const signal of END_SIGNALS) process.removeListener(signal, endBySignal);
};

const startReaper = (): ChildProcess => {
  const shell = spawn('/bin/sh', ['-c', REAPER], { stdio: ['pipe', 'ignore', 'ignore'] });
  reaperGone = new Promise((resolve) => {
    shell.once('close', () => resolve());
  });
  shell.stdin.on('error', () => {
    // The shell was ended by someone else; the hooks on this process still hold.
    reaper = null;
  });
  return shell;
};

/** Tells the reaper who lives; without children there is no reaper and no hook. */
const report = (): void => {
  if (process.platform === 'win32') return;
  const pids = [...children].map((child) => child.pid).join(' ');
  if (pids !== '') {
    reaper ??= startReaper();
    reaper.stdin?.write(`${pids}\n`);
  } else {
    reaper?.stdin?.end('\n');
    reaper = null;
  }
};

/** A child process that never outlives this one. */
export interface OwnedProcess {
  readonly pid: number;
  /** Standard output, to be read to its end. */
  readonly stdout: NodeJS.ReadableStream;
  /** Standard error, to be read to its end. */
  readonly stderr: NodeJS.ReadableStream;
  /** Resolves when the process is gone. */
  readonly exited: Promise<void>;
  /** Ends the process and resolves when it is gone. */
  stop(): Promise<void>;
}

/**
 * Starts a program that dies with this process: on exit, on a signal, on an uncaught exception, and (except on Windows) even when this
 * process is killed outright, because a tiny shell watches the pipe to it and ends the children by their ids.
 * @throws the error of `spawn` when the program cannot be started
 */
export const startProcess = async (file: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<OwnedProcess> => {
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  hook();
  children.add(child);
  report();
  const exited = new Promise<void>((resolve) => {
    child.once('close', () => {
      children.delete(child);
      report();
      if (children.size === 0) unhook();
      resolve();
    });
  });
  return {
    // A spawned child has an id.
    pid: child.pid as number,
    stdout: child.stdout,
    stderr: child.stderr,
    exited,
    stop: async () => {
      child.kill('SIGTERM');
      const patience = setTimeout(() => child.kill('SIGKILL'), 2_000);
      await exited;
      clearTimeout(patience);
      if (children.size === 0) await reaperGone;
    },
  };
};
