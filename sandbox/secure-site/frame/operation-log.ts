import type { DeviceStore } from './device-store.js';
import type { SentOperation } from './sent-operation.js';

/** An operation whose outcome is known is remembered for a day. */
const REMEMBERED_MS = 24 * 60 * 60 * 1_000;

/** What the device remembers of the operations that the current wallet's smart account has sent. */
export class OperationLog {
  readonly #store: DeviceStore;
  readonly #now: () => number;

  constructor(store: DeviceStore, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** The operations, in no order; none without a wallet. */
  async list(): Promise<readonly SentOperation[]> {
    const wallet = await this.#wallet();
    return wallet === null ? [] : this.#store.operations(wallet);
  }

  async find(id: string): Promise<SentOperation | null> {
    return (await this.list()).find((operation) => operation.id === id) ?? null;
  }

  /** Remembers an operation, or that it is settled. Forgets others that were settled long ago. */
  async save(operation: SentOperation): Promise<void> {
    const wallet = await this.#wallet();
    if (wallet === null) return;
    await this.#store.saveOperation(wallet, operation);
    for (const { id, isSettled, sentAt } of await this.#store.operations(wallet))
      if (isSettled && this.#now() - sentAt > REMEMBERED_MS) await this.#store.eraseOperation(wallet, id);
  }

  async erase(id: string): Promise<void> {
    const wallet = await this.#wallet();
    if (wallet !== null) await this.#store.eraseOperation(wallet, id);
  }

  async #wallet(): Promise<string | null> {
    return (await this.#store.load())?.wallet ?? null;
  }
}
