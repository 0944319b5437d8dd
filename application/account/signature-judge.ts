import { TimeoutError } from 'rxjs';
import { isSameAddress } from '../../domain/account/same-address.js';
import { type AccountId, parseAccountId } from '../../domain/caip/caip-10.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { findNetworkById } from '../../domain/network/find-network.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { Chains } from '../ports/chain.port.js';
import type { SignatureVerdict } from '../ports/chain-services.js';
import type { Clock } from '../ports/clock.port.js';
import { within } from '../shared/within.js';

/** How long a node may take to say whether an account is a contract. What is not known by then is not known. */
const TIMEOUT_MS = 5_000;

/** A text that a wallet has just signed. */
export interface FreshSignature {
  readonly account: AccountId;
  readonly message: string;
  readonly signature: string;
  /** What the wallet was asked by, for the error. */
  readonly method: string;
}

/** Looks at signatures before they are handed on: a wallet may have signed with another key than it was asked for, or something else. */
export class SignatureJudge {
  readonly #chains: Chains;
  readonly #connections: ConnectionStore;
  readonly #clock: Clock;

  constructor(chains: Chains, connections: ConnectionStore, clock: Clock) {
    this.#chains = chains;
    this.#connections = connections;
    this.#clock = clock;
  }

  /**
   * Whether it is known that the account signed the text; `false` where that cannot be told here.
   * @throws LatchkeyError `wallet/wrong-signature` where it is known that it did not
   */
  async check({ method, ...signed }: FreshSignature, signal: AbortSignal): Promise<boolean> {
    const verdict = await this.#judge(signed, signal);
    if (verdict === 'foreign') throw new LatchkeyError('wallet/wrong-signature', { method });
    return verdict === 'own';
  }

  async #judge(signed: Omit<FreshSignature, 'method'>, signal: AbortSignal): Promise<SignatureVerdict> {
    const { namespace, chainId, address } = parseAccountId(signed.account);
    const services = this.#chains.get(namespace)?.services;
    const { requested = [], session } = this.#connections.state.namespaces[namespace] ?? {};
    const network = findNetworkById(requested, chainId);
    if (network === undefined || services === undefined) return 'unknown';
    const { publicKey, type } = session?.accounts.find((each) => isSameAddress(namespace, each.address, address)) ?? {};
    const request = { ...signed, network, ...(publicKey === undefined ? {} : { publicKey }) };
    const { judgeSignature, verifyMessage } = services;
    const judging =
      judgeSignature?.({ ...request, isSmartAccount: type === 'smartAccount' }, signal) ??
      verifyMessage?.(request, signal).then((isOwn) => (isOwn ? 'own' : 'unknown'));
    try {
      return (await within(TIMEOUT_MS, this.#clock, Promise.resolve(judging))) ?? 'unknown';
    } catch (error) {
      signal.throwIfAborted();
      // Neither a node that cannot be read nor a library that is not there says anything of the signature.
      if (isLatchkeyError(error) || error instanceof TimeoutError) return 'unknown';
      throw error;
    }
  }
}
