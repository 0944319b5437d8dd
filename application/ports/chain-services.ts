import type { AccountId } from '../../domain/caip/caip-10.js';
import type { AssetId } from '../../domain/caip/caip-19.js';
import type { NativeBalance } from '../../domain/connection/connection-state.js';
import type { Network } from '../../domain/network/network.js';
import type { FeeSpeed, TransactionRequest } from './transaction-request.js';

/** How much of one fungible asset an address has. */
export interface AssetBalance {
  readonly asset: AssetId;
  /** Base units of the asset. */
  readonly value: bigint;
  readonly decimals: number;
  /** The asset's own words, made safe to show; `null` where it says nothing. */
  readonly symbol: string | null;
  readonly name: string | null;
}

/** What an address has of the chain's own coin and of assets, as it was at one moment. */
export interface Balances {
  readonly coin: NativeBalance;
  /** In the order that was asked for; an asset that does not exist is left out. */
  readonly assets: readonly AssetBalance[];
}

/** What the balance of a chain's own coin is made of, where not all of it can be sent. Base units. @see https://docs.polkadot.com/polkadot-protocol/parachain-basics/accounts/#account-balance-types */
export interface BalanceParts {
  /** Not reserved; frozen coins are counted too. */
  readonly free: bigint;
  /** Held for something, such as a deposit. */
  readonly reserved: bigint;
  /** Cannot leave; it lies on the reserved coins first. */
  readonly frozen: bigint;
  /** What can be sent, the fee included, if the account may end with it. */
  readonly transferable: bigint;
  /** Below this an account ends, and what is left in it is lost. */
  readonly existentialDeposit: bigint;
}

/** What a fee is made of, in the chain's own units. */
export type FeeRate =
  /** Wei. @see https://eips.ethereum.org/EIPS/eip-1559 */
  | { readonly type: 'eip1559'; readonly gasLimit: bigint; readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }
  /** Wei. */
  | { readonly type: 'legacy'; readonly gasLimit: bigint; readonly gasPrice: bigint }
  /** Lamports a signature, micro-lamports a compute unit, and lamports for the accounts that are created. */
  | {
      readonly type: 'solana';
      readonly signatureLamports: bigint;
      readonly computeUnits: number;
      readonly microLamportsPerUnit: bigint;
      readonly rentLamports: bigint;
    }
  /**
   * Satoshi a virtual byte; the size is that of the transaction as it would be built now. `basis` says what the rate stands on: the service's
   * estimates; where it has none, what waits for a block now (`mempool`); where it does not tell that either, the least that nodes pass on.
   */
  | {
      readonly type: 'bip122';
      readonly satsPerVbyte: number;
      readonly vbytes: number;
      readonly basis: 'estimates' | 'mempool' | 'minimum';
    }
  /** Planck. */
  | { readonly type: 'polkadot'; readonly partialFee: bigint; readonly tip: bigint }
  /** A chain whose fee is one number. */
  | { readonly type: 'flat' };

/** What sending would cost. */
export interface FeeQuote {
  readonly speed: FeeSpeed;
  /** What it most likely costs, in base units of the chain's own coin. */
  readonly fee: bigint;
  /** What it costs at most, in base units of the chain's own coin. */
  readonly maxFee: bigint;
  readonly rate: FeeRate;
}

/** A signed text, and who is said to have signed it. */
export interface SignedMessage {
  readonly account: AccountId;
  /** The text as it was given to `signMessage`. */
  readonly message: string;
  /** In the namespace's usual encoding, as `signMessage` gives it. */
  readonly signature: string;
  /** Hex; where the address alone does not tell it. */
  readonly publicKey?: string;
  readonly network: Network;
}

/** What is known of a signature: it is the account's over the text; it is known not to be; or neither can be told here. */
export type SignatureVerdict = 'own' | 'foreign' | 'unknown';

/** Names that stand for addresses. */
export interface ChainNames {
  /**
   * The address behind a name, or `null` when the name is free.
   * @throws LatchkeyError `names/resolve-failed` for a name that is none or cannot be read: never taken, never free
   */
  resolve(request: { readonly name: string; readonly network: Network }, signal: AbortSignal): Promise<string | null>;
  /** The name that an address goes by and that leads back to it, or `null`. @throws LatchkeyError `names/lookup-failed` */
  lookUp(request: { readonly address: string; readonly network: Network }, signal: AbortSignal): Promise<string | null>;
  /** Where the picture of a name is: an `https:`, `data:` or `ipfs:` address as its owner wrote it, or `null`. @throws LatchkeyError `names/lookup-failed` */
  avatar(request: { readonly name: string; readonly network: Network }, signal: AbortSignal): Promise<string | null>;
}

/**
 * What the nodes and libraries of a chain know beyond the least that every chain does. An adapter has those that its
 * chain has; each loads what it needs when it is called. All are idempotent reads that throw `LatchkeyError`.
 */
export interface ChainServices {
  /**
   * Balances of the given assets, in their order; an asset that does not exist is left out. Reads are put together: 20
   * assets take at most 3 requests.
   */
  getAssetBalances(
    request: { readonly address: string; readonly assets: readonly AssetId[]; readonly network: Network },
    signal: AbortSignal,
  ): Promise<readonly AssetBalance[]>;
  /**
   * The balances of the chain's own coin and of the given assets together, in one request where a node takes it: who shows
   * both asks once. A chain without this is asked for each.
   */
  getBalances(
    request: { readonly address: string; readonly assets: readonly AssetId[]; readonly network: Network },
    signal: AbortSignal,
  ): Promise<Balances>;
  /**
   * What each of several addresses has of the chain's own coin, in their order, in one request where the chain has such a question. A chain without
   * this is asked for each.
   */
  getCoinBalances(
    request: { readonly addresses: readonly string[]; readonly network: Network },
    signal: AbortSignal,
  ): Promise<readonly NativeBalance[]>;
  /** What the balance of the chain's own coin is made of. */
  getBalanceParts(request: { readonly address: string; readonly network: Network }, signal: AbortSignal): Promise<BalanceParts>;
  /**
   * What a transaction would cost, the slowest first; a single `normal` one where the chain does not know more.
   * @throws LatchkeyError `send/…` when it could not be sent as it is
   */
  estimateFees(
    request: { readonly transaction: TransactionRequest; readonly network: Network },
    signal: AbortSignal,
  ): Promise<readonly FeeQuote[]>;
  /** Whether the account signed the text. `false` for a signature that is none. Asks a node only where an account is a contract. */
  verifyMessage(request: SignedMessage, signal: AbortSignal): Promise<boolean>;
  /**
   * Judges what a wallet has just given as an account's signature, before it is handed on. `foreign` needs proof: that one key alone stands behind
   * the account, and that it made no such signature. A chain without this has its signatures verified, and `unknown` where that says no.
   * @param request `isSmartAccount` where the account is known to be, or to become, a contract
   */
  judgeSignature(request: SignedMessage & { readonly isSmartAccount: boolean }, signal: AbortSignal): Promise<SignatureVerdict>;
  readonly names: ChainNames;
}
