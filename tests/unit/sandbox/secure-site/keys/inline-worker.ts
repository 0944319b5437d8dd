import { DeviceSecrets } from '../../../../../sandbox/secure-site/keys/device-secrets.js';
import { KeyService } from '../../../../../sandbox/secure-site/keys/key-service.js';
import type { WorkerLike } from '../../../../../sandbox/secure-site/keys/key-worker.js';
import type { KeyReply } from '../../../../../sandbox/secure-site/keys/messages.js';
import { fixedRandom } from './support.js';

/** Options of {@link InlineWorker}. */
export interface InlineWorkerOptions {
  /** Clock of the worker. Default: the system's. */
  readonly now?: () => number;
  /** As in a window. Default: false. */
  readonly canExport?: boolean;
  /** Storage of the browser's keys. Default: that of another browser. */
  readonly devices?: DeviceSecrets;
}

/** A worker on this thread: messages are cloned as between threads. Keeps every message that the service posts. */
export class InlineWorker implements WorkerLike {
  readonly replies: KeyReply[] = [];
  readonly received: unknown[] = [];
  readonly drawn: readonly Uint8Array[];
  readonly service: KeyService;
  readonly #listeners: ((event: { readonly data: unknown }) => void)[] = [];
  readonly #onError: (() => void)[] = [];
  isTerminated = false;

  constructor(seed: string, { now = Date.now, canExport = false, devices = new DeviceSecrets(null) }: InlineWorkerOptions = {}) {
    const { random, drawn } = fixedRandom(seed);
    this.drawn = drawn;
    this.service = new KeyService({
      origin: 'https://secure.example',
      devices,
      random,
      now,
      canExport,
      post: (reply) => {
        this.replies.push(structuredClone(reply));
        this.emit(structuredClone(reply));
      },
    });
  }

  postMessage(message: unknown): void {
    const copy: unknown = structuredClone(message);
    this.received.push(copy);
    void this.service.handle(copy);
  }

  addEventListener(type: 'message' | 'error', listener: (event: { readonly data: unknown }) => void): void {
    if (type === 'message') this.#listeners.push(listener);
    else this.#onError.push(() => listener({ data: null }));
  }

  emit(data: unknown): void {
    for (const listener of this.#listeners) listener({ data });
  }

  fail(): void {
    for (const listener of this.#onError) listener();
  }

  terminate(): void {
    this.isTerminated = true;
  }
}
