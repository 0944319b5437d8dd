import { type ChildProcess, spawn } from 'node:child_process';

/** How to detect the port that a program listens on. */
interface PortReading {
  /** Name of the program for error messages. */
  readonly name: string;
  /** Matches the output line; its first group is the port. */
  readonly pattern: RegExp;
  readonly timeoutMs: number;
}

/**
 * Reads a program's output until it reports its port. Later output is discarded.
 * @throws Error with the output so far when the program exits early or does not listen in time
 */
export const readPort = (
  { stdout, stderr, exited }: Pick<OwnedProcess, 'stdout' | 'stderr' | 'exited'>,
  { name, pattern, timeoutMs }: PortReading,
): Promise<number> =>
  new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(() => reject(new Error(`${name} did not listen within ${timeoutMs} ms:\n${output}`)), timeoutMs);
    const finish = (settle: () => void): void => {
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
      if (port !== undefined) finish(() => resolve(Number(port)));
    };
    stdout.on('data', read);
    stderr.on('data', read);
    void exited.then(() => finish(() => reject(new Error(`${name} exited before it listened:\n${output}`))));
  });

/** Signals from a terminal or process manager that terminate a process by default. */
const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Shell script that keeps the last line read, a list of process ids, and kills them when the pipe closes, however its writer exited. */
const REAPER = 'trap "" INT TERM HUP; p=; while read -r l; do p=$l; done; [ -z "$p" ] || kill -9 $p 2>/dev/null';

const children = new Set<ChildProcess>();
let reaper: ChildProcess | null = null;
let reaperGone: Promise<void> = Promise.resolve();
let hooked = false;

const killAll = (): void => {
  for (const child of children) child.kill('SIGKILL');
};

const onSignal = (signal: NodeJS.Signals): void => {
  killAll();
  // There is no other handler: terminate this process as the signal would have finish.
  if (process.listenerCount(signal) === 1) {
    process.removeListener(signal, onSignal);
    process.kill(process.pid, signal);
  }
};

/** Registers the exit handlers. An uncaught exception also triggers `exit`. */
const hook = (): void => {
  if (hooked) return;
  hooked = true;
  process.on('exit', killAll);
  for (const signal of END_SIGNALS) process.on(signal, onSignal);
};

const unhook = (): void => {
  hooked = false;
  process.removeListener('exit', killAll);
  for (const signal of END_SIGNALS) process.removeListener(signal, onSignal);
};

const startReaper = (): ChildProcess => {
  const shell = spawn('/bin/sh', ['-c', REAPER], { stdio: ['pipe', 'ignore', 'ignore'] });
  reaperGone = new Promise((resolve) => {
    shell.once('close', () => resolve());
  });
  shell.stdin.on('error', () => {
    // The shell was killed from outside. The handlers of this process still work.
    reaper = null;
  });
  return shell;
};

/** Sends the ids of the running children to the reaper, which runs only while there are children. */
const updateReaper = (): void => {
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

/** A child process that never outlives this process. */
export interface OwnedProcess {
  readonly pid: number;
  /** Standard output. Must be consumed. */
  readonly stdout: NodeJS.ReadableStream;
  /** Standard error. Must be consumed. */
  readonly stderr: NodeJS.ReadableStream;
  /** Resolves when the process has exited. */
  readonly exited: Promise<void>;
  /** Terminates the process and resolves when it has exited. */
  stop(): Promise<void>;
}

/**
 * Starts a program that exits with this process: on exit, on a signal, on an uncaught exception, and (except on Windows) even when this
 * process is killed, because a small shell watches a pipe to it and kills the children.
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
  updateReaper();
  const exited = new Promise<void>((resolve) => {
    child.once('close', () => {
      children.delete(child);
      updateReaper();
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
      const killTimer = setTimeout(() => child.kill('SIGKILL'), 2_000);
      await exited;
      clearTimeout(killTimer);
      if (children.size === 0) await reaperGone;
    },
  };
};
