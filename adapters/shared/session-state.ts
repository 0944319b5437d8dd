import { Subject } from 'rxjs';
import type { SessionEvent } from '../../application/ports/chain.port.js';
import type { AccountRecord } from '../../domain/account/account-record.js';
import type { ChainId } from '../../domain/caip/caip-2.js';

const addressesOf = (accounts: readonly AccountRecord[]): string => accounts.map(({ address }) => address).join();

/** Accounts and chain of a session. Emits each change once. */
export class SessionState<Account extends AccountRecord = AccountRecord> {
  readonly #events = new Subject<SessionEvent>();
  /** Hot; completes with {@link complete}. */
  readonly events$ = this.#events.asObservable();
  #lastAccounts: readonly Account[] = [];
  #chainId: ChainId | null;
  #isDisconnected = false;

  /** @param chainId the wallet's chain, if it is known */
  constructor(chainId: ChainId | null = null) {
    this.#chainId = chainId;
  }

  /** Shared accounts; empty while disconnected. */
  get accounts(): readonly Account[] {
    return this.#isDisconnected ? [] : this.#lastAccounts;
  }

  /** Last shared accounts, also while disconnected. */
  get lastAccounts(): readonly Account[] {
    return this.#lastAccounts;
  }

  /** `true` while the wallet shares no account: it is locked or disconnected. */
  get isDisconnected(): boolean {
    return this.#isDisconnected;
  }

  get chainId(): ChainId | null {
    return this.#chainId;
  }

  /** Sets the shared accounts; an empty list means disconnected. */
  setAccounts(accounts: readonly Account[]): void {
    if (accounts.length === 0) {
      if (this.#isDisconnected) return;
      this.#isDisconnected = true;
      this.#events.next({ type: 'disconnected' });
      return;
    }
    const isSame = !this.#isDisconnected && addressesOf(accounts) === addressesOf(this.#lastAccounts);
    this.#isDisconnected = false;
    this.#lastAccounts = accounts;
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
