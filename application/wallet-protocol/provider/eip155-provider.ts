import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { latchkeyErrorOf } from '../../../domain/wallet-protocol/fault-errors.js';
import { isNonEmptyObject } from '../../../domain/wallet-protocol/primitives.js';
import {
  addCachedCapabilities,
  approvedCapabilities,
  CAPABILITIES_PROPERTY,
  cachedCapabilities,
  capabilitiesKey,
  requestedChains,
  type WalletCapabilities,
} from '../../../domain/wallet-protocol/provider/capabilities.js';
import { isEvmReference, type ProviderNamespace } from '../../../domain/wallet-protocol/provider/provider-namespaces.js';
import {
  capabilitiesFault,
  chainSwitchFault,
  isChainApproved,
  requestedChainSwitch,
} from '../../../domain/wallet-protocol/rules/provider-rules.js';
import type { Logger } from '../../ports/logger.port.js';
import { type CallStatusDeps, CallStatuses } from './call-statuses.js';
import { type ApprovedNamespace, NamespaceProvider, type NamespaceProviderDeps } from './namespace-provider.js';
import type { ProviderClient, ProviderRequest } from './provider-client.js';

/** Handles `wallet_getCapabilities`: from the cache, from the session properties of the approval, or by a request to the wallet. */
class CapabilitiesReader {
  readonly #client: ProviderClient;
  readonly #logger: Pick<Logger, 'warn'>;
  readonly #pending = new Map<string, Promise<unknown>>();

  constructor(client: ProviderClient, logger: Pick<Logger, 'warn'>) {
    this.#client = client;
    this.#logger = logger;
  }

  /**
   * Concurrent identical requests share one response.
   * @param requestWallet sends the request to the wallet
   * @throws LatchkeyError `wallet-protocol/invalid-parameter` without an address; any error of the wallet
   * @see https://eips.ethereum.org/EIPS/eip-5792#wallet_getcapabilities
   */
  async read({ topic, request: { params } }: ProviderRequest, requestWallet: () => Promise<unknown>): Promise<unknown> {
    const fault = capabilitiesFault(params);
    if (fault !== null) throw latchkeyErrorOf(fault);
    // The rule has checked that the first parameter is an address.
    const address = (params as readonly [string])[0];
    const chains = requestedChains(params);
    const key = capabilitiesKey(address, chains);
    const session = this.#client.session.get(topic);
    const stored = cachedCapabilities(session.sessionProperties, key) ?? approvedCapabilities(session, address, chains);
    if (stored !== null) return stored;
    const requestKey = `${topic} ${key}`;
    return this.#pending.get(requestKey) ?? this.#requestCapabilities(requestKey, topic, key, requestWallet);
  }

  #requestCapabilities(requestKey: string, topic: string, key: string, requestWallet: () => Promise<unknown>): Promise<unknown> {
    const pending = requestWallet();
    this.#pending.set(requestKey, pending);
    // The caller does not wait until the result is stored. Until then the pending call serves the same request.
    void pending
      .then(
        (result) => (isNonEmptyObject(result) ? this.#store(topic, key, result) : undefined),
        () => undefined,
      )
      .finally(() => this.#pending.delete(requestKey));
    return pending;
  }

  async #store(topic: string, key: string, result: WalletCapabilities): Promise<void> {
    try {
      const { sessionProperties } = this.#client.session.get(topic);
      const capabilities = addCachedCapabilities(sessionProperties, key, result);
      await this.#client.session.update(topic, { sessionProperties: { ...sessionProperties, [CAPABILITIES_PROPERTY]: capabilities } });
    } catch (error) {
      this.#logger.warn('Failed to update session with capabilities', error);
    }
  }
}

export type Eip155ProviderDeps = NamespaceProviderDeps & CallStatusDeps;

const referenceOf = (chainId: string): string => chainId.slice(chainId.indexOf(':') + 1);

/** Provider of EVM chains, which handles some methods itself or with a bundler. @see https://eips.ethereum.org/EIPS/eip-1193 */
export class Eip155Provider extends NamespaceProvider {
  readonly #capabilities: CapabilitiesReader;
  readonly #calls: CallStatuses;

  constructor(requested: ProviderNamespace | undefined, approved: ApprovedNamespace, deps: Eip155ProviderDeps) {
    super('eip155', requested, approved, deps);
    this.#capabilities = new CapabilitiesReader(deps.client, deps.logger);
    this.#calls = new CallStatuses(deps);
  }

  /** The default chain's id as a number. */
  get chainId(): number {
    return Number(this.getDefaultChain());
  }

  /**
   * Handles a request like other providers, with these exceptions: accounts and chain id are returned locally; a chain switch goes to the wallet
   * only for a chain that it did not grant; capabilities are cached; call statuses come from a bundler or the chain if possible.
   * @throws LatchkeyError `json-rpc/provider-not-found` for a chain id that is not a number, `wallet-protocol/switch-failed`, `wallet-protocol/invalid-parameter`, `wallet-protocol/call-status-not-approved`,
   * and the errors of every provider
   */
  override async request<Result = unknown>(args: ProviderRequest): Promise<Result> {
    // The result type depends on the method, so the caller names it.
    return (await this.#handle(args)) as Result;
  }

  async #handle(args: ProviderRequest): Promise<unknown> {
    const reference = referenceOf(args.chainId);
    const requestWallet = (): Promise<unknown> => this.requestWallet(args);
    switch (args.request.method) {
      case 'eth_accounts':
      case 'eth_requestAccounts':
        return this.accountsOn(reference);
      case 'eth_chainId':
        // A wallet may have approved a chain that is not a number.
        if (!isEvmReference(reference)) throw new LatchkeyError('json-rpc/provider-not-found', { chainId: args.chainId });
        return `0x${BigInt(reference).toString(16)}`;
      case 'wallet_switchEthereumChain':
        return this.#switchChain(args);
      case 'wallet_getCapabilities':
        return this.#capabilities.read(args, requestWallet);
      case 'wallet_getCallsStatus':
        return this.#calls.read(
          args,
          (chainId) => this.node(referenceOf(chainId)),
          this.isForWallet(args.request.method) ? requestWallet : null,
        );
      case 'wallet_sendCalls':
        return this.#calls.send(args, requestWallet);
      default:
        return super.request(args);
    }
  }

  /** @see https://eips.ethereum.org/EIPS/eip-3326 */
  async #switchChain(args: ProviderRequest): Promise<null> {
    const { params } = args.request;
    const grants = { eip155: this.approved };
    const fault = chainSwitchFault(params, grants);
    if (fault !== null) throw latchkeyErrorOf(fault);
    // The rule has checked that a chain is given.
    const chainId = requestedChainSwitch(params) as string;
    const reference = referenceOf(chainId);
    if (!isChainApproved(chainId, grants)) {
      const request = { method: args.request.method, params: [{ chainId: `0x${Number(reference).toString(16)}` }] };
      // Sent on a chain that the session has.
      await this.requestWallet({ ...args, request, chainId: this.namespace.chains[0] ?? args.chainId });
    }
    this.setDefaultChain(reference);
    return null;
  }
}
