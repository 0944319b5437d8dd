import * as v from 'valibot';
import type {
  BalancesRequest,
  BlockchainApi,
  HistoryRequest,
  IdentityRequest,
  NameRegistration,
  NftsRequest,
  OnrampUrlRequest,
  SessionRevocation,
  SwapPair,
  SwapQuotesRequest,
  SwapRequest,
} from '../../application/ports/blockchain-api.port.js';
import type { Clock } from '../../application/ports/clock.port.js';
import type { OptionsStore } from '../../application/shared/options.store.js';
import { pause } from '../../application/shared/pause.js';
import { RequestCache } from '../../application/shared/request-cache.js';
import { type HistoryPage, historySchema } from '../../domain/activity/parse-history.js';
import { type ChainId, isChainId } from '../../domain/caip/caip-2.js';
import { type AccountId, addressOf, chainIdOf } from '../../domain/caip/caip-10.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { NAME_ZONE } from '../../domain/names/account-name.js';
import {
  type Identity,
  identitySchema,
  type NameSuggestion,
  NO_IDENTITY,
  namesSchema,
  registeredNameSchema,
  suggestionsSchema,
} from '../../domain/names/parse-profile.js';
import { DEFAULT_ONRAMP_OPTIONS, NO_ONRAMP_OPTIONS, type OnrampOptions } from '../../domain/onramp/onramp-options.js';
import { estimatedQuote, type OnrampQuote, type OnrampQuoteRequest } from '../../domain/onramp/onramp-quote.js';
import { onrampOptionsSchema, onrampQuoteSchema, onrampUrlSchema } from '../../domain/onramp/parse-onramp.js';
import { serviceUrlOf } from '../../domain/options/endpoints.js';
import { SDK_TYPE, SDK_VERSION } from '../../domain/options/sdk.js';
import { type SmartSession, smartSessionsSchema } from '../../domain/smart-sessions/parse-smart-sessions.js';
import {
  allowanceSchema,
  type BuiltApproval,
  type BuiltSwap,
  builtApprovalSchema,
  builtSwapSchema,
  type GasPrices,
  gasPricesSchema,
  quotesSchema,
  type SwapQuote,
  type SwapToken,
  swapTokensSchema,
} from '../../domain/swap/parse-swap.js';
import { balancesSchema } from '../../domain/tokens/parse-balances.js';
import { type NftPage, nftsSchema } from '../../domain/tokens/parse-nfts.js';
import { pricesSchema, type TokenPrice } from '../../domain/tokens/parse-prices.js';
import type { TokenBalance } from '../../domain/tokens/token-balance.js';
import { filteredArray } from '../../domain/wire.js';
import { HttpClient, type HttpRequest, HttpResponseError, HttpStatusError, HttpUnreachableError } from '../shared/http-client.js';

/** Options of {@link HttpBlockchainApi}. */
export interface HttpBlockchainApiOptions {
  readonly options: Pick<OptionsStore, 'current'>;
  readonly clock: Clock;
  /** Id of the WalletConnect client, once there is one. Default: none. */
  readonly clientId?: () => string | null;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
}

const SERVICE = 'blockchainApi';
const API_VERSION = '2';

const chainsSchema = v.object({ http: filteredArray(v.custom<ChainId>(isChainId)) });
const CHAINS = 'supported-chains';
const successSchema = v.object({ success: v.optional(v.boolean()) });

const unreadBalancesSchema = v.object({ balances: v.array(v.unknown()) });
/** Balances that are parsed before the page may render again: a few milliseconds. */
const BALANCES_PER_TASK = 250;

type Request = Pick<HttpRequest, 'path' | 'query' | 'cache'>;

/** The blockchain API over HTTP. */
export class HttpBlockchainApi implements BlockchainApi {
  readonly #options: Pick<OptionsStore, 'current'>;
  readonly #clock: Clock;
  readonly #client: HttpClient;
  readonly #chains = new RequestCache<ReadonlySet<ChainId>>();

  constructor({ options, ...client }: HttpBlockchainApiOptions) {
    this.#options = options;
    this.#clock = client.clock;
    // The service has a default URL, so it is never off.
    this.#client = new HttpClient({ ...client, baseUrl: () => serviceUrlOf(options.current, SERVICE) ?? '' });
  }

