import type { ActivityItem } from '../../domain/activity/activity-item.js';
import type { HistoryPage } from '../../domain/activity/parse-history.js';
import type { ChainId } from '../../domain/caip/caip-2.js';
import { chainIdOf } from '../../domain/caip/caip-10.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { NAME_SUFFIX } from '../../domain/names/account-name.js';
import { type NameSuggestion, NO_IDENTITY } from '../../domain/names/parse-profile.js';
import { DEFAULT_ONRAMP_OPTIONS, NO_ONRAMP_OPTIONS } from '../../domain/onramp/onramp-options.js';
import { estimatedQuote } from '../../domain/onramp/onramp-quote.js';
import type { Nft } from '../../domain/tokens/parse-nfts.js';
import type { TokenBalance } from '../../domain/tokens/token-balance.js';
import type { BlockchainApi, HistoryRequest, NameRegistration, NftsRequest } from './blockchain-api.port.js';

/** Calls of the blockchain API, other than the test for a network. */
export type BlockchainApiCall = Exclude<keyof BlockchainApi, 'isSupported'>;
/** First argument of a call. */
export type BlockchainApiInput<Call extends BlockchainApiCall> = Parameters<BlockchainApi[Call]>[0];
export type BlockchainApiResult<Call extends BlockchainApiCall> = Awaited<ReturnType<BlockchainApi[Call]>>;

/** Behaviour of a fake call: `down` cannot be reached, `busy` responds with status 503. */
export type FakeApiMode = 'working' | 'down' | 'busy' | 'refused' | 'garbage' | 'never';

/** Results of working calls, by their first argument. */
export type FakeApiReplies = { [Call in BlockchainApiCall]: (input: BlockchainApiInput<Call>) => BlockchainApiResult<Call> };

const noReply = (call: BlockchainApiCall) => (): never => {
  throw new Error(`Set \`replies.${call}\` of the fake blockchain API`);
};

/**
 * In-memory blockchain API with a switch for every failure.
 * @example
 * const api = new FakeBlockchainApi([toChainId('eip155:1')]);
 * api.histories.set('0xA0Cf798816D4b9b9866b5330EEa46a18382f251e', items);
 * api.replies.namesOf = () => ['alice.eth'];
 * api.modes.set('balances', 'busy');
 */
export class FakeBlockchainApi implements BlockchainApi {
  /** Networks that the service lists. */
  chains: readonly ChainId[];
  /** Behaviour of calls that {@link modes} does not name. */
  mode: FakeApiMode = 'working';
  readonly modes = new Map<keyof BlockchainApi, FakeApiMode>();
  /** Histories by address, on all networks, newest first. */
  readonly histories = new Map<string, readonly ActivityItem[]>();
  /** Reason of the mode `refused`. */
  reason: string | null = null;
  /** Items of a page of a history or of NFTs. */
  pageSize = 50;
  /** NFTs by address, on all networks. */
  readonly heldNfts = new Map<string, readonly Nft[]>();
  /** Response to every request for a history, to simulate a service that ignores cursor or network. */
  fixedPage: HistoryPage | null = null;
  /** Coins and tokens by address, on all networks. */
  readonly tokens = new Map<string, readonly TokenBalance[]>();
  /** Addresses by registered name, without the zone. */
  readonly names = new Map<string, string>();
  /** Response to requests for suggestions. */
  suggested: readonly NameSuggestion[] = [];
  /** Registrations so far, oldest first. */
  readonly registrations: NameRegistration[] = [];
  /** Calls so far, oldest first. */
  readonly calls: { readonly call: BlockchainApiCall; readonly input: unknown }[] = [];
  readonly replies: FakeApiReplies = {
    identity: () => NO_IDENTITY,
    history: (request) => this.fixedPage ?? pageOf(this.histories, request, this.pageSize),
    prices: () => [],
    balances: ({ address, chainId }) => (this.tokens.get(address) ?? []).filter((token) => token.chainId === chainId),
    registeredName: (name) => this.names.get(name.replace(NAME_SUFFIX, '')) ?? null,
    namesOf: ({ address }) => [...this.names].flatMap(([name, owner]) => (owner === address ? [`${name}${NAME_SUFFIX}`] : [])),
    suggestions: () => this.suggested,
    registerName: (registration) => {
      this.registrations.push(registration);
      return true;
    },
    nfts: (request) => pageOf(this.heldNfts, request, this.pageSize),
    swapQuotes: () => [],
    swapTokens: () => [],
    allowance: () => 0n,
    gasPrices: noReply('gasPrices'),
    buildSwap: noReply('buildSwap'),
    buildApproval: noReply('buildApproval'),
    onrampUrl: noReply('onrampUrl'),
    onrampOptions: () => DEFAULT_ONRAMP_OPTIONS,
    onrampQuote: noReply('onrampQuote'),
    sessions: () => [],
    revokeSession: () => true,
  };
  readonly #openRequests = new Set<() => void>();

