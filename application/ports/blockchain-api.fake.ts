import type { ActivityItem } from '../../domain/activity/activity-item.js';
import type { HistoryPage } from '../../domain/activity/parse-history.js';
import type { ChainId } from '../../domain/caip/caip-2.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { type Identity, type NameSuggestion, NO_IDENTITY } from '../../domain/names/parse-profile.js';
import type { TokenPrice } from '../../domain/tokens/parse-prices.js';
import type { TokenBalance } from '../../domain/tokens/token-balance.js';
import type { BalancesRequest, BlockchainApi, HistoryRequest, NameRegistration } from './blockchain-api.port.js';
import type { FakeServiceMode } from './wallet-directory.fake.js';

const SERVICE = 'blockchainApi';

/**
 * In-memory blockchain API with a switch for every failure.
 * @example
 * const api = new FakeBlockchainApi(['eip155:1']);
 * api.histories.set('0xA0Cf798816D4b9b9866b5330EEa46a18382f251e', items);
 * api.mode = 'down';
 */
export class FakeBlockchainApi implements BlockchainApi {
  /** Networks that the service lists. */
  chains: readonly ChainId[];
  mode: FakeServiceMode = 'working';
  /** Histories by address, on all networks, newest first. */
  readonly histories = new Map<string, readonly ActivityItem[]>();
  /** Reason of the mode `refused`. */
  reason: string | null = null;
  /** Items of a page of a history. */
  pageSize = 50;
  /** Response to every request for a history, to simulate a service that ignores cursor or network. */
  fixedPage: HistoryPage | null = null;
  /** Requests for histories so far, oldest first. */
  readonly historyRequests: HistoryRequest[] = [];
  /** Addresses by registered name, without the zone. */
  readonly names = new Map<string, string>();
  /** Response to requests for suggestions. */
  suggested: readonly NameSuggestion[] = [];
  /** Registrations so far, oldest first. */
  readonly registrations: NameRegistration[] = [];
  readonly tokens = new Map<string, readonly TokenBalance[]>();
  readonly #openRequests = new Set<() => void>();

  constructor(chains: readonly ChainId[] = []) {
    this.chains = chains;
  }

  /** Responds to the requests that the mode `never` holds back, in the mode set since. */
  release(): void {
    for (const respond of [...this.#openRequests]) respond();
  }

  readonly isSupported: BlockchainApi['isSupported'] = async (chainId, signal) => {
    signal.throwIfAborted();
    return this.chains.includes(chainId);
  };

  readonly identity: BlockchainApi['identity'] = (_request, signal) => this.#respond(signal, (): Identity => NO_IDENTITY);

  readonly history: BlockchainApi['history'] = (request, signal) => {
    this.historyRequests.push(request);
    return this.#respond(signal, () => this.#page(request));
  };

  readonly prices: BlockchainApi['prices'] = (_addresses, _chainId, signal) => this.#respond(signal, (): readonly TokenPrice[] => []);

  readonly balances: BlockchainApi['balances'] = ({ address, chainId }: BalancesRequest, signal) =>
    this.#respond(signal, () => (this.tokens.get(address) ?? []).filter((token) => token.chainId === chainId));

  readonly registeredName: BlockchainApi['registeredName'] = (name, _chainId, signal) =>
    this.#respond(signal, () => this.names.get(name) ?? null);

  readonly namesOf: BlockchainApi['namesOf'] = ({ address }, signal) =>
    this.#respond(signal, (): readonly string[] => [...this.names].flatMap(([name, owner]) => (owner === address ? [name] : [])));

  readonly suggestions: BlockchainApi['suggestions'] = (_name, _chainId, signal) => this.#respond(signal, () => this.suggested);

  readonly registerName: BlockchainApi['registerName'] = (registration, _chainId, signal) =>
    this.#respond(signal, () => {
      this.registrations.push(registration);
      return true;
    });

  #page({ address, chainId, cursor }: HistoryRequest): HistoryPage {
    if (this.fixedPage !== null) return this.fixedPage;
    const all = (this.histories.get(address) ?? []).filter((item) => item.chainId === chainId);
    const start = cursor === null ? 0 : Number(cursor);
    const end = start + this.pageSize;
    return { items: all.slice(start, end), next: end < all.length ? String(end) : null };
  }

  async #respond<Result>(signal: AbortSignal, read: () => Result): Promise<Result> {
    signal.throwIfAborted();
    if (this.mode === 'never') {
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
    if (this.mode === 'down') throw new LatchkeyError('service/unreachable', { service: SERVICE, status: 503 });
    if (this.mode === 'refused') throw new LatchkeyError('service/refused', { service: SERVICE, status: 403, reason: this.reason });
    if (this.mode === 'garbage') throw new LatchkeyError('service/invalid-response', { service: SERVICE, reason: 'it is not JSON' });
    return read();
  }
}
