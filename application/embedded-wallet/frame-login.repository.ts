import { type ChainId, isChainId } from '../../domain/caip/caip-2.js';
import { checkEmailCooldown } from '../../domain/embedded-wallet/email-cooldown.js';
import type { Clock } from '../ports/clock.port.js';
import type { Storage } from '../ports/storage.port.js';
import { STORAGE_KEYS } from '../shared/storage-keys.js';
import { token } from '../shared/token.js';

const KEYS = STORAGE_KEYS.embeddedWallet;

/** What the page remembers of a login to the embedded wallet. */
export class FrameLoginRepository {
  readonly #storage: Storage;
  readonly #clock: Clock;

  constructor(storage: Storage, clock: Clock) {
    this.#storage = storage;
    this.#clock = clock;
  }

  /** True after a login, until a sign-out. The frame may know better. */
  get isLoggedIn(): boolean {
    return this.#storage.get(KEYS.loggedIn) === 'true';
  }

  get email(): string | null {
    return this.#storage.get(KEYS.email);
  }

  /** Name of the social account. */
  get userName(): string | null {
    return this.#storage.get(KEYS.userName);
  }

  get lastChainId(): ChainId | null {
    const stored = this.#storage.get(KEYS.lastChain);
    return stored !== null && isChainId(stored) ? stored : null;
  }

  /** When a code was last requested, in milliseconds since 1970. */
  get codeRequestedAt(): number | null {
    const stored = Number(this.#storage.get(KEYS.codeRequestedAt) ?? Number.NaN);
    return Number.isFinite(stored) ? stored : null;
  }

  /** @throws LatchkeyError `embedded-wallet/email-cooldown` */
  checkCooldown(): void {
    checkEmailCooldown(this.codeRequestedAt, this.#clock.now());
  }

  /** Starts the cooldown. */
  rememberCode(): void {
    this.#storage.set(KEYS.codeRequestedAt, String(this.#clock.now()));
  }

  /** Stores a login, and ends the cooldown. */
  rememberLogin({ email, chainId }: { readonly email?: string | null | undefined; readonly chainId?: ChainId | undefined }): void {
    this.#storage.set(KEYS.loggedIn, 'true');
    if (email) this.#storage.set(KEYS.email, email);
    if (chainId !== undefined) this.rememberChain(chainId);
    this.#storage.remove(KEYS.codeRequestedAt);
  }

  rememberChain(chainId: ChainId): void {
    this.#storage.set(KEYS.lastChain, chainId);
  }

  rememberUserName(userName: string): void {
    this.#storage.set(KEYS.userName, userName);
  }

  /** Forgets the login: after a sign-out, or when the frame is not logged in any more. */
  forgetLogin(): void {
    for (const key of [KEYS.loggedIn, KEYS.email, KEYS.lastChain, KEYS.userName]) this.#storage.remove(key);
  }
}

/** Token of the stored login to the embedded wallet. */
export const FRAME_LOGIN = token<FrameLoginRepository>('FrameLogin');