  constructor(chains: readonly ChainId[] = []) {
    this.chains = chains;
  }

  /** Requests for histories so far, oldest first. */
  get historyRequests(): readonly HistoryRequest[] {
    return this.inputsOf('history');
  }

  /** Responds to the requests that the mode `never` holds back, in the mode set since. */
  release(): void {
    for (const respond of [...this.#openRequests]) respond();
  }

  /** Inputs of a call so far, oldest first. */
  inputsOf<Call extends BlockchainApiCall>(call: Call): readonly BlockchainApiInput<Call>[] {
    // Each call is added with its own input.
    return this.calls.filter((each) => each.call === call).map(({ input }) => input as BlockchainApiInput<Call>);
  }

  readonly isSupported: BlockchainApi['isSupported'] = async (chainId, signal) => {
    signal.throwIfAborted();
    await this.#settle(() => this.modes.get('isSupported') ?? 'working', signal);
    return this.chains.includes(chainId);
  };

  readonly identity: BlockchainApi['identity'] = (request, signal) =>
    this.#respond('identity', request, request.chainId, signal, NO_IDENTITY);

  readonly history: BlockchainApi['history'] = (request, signal) =>
    this.#respond('history', request, request.chainId, signal, { items: [], next: null });

  readonly prices: BlockchainApi['prices'] = async (addresses, chainId, signal) =>
    addresses.length === 0 ? [] : this.#respond('prices', addresses, chainId, signal, []);

  readonly balances: BlockchainApi['balances'] = (request, signal) => this.#respond('balances', request, request.chainId, signal, []);

  readonly registeredName: BlockchainApi['registeredName'] = (name, chainId, signal) =>
    this.#respond('registeredName', name, chainId, signal, null);

  readonly namesOf: BlockchainApi['namesOf'] = (request, signal) => this.#respond('namesOf', request, request.chainId, signal, []);

  readonly suggestions: BlockchainApi['suggestions'] = (name, chainId, signal) => this.#respond('suggestions', name, chainId, signal, []);

  readonly registerName: BlockchainApi['registerName'] = (registration, chainId, signal) =>
    this.#respond('registerName', registration, chainId, signal, false);

  readonly nfts: BlockchainApi['nfts'] = (request, signal) =>
    this.#respond('nfts', request, request.chainId, signal, { items: [], next: null });

  readonly swapQuotes: BlockchainApi['swapQuotes'] = (request, signal) =>
    this.#respond('swapQuotes', request, chainIdOf(request.account), signal, []);

  readonly swapTokens: BlockchainApi['swapTokens'] = (chainId, signal) => this.#respond('swapTokens', chainId, chainId, signal, []);

  readonly allowance: BlockchainApi['allowance'] = (request, signal) =>
    this.#respond('allowance', request, chainIdOf(request.account), signal, 0n);

  readonly gasPrices: BlockchainApi['gasPrices'] = (chainId, signal) =>
    this.#respond('gasPrices', chainId, chainId, signal, new LatchkeyError('swap/gas-price-unsupported', { chainId }));

  readonly buildSwap: BlockchainApi['buildSwap'] = (request, signal) => {
    const chainId = chainIdOf(request.account);
    return this.#respond('buildSwap', request, chainId, signal, new LatchkeyError('swap/network-unsupported', { chainId }));
  };

  readonly buildApproval: BlockchainApi['buildApproval'] = (request, signal) => {
    const chainId = chainIdOf(request.account);
    return this.#respond('buildApproval', request, chainId, signal, new LatchkeyError('swap/network-unsupported', { chainId }));
  };

  readonly onrampUrl: BlockchainApi['onrampUrl'] = (request, signal) => this.#respond('onrampUrl', request, request.chainId, signal, null);

  readonly onrampOptions: BlockchainApi['onrampOptions'] = (chainId, signal) =>
    this.#respond('onrampOptions', chainId, chainId, signal, NO_ONRAMP_OPTIONS, DEFAULT_ONRAMP_OPTIONS);

  readonly onrampQuote: BlockchainApi['onrampQuote'] = (request, chainId, signal) =>
    this.#respond('onrampQuote', request, chainId, signal, null, estimatedQuote(request));

  readonly sessions: BlockchainApi['sessions'] = (account, signal) => this.#respond('sessions', account, chainIdOf(account), signal, []);

  readonly revokeSession: BlockchainApi['revokeSession'] = (revocation, signal) =>
    this.#respond('revokeSession', revocation, chainIdOf(revocation.account), signal, false);

  /**
   * @param empty result on networks that are not listed, or the error there
   * @param fallback result after a failure. Default: its error
   */
  async #respond<Call extends BlockchainApiCall>(
    call: Call,
    input: BlockchainApiInput<Call>,
    chainId: ChainId,
    signal: AbortSignal,
    empty: BlockchainApiResult<Call> | LatchkeyError,
    fallback?: BlockchainApiResult<Call>,
  ): Promise<BlockchainApiResult<Call>> {
    signal.throwIfAborted();
    this.calls.push({ call, input });
    try {
      if (!(await this.isSupported(chainId, signal))) {
        if (isLatchkeyError(empty)) throw empty;
        return empty;
      }
      await this.#settle(() => this.modes.get(call) ?? this.mode, signal);
    } catch (error) {
      if (!isLatchkeyError(error) || fallback === undefined) throw error;
      return fallback;
    }
    return this.replies[call](input);
  }

  async #settle(mode: () => FakeApiMode, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (mode() === 'never') {
      await new Promise<void>((resolve, reject) => {
        const respond = (): void => {
          this.#openRequests.delete(respond);
          resolve();
        };
        this.#openRequests.add(respond);
        signal.addEventListener(
          'abort',
          () => {
            this.#openRequests.delete(respond);
            reject(signal.reason);
          },
          { once: true },
        );
      });
    }
    const error = errorOf(mode(), this.reason);
    if (error !== null) throw error;
  }
}

/** Items of an address on a network from a cursor, which is the index of the first one. */
const pageOf = <Item extends { readonly chainId: ChainId }>(
  held: ReadonlyMap<string, readonly Item[]>,
  { address, chainId, cursor }: HistoryRequest | NftsRequest,
  size: number,
): { readonly items: readonly Item[]; readonly next: string | null } => {
  const all = (held.get(address) ?? []).filter((item) => item.chainId === chainId);
  const start = cursor === null ? 0 : Number(cursor);
  const end = start + size;
  return { items: all.slice(start, end), next: end < all.length ? String(end) : null };
};

const SERVICE = 'blockchainApi';

const errorOf = (mode: FakeApiMode, reason: string | null): LatchkeyError | null => {
  if (mode === 'working' || mode === 'never') return null;
  if (mode === 'refused') return new LatchkeyError('service/refused', { service: SERVICE, status: 403, reason });
  if (mode === 'garbage') return new LatchkeyError('service/invalid-response', { service: SERVICE, reason: 'it is not JSON' });
  return new LatchkeyError('service/unreachable', { service: SERVICE, status: mode === 'busy' ? 503 : null });
};
