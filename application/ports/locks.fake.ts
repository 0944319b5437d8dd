import { abortable } from '../shared/abortable.js';
import { MutexLocks } from '../shared/mutex-locks.js';
import type { Locks } from './locks.port.js';

/**
 * Locks of one tab.
 * @example
 * const locks = new FakeLocks();
 * const secondTab = locks.otherTab();
 */
export class FakeLocks implements Locks {
  readonly #site: Locks;
  readonly #controller = new AbortController();

  constructor(site: Locks = new MutexLocks()) {
    this.#site = site;
  }

  run<Result>(name: string, action: () => Promise<Result>, signal: AbortSignal, onWait?: () => void): Promise<Result> {
    return this.#site.run(name, () => abortable(action(), this.#controller.signal), signal, onWait);
  }

  /** Opens a second tab of the same site. */
  otherTab(): FakeLocks {
    return new FakeLocks(this.#site);
  }

  /** Closes the tab: releases its locks. */
  close(): void {
    this.#controller.abort(new Error('The tab is closed'));
  }
}
