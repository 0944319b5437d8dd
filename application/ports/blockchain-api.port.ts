import type { HistoryPage } from '../../domain/activity/parse-history.js';
import type { ChainId } from '../../domain/caip/caip-2.js';
import type { AccountId } from '../../domain/caip/caip-10.js';
import type { Identity, NameSuggestion } from '../../domain/names/parse-profile.js';
import type { OnrampOptions } from '../../domain/onramp/onramp-options.js';
import type { OnrampQuote, OnrampQuoteRequest } from '../../domain/onramp/onramp-quote.js';
import type { SmartSession } from '../../domain/smart-sessions/parse-smart-sessions.js';
import type { BuiltApproval, BuiltSwap, GasPrices, SwapQuote, SwapToken } from '../../domain/swap/parse-swap.js';
import type { NftPage } from '../../domain/tokens/parse-nfts.js';
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

/** Request for a page of the NFTs of an account. */
export interface NftsRequest {
  readonly address: string;
  readonly chainId: ChainId;
  /** Of the page before; `null` for the first one. */
  readonly cursor: string | null;
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

/** The tokens of a swap, by the CAIP-10 ids of `tokenAddress`, on the network of the account. */
export interface SwapPair {
  readonly account: AccountId;
  readonly from: AccountId;
  readonly to: AccountId;
}

/** Request for quotes. */
export interface SwapQuotesRequest extends SwapPair {
  /** To give, in base units. */
  readonly amount: bigint;
  /** Wei; `null`: chosen by the service. */
  readonly gasPrice: bigint | null;
}

/** Request for the transaction of a swap. */
export interface SwapRequest extends SwapPair {
  /** To give, in base units. */
  readonly amount: bigint;
  /** Tolerated change of the price, in percent. */
  readonly slippagePercent: number;
}

/** A wallet that a purchase is sent to. */
export interface OnrampWallet {
  readonly address: string;
  /** Networks and currencies as the provider names them. */
  readonly blockchains: readonly string[];
  readonly assets: readonly string[];
}

/** Request for the page of the provider. */
export interface OnrampUrlRequest {
  readonly chainId: ChainId;
  readonly destinationWallets: readonly OnrampWallet[];
  /** Network as the provider names it. */
  readonly defaultNetwork: string;
  /** The provider's name for the user. */
  readonly partnerUserId: string;
  /** Amounts that the page begins with: exact decimal texts. */
  readonly presetCryptoAmount?: string;
  readonly presetFiatAmount?: string;
}

/** Request to end a smart session. */
export interface SessionRevocation {
  readonly account: AccountId;
  /** Id of the session. */
  readonly id: string;
  /** Of the account. Hex. */
  readonly signature: string;
}

/**
 * The blockchain API. Nothing is requested before the first call. On networks that the service does not list, reads are empty: no items, no name,
 * zero, `null`. Data of another network is dropped. All calls throw the codes of `BlockchainApiError`, or the signal's reason once it is aborted.
 */
export interface BlockchainApi {
  /** Tests whether the service lists a network. Its list is read once. @throws LatchkeyError of `BlockchainApiError` while it cannot be read */
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
  /** `null`: the service does not list NFTs, an extension of the specification's table. */
  nfts(request: NftsRequest, signal: AbortSignal): Promise<NftPage | null>;

  /** Offers to swap, the best one first. */
  swapQuotes(request: SwapQuotesRequest, signal: AbortSignal): Promise<readonly SwapQuote[]>;
  swapTokens(chainId: ChainId, signal: AbortSignal): Promise<readonly SwapToken[]>;
  /** The amount of a token that the exchange may take from the account, in base units. */
  allowance(request: Pick<SwapPair, 'account' | 'from'>, signal: AbortSignal): Promise<bigint>;
  /** @throws LatchkeyError `swap/gas-price-unsupported` */
  gasPrices(chainId: ChainId, signal: AbortSignal): Promise<GasPrices>;
  /** @throws LatchkeyError `swap/network-unsupported` */
  buildSwap(request: SwapRequest, signal: AbortSignal): Promise<BuiltSwap>;
  /** @throws LatchkeyError `swap/network-unsupported` */
  buildApproval(request: SwapPair, signal: AbortSignal): Promise<BuiltApproval>;

  /** Link to the page of the provider. */
  onrampUrl(request: OnrampUrlRequest, signal: AbortSignal): Promise<string | null>;
  /** Built-in ones while the service fails. */
  onrampOptions(chainId: ChainId, signal: AbortSignal): Promise<OnrampOptions>;
  /** An estimated one while the service fails. */
  onrampQuote(request: OnrampQuoteRequest, chainId: ChainId, signal: AbortSignal): Promise<OnrampQuote | null>;

  /** Smart sessions of an account, ended ones too. */
  sessions(account: AccountId, signal: AbortSignal): Promise<readonly SmartSession[]>;
  /** Ends a smart session. False: the service did not, or does not serve the network. */
  revokeSession(revocation: SessionRevocation, signal: AbortSignal): Promise<boolean>;
}

/** Error codes of calls to the blockchain API. */
export type BlockchainApiError =
  | 'swap/gas-price-unsupported'
  | 'swap/network-unsupported'
  | 'service/unreachable'
  | 'service/refused'
  | 'service/invalid-response'
  | 'config/project-id-missing'
  | 'config/disposed'
  | 'browser/load-failed';

/** Token of the blockchain API. */
export const BLOCKCHAIN_API = token<BlockchainApi>('BlockchainApi');
