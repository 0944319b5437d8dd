import type { AccountRecord } from '../../domain/account/account-record.js';
import type { ChainId } from '../../domain/caip/caip-2.js';
import type { AccountId } from '../../domain/caip/caip-10.js';
import type { UserOperationReceipt } from '../../domain/send/reported-progress.js';
import type { TokenBalance } from '../../domain/tokens/token-balance.js';
import type { OnSendEvent } from './send-event.js';

/** One call of a batch. @see https://eips.ethereum.org/EIPS/eip-5792 */
export interface BatchCall {
  readonly to?: string;
  /** Wei. */
  readonly value?: bigint;
  /** Hex. */
  readonly data?: string;
}

/** Status of a batch of calls. @see https://eips.ethereum.org/EIPS/eip-5792#wallet_getcallsstatus */
export interface CallsStatus {
  readonly id: string;
  readonly chainId: ChainId;
  /** 1xx pending, 200 confirmed, 400 failed offchain, 500 reverted, 600 partially reverted. */
  readonly status: number;
  readonly atomic: boolean;
  readonly receipts: readonly { readonly transactionHash: string; readonly blockNumber: bigint; readonly reverted: boolean }[];
}

/** Wallet capabilities, by chain and name. @see https://eips.ethereum.org/EIPS/eip-5792 */
export type Capabilities = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Calls that only EVM wallets support. */
export interface Eip155Calls {
  /** Signs and broadcasts several calls as one. @see https://eips.ethereum.org/EIPS/eip-5792 */
  sendCalls(
    request: {
      readonly from: AccountId;
      readonly calls: readonly BatchCall[];
      /** True to execute all calls or none. Default true. */
      readonly atomicRequired?: boolean;
      readonly capabilities?: Readonly<Record<string, unknown>>;
    },
    signal: AbortSignal,
    onEvent?: OnSendEvent,
  ): Promise<{ readonly id: string }>;
  /** Never prompts the user. */
  getCallsStatus(request: { readonly id: string }, signal: AbortSignal): Promise<CallsStatus>;
  /** Requests the wallet to show the status of a batch. */
  showCallsStatus(request: { readonly id: string }, signal: AbortSignal): Promise<void>;
  /** Capabilities by CAIP-2 chain id. Never prompts the user; a failed call returns an empty object (specification, section 8). */
  getCapabilities(
    request: { readonly account: AccountId; readonly chainIds?: readonly ChainId[] },
    signal: AbortSignal,
  ): Promise<Capabilities>;
  /**
   * Coin and tokens of the account on its chain, with their prices. Never prompts the user. For wallets whose capabilities say `assetDiscovery`.
   * @throws LatchkeyError `wallet/invalid-response` if one of them is not as documented
   * @see https://eips.ethereum.org/EIPS/eip-7811
   */
  getAssets(request: { readonly account: AccountId }, signal: AbortSignal): Promise<readonly TokenBalance[]>;
  /**
   * Signs a user operation of a smart account and passes it on to a bundler; resolves with its hash. Members of `operation` are hex, as in
   * the JSON-RPC method; the wallet fills in those that are missing, as far as it supports that.
   * @see https://eips.ethereum.org/EIPS/eip-7769#eth_senduseroperation
   */
  sendUserOperation(
    request: { readonly from: AccountId; readonly operation: Readonly<Record<string, unknown>>; readonly entryPoint: string },
    signal: AbortSignal,
    onEvent?: OnSendEvent,
  ): Promise<string>;
  /** The receipt of a user operation; `null` until it is in a block. Never prompts the user. */
  getUserOperationReceipt(request: { readonly hash: string }, signal: AbortSignal): Promise<UserOperationReceipt | null>;
  /** Methods that the site is permitted to call. @see https://eips.ethereum.org/EIPS/eip-2255 */
  getPermissions(request: Record<string, never>, signal: AbortSignal): Promise<readonly string[]>;
  requestPermissions(request: { readonly methods: readonly string[] }, signal: AbortSignal): Promise<readonly string[]>;
}

