import { toBase64Url } from './encode.js';
import { isKeyRequest, type KeyAction, type KeyErrorCode, type KeyRequest, type KeyRequests, type KeyResults } from './messages.js';
import { randomBytes } from './seal.js';
import { memberOf } from './shapes.js';

/** The worker as the frame sees it: a `Worker`. */
export interface WorkerLike {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'error' | 'messageerror', listener: () => void): void;
  terminate(): void;
}

/** A request that the worker refused, or did not answer before it stopped. */
export class KeyWorkerError extends Error {
  override readonly name = 'KeyWorkerError';
  readonly code: KeyErrorCode | 'malformed' | 'stopped';

  constructor(code: KeyErrorCode | 'malformed' | 'stopped') {
    super(`The key worker refuses: ${code}`);
    this.code = code;
  }
}

interface Pending {
  readonly resolve: (result: never) => void;
  readonly reject: (error: KeyWorkerError) => void;
}

/** Client of the worker that holds the keys. Messages are copies: the caller erases its own secrets. */
export class KeyWorker {
  readonly #worker: WorkerLike;
  readonly #pending = new Map<string, Pending>();
  #stopped = false;

  /** @param worker runs `worker.ts` */
  constructor(worker: WorkerLike) {
    this.#worker = worker;
    worker.addEventListener('message', ({ data }) => this.#settle(data));
    worker.addEventListener('error', () => this.stop());
    worker.addEventListener('messageerror', () => this.stop());
  }

  /**
   * Sends a request.
   * @throws KeyWorkerError as rejection: a code of the worker; `malformed` for a request that it would drop; `stopped`
   */
  request<Action extends KeyAction>(action: Action, members: KeyRequests[Action]): Promise<KeyResults[Action]> {
    const id = toBase64Url(randomBytes(16));
    const message = { ...members, id, action };
    return new Promise((resolve, reject) => {
      if (this.#stopped) return reject(new KeyWorkerError('stopped'));
      if (!isKeyRequest(message)) return reject(new KeyWorkerError('malformed'));
      this.#pending.set(id, { resolve, reject });
      this.#worker.postMessage(message satisfies KeyRequest);
    });
  }

  /** Terminates the worker, and with it the memory that holds its keys. Pending requests are rejected. */
  stop(): void {
    this.#stopped = true;
    this.#worker.terminate();
    for (const { reject } of this.#pending.values()) reject(new KeyWorkerError('stopped'));
    this.#pending.clear();
  }

  #settle(reply: unknown): void {
    const id = memberOf(reply, 'id');
    const pending = typeof id === 'string' ? this.#pending.get(id) : undefined;
    if (typeof id !== 'string' || pending === undefined) return;
    this.#pending.delete(id);
    const error = memberOf(reply, 'error');
    // Replies come from our own code in the worker: they have the types of messages.ts.
    if (error === undefined) pending.resolve(memberOf(reply, 'result') as never);
    else pending.reject(new KeyWorkerError(error as KeyErrorCode));
  }
}
