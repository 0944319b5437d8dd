import type { DeviceStore } from './device-store.js';
import type { SentOperation } from './sent-operation.js';

/** An operation whose outcome is known is remembered for a day. */
const REMEMBERED_MS = 24 * 60 * 60 * 1_000;

/** More are not remembered: then none is sent. */
const MAX_OPERATIONS = 500;

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

  /** Remembers an operation, or that it is settled. Forgets others that were settled long ago. @throws Error if there are too many */
  async save(operation: SentOperation): Promise<void> {
    const wallet = await this.#wallet();
    if (wallet === null) return;
    const former = await this.#store.operations(wallet);
    const old = former.filter(({ isSettled, sentAt }) => isSettled && this.#now() - sentAt > REMEMBERED_MS);
    if (former.length - old.length >= MAX_OPERATIONS && !former.some(({ id }) => id === operation.id))
      throw new Error('Too many operations were sent today');
    await this.#store.saveOperation(wallet, operation);
    for (const { id } of old) if (id !== operation.id) await this.#store.eraseOperation(wallet, id);
  }

  async erase(id: string): Promise<void> {
    const wallet = await this.#wallet();
    if (wallet !== null) await this.#store.eraseOperation(wallet, id);
  }

  async #wallet(): Promise<string | null> {
    return (await this.#store.load())?.wallet ?? null;
  }
}
