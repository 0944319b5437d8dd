/** Keeps what nobody handles while a test runs, for the test to judge: the runner would blame it without asking whose it is. */
export class UnhandledRejections {
  readonly #reasons: unknown[] = [];
  readonly #others = process.listeners('unhandledRejection');
  readonly #note = (reason: unknown): void => {
    this.#reasons.push(reason);
  };

  constructor() {
    process.removeAllListeners('unhandledRejection');
    process.on('unhandledRejection', this.#note);
  }

  /** What they say, without these texts. */
  textsBut(expected: readonly string[]): readonly string[] {
    return this.#reasons
      .map((reason) => (reason instanceof Error ? (reason.stack ?? reason.message) : JSON.stringify(reason)))
      .filter((text) => !expected.some((each) => text.includes(each)));
  }

  /** Gives the listeners of the runner back. */
  release(): void {
    process.off('unhandledRejection', this.#note);
    for (const listener of this.#others) process.on('unhandledRejection', listener);
  }
}