  async isSupported(chainId: ChainId, signal: AbortSignal): Promise<boolean> {
    return (await this.#chains.get(CHAINS, signal, (within) => this.#supportedChains(within))).has(chainId);
  }

  async identity({ address, sender, chainId }: IdentityRequest, signal: AbortSignal): Promise<Identity> {
    if (!(await this.isSupported(chainId, signal))) return NO_IDENTITY;
    return this.#get(
      { path: `/v1/identity/${encodeURIComponent(address)}`, query: { sender: sender ?? undefined } },
      identitySchema,
      signal,
    );
  }

  async history({ address, chainId, cursor, onramp }: HistoryRequest, signal: AbortSignal): Promise<HistoryPage> {
    if (!(await this.isSupported(chainId, signal))) return { items: [], next: null };
    const query = { cursor: cursor ?? undefined, onramp, chainId };
    const cache = onramp === undefined ? {} : ({ cache: 'no-cache' } as const);
    const path = `/v1/account/${encodeURIComponent(address)}/history`;
    const { items, next } = await this.#get({ path, query, ...cache }, historySchema, signal);
    // Purchases are on the network that the user chose at the provider.
    return { items: onramp === undefined ? items.filter((item) => item.chainId === chainId) : items, next };
  }

  async prices(addresses: readonly AccountId[], chainId: ChainId, signal: AbortSignal): Promise<readonly TokenPrice[]> {
    if (addresses.length === 0 || !(await this.isSupported(chainId, signal))) return [];
    const { projectId } = this.#options.current;
    const body = { currency: 'usd', addresses, projectId };
    return this.#read(this.#client.post({ path: '/v1/fungible/price', body, signal }), pricesSchema, signal);
  }

  async balances({ address, chainId, refreshed = [] }: BalancesRequest, signal: AbortSignal): Promise<readonly TokenBalance[]> {
    if (!(await this.isSupported(chainId, signal))) return [];
    const query = { currency: 'usd', chainId, forceUpdate: refreshed.join(',') };
    const path = `/v1/account/${encodeURIComponent(address)}/balance`;
    const { balances } = await this.#get({ path, query }, unreadBalancesSchema, signal);
    const read: TokenBalance[] = [];
    for (let from = 0; from < balances.length; from += BALANCES_PER_TASK) {
      // Thousands of balances take as long as several frames.
      if (from > 0) await pause(0, this.#clock, signal);
      read.push(...v.parse(balancesSchema, { balances: balances.slice(from, from + BALANCES_PER_TASK) }));
    }
    return read.filter((balance) => balance.chainId === chainId);
  }

  async registeredName(name: string, chainId: ChainId, signal: AbortSignal): Promise<string | null> {
    if (!(await this.isSupported(chainId, signal))) return null;
    const path = `/v1/profile/account/${encodeURIComponent(name)}`;
    try {
      return await this.#get({ path, query: { apiVersion: API_VERSION } }, registeredNameSchema, signal);
    } catch (error) {
      // As the service says that it has no such name.
      if (isNotFound(error)) return null;
      throw error;
    }
  }

  async namesOf({ address, sender, chainId }: IdentityRequest, signal: AbortSignal): Promise<readonly string[]> {
    if (!(await this.isSupported(chainId, signal))) return [];
    const query = { sender: sender ?? undefined, apiVersion: API_VERSION };
    return this.#get({ path: `/v1/profile/reverse/${encodeURIComponent(address)}`, query }, namesSchema, signal);
  }

  async suggestions(name: string, chainId: ChainId, signal: AbortSignal): Promise<readonly NameSuggestion[]> {
    if (!(await this.isSupported(chainId, signal))) return [];
    return this.#get(
      { path: `/v1/profile/suggestions/${encodeURIComponent(name)}`, query: { zone: NAME_ZONE } },
      suggestionsSchema,
      signal,
    );
  }

