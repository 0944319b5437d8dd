import { toBase64Url } from './encode.js';
import { isKeyRequest, type KeyAction, type KeyErrorCode, type KeyRequest, type KeyRequests, type KeyResults } from './messages.js';
import type { Passkey } from './policy.js';
import { randomBytes } from './seal.js';
import { memberOf } from './shapes.js';
import type { Confirm } from './to-confirm.js';
import type { NumberedPolicy } from './vault-contents.js';

/** A worker that has the keys: in documents, a port to it. */
export interface WorkerLike {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'error', listener: () => void): void;
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
  readonly #confirm: Confirm | null;
  readonly #pending = new Map<string, Pending>();
  /** Passkeys of the wallets that are open. */
  readonly #passkeys = new Map<string, readonly Passkey[]>();
  #stopped = false;

  /**
   * @param worker runs the `KeyService`
   * @param confirm is asked where the worker needs a passkey. `null`: such requests are rejected
   */
  constructor(worker: WorkerLike, confirm: Confirm | null = null) {
    this.#worker = worker;
    this.#confirm = confirm;
    worker.addEventListener('message', ({ data }) => this.#settle(data));
    worker.addEventListener('error', () => this.stop());
  }

  /**
   * Sends a request, again with the user's confirmation if the worker needs that.
   * @throws KeyWorkerError as rejection: a code of the worker; `malformed` for a request that it would drop; `stopped`. Errors of the confirmation
   */
  async request<Action extends KeyAction>(action: Action, members: KeyRequests[Action]): Promise<KeyResults[Action]> {
    let result: KeyResults[Action];
    try {
      result = await this.#send(action, members);
    } catch (error) {
      const isNeeded = error instanceof KeyWorkerError && error.code === 'passkey-needed';
      if (!isNeeded || this.#confirm === null || 'assertion' in members) throw error;
      const { toConfirm } = await import('./to-confirm.js');
      const asked = toConfirm(action, members, this.#passkeys);
      if (asked === null) throw error;
      result = await this.#send(action, { ...members, assertion: await this.#confirm(asked) });
    }
    const [wallet, policy] = [memberOf(members, 'wallet'), memberOf(result, 'policy')];
    // Replies come from our own code in the worker: they have the types of messages.ts.
    if (typeof wallet === 'string' && policy !== undefined) this.#passkeys.set(wallet, (policy as NumberedPolicy).passkeys);
    return result;
  }

  #send<Action extends KeyAction>(action: Action, members: KeyRequests[Action]): Promise<KeyResults[Action]> {
    const id = toBase64Url(randomBytes(16));
    const message = { ...members, id, action };
    return new Promise((resolve, reject) => {
      if (this.#stopped) return reject(new KeyWorkerError('stopped'));
      if (!isKeyRequest(message)) return reject(new KeyWorkerError('malformed'));
      this.#pending.set(id, { resolve, reject });
      this.#worker.postMessage(message satisfies KeyRequest);
    });
  }

  /** True once the worker was terminated or has failed. */
  get isStopped(): boolean {
    return this.#stopped;
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
