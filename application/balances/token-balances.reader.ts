import type { AccountId } from '../../domain/caip/caip-10.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { listedBalances } from '../../domain/tokens/parse-balances.js';
import type { TokenPrice } from '../../domain/tokens/parse-prices.js';
import { tokenAddress } from '../../domain/tokens/token-address.js';
import type { TokenBalance } from '../../domain/tokens/token-balance.js';
import type { ModalStore } from '../modal/modal.store.js';
import { serviceAlertOf } from '../modal/service-alert.js';
import type { BlockchainApi } from '../ports/blockchain-api.port.js';
import type { Clock } from '../ports/clock.port.js';
import { RequestCache } from '../shared/request-cache.js';
import type { TokenOwner, WalletAssets } from './wallet-assets.js';

/** Cache time of a portfolio (specification, section 9). */
const STALE_TIME_MS = 30_000;
/** After a failure, reads pause for 30 s (specification, section 5), unless refreshed explicitly. */
const RETRY_BLOCK_MS = 30_000;

/** Namespaces whose tokens the service lists (specification, section 6). */
const LISTED_NAMESPACES: readonly Namespace[] = ['eip155', 'solana'];

/** Tokens of an account, from its wallet or the service. */
export interface ListedTokens {
  readonly tokens: readonly TokenBalance[];
  /** False: neither lists the tokens of the network. */
  readonly isSupported: boolean;
}

const NOT_SUPPORTED: ListedTokens = { tokens: [], isSupported: false };

const keyOf = ({ chainId, address }: TokenOwner): string => `${chainId}:${address}`;

/**
 * Reads the tokens of accounts: from wallets that list them, else from the blockchain API. Results are cached for 30 s, equal requests at the same
 * time share one, and after a failure reads pause for 30 s.
 */
export class TokenBalancesReader {
  readonly #wallet: WalletAssets;
  readonly #api: BlockchainApi;
  readonly #modal: Pick<ModalStore, 'show' | 'alert'>;
  readonly #clock: Clock;
  readonly #cache: RequestCache<ListedTokens>;
  readonly #prices: RequestCache<readonly TokenPrice[]>;
  readonly #failures = new Map<string, { readonly error: LatchkeyError; readonly at: number }>();
  /** Tokens that the service is to read again with the next request. */
  readonly #refreshed = new Map<string, readonly AccountId[]>();
  /** Networks without a list, which the user has been told. */
  readonly #announced = new Set<string>();

  constructor(wallet: WalletAssets, api: BlockchainApi, modal: Pick<ModalStore, 'show' | 'alert'>, clock: Clock) {
    this.#wallet = wallet;
    this.#api = api;
    this.#modal = modal;
    this.#clock = clock;
    this.#cache = new RequestCache({ clock, staleTimeMs: STALE_TIME_MS });
    this.#prices = new RequestCache({ clock, staleTimeMs: STALE_TIME_MS });
  }

  /**
   * Returns the tokens, without those that have no decimals.
   * @throws LatchkeyError the codes of `BlockchainApiError`; the same error without a request for 30 s
   */
  async read(owner: TokenOwner, signal: AbortSignal): Promise<ListedTokens> {
    signal.throwIfAborted();
    if (!LISTED_NAMESPACES.includes(owner.namespace)) return NOT_SUPPORTED;
    const key = keyOf(owner);
    const error = this.#pauseOf(key);
    if (error !== null) throw error;
    return this.#cache.get(key, signal, (requestSignal) => this.#request(owner, requestSignal));
  }

  /** Tests whether the next read sends a request: it is not answered from the cache, and reads do not pause. */
  sendsRequest(owner: TokenOwner): boolean {
    if (!LISTED_NAMESPACES.includes(owner.namespace)) return false;
    const key = keyOf(owner);
    return this.#pauseOf(key) === null && this.#cache.current(key) === undefined;
  }

  /** Returns the prices of tokens; none if they cannot be read. Rejects only with the signal's reason. */
  async prices(
    { chainId }: Pick<TokenOwner, 'chainId'>,
    priced: readonly TokenBalance[],
    signal: AbortSignal,
  ): Promise<readonly TokenPrice[]> {
    if (priced.length === 0) return [];
    const addresses = priced.map(({ asset }) => tokenAddress(chainId, asset)).sort();
    try {
      return await this.#prices.get(addresses.join(), signal, (requestSignal) => this.#api.prices(addresses, chainId, requestSignal));
    } catch (error) {
      signal.throwIfAborted();
      if (!isLatchkeyError(error)) throw error;
      return [];
    }
  }

  /** Reads the tokens anew next time: not from the cache, nor from a request that is pending, nor after a pause. */
  refresh(owner: TokenOwner, tokens: readonly AccountId[]): void {
    const key = keyOf(owner);
    this.#cache.forget(key);
    this.#failures.delete(key);
    this.#refreshed.set(key, tokens);
  }

  /** Error of the failure after which reads pause; `null` if they do not. */
  #pauseOf(key: string): LatchkeyError | null {
    const failure = this.#failures.get(key);
    return failure !== undefined && Math.abs(this.#clock.now() - failure.at) < RETRY_BLOCK_MS ? failure.error : null;
  }

  async #request(owner: TokenOwner, signal: AbortSignal): Promise<ListedTokens> {
    const key = keyOf(owner);
    const refreshed = this.#refreshed.get(key) ?? [];
    try {
      const listed = await this.#list(owner, refreshed, signal);
      this.#failures.delete(key);
      if (this.#refreshed.get(key) === refreshed) this.#refreshed.delete(key);
      return listed;
    } catch (error) {
      signal.throwIfAborted();
      if (!isLatchkeyError(error)) throw error;
      // An app without services: its users see what the chain tells.
      if (isLatchkeyError(error, 'config/project-id-missing')) return NOT_SUPPORTED;
      const isRepeated = this.#failures.has(key);
      this.#failures.set(key, { error, at: this.#clock.now() });
      const alert = serviceAlertOf(error);
      if (alert !== null) this.#modal.alert(alert);
      // An alert tells the app's developer; the user can do nothing.
      if (!isRepeated && error.recovery !== 'reconfigure') this.#announce(owner, error);
      throw error;
    }
  }

  async #list(owner: TokenOwner, refreshed: readonly AccountId[], signal: AbortSignal): Promise<ListedTokens> {
    const own = await this.#wallet.read(owner, signal);
    if (own !== null) return { tokens: listedBalances(own), isSupported: true };
    const { chainId, address } = owner;
    if (await this.#api.isSupported(chainId, signal)) {
      const balances = await this.#api.balances({ address, chainId, refreshed }, signal);
      return { tokens: listedBalances(balances), isSupported: true };
    }
    if (!this.#announced.has(chainId)) this.#announce(owner);
    this.#announced.add(chainId);
    return NOT_SUPPORTED;
  }

  #announce({ chainId }: TokenOwner, cause?: LatchkeyError): void {
    const error = new LatchkeyError('balance/unavailable', { chainId }, { cause });
    this.#modal.show({ message: error.message, variant: 'error', error });
  }
}
