import type { HistoryPage } from '../../domain/activity/parse-history.js';
import type { AccountId } from '../../domain/caip/caip-10.js';
import type { AssetId } from '../../domain/caip/caip-19.js';
import type { NativeBalance } from '../../domain/connection/connection-state.js';
import type { Network } from '../../domain/network/network.js';
import type { FeeSpeed } from '../../domain/send/fee-speed.js';
import type { Simulation } from '../../domain/send/simulation.js';
import type { TransactionRequest } from './transaction-request.js';

/** Balance of one fungible asset. */
export interface AssetBalance {
  readonly asset: AssetId;
  /** Base units of the asset. */
  readonly value: bigint;
  readonly decimals: number;
  /** The asset's own symbol, sanitized for display; `null` if it has none. */
  readonly symbol: string | null;
  readonly name: string | null;
}

/** Balances of the native currency and of assets, read at the same time. */
export interface Balances {
  readonly coin: NativeBalance;
  /** In the requested order; assets that do not exist are omitted. */
  readonly assets: readonly AssetBalance[];
}

/**
 * Breakdown of a native balance, for chains where not all of it is transferable. Base units.
 * @see https://docs.polkadot.com/polkadot-protocol/parachain-basics/accounts/#account-balance-types
 */
export interface BalanceBreakdown {
  /** Not reserved; includes frozen funds. */
  readonly free: bigint;
  /** Reserved, e.g. for a deposit. */
  readonly reserved: bigint;
  /** Not transferable; overlaps with the reserved funds first. */
  readonly frozen: bigint;
  /** Maximum that can be spent, including the fee, if the account may be closed. */
  readonly transferable: bigint;
  /** Minimum balance: below it the account is closed and the remainder is lost. */
  readonly existentialDeposit: bigint;
}

/** Components of a fee, in the chain's own units. */
export type FeeRate =
  /** Wei, EIP-1559. */
  | { readonly type: 'eip1559'; readonly gasLimit: bigint; readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }
  /** Wei. */
  | { readonly type: 'legacy'; readonly gasLimit: bigint; readonly gasPrice: bigint }
  /** Lamports for signatures, micro-lamports per compute unit, and lamports of rent for created accounts. */
  | {
      readonly type: 'solana';
      readonly signatureLamports: bigint;
      readonly computeUnits: number;
      readonly microLamportsPerUnit: bigint;
      readonly rentLamports: bigint;
    }
  /**
   * Satoshis per virtual byte; `vbytes` is the size of the transaction if built now. `basis` is the source of the rate: the service's
   * `estimates`, else the current `mempool`, else the `minimum` relay fee of nodes.
   */
  | {
      readonly type: 'bip122';
      readonly satsPerVbyte: number;
      readonly vbytes: number;
      readonly basis: 'estimates' | 'mempool' | 'minimum';
    }
  /** Planck. */
  | { readonly type: 'polkadot'; readonly partialFee: bigint; readonly tip: bigint }
  /** A chain with a single fee amount. */
  | { readonly type: 'flat' };

/** Fee estimate for one speed. */
export interface FeeQuote {
  readonly speed: FeeSpeed;
  /** Expected fee, in base units of the native currency. */
  readonly fee: bigint;
  /** Maximum fee, in base units of the native currency. */
  readonly maxFee: bigint;
  /** With `all`: what the recipient gets. Default: the balance less `maxFee`. */
  readonly amount?: bigint;
  readonly rate: FeeRate;
}

/** Request for a page of a history that a chain's own nodes have. */
export interface ChainHistoryRequest {
  readonly address: string;
  readonly network: Network;
  /** Of the page before; `null` for the first one. */
  readonly cursor: string | null;
}

/** A signed text and the account that is claimed to have signed it. */
export interface SignedMessage {
  readonly account: AccountId;
  /** The text as passed to `signMessage`. */
  readonly message: string;
  /** In the namespace's usual encoding, as returned by `signMessage`. */
  readonly signature: string;
  /** Hex; needed if it cannot be derived from address and signature. */
  readonly publicKey?: string;
  readonly network: Network;
}

/** Result of a verification: valid for the account (`own`), proven invalid (`foreign`), or undetermined (`unknown`). */
export type SignatureVerdict = 'own' | 'foreign' | 'unknown';

