/** Collects unhandled rejections during a test instead of the test runner, which would fail for all of them. */
export class UnhandledRejections {
  readonly #reasons: unknown[] = [];
  readonly #others = process.listeners('unhandledRejection');
  readonly #record = (reason: unknown): void => {
    this.#reasons.push(reason);
  };

  constructor() {
    process.removeAllListeners('unhandledRejection');
    process.on('unhandledRejection', this.#record);
  }

  /** Messages of the rejections without the expected ones. */
  unexpected(expected: readonly string[]): readonly string[] {
    return this.#reasons
      .map((reason) => (reason instanceof Error ? (reason.stack ?? reason.message) : JSON.stringify(reason)))
      .filter((text) => !expected.some((each) => text.includes(each)));
  }

  /** Restores the listeners of the test runner. */
  release(): void {
    process.off('unhandledRejection', this.#record);
    for (const listener of this.#others) process.on('unhandledRejection', listener);
  }
}
