import type { OwnedProcess } from './child-processes.js';

/** What a program says when it listens. */
export interface PortReading {
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