/** Name service of a chain, such as ENS. */
export interface ChainNames {
  /**
   * Resolves a name to its address, or `null` if the name is not registered.
   * @throws LatchkeyError `names/resolve-failed` for an invalid name or a failed read
   */
  resolve(request: { readonly name: string; readonly network: Network }, signal: AbortSignal): Promise<string | null>;
  /** Returns the primary name of an address, checked by forward resolution, or `null`. @throws LatchkeyError `address/invalid`, `names/lookup-failed` */
  lookUp(request: { readonly address: string; readonly network: Network }, signal: AbortSignal): Promise<string | null>;
  /**
   * Returns the avatar record of a name: an `https:`, `data:` or `ipfs:` URL as its owner set it, or `null`.
   * @throws LatchkeyError `names/lookup-failed`
   */
  avatar(request: { readonly name: string; readonly network: Network }, signal: AbortSignal): Promise<string | null>;
}

/**
 * Optional services of a chain. An adapter implements those that its chain supports; each loads its code on the first call.
 * All are idempotent reads that throw `LatchkeyError`.
 */
export interface ChainServices {
  /**
   * Balances of the given assets, in their order; assets that do not exist are omitted. Reads are batched: 20
   * assets take at most 3 requests.
   */
  getAssetBalances(
    request: { readonly address: string; readonly assets: readonly AssetId[]; readonly network: Network },
    signal: AbortSignal,
  ): Promise<readonly AssetBalance[]>;
  /**
   * Balances of the native currency and of the given assets, in one request if the node supports it. Without this method, callers
   * read them separately.
   */
  getBalances(
    request: { readonly address: string; readonly assets: readonly AssetId[]; readonly network: Network },
    signal: AbortSignal,
  ): Promise<Balances>;
  /**
   * Native balances of several addresses, in their order, in one request if the chain supports it. Without this method, callers read
   * each address separately.
   */
  getCoinBalances(
    request: { readonly addresses: readonly string[]; readonly network: Network },
    signal: AbortSignal,
  ): Promise<readonly NativeBalance[]>;
  /** Breakdown of the native balance of an address. */
  getBalanceBreakdown(request: { readonly address: string; readonly network: Network }, signal: AbortSignal): Promise<BalanceBreakdown>;
  /**
   * Fee estimates of a transaction, the slowest first; only `normal` if the chain has no speeds.
   * @throws LatchkeyError `send/…` if the transaction cannot be sent
   */
  estimateFees(
    request: { readonly transaction: TransactionRequest; readonly network: Network },
    signal: AbortSignal,
  ): Promise<readonly FeeQuote[]>;
  /**
   * Expected balance changes of a transaction with a `value`, not of `all`; `null` if no node can simulate it.
   * @throws LatchkeyError `network/…` if no node can be read
   */
  simulate(
    request: { readonly transaction: TransactionRequest; readonly network: Network },
    signal: AbortSignal,
  ): Promise<Simulation | null>;
  /**
   * Tests for an address with code, which may be unable to use what it gets. False for an account of a key that has delegated to code (EIP-7702).
   * @throws LatchkeyError `network/…` if no node can be read
   */
  isContract(request: { readonly address: string; readonly network: Network }, signal: AbortSignal): Promise<boolean>;
  /** Resolves with true if the account signed the text, with `false` also for a malformed signature. Reads from a node only for contract accounts. */
  verifyMessage(request: SignedMessage, signal: AbortSignal): Promise<boolean>;
  /**
   * Verifies a signature that a wallet has just returned. `foreign` requires proof: the account is controlled by a single key, and
   * that key did not make the signature. Without this method, callers use `verifyMessage` and treat `false` as `unknown`.
   * @param request `isSmartAccount` is true if the account is, or will become, a contract
   */
  verifySignature(request: SignedMessage & { readonly isSmartAccount: boolean }, signal: AbortSignal): Promise<SignatureVerdict>;
  /**
   * A page of the history of an address, newest first, of chains whose history the blockchain API does not have.
   * @throws LatchkeyError `address/…`, `network/…`
   */
  getHistory(request: ChainHistoryRequest, signal: AbortSignal): Promise<HistoryPage>;
  readonly names: ChainNames;
}
