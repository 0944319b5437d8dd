import { filter, map, merge, type Observable, Subject } from 'rxjs';
import { type ChainId, isChainId } from '../../domain/caip/caip-2.js';
import { checkEmailCooldown } from '../../domain/embedded-wallet/email-cooldown.js';
import type { SocialProvider } from '../../domain/options/options.js';
import { SOCIALS, type SocialLoginProvider } from '../../domain/options/socials.js';
import type { Clock } from '../ports/clock.port.js';
import type { Storage } from '../ports/storage.port.js';
import { STORAGE_KEYS } from '../shared/storage-keys.js';

const KEYS = STORAGE_KEYS.embeddedWallet;
const OWN_KEYS: readonly string[] = Object.values(KEYS);

/** What a sign-out removes. */
const LOGIN_KEYS = [
  KEYS.loggedIn,
  KEYS.email,
  KEYS.lastChain,
  KEYS.userName,
  KEYS.socialProvider,
  KEYS.preferredAccountType,
  KEYS.smartAccountNetworks,
];

const readProvider = (stored: string | null): SocialProvider | null => SOCIALS.find((provider) => provider === stored) ?? null;

/** What the page remembers of a login to the embedded wallet. */
export class FrameLoginRepository {
  readonly #storage: Storage;
  readonly #clock: Clock;
  readonly #own = new Subject<void>();

  constructor(storage: Storage, clock: Clock) {
    this.#storage = storage;
    this.#clock = clock;
  }

  /** Emits when something may have changed, in this tab or in another one. */
  get changes$(): Observable<void> {
    const others$ = this.#storage.changes$.pipe(filter(({ key }) => OWN_KEYS.includes(key)));
    return merge(this.#own, others$.pipe(map(() => undefined)));
  }

  /** Emits when another tab has signed out. */
  get loggedOutElsewhere$(): Observable<void> {
    return this.#storage.changes$.pipe(
      filter(({ key }) => key === KEYS.loggedIn && !this.isLoggedIn),
      map(() => undefined),
    );
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

  /** Social account that the user has logged in with; `null` after a login by email. */
  get socialProvider(): SocialProvider | null {
    return readProvider(this.#storage.get(KEYS.socialProvider));
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
    this.#own.next();
  }

  /** Stores a login, and ends the cooldown. */
  rememberLogin({
    email,
    userName,
    chainId,
  }: {
    readonly email?: string | null | undefined;
    readonly userName?: string | null | undefined;
    readonly chainId?: ChainId | undefined;
  }): void {
    this.#storage.set(KEYS.loggedIn, 'true');
    if (email) this.#storage.set(KEYS.email, email);
    if (userName) this.#storage.set(KEYS.userName, userName);
    if (chainId !== undefined) this.rememberChain(chainId);
    this.#storage.remove(KEYS.codeRequestedAt);
    this.#own.next();
  }

  /** Stores how the user has logged in, in place of an earlier login. @param provider `null`: by email */
  rememberProvider(provider: SocialProvider | null, userName?: string | null): void {
    for (const key of [KEYS.socialProvider, KEYS.userName, KEYS.email]) this.#storage.remove(key);
    if (provider !== null) this.#storage.set(KEYS.socialProvider, provider);
    if (userName) this.#storage.set(KEYS.userName, userName);
  }

  /** Stores which social login the page is left for. */
  rememberPendingProvider(provider: SocialLoginProvider): void {
    this.#storage.set(KEYS.pendingSocial, provider);
  }

  rememberChain(chainId: ChainId): void {
    this.#storage.set(KEYS.lastChain, chainId);
  }

  /** Stores the chains with smart accounts; none if they could not be read. */
  rememberSmartAccountNetworks(chainIds: readonly number[]): void {
    this.#storage.set(KEYS.smartAccountNetworks, chainIds.join(','));
  }

  rememberAccountType(type: string): void {
    this.#storage.set(KEYS.preferredAccountType, type);
  }

  /** Account type that the user has chosen; `null` for the app's. */
  get accountType(): string | null {
    return this.#storage.get(KEYS.preferredAccountType);
  }

  /** EIP-155 chain ids with smart accounts. */
  get smartAccountNetworks(): readonly number[] {
    const stored = this.#storage.get(KEYS.smartAccountNetworks) ?? '';
    return stored === '' ? [] : stored.split(',').map(Number).filter(Number.isSafeInteger);
  }

  /** Forgets the login: after a sign-out, or when the frame is not logged in any more. */
  forgetLogin(): void {
    for (const key of LOGIN_KEYS) this.#storage.remove(key);
  }
}