  async registerName({ coinType, ...registration }: NameRegistration, chainId: ChainId, signal: AbortSignal): Promise<boolean> {
    if (!(await this.isSupported(chainId, signal))) return false;
    const body = { coin_type: coinType, ...registration };
    const reply = this.#client.post({ path: '/v1/profile/account', body, hasJsonType: true, signal });
    return (await this.#read(reply, successSchema, signal)).success !== false;
  }

  async nfts({ address, chainId, cursor }: NftsRequest, signal: AbortSignal): Promise<NftPage | null> {
    if (!(await this.isSupported(chainId, signal))) return { items: [], next: null };
    const query = { chainId, cursor: cursor ?? undefined };
    try {
      const { items, next } = await this.#get({ path: `/v1/account/${encodeURIComponent(address)}/nfts`, query }, nftsSchema, signal);
      return { items: items.filter((nft) => nft.chainId === chainId), next };
    } catch (error) {
      if (isNotFound(error)) return null;
      throw error;
    }
  }

  async swapQuotes({ account, from, to, amount, gasPrice }: SwapQuotesRequest, signal: AbortSignal): Promise<readonly SwapQuote[]> {
    if (!(await this.isSupported(chainIdOf(account), signal))) return [];
    const query = { amount: String(amount), userAddress: account, from, to, gasPrice: gasPrice === null ? undefined : String(gasPrice) };
    return this.#get({ path: '/v1/convert/quotes', query }, quotesSchema, signal);
  }

  async swapTokens(chainId: ChainId, signal: AbortSignal): Promise<readonly SwapToken[]> {
    if (!(await this.isSupported(chainId, signal))) return [];
    const tokens = await this.#get({ path: '/v1/convert/tokens', query: { chainId } }, swapTokensSchema, signal);
    return tokens.filter((each) => each.chainId === chainId);
  }

  async allowance({ account, from }: Pick<SwapPair, 'account' | 'from'>, signal: AbortSignal): Promise<bigint> {
    if (!(await this.isSupported(chainIdOf(account), signal))) return 0n;
    const query = { tokenAddress: from, userAddress: account };
    return this.#get({ path: '/v1/convert/allowance', query }, allowanceSchema, signal);
  }

  async gasPrices(chainId: ChainId, signal: AbortSignal): Promise<GasPrices> {
    if (!(await this.isSupported(chainId, signal))) throw new LatchkeyError('swap/gas-price-unsupported', { chainId });
    return this.#get({ path: '/v1/convert/gas-price', query: { chainId } }, gasPricesSchema, signal);
  }

  async buildSwap({ account, from, to, amount, slippagePercent }: SwapRequest, signal: AbortSignal): Promise<BuiltSwap> {
    await this.#requireSwaps(account, signal);
    const body = {
      amount: String(amount),
      eip155: { slippage: slippagePercent },
      projectId: this.#options.current.projectId,
      from,
      to,
      userAddress: account,
      disableEstimate: true,
    };
    const reply = this.#client.post({ path: '/v1/convert/build-transaction', body, signal });
    return checkChain(account, await this.#read(reply, builtSwapSchema, signal));
  }

  async buildApproval({ account, from, to }: SwapPair, signal: AbortSignal): Promise<BuiltApproval> {
    await this.#requireSwaps(account, signal);
    const query = { userAddress: account, from, to };
    return checkChain(account, await this.#get({ path: '/v1/convert/build-approve', query }, builtApprovalSchema, signal));
  }

  async onrampUrl(request: OnrampUrlRequest, signal: AbortSignal): Promise<string | null> {
    const { chainId, presetCryptoAmount, presetFiatAmount, ...purchase } = request;
    if (!(await this.isSupported(chainId, signal))) return null;
    // The service documents JSON numbers. They only fill in a field, which the user checks.
    const preset = {
      ...(presetCryptoAmount === undefined ? {} : { presetCryptoAmount: Number(presetCryptoAmount) }),
      ...(presetFiatAmount === undefined ? {} : { presetFiatAmount: Number(presetFiatAmount) }),
    };
    return this.#post('/v1/generators/onrampurl', { ...purchase, ...preset, defaultExperience: 'buy' }, onrampUrlSchema, signal);
  }

  onrampOptions(chainId: ChainId, signal: AbortSignal): Promise<OnrampOptions> {
    const read = async (): Promise<OnrampOptions> => {
      if (!(await this.isSupported(chainId, signal))) return NO_ONRAMP_OPTIONS;
      return this.#get({ path: '/v1/onramp/options' }, onrampOptionsSchema, signal);
    };
    return orDefault(read(), DEFAULT_ONRAMP_OPTIONS);
  }

  onrampQuote(request: OnrampQuoteRequest, chainId: ChainId, signal: AbortSignal): Promise<OnrampQuote | null> {
    const { purchaseCurrency, paymentCurrency, amount, network } = request;
    const body = { purchaseCurrency, paymentCurrency, amount, network };
    const read = async (): Promise<OnrampQuote | null> => {
      if (!(await this.isSupported(chainId, signal))) return null;
      return this.#post('/v1/onramp/quote', body, onrampQuoteSchema, signal);
    };
    return orDefault(read(), estimatedQuote(request));
  }

  async sessions(account: AccountId, signal: AbortSignal): Promise<readonly SmartSession[]> {
    if (!(await this.isSupported(chainIdOf(account), signal))) return [];
    return this.#get({ path: `/v1/sessions/${encodeURIComponent(account)}` }, smartSessionsSchema, signal);
  }

  async revokeSession({ account, id, signature }: SessionRevocation, signal: AbortSignal): Promise<boolean> {
    if (!(await this.isSupported(chainIdOf(account), signal))) return false;
    const path = `/v1/sessions/${encodeURIComponent(addressOf(account))}/revoke`;
    return (await this.#post(path, { pci: id, signature }, successSchema, signal)).success !== false;
  }

  async #supportedChains(signal: AbortSignal): Promise<ReadonlySet<ChainId>> {
    const { http } = await this.#get({ path: '/v1/supported-chains' }, chainsSchema, signal);
    // An empty list is a failure, so that it is read again.
    if (http.length === 0) throw new LatchkeyError('service/invalid-response', { service: SERVICE, reason: 'it lists no network' });
    return new Set(http);
  }

  async #requireSwaps(account: AccountId, signal: AbortSignal): Promise<void> {
    const chainId = chainIdOf(account);
    if (!(await this.isSupported(chainId, signal))) throw new LatchkeyError('swap/network-unsupported', { chainId });
  }

  /** A POST whose query names the project. */
  #post<Schema extends v.GenericSchema>(path: string, body: unknown, schema: Schema, signal: AbortSignal): Promise<v.InferOutput<Schema>> {
    const { projectId } = this.#options.current;
    return this.#read(this.#client.post({ path, query: { projectId }, body, signal }), schema, signal);
  }

  #get<Schema extends v.GenericSchema>(
    { query, ...request }: Request,
    schema: Schema,
    signal: AbortSignal,
  ): Promise<v.InferOutput<Schema>> {
    const { projectId } = this.#options.current;
    const common = { projectId, st: SDK_TYPE, sv: SDK_VERSION };
    return this.#read(this.#client.get({ ...request, query: { ...query, ...common }, signal }), schema, signal);
  }

