import type { ChainId } from '../../domain/caip/caip-2.js';
import { formatAccountId } from '../../domain/caip/caip-10.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { TokenBalance } from '../../domain/tokens/token-balance.js';
import { asRecord } from '../../domain/wire.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { WalletSession } from '../ports/chain.port.js';
import type { Clock } from '../ports/clock.port.js';

/** An account on a network. */
export interface TokenOwner {
  readonly namespace: Namespace;
  readonly chainId: ChainId;
  readonly address: string;
}

/** Time until a wallet is asked again whose response did not name the network: it may have failed, or not have responded in time. */
const ASK_AGAIN_MS = 5 * 60_000;

/** Tells whether a wallet lists the tokens of an account. */
interface Discovery {
  readonly isListing: boolean;
  /** Milliseconds since 1970; `null` if the wallet has said so. */
  readonly expiresAtMs: number | null;
}

/** Reads tokens from wallets that list them (EIP-7811). A wallet says once for each network of a session whether it does. */
export class WalletAssets {
  readonly #connections: Pick<ConnectionStore, 'sessionOf'>;
  readonly #clock: Pick<Clock, 'now'>;
  /** By account with its network. */
  readonly #discoveries = new WeakMap<WalletSession, Map<string, Discovery>>();

  constructor(connections: Pick<ConnectionStore, 'sessionOf'>, clock: Pick<Clock, 'now'>) {
    this.#connections = connections;
    this.#clock = clock;
  }

  /** Returns the tokens, or `null` if the wallet does not list them. Rejects only with the signal's reason. */
  async read({ namespace, chainId, address }: TokenOwner, signal: AbortSignal): Promise<readonly TokenBalance[] | null> {
    const session = this.#connections.sessionOf(namespace);
    const calls = session?.calls?.eip155;
    if (namespace !== 'eip155' || session === null || calls === undefined) return null;
    const account = formatAccountId(chainId, address);
    const known = this.#discoveries.get(session) ?? new Map<string, Discovery>();
    this.#discoveries.set(session, known);
    try {
      let discovery = this.#currentOf(known.get(account));
      if (discovery === null) {
        const capabilities = (await calls.getCapabilities({ account, chainIds: [chainId] }, signal))[chainId];
        const isListing = asRecord(asRecord(capabilities)['assetDiscovery'])['supported'] === true;
        discovery = { isListing, expiresAtMs: capabilities === undefined ? this.#clock.now() + ASK_AGAIN_MS : null };
        known.set(account, discovery);
      }
      return discovery.isListing ? await calls.getAssets({ account }, signal) : null;
    } catch (error) {
      signal.throwIfAborted();
      if (!isLatchkeyError(error)) throw error;
      return null;
    }
  }

  #currentOf(discovery: Discovery | undefined): Discovery | null {
    if (discovery === undefined) return null;
    const { expiresAtMs } = discovery;
    if (expiresAtMs === null) return discovery;
    const remainingMs = expiresAtMs - this.#clock.now();
    // A clock that was set back would keep it for long.
    return remainingMs > 0 && remainingMs <= ASK_AGAIN_MS ? discovery : null;
  }
}
