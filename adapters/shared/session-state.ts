import { Subject } from 'rxjs';
import type { SessionEvent } from '../../application/ports/chain.port.js';
import type { AccountRecord } from '../../domain/account/account-record.js';
import type { ChainId } from '../../domain/caip/caip-2.js';

const addressesOf = (accounts: readonly AccountRecord[]): string => accounts.map(({ address }) => address).join();

/** The accounts that a wallet shares with a session, and the chain it is on. Each change is emitted once. */
export class SessionState<Account extends AccountRecord = AccountRecord> {
  readonly #events = new Subject<SessionEvent>();
  /** Hot; completes with {@link complete}. */
  readonly events$ = this.#events.asObservable();
  #known: readonly Account[] = [];
  #chainId: ChainId | null;
  #isGone = false;

  /** @param chainId where the wallet is, if that is known already */
  constructor(chainId: ChainId | null = null) {
    this.#chainId = chainId;
  }

  /** What the wallet shares; nothing while it is gone. */
  get accounts(): readonly Account[] {
    return this.#isGone ? [] : this.#known;
  }

  /** What the wallet shared last, also while it is gone. */
  get known(): readonly Account[] {
    return this.#known;
  }

  /** Whether the wallet shares nothing: it is locked, or disconnected on its side. */
  get isGone(): boolean {
    return this.#isGone;
  }

  /** `null` while it is unknown. */
  get chainId(): ChainId | null {
    return this.#chainId;
  }

  /** The wallet shares these accounts now; none when it is gone. */
  setAccounts(accounts: readonly Account[]): void {
    if (accounts.length === 0) {
      if (this.#isGone) return;
      this.#isGone = true;
      this.#events.next({ type: 'disconnected' });
      return;
    }
    const isSame = !this.#isGone && addressesOf(accounts) === addressesOf(this.#known);
    this.#isGone = false;
    this.#known = accounts;
    if (!isSame) this.#events.next({ type: 'accounts-changed', accounts });
  }

  setChainId(chainId: ChainId): void {
    if (chainId === this.#chainId) return;
    this.#chainId = chainId;
    this.#events.next({ type: 'chain-changed', chainId });
  }

  complete(): void {
    this.#events.complete();
  }
}
