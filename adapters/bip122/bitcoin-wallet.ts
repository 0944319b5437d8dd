import type { PsbtInput } from '../../application/ports/wallet-calls.js';
import type { BitcoinNetworkName } from '../../domain/network/bitcoin-network.js';

/** An address as a wallet tells it; nothing in it is checked. */
export interface WalletAddress {
  readonly address: unknown;
  readonly purpose?: unknown;
  readonly publicKey?: unknown;
  readonly path?: unknown;
}

/** How a text is signed. @see BIP-137, BIP-322 */
export type MessageProtocol = 'ecdsa' | 'bip322';

/** What a wallet says by itself. */
export interface WalletListener {
  /** Its addresses may be others now; with what it said, where it said it. */
  addressesChanged(addresses?: readonly WalletAddress[]): void;
  networkChanged(): void;
  /** It shares nothing any more. */
  disconnected(): void;
}

/**
 * A Bitcoin wallet, whatever language it speaks. Answers are the wallet's own and unchecked; failures are whatever it
 * throws. PSBTs and signatures are base64 on this side.
 */
export interface BitcoinWallet {
  /** The wallet's own object, for hosts. */
  readonly provider: unknown;
  /** Opens the wallet and asks its owner for addresses. */
  connect(network: BitcoinNetworkName | null): Promise<readonly WalletAddress[]>;
  /** The addresses it shares, without asking its owner; none where it cannot tell. */
  addresses(): Promise<readonly WalletAddress[]>;
  /** The network it is on; `null` where it does not say: then its addresses do. */
  network?(): Promise<BitcoinNetworkName | null>;
  switchNetwork?(network: BitcoinNetworkName): Promise<unknown>;
  signMessage?(request: {
    readonly address: string;
    readonly message: string;
    readonly protocol: MessageProtocol;
    /** Of the address. */
    readonly isTaproot: boolean;
  }): Promise<unknown>;
  signPsbt?(request: { readonly psbt: string; readonly inputs: readonly PsbtInput[] }): Promise<unknown>;
  /** Signs and broadcasts; gives the transaction's id. Only where it does not sign alone. */
  signAndSendPsbt?(request: { readonly psbt: string; readonly inputs: readonly PsbtInput[] }): Promise<unknown>;
  /** Builds, signs and broadcasts by itself; gives the transaction's id. */
  sendTransfer?(request: { readonly from: string; readonly to: string; readonly sats: bigint }): Promise<unknown>;
  disconnect?(): Promise<unknown>;
  /** Gives a function that stops listening. */
  listen(listener: WalletListener): () => void;
}
