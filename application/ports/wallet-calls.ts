import type { AccountRecord } from '../../domain/account/account-record.js';
import type { ChainId } from '../../domain/caip/caip-2.js';
import type { AccountId } from '../../domain/caip/caip-10.js';

/** One call of a batch. @see https://eips.ethereum.org/EIPS/eip-5792 */
export interface BatchCall {
  readonly to?: string;
  /** Wei. */
  readonly value?: bigint;
  /** Hex. */
  readonly data?: string;
}

/** How a batch of calls fares. @see https://eips.ethereum.org/EIPS/eip-5792#wallet_getcallsstatus */
export interface CallsStatus {
  readonly id: string;
  readonly chainId: ChainId;
  /** 1xx pending, 200 confirmed, 400 failed offchain, 500 reverted, 600 partially reverted. */
  readonly status: number;
  readonly atomic: boolean;
  readonly receipts: readonly { readonly transactionHash: string; readonly blockNumber: bigint; readonly reverted: boolean }[];
}

/** What a wallet can do beyond sending, by chain and name. */
export type Capabilities = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/**
 * Told of what a wallet broadcasts by itself after the signal was aborted: the hash, or the id of a batch. What is on the wallet's screen
 * cannot be taken back. A signature that comes that late is nobody's, and is dropped.
 */
export type TellLate = (hash: string) => void;

/** What only EVM wallets do. */
export interface Eip155Calls {
  /** Signs and broadcasts several calls as one. @see https://eips.ethereum.org/EIPS/eip-5792 */
  sendCalls(
    request: {
      readonly from: AccountId;
      readonly calls: readonly BatchCall[];
      /** All or none of the calls. Default true. */
      readonly atomicRequired?: boolean;
      readonly capabilities?: Readonly<Record<string, unknown>>;
    },
    signal: AbortSignal,
    late?: TellLate,
  ): Promise<{ readonly id: string }>;
  /** Asks nobody. */
  getCallsStatus(request: { readonly id: string }, signal: AbortSignal): Promise<CallsStatus>;
  /** Has the wallet show a batch. */
  showCallsStatus(request: { readonly id: string }, signal: AbortSignal): Promise<void>;
  /** By CAIP-2 chain id. Asks nobody; a failed call gives an empty object (specification, section 8). */
  getCapabilities(
    request: { readonly account: AccountId; readonly chainIds?: readonly ChainId[] },
    signal: AbortSignal,
  ): Promise<Capabilities>;
  /** Method names the site is allowed. @see https://eips.ethereum.org/EIPS/eip-2255 */
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

/** What a Sign In With Solana message is made of. @see https://github.com/phantom/sign-in-with-solana */
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

/** What only Solana wallets do. Transactions are serialised bytes, legacy or version 0, so that a host builds them with the SDK it likes. */
export interface SolanaCalls {
  /** The same transactions, signed. More than one is asked for at once where the wallet can. */
  signTransactions(
    request: { readonly account: AccountId; readonly transactions: readonly Uint8Array[] },
    signal: AbortSignal,
  ): Promise<readonly Uint8Array[]>;
  /** Signs and broadcasts; resolves with the base58 signature. */
  signAndSendTransaction(
    request: { readonly account: AccountId; readonly transaction: Uint8Array; readonly options?: SolanaSendOptions },
    signal: AbortSignal,
    late?: TellLate,
  ): Promise<string>;
  /** Signs a message that the wallet writes for this page's origin. */
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

/** What only Bitcoin wallets do. */
export interface Bip122Calls {
  /**
   * Signs a PSBT in base64; without `inputs` all that the account owns. With `broadcast` it is finalised and sent here, so that nothing
   * is sent of what is signed after the signal was aborted.
   * @see BIP-174
   */
  signPsbt(
    request: { readonly account: AccountId; readonly psbt: string; readonly inputs?: readonly PsbtInput[]; readonly broadcast?: boolean },
    signal: AbortSignal,
  ): Promise<{ readonly psbt: string; readonly txid: string | null }>;
  /** Signs a text by one of both ways. `signMessage` of the session picks the one that fits the address. */
  signMessage(
    request: { readonly account: AccountId; readonly message: string; readonly protocol: 'ecdsa' | 'bip322' },
    signal: AbortSignal,
  ): Promise<string>;
  /** All addresses that the wallet shares, with type, public key and path where it tells them. */
  getAddresses(request: Record<string, never>, signal: AbortSignal): Promise<readonly AccountRecord<'bip122'>[]>;
}

/** What only Polkadot wallets do. */
export interface PolkadotCalls {
  /** Signs an extrinsic's payload, as `@polkadot/api` makes it (`SignerPayloadJSON`). Hex. */
  signPayload(
    request: { readonly account: AccountId; readonly payload: Readonly<Record<string, unknown>> },
    signal: AbortSignal,
  ): Promise<{ readonly signature: string; readonly signedTransaction: string | null }>;
  /** Signs bytes; wallets wrap them in `<Bytes>` unless they are wrapped. Hex. */
  signRaw(request: { readonly account: AccountId; readonly data: Uint8Array }, signal: AbortSignal): Promise<string>;
}

/** What the wallets of one namespace do and others do not, by namespace. */
export interface WalletCalls {
  readonly eip155: Eip155Calls;
  readonly solana: SolanaCalls;
  readonly bip122: Bip122Calls;
  readonly polkadot: PolkadotCalls;
}
