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

/** A signed text, and who is said to have signed it: the connected account of the active namespace by default. */
export interface VerifyMessageInput {
  readonly message: string;
  /** As `signMessage` gave it. */
  readonly signature: string;
  readonly account?: AccountId;
  /** Hex; where the address alone does not tell it. Default: what the wallet told of the connected account. */
  readonly publicKey?: string;
}

/** Why a signature cannot be looked at; one that is wrong is `false`, and no error. */
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

/** Whether the account signed the text. */
export type VerifyMessageState = UseCaseState<'working', boolean, VerifyMessageError>;

/**
 * Says whether an account signed a text. Proves nothing to a server, which has to verify for itself; a node is asked only
 * where the account is a contract.
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

  execute({ message, signature, ...given }: VerifyMessageInput): Observable<VerifyMessageState> {
    return runUseCase('working', async ({ signal }) => {
      const account = given.account ?? activeAccount(this.#connections).account;
      const { namespace, chainId, address } = parseAccountId(account);
      const chain = requireChain(this.#chains, namespace);
      const { requested = [], session } = this.#connections.state.namespaces[namespace] ?? {};
      const network = findNetworkById(requested, chainId);
      const known = session?.accounts.find((each) => isSameAddress(namespace, each.address, address));
      const publicKey = given.publicKey ?? known?.publicKey;
      const verify = chain.services?.verifyMessage;
      if (network === undefined || verify === undefined) throw new LatchkeyError('chain/unsupported', { chainId });
      return verify({ account, message, signature, network, ...(publicKey === undefined ? {} : { publicKey }) }, signal);
    });
  }
}
