import { type BundlerOptions, type RunningBundler, startBundler } from './start-bundler.js';

/** A bundler that is started when it is first used, and can be restarted. */
export class LazyBundler {
  readonly #options: BundlerOptions;
  #starting: Promise<RunningBundler> | null = null;
  #isStopped = false;

  constructor(options: BundlerOptions) {
    this.#options = options;
  }

  /** The running bundler. All callers wait for one start; after a failed one, the next call tries again. @throws Error if it does not start */
  running(): Promise<RunningBundler> {
    if (this.#isStopped) return Promise.reject(new Error('The bundler was stopped.'));
    this.#starting ??= startBundler(this.#options).catch((error: unknown) => {
      this.#starting = null;
      throw error;
    });
    return this.#starting;
  }

  /** Starts it anew, without the operations that it had. */
  async restart(): Promise<void> {
    await this.#stopRunning();
    await this.running();
  }

  /** Stops it for good, also one that is being started. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#stopRunning();
  }

  async #stopRunning(): Promise<void> {
    const starting = this.#starting;
    this.#starting = null;
    // One that has failed to start has stopped itself.
    await starting?.then(
      (bundler) => bundler.stop(),
      () => undefined,
    );
  }
}
