import type { Observable } from 'rxjs';
import { isSameAddress } from '../../domain/account/same-address.js';
import { type AccountId, parseAccountId } from '../../domain/caip/caip-10.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { findNetworkById } from '../../domain/network/find-network.js';
import { activeAccount } from '../connect/active-account.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import { type Chains, requireChain } from '../ports/chain.port.js';
import { runUseCase } from '../shared/run-use-case.js';
import type { UseCaseState } from '../shared/use-case-state.js';

/** A signed text and its claimed signer: the connected account of the active namespace by default. */
export interface VerifyMessageInput {
  readonly message: string;
  /** As returned by `signMessage`. */
  readonly signature: string;
  readonly account?: AccountId;
  /** Hex; needed if it cannot be derived from address and signature. Default: the public key of the connected account. */
  readonly publicKey?: string;
}

/** Error codes of verification. A wrong signature is not an error: the result is `false`. */
export type VerifyMessageError =
  | 'caip/invalid-account-id'
  | 'connection/client-not-set'
  | 'connection/adapter-not-found'
  | 'connection/not-connected'
  | 'chain/unsupported'
  | 'network/rpc-failed'
  | 'network/timeout'
  | 'config/dependency-missing'
  | 'browser/load-failed';

/** True if the account signed the text. */
export type VerifyMessageState = UseCaseState<'working', boolean, VerifyMessageError>;

/**
 * Verifies that an account signed a text. Not sufficient for a server, which must verify the signature itself. Reads from a node only
 * for contract accounts.
 * @see https://eips.ethereum.org/EIPS/eip-1271
 * @see https://eips.ethereum.org/EIPS/eip-6492
 */
export class VerifyMessage {
  readonly #chains: Chains;
  readonly #connections: ConnectionStore;

  constructor(chains: Chains, connections: ConnectionStore) {
    this.#chains = chains;
    this.#connections = connections;
  }

  execute({ message, signature, ...input }: VerifyMessageInput): Observable<VerifyMessageState> {
    return runUseCase('working', async ({ signal }) => {
      const account = input.account ?? activeAccount(this.#connections).account;
      const { namespace, chainId, address } = parseAccountId(account);
      const chain = requireChain(this.#chains, namespace);
      const { networks = [], session } = this.#connections.state.namespaces[namespace] ?? {};
      const network = findNetworkById(networks, chainId);
      const connectedAccount = session?.accounts.find((each) => isSameAddress(namespace, each.address, address));
      const publicKey = input.publicKey ?? connectedAccount?.publicKey;
      const verify = chain.services?.verifyMessage;
      if (network === undefined || verify === undefined) throw new LatchkeyError('chain/unsupported', { chainId });
      return verify({ account, message, signature, network, ...(publicKey === undefined ? {} : { publicKey }) }, signal);
    });
  }
}
