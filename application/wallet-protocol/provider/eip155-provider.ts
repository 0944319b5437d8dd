import { latchkeyErrorOf } from '../../../domain/wallet-protocol/fault-errors.js';
import { hasData } from '../../../domain/wallet-protocol/primitives.js';
import {
  approvedCapabilities,
  askedChains,
  CAPABILITIES,
  capabilitiesKey,
  keepCapabilities,
  keptCapabilities,
  type WalletCapabilities,
} from '../../../domain/wallet-protocol/provider/capabilities.js';
import type { ProviderNamespace } from '../../../domain/wallet-protocol/provider/provider-namespaces.js';
import {
  capabilitiesFault,
  chainSwitchFault,
  isChainApproved,
  switchedChain,
} from '../../../domain/wallet-protocol/rules/provider-rules.js';
import type { Logger } from '../../ports/logger.port.js';
import { type CallStatusDeps, CallStatuses } from './call-statuses.js';
import { type ApprovedNamespace, NamespaceProvider, type NamespaceProviderDeps } from './namespace-provider.js';
import type { ProviderClient, ProviderRequest } from './provider-client.js';

/** Answers `wallet_getCapabilities`: from what is kept, from what the wallet said when it approved, then from the wallet. */
class CapabilitiesReader {
  readonly #client: ProviderClient;
  readonly #logger: Pick<Logger, 'warn'>;
  readonly #asked = new Map<string, Promise<unknown>>();

  constructor(client: ProviderClient, logger: Pick<Logger, 'warn'>) {
    this.#client = client;
    this.#logger = logger;
  }

  /**
   * Questions that are the same share one answer, also while it is under way.
   * @param ask asks the wallet
   * @throws LatchkeyError `wallet-protocol/invalid-parameter` without an address; whatever the wallet answers
   * @see https://eips.ethereum.org/EIPS/eip-5792#wallet_getcapabilities
   */
  async read({ topic, request: { params } }: ProviderRequest, ask: () => Promise<unknown>): Promise<unknown> {
    const fault = capabilitiesFault(params);
    if (fault !== null) throw latchkeyErrorOf(fault);
    // The rule says that the first parameter is an address.
    const address = (params as readonly [string])[0];
    const chains = askedChains(params);
    const key = capabilitiesKey(address, chains);
    const session = this.#client.session.get(topic);
    const known = keptCapabilities(session.sessionProperties, key) ?? approvedCapabilities(session, address, chains);
    if (known !== null) return known;
    const question = `${topic} ${key}`;
    return this.#asked.get(question) ?? this.#ask(question, topic, key, ask);
  }

  #ask(question: string, topic: string, key: string, ask: () => Promise<unknown>): Promise<unknown> {
    const asked = ask();
    this.#asked.set(question, asked);
    // The caller does not wait until the result is stored. Until then the pending call serves the same request.
    void asked
      .then(
        (answer) => (hasData(answer) ? this.#keep(topic, key, answer) : undefined),
        () => undefined,
      )
      .finally(() => this.#asked.delete(question));
    return asked;
  }

  async #keep(topic: string, key: string, answer: WalletCapabilities): Promise<void> {
    try {
      const { sessionProperties } = this.#client.session.get(topic);
      const capabilities = keepCapabilities(sessionProperties, key, answer);
      await this.#client.session.update(topic, { sessionProperties: { ...sessionProperties, [CAPABILITIES]: capabilities } });
    } catch (error) {
      this.#logger.warn('Failed to update session with capabilities', error);
    }
  }
}

/** What the provider of EVM chains needs. */
export type Eip155ProviderDeps = NamespaceProviderDeps & CallStatusDeps;

const referenceOf = (chainId: string): string => chainId.slice(chainId.indexOf(':') + 1);

/** Serves EVM chains: some calls are answered here, or with the help of a bundler. @see https://eips.ethereum.org/EIPS/eip-1193 */
export class Eip155Provider extends NamespaceProvider {
  readonly #capabilities: CapabilitiesReader;
  readonly #calls: CallStatuses;

  constructor(asked: ProviderNamespace | undefined, approved: ApprovedNamespace, deps: Eip155ProviderDeps) {
    super('eip155', asked, approved, deps);
    this.#capabilities = new CapabilitiesReader(deps.client, deps.logger);
    this.#calls = new CallStatuses(deps);
  }

  /** The number of the default chain. */
  get chainId(): number {
    return Number(this.getDefaultChain());
  }

  /**
   * Answers a call like every provider, but for these: accounts and chain id are known here; a switch needs the wallet only for a chain that
   * it did not approve; capabilities are kept; the status of calls comes from a bundler or the chain where it can.
   * @throws LatchkeyError `wallet-protocol/switch-failed`, `wallet-protocol/invalid-parameter`, `wallet-protocol/call-status-not-approved`,
   * and what every provider throws
   */
  override async request<Result = unknown>(args: ProviderRequest): Promise<Result> {
    // A method says what its result is; its caller names that type.
    return (await this.#answer(args)) as Result;
  }

  async #answer(args: ProviderRequest): Promise<unknown> {
    const reference = referenceOf(args.chainId);
    const ask = (): Promise<unknown> => this.askWallet(args);
    switch (args.request.method) {
      case 'eth_accounts':
      case 'eth_requestAccounts':
        return this.accountsOn(reference);
      case 'eth_chainId':
        return `0x${BigInt(reference).toString(16)}`;
      case 'wallet_switchEthereumChain':
        return this.#switchChain(args);
      case 'wallet_getCapabilities':
        return this.#capabilities.read(args, ask);
      case 'wallet_getCallsStatus':
        return this.#calls.read(args, (chainId) => this.node(referenceOf(chainId)), this.isForWallet(args.request.method) ? ask : null);
      case 'wallet_sendCalls':
        return this.#calls.send(args, ask);
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
    // The rule says that a chain is named.
    const chainId = switchedChain(params) as string;
    const reference = referenceOf(chainId);
    if (!isChainApproved(chainId, grants)) {
      const request = { method: args.request.method, params: [{ chainId: `0x${Number(reference).toString(16)}` }] };
      // The wallet is asked on a chain that it knows.
      await this.askWallet({ ...args, request, chainId: this.namespace.chains[0] ?? args.chainId });
    }
    this.setDefaultChain(reference);
    return null;
  }
}
