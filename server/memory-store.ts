import type { SignInSession, SignInSessionKey, SignInStore, StoredNonce } from './sign-in-store.js';

const keyOf = (...parts: readonly string[]): string => JSON.stringify(parts);

/** Keeps nonces and sessions in the memory of one process, for development and for sites with one server. They are lost when it stops. */
export const memoryStore = (): SignInStore => new MemoryStore();

class MemoryStore implements SignInStore {
  readonly #nonces = new Map<string, StoredNonce>();
  readonly #sessions = new Map<string, Map<string, SignInSession>>();

  async addNonce(nonce: StoredNonce): Promise<void> {
    this.#nonces.set(keyOf(nonce.browserId, nonce.nonce), nonce);
  }

  async takeNonce({ browserId, nonce }: Pick<StoredNonce, 'browserId' | 'nonce'>, now: number): Promise<boolean> {
    for (const [key, { expiresAt }] of this.#nonces) if (expiresAt <= now) this.#nonces.delete(key);
    return this.#nonces.delete(keyOf(browserId, nonce));
  }

  async addSession(browserId: string, session: SignInSession): Promise<void> {
    const sessions = this.#sessions.get(browserId) ?? new Map<string, SignInSession>();
    this.#sessions.set(browserId, sessions.set(keyOf(session.chainId, session.accountAddress), session));
  }

  async sessions(browserId: string, now: number): Promise<readonly SignInSession[]> {
    for (const [browser, sessions] of this.#sessions) {
      for (const [key, { expiresAt }] of sessions) if (expiresAt <= now) sessions.delete(key);
      if (sessions.size === 0) this.#sessions.delete(browser);
    }
    return [...(this.#sessions.get(browserId)?.values() ?? [])].sort((a, b) => a.signedInAt - b.signedInAt);
  }

  async removeSessions({ browserId, account }: SignInSessionKey): Promise<void> {
    if (account === undefined) this.#sessions.delete(browserId);
    else this.#sessions.get(browserId)?.delete(keyOf(account.chainId, account.accountAddress));
  }
}
