import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');

/** A run of the example in a process of its own. */
export class HeadlessRun {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  out = '';
  err = '';

  constructor(args: readonly string[], extra: Readonly<Record<string, string>> = {}) {
    const env = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^(LATCHKEY_(RELAY|RPC|PROJECT_ID|SECRET)|NODE_OPTIONS)$/.test(name)),
    );
    this.#child = spawn(process.execPath, [join(root, 'examples/headless/src/main.js'), ...args], {
      env: { ...env, ...extra },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.out += text;
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.err += text;
    });
    this.#ended = once(this.#child, 'close');
  }

  /** Exit code and signal, once all output is here. */
  get ended(): Promise<unknown> {
    return this.#ended;
  }

  /** What a line with this name says, as soon as it is printed; fails when the process ends without it. */
  async fact(name: string): Promise<string> {
    let isOver = false;
    void this.#ended.then(() => {
      isOver = true;
    });
    for (;;) {
      const found = this.facts(name)[0];
      if (found !== undefined && this.out.endsWith('\n')) return found;
      if (isOver) throw new Error(`The example ended and did not print "${name}":\n${this.out}\n${this.err}`);
      await Promise.race([once(this.#child.stdout ?? this.#child, 'data'), this.#ended]);
    }
  }

  /** What all lines with this name say. */
  facts(name: string): readonly string[] {
    return [...this.out.matchAll(new RegExp(`^${name.padEnd(11)} (.*)$`, 'gm'))].map(([, text = '']) => text);
  }

  interrupt(signal: 'SIGINT' | 'SIGTERM' = 'SIGINT'): void {
    this.#child.kill(signal);
  }

  /** Reads nothing more of what it prints, as `| head` does. */
  stopReading(): void {
    this.#child.stdout?.destroy();
  }

  /** Ends what a failed test has left. */
  kill(): void {
    if (this.#child.exitCode === null) this.#child.kill('SIGKILL');
  }
}