/** How a signed Solana transaction is broadcast. @see https://solana.com/docs/rpc/http/sendtransaction */
export interface SolanaSendOptions {
  readonly skipPreflight?: boolean;
  readonly preflightCommitment?: 'processed' | 'confirmed' | 'finalized' | 'recent' | 'single' | 'singleGossip' | 'root' | 'max';
  readonly maxRetries?: number;
  readonly minContextSlot?: number;
}

/** Fields of a Sign In With Solana message. @see https://github.com/phantom/sign-in-with-solana */
export interface SolanaSignInInput {
  readonly domain?: string;
  readonly address?: string;
  readonly statement?: string;
  readonly uri?: string;
  readonly version?: string;
  readonly chainId?: string;
  readonly nonce?: string;
  readonly issuedAt?: string;
  readonly expirationTime?: string;
  readonly notBefore?: string;
  readonly requestId?: string;
  readonly resources?: readonly string[];
}

/** Calls that only Solana wallets support. Transactions are serialized bytes, legacy or version 0, so that an app can build them with any SDK. */
export interface SolanaCalls {
  /** Returns the signed transactions. Several are signed in one request if the wallet supports it. */
  signTransactions(
    request: { readonly account: AccountId; readonly transactions: readonly Uint8Array[] },
    signal: AbortSignal,
  ): Promise<readonly Uint8Array[]>;
  /** Signs and broadcasts; resolves with the base58 signature. */
  signAndSendTransaction(
    request: { readonly account: AccountId; readonly transaction: Uint8Array; readonly options?: SolanaSendOptions },
    signal: AbortSignal,
    onEvent?: OnSendEvent,
  ): Promise<string>;
  /** Signs a message that the wallet builds for this site's origin. */
  signIn(
    request: SolanaSignInInput,
    signal: AbortSignal,
  ): Promise<{ readonly account: AccountRecord<'solana'>; readonly signedMessage: Uint8Array; readonly signature: Uint8Array }>;
}

/** An input of a PSBT that a wallet is to sign. */
export interface PsbtInput {
  readonly index: number;
  readonly address: string;
  readonly sighashTypes?: readonly number[];
}

/** Calls that only Bitcoin wallets support. */
export interface Bip122Calls {
  /**
   * Signs a base64 PSBT; without `inputs`, all inputs of the account. With `broadcast`, the adapter finalizes and broadcasts it, so that
   * a PSBT signed after an abort is not broadcast.
   * @see BIP-174
   */
  signPsbt(
    request: { readonly account: AccountId; readonly psbt: string; readonly inputs?: readonly PsbtInput[]; readonly broadcast?: boolean },
    signal: AbortSignal,
    onEvent?: OnSendEvent,
  ): Promise<{ readonly psbt: string; readonly txid: string | null }>;
  /** Signs a text with the given protocol. `signMessage` of the session picks the protocol by address type. */
  signMessage(
    request: { readonly account: AccountId; readonly message: string; readonly protocol: 'ecdsa' | 'bip322' },
    signal: AbortSignal,
  ): Promise<string>;
  /** All addresses that the wallet shares, with type, public key and path if the wallet provides them. */
  getAddresses(request: Record<string, never>, signal: AbortSignal): Promise<readonly AccountRecord<'bip122'>[]>;
}

/** Calls that only Polkadot wallets support. */
export interface PolkadotCalls {
  /** Signs an extrinsic payload of `@polkadot/api` (`SignerPayloadJSON`). Hex. */
  signPayload(
    request: { readonly account: AccountId; readonly payload: Readonly<Record<string, unknown>> },
    signal: AbortSignal,
  ): Promise<{ readonly signature: string; readonly signedTransaction: string | null }>;
  /** Signs bytes; wallets wrap them in `<Bytes>` unless they already are. Hex. */
  signRaw(request: { readonly account: AccountId; readonly data: Uint8Array }, signal: AbortSignal): Promise<string>;
}

/** Namespace-specific wallet calls, by namespace. */
export interface WalletCalls {
  readonly eip155: Eip155Calls;
  readonly solana: SolanaCalls;
  readonly bip122: Bip122Calls;
  readonly polkadot: PolkadotCalls;
}
