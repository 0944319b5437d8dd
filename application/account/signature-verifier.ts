import { TimeoutError } from 'rxjs';
import { isSameAddress } from '../../domain/account/same-address.js';
import { type AccountId, parseAccountId } from '../../domain/caip/caip-10.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { findNetworkById } from '../../domain/network/find-network.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { Chains } from '../ports/chain.port.js';
import type { SignatureVerdict } from '../ports/chain-services.js';
import type { Clock } from '../ports/clock.port.js';
import { withTimeout } from '../shared/with-timeout.js';

/** Time limit for a node to check whether an account is a contract; after that the signature is not verified. */
const TIMEOUT_MS = 5_000;

/** A signature that a wallet has just returned. */
export interface FreshSignature {
  readonly account: AccountId;
  readonly message: string;
  readonly signature: string;
  /** Method of the wallet request, for the error. */
  readonly method: string;
}

/** Verifies signatures before they are returned: a wallet may have signed with another key, or another text. */
export class SignatureVerifier {
  readonly #chains: Chains;
  readonly #connections: ConnectionStore;
  readonly #clock: Clock;

  constructor(chains: Chains, connections: ConnectionStore, clock: Clock) {
    this.#chains = chains;
    this.#connections = connections;
    this.#clock = clock;
  }

  /**
   * Resolves with true if the signature is valid for the account and text, `false` if this cannot be determined.
   * @throws LatchkeyError `wallet/wrong-signature` if the signature is proven wrong
   */
  async verify({ method, ...signed }: FreshSignature, signal: AbortSignal): Promise<boolean> {
    const verdict = await this.#verdictOf(signed, signal);
    if (verdict === 'foreign') throw new LatchkeyError('wallet/wrong-signature', { method });
    return verdict === 'own';
  }

  async #verdictOf(signed: Omit<FreshSignature, 'method'>, signal: AbortSignal): Promise<SignatureVerdict> {
    const { namespace, chainId, address } = parseAccountId(signed.account);
    const services = this.#chains.get(namespace)?.services;
    const { networks = [], session } = this.#connections.state.namespaces[namespace] ?? {};
    const network = findNetworkById(networks, chainId);
    if (network === undefined || services === undefined) return 'unknown';
    const { publicKey, type } = session?.accounts.find((each) => isSameAddress(namespace, each.address, address)) ?? {};
    const request = { ...signed, network, ...(publicKey === undefined ? {} : { publicKey }) };
    const { verifySignature, verifyMessage } = services;
    const verifying =
      verifySignature?.({ ...request, isSmartAccount: type === 'smartAccount' }, signal) ??
      verifyMessage?.(request, signal).then((isOwn) => (isOwn ? 'own' : 'unknown'));
    try {
      return (await withTimeout(TIMEOUT_MS, this.#clock, Promise.resolve(verifying))) ?? 'unknown';
    } catch (error) {
      signal.throwIfAborted();
      // A failed read or a missing library proves nothing about the signature.
      if (isLatchkeyError(error) || error instanceof TimeoutError) return 'unknown';
      throw error;
    }
  }
}
