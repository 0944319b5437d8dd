import * as v from 'valibot';
import type {
  BalancesRequest,
  BlockchainApi,
  HistoryRequest,
  IdentityRequest,
  NameRegistration,
} from '../../application/ports/blockchain-api.port.js';
import type { Clock } from '../../application/ports/clock.port.js';
import type { OptionsStore } from '../../application/shared/options.store.js';
import { type HistoryPage, historySchema } from '../../domain/activity/parse-history.js';
import { type ChainId, isChainId } from '../../domain/caip/caip-2.js';
import type { AccountId } from '../../domain/caip/caip-10.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import {
  type Identity,
  identitySchema,
  type NameSuggestion,
  NO_IDENTITY,
  namesSchema,
  registeredNameSchema,
  suggestionsSchema,
} from '../../domain/names/parse-profile.js';
import { serviceUrlOf } from '../../domain/options/endpoints.js';
import { SDK_TYPE, SDK_VERSION } from '../../domain/options/sdk.js';
import { balancesSchema } from '../../domain/tokens/parse-balances.js';
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
/** Names end with it. */
const NAME_ZONE = 'reown.id';

const chainsSchema = v.object({ http: filteredArray(v.custom<ChainId>(isChainId)) });
const registrationSchema = v.object({ success: v.optional(v.boolean()) });

type Request = Pick<HttpRequest, 'path' | 'query' | 'cache'>;

/** The blockchain API over HTTP. */
export class HttpBlockchainApi implements BlockchainApi {
  readonly #options: Pick<OptionsStore, 'current'>;
  readonly #client: HttpClient;
  #chains: ReadonlySet<ChainId> | null = null;

  constructor({ options, ...client }: HttpBlockchainApiOptions) {
    this.#options = options;
    // The service has a default URL, so it is never off.
    this.#client = new HttpClient({ ...client, baseUrl: () => serviceUrlOf(options.current, SERVICE) ?? '' });
  }

  async isSupported(chainId: ChainId, signal: AbortSignal): Promise<boolean> {
    if (this.#chains !== null) return this.#chains.has(chainId);
    try {
      const { http } = await this.#get({ path: '/v1/supported-chains' }, chainsSchema, signal);
      // An empty list is asked for again.
      if (http.length > 0) this.#chains = new Set(http);
      return http.includes(chainId);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof LatchkeyError && error.code === 'config/project-id-missing') throw error;
      return false;
    }
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
    return this.#get({ path: `/v1/account/${encodeURIComponent(address)}/history`, query, ...cache }, historySchema, signal);
  }

  async prices(addresses: readonly AccountId[], chainId: ChainId, signal: AbortSignal): Promise<readonly TokenPrice[]> {
    if (addresses.length === 0 || !(await this.isSupported(chainId, signal))) return [];
    const { projectId } = this.#options.current;
    const body = { currency: 'usd', addresses, ...(projectId === undefined ? {} : { projectId }) };
    return this.#read(this.#client.post({ path: '/v1/fungible/price', body, signal }), pricesSchema, signal);
  }

  async balances({ address, chainId, refreshed = [] }: BalancesRequest, signal: AbortSignal): Promise<readonly TokenBalance[]> {
    if (!(await this.isSupported(chainId, signal))) return [];
    const query = { currency: 'usd', chainId, forceUpdate: refreshed.join(',') };
    return this.#get({ path: `/v1/account/${encodeURIComponent(address)}/balance`, query }, balancesSchema, signal);
  }

  async registeredName(name: string, chainId: ChainId, signal: AbortSignal): Promise<string | null> {
    if (!(await this.isSupported(chainId, signal))) return null;
    const path = `/v1/profile/account/${encodeURIComponent(name)}`;
    try {
      return await this.#get({ path, query: { apiVersion: API_VERSION } }, registeredNameSchema, signal);
    } catch (error) {
      // As the service says that it has no such name.
      if (error instanceof LatchkeyError && error.code === 'service/refused' && error.context['status'] === 404) return null;
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
    return (await this.#read(reply, registrationSchema, signal)).success !== false;
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

const errorOf = (cause: unknown): unknown => {
  if (cause instanceof HttpUnreachableError)
    return new LatchkeyError('service/unreachable', { service: SERVICE, status: cause.status }, { cause });
  if (cause instanceof HttpStatusError) return new LatchkeyError('service/refused', { service: SERVICE, status: cause.status }, { cause });
  if (cause instanceof HttpResponseError)
    return new LatchkeyError('service/invalid-response', { service: SERVICE, reason: cause.message }, { cause });
  return cause;
};
