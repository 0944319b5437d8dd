import { distinctUntilChanged, filter, map, Subscription } from 'rxjs';
import type { ChainId } from '../../domain/caip/caip-2.js';
import type { ConnectionState } from '../../domain/connection/connection-state.js';
import { isSmartAccountEnabled } from '../../domain/connection/embedded-wallet-info.js';
import type { FrameUser } from '../../domain/embedded-wallet/frame-actions.js';
import { fromFrameChain } from '../../domain/embedded-wallet/frame-chain.js';
import { typeInUse } from '../../domain/embedded-wallet/smart-accounts.js';
import { readTransactions } from '../../domain/send/stored-transactions.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { Clock } from '../ports/clock.port.js';
import type { Logger } from '../ports/logger.port.js';
import type { Storage } from '../ports/storage.port.js';
import { pause } from '../shared/pause.js';
import { STORAGE_KEYS } from '../shared/storage-keys.js';

/** Intervals at which the site is asked whether the smart account is deployed, with backoff, and for how long. */
const FIRST_POLL_MS = 1_000;
const MAX_POLL_MS = 15_000;
const POLL_BACKOFF_FACTOR = 1.5;
const WAIT_LIMIT_MS = 10 * 60_000;

/** Dependencies of {@link RefreshSmartAccount}. */
export interface RefreshSmartAccountDeps {
  readonly connections: ConnectionStore;
  readonly storage: Pick<Storage, 'changes$'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Id of the embedded wallet's connector. */
  readonly connectorId: string;
  /** EIP-155 chain ids with smart accounts. */
  readonly smartAccountNetworks: () => readonly number[];
  /** The user on EVM chains; `null` without a login. */
  readonly user: () => FrameUser | null;
  /** Reads the user on a chain again, and publishes it. */
  readonly refresh: (chainId: ChainId, signal: AbortSignal) => Promise<void>;
}

/**
 * Keeps the state of the smart account up to date: whether it is deployed differs from chain to chain, and changes with the first operation
 * that it sends.
 */
export class RefreshSmartAccount {
  readonly #deps: RefreshSmartAccountDeps;
  readonly #controller = new AbortController();
  readonly #subscriptions = new Subscription();
  #isWaiting = false;

  constructor(deps: RefreshSmartAccountDeps) {
    this.#deps = deps;
    this.#subscriptions.add(
      deps.connections.state$
        .pipe(
          map((state) => this.#chainOf(state)),
          filter((chainId) => chainId !== null),
          distinctUntilChanged(),
          filter((chainId) => isSmartAccountEnabled(deps.smartAccountNetworks(), chainId) && this.#userChain !== chainId),
        )
        .subscribe((chainId) => void this.#refresh(chainId)),
    );
    // One tab asks the wallet what became of a transaction, and stores it for the others.
    this.#subscriptions.add(
      deps.storage.changes$
        .pipe(filter(({ key, value }) => key === STORAGE_KEYS.transactions && this.#isDeployedBy(value)))
        .subscribe(() => this.onSent()),
    );
  }

  /** Reads the user until the smart account is deployed, after it has sent something. */
  onSent(): void {
    if (this.#isWaiting || this.#isDone()) return;
    this.#isWaiting = true;
    this.#awaitDeployment()
      .catch(() => undefined)
      .finally(() => {
        this.#isWaiting = false;
      });
  }

  dispose(): void {
    this.#controller.abort();
    this.#subscriptions.unsubscribe();
  }

  async #awaitDeployment(): Promise<void> {
    const { clock, connections } = this.#deps;
    const { signal } = this.#controller;
    const limit = clock.now() + WAIT_LIMIT_MS;
    for (let waitMs = FIRST_POLL_MS; clock.now() < limit; waitMs = Math.min(waitMs * POLL_BACKOFF_FACTOR, MAX_POLL_MS)) {
      const chainId = this.#chainOf(connections.state);
      if (chainId === null) return;
      await this.#refresh(chainId);
      if (this.#isDone()) return;
      await pause(waitMs, clock, signal);
    }
  }

  /** True if one of the stored transactions of the smart account is in a block of the chain in use, even if it failed there. */
  #isDeployedBy(stored: string | null): boolean {
    const chain = this.#chainOf(this.#deps.connections.state);
    return readTransactions(stored).some(
      ({ chainId, isSmartAccount, outcome }) =>
        chainId === chain && isSmartAccount && outcome !== null && outcome.status !== 'dropped' && outcome.status !== 'refused',
    );
  }

  /** True if the account in use is no smart account, or is deployed. */
  #isDone(): boolean {
    const user = this.#deps.user();
    return user === null || typeInUse(user) !== 'smartAccount' || user.smartAccountDeployed === true;
  }

  async #refresh(chainId: ChainId): Promise<void> {
    const { refresh, logger } = this.#deps;
    const { signal } = this.#controller;
    try {
      await refresh(chainId, signal);
    } catch (error) {
      if (!signal.aborted) logger.warn('The state of the smart account could not be read', error);
    }
  }

  /** The chain on which the user was read last. */
  get #userChain(): ChainId | null {
    const user = this.#deps.user();
    return user === null ? null : fromFrameChain(user.chainId);
  }

  /** Chain of the EVM session with the embedded wallet; `null` without one. */
  #chainOf({ namespaces }: ConnectionState): ChainId | null {
    const session = namespaces.eip155?.session;
    return session?.connector.id === this.#deps.connectorId ? session.chainId : null;
  }
}