  async #read<Schema extends v.GenericSchema>(
    reply: Promise<unknown>,
    schema: Schema,
    signal: AbortSignal,
  ): Promise<v.InferOutput<Schema>> {
    try {
      const parsed = v.safeParse(schema, await reply);
      if (parsed.success) return parsed.output;
      throw new HttpResponseError(parsed.issues[0].message);
    } catch (cause) {
      signal.throwIfAborted();
      throw errorOf(cause);
    }
  }
}

/** Tests for a failure of the service, other than one of this client or its configuration. */
const isServiceError = (error: unknown): boolean => isLatchkeyError(error) && error.code.startsWith('service/');

const isNotFound = (error: unknown): boolean => isLatchkeyError(error, 'service/refused') && error.context.status === 404;

/** Replaces a reply that could not be read. */
const orDefault = async <Result>(reply: Promise<Result>, replacement: Result): Promise<Result> => {
  try {
    return await reply;
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return replacement;
  }
};

/** Refuses a transaction of another network than the account's, which would be signed for it. */
const checkChain = <Transaction extends Pick<BuiltSwap, 'from' | 'to'>>(account: AccountId, transaction: Transaction): Transaction => {
  const { from, to } = transaction;
  if ([from, to].every((each) => chainIdOf(each) === chainIdOf(account))) return transaction;
  throw new LatchkeyError('service/invalid-response', { service: SERVICE, reason: 'the transaction is of another network' });
};

const errorOf = (cause: unknown): unknown => {
  if (cause instanceof HttpUnreachableError)
    return new LatchkeyError('service/unreachable', { service: SERVICE, status: cause.status }, { cause });
  if (cause instanceof HttpStatusError)
    return new LatchkeyError('service/refused', { service: SERVICE, status: cause.status, reason: cause.reason }, { cause });
  if (cause instanceof HttpResponseError)
    return new LatchkeyError('service/invalid-response', { service: SERVICE, reason: cause.message }, { cause });
  return cause;
};
