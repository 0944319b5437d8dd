import type { PsbtInput } from '../../application/ports/wallet-calls.js';
import type { BitcoinNetworkName } from '../../domain/network/bitcoin-network.js';

/** An address as returned by a wallet, unvalidated. */
export interface WalletAddress {
  readonly address: unknown;
  readonly purpose?: unknown;
  readonly publicKey?: unknown;
  readonly path?: unknown;
}

/** Message signature format. @see BIP-137, BIP-322 */
export type MessageProtocol = 'ecdsa' | 'bip322';

/** Wallet events. */
export interface WalletListener {
  /** The addresses may have changed; passes the new ones if the event contains them. */
  addressesChanged(addresses?: readonly WalletAddress[]): void;
  networkChanged(): void;
  /** The wallet no longer shares any address. */
  disconnected(): void;
}

/** Common interface of all Bitcoin wallets. Results are unvalidated and errors are the wallet's own. PSBTs and signatures are base64. */
export interface BitcoinWallet {
  /** The wallet's own object, for apps. */
  readonly provider: unknown;
  /** Prompts the user to share addresses. */
  connect(network: BitcoinNetworkName | null): Promise<readonly WalletAddress[]>;
  /** Shared addresses, without a prompt; empty if they cannot be read. */
  addresses(): Promise<readonly WalletAddress[]>;
  /** The active network; `null` if unknown: then it is derived from the addresses. */
  network?(): Promise<BitcoinNetworkName | null>;
  switchNetwork?(network: BitcoinNetworkName): Promise<unknown>;
  signMessage?(request: {
    readonly address: string;
    readonly message: string;
    readonly protocol: MessageProtocol;
    /** `true` if the address is taproot. */
    readonly isTaproot: boolean;
  }): Promise<unknown>;
  signPsbt?(request: { readonly psbt: string; readonly inputs: readonly PsbtInput[] }): Promise<unknown>;
  /** Signs and broadcasts; resolves with the txid. Only for wallets that cannot sign without broadcasting. */
  signAndSendPsbt?(request: { readonly psbt: string; readonly inputs: readonly PsbtInput[] }): Promise<unknown>;
  /** The wallet builds, signs and broadcasts; resolves with the txid. */
  sendTransfer?(request: { readonly from: string; readonly to: string; readonly sats: bigint }): Promise<unknown>;
  disconnect?(): Promise<unknown>;
  /** Returns the unsubscribe function. */
  listen(listener: WalletListener): () => void;
}
