import type { StandardAccount, StandardWallet } from '../../application/shared/standard-wallet.js';
import { attempt } from '../../domain/wire.js';

/**
 * The features of Solana's wallets, as far as they are used. What comes back is foreign: it is read by `wallet-answers`.
 * @see https://github.com/anza-xyz/wallet-standard and https://github.com/wallet-standard/wallet-standard
 */
export interface SolanaFeatures {
  readonly 'standard:connect': { connect(input?: { readonly silent?: boolean }): PromiseLike<unknown> };
  readonly 'standard:disconnect': { disconnect(): PromiseLike<unknown> };
  readonly 'standard:events': { on(event: 'change', listener: (change: unknown) => void): () => void };
  readonly 'solana:signMessage': {
    signMessage(...inputs: readonly MessageInput[]): PromiseLike<unknown>;
  };
  readonly 'solana:signTransaction': {
    readonly supportedTransactionVersions?: readonly unknown[];
    signTransaction(...inputs: readonly TransactionInput[]): PromiseLike<unknown>;
  };
  readonly 'solana:signAndSendTransaction': {
    readonly supportedTransactionVersions?: readonly unknown[];
    signAndSendTransaction(...inputs: readonly TransactionInput[]): PromiseLike<unknown>;
  };
  readonly 'solana:signIn': { signIn(...inputs: readonly object[]): PromiseLike<unknown> };
}

/** A message to sign. */
export interface MessageInput {
  readonly account: StandardAccount;
  readonly message: Uint8Array;
}

/** A transaction to sign. */
export interface TransactionInput {
  readonly account: StandardAccount;
  readonly transaction: Uint8Array;
  /** Such as `solana:mainnet`. */
  readonly chain: string;
  readonly options?: object;
}

/** The feature of a wallet, or `undefined`. Read anew each time: wallets gain and lose features. Never throws. */
export const featureOf = <Name extends keyof SolanaFeatures>(wallet: StandardWallet, name: Name): SolanaFeatures[Name] | undefined =>
  // The name says what its members are; one that is missing throws where it is called.
  attempt(() => wallet.features[name] as SolanaFeatures[Name] | null | undefined) ?? undefined;

/** Listens to what a wallet says by itself; who hears it may stumble over what it says. Gives a function that stops it. Never throws. */
export const onChange = (wallet: StandardWallet, hear: () => void): (() => void) => {
  let isHeard = true;
  const listener = (): void => {
    if (isHeard) attempt(hear);
  };
  const leave: unknown = attempt(() => featureOf(wallet, 'standard:events')?.on('change', listener));
  return () => {
    if (!isHeard) return;
    isHeard = false;
    attempt(() => {
      if (typeof leave === 'function') leave();
    });
  };
};
