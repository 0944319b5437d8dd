import type { ChainId } from '../../domain/caip/caip-2.js';
import { formatAccountId } from '../../domain/caip/caip-10.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { TokenBalance } from '../../domain/tokens/token-balance.js';
import { asRecord } from '../../domain/wire.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { WalletSession } from '../ports/chain.port.js';

/** An account on a network. */
export interface TokenOwner {
  readonly namespace: Namespace;
  readonly chainId: ChainId;
  readonly address: string;
}

/** Reads tokens from wallets that list them (EIP-7811). Others are asked once for each network of a session. */
export class WalletAssets {
  readonly #connections: Pick<ConnectionStore, 'sessionOf'>;
  /** Accounts, with their network, whose tokens the wallet lists, or does not. */
  readonly #isListing = new WeakMap<WalletSession, Map<string, boolean>>();

  constructor(connections: Pick<ConnectionStore, 'sessionOf'>) {
    this.#connections = connections;
  }

  /** Returns the tokens, or `null` if the wallet does not list them. Rejects only with the signal's reason. */
  async read({ namespace, chainId, address }: TokenOwner, signal: AbortSignal): Promise<readonly TokenBalance[] | null> {
    const session = this.#connections.sessionOf(namespace);
    const calls = session?.calls?.eip155;
    if (namespace !== 'eip155' || session === null || calls === undefined) return null;
    const account = formatAccountId(chainId, address);
    const known = this.#isListing.get(session) ?? new Map<string, boolean>();
    this.#isListing.set(session, known);
    if (known.get(account) === false) return null;
    try {
      if (known.get(account) === undefined) {
        const capabilities = await calls.getCapabilities({ account, chainIds: [chainId] }, signal);
        known.set(account, asRecord(asRecord(capabilities[chainId])['assetDiscovery'])['supported'] === true);
      }
      return known.get(account) === true ? await calls.getAssets({ account }, signal) : null;
    } catch (error) {
      signal.throwIfAborted();
      if (!isLatchkeyError(error)) throw error;
      return null;
    }
  }
}
