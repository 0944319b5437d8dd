import type { HistoryPage } from '../../domain/activity/parse-history.js';
import type { ChainId } from '../../domain/caip/caip-2.js';
import type { AccountId } from '../../domain/caip/caip-10.js';
import type { Identity, NameSuggestion } from '../../domain/names/parse-profile.js';
import type { TokenPrice } from '../../domain/tokens/parse-prices.js';
import type { TokenBalance } from '../../domain/tokens/token-balance.js';
import { token } from '../shared/token.js';

/** Request for the identity of an address. */
export interface IdentityRequest {
  readonly address: string;
  /** Address of the user who asks; `null` without one. */
  readonly sender: string | null;
  readonly chainId: ChainId;
}

/** Request for a page of a history. */
export interface HistoryRequest {
  readonly address: string;
  readonly chainId: ChainId;
  /** Of the page before; `null` for the first one. */
  readonly cursor: string | null;
  /** Purchases at this provider only, and never from a cache. */
  readonly onramp?: 'coinbase';
}

/** Request for the balances of an account. */
export interface BalancesRequest {
  readonly address: string;
  readonly chainId: ChainId;
  /** Coins and tokens that the service reads again. Default: none. */
  readonly refreshed?: readonly AccountId[];
}

/** Registration of a name. */
export interface NameRegistration {
  /** ENSIP-11 coin type of the chain. */
  readonly coinType: number;
  readonly address: string;
  /** Signed by the address. */
  readonly message: string;
  /** Hex. */
  readonly signature: string;
}

/**
 * The blockchain API. Nothing is requested before the first call. On networks that the service does not list, reads are empty: no items, no name,
 * `null`. All calls throw the codes of `BlockchainApiError`, or the signal's reason once it is aborted.
 */
export interface BlockchainApi {
  /** Tests whether the service lists a network. Its list is read once; while it cannot be read, none is. */
  isSupported(chainId: ChainId, signal: AbortSignal): Promise<boolean>;
  identity(request: IdentityRequest, signal: AbortSignal): Promise<Identity>;
  history(request: HistoryRequest, signal: AbortSignal): Promise<HistoryPage>;
  /** Prices in US dollars, in no order. @param addresses CAIP-10 ids of tokens on one network */
  prices(addresses: readonly AccountId[], chainId: ChainId, signal: AbortSignal): Promise<readonly TokenPrice[]>;
  balances(request: BalancesRequest, signal: AbortSignal): Promise<readonly TokenBalance[]>;
  /** The address of a registered name; `null` if it is not registered. */
  registeredName(name: string, chainId: ChainId, signal: AbortSignal): Promise<string | null>;
  /** Names of an address, the preferred one first. */
  namesOf(request: IdentityRequest, signal: AbortSignal): Promise<readonly string[]>;
  /** Names that resemble one. */
  suggestions(name: string, chainId: ChainId, signal: AbortSignal): Promise<readonly NameSuggestion[]>;
  /** Registers a name. False: the service does not serve the network. */
  registerName(registration: NameRegistration, chainId: ChainId, signal: AbortSignal): Promise<boolean>;
}

/** Error codes of calls to the blockchain API. */
export type BlockchainApiError =
  | 'service/unreachable'
  | 'service/refused'
  | 'service/invalid-response'
  | 'config/project-id-missing'
  | 'config/disposed'
  | 'browser/load-failed';

/** Token of the blockchain API. */
export const BLOCKCHAIN_API = token<BlockchainApi>('BlockchainApi');
