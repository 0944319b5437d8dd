import type { StandardAccount, StandardWallet } from '../../application/shared/standard-wallet.js';
import { attempt } from '../../domain/wire.js';

/**
 * The subset of Solana wallet features that is used. Results are untrusted and parsed in `wallet-responses`.
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

export interface MessageInput {
  readonly account: StandardAccount;
  readonly message: Uint8Array;
}

export interface TransactionInput {
  readonly account: StandardAccount;
  readonly transaction: Uint8Array;
  /** For example `solana:mainnet`. Optional for signing, as the standard has it. */
  readonly chain?: string;
  readonly options?: object;
}

/** A feature of a wallet, or `undefined`. Read on each use: wallets add and remove features. Never throws. */
export const featureOf = <Name extends keyof SolanaFeatures>(wallet: StandardWallet, name: Name): SolanaFeatures[Name] | undefined =>
  // The name implies the members; a missing one throws when it is called.
  attempt(() => wallet.features[name] as SolanaFeatures[Name] | null | undefined) ?? undefined;

/** Subscribes to a wallet's change events; errors of the handler are swallowed. Returns the unsubscribe function. Never throws. */
export const onChange = (wallet: StandardWallet, handler: () => void): (() => void) => {
  let isActive = true;
  const listener = (): void => {
    if (isActive) attempt(handler);
  };
  const unsubscribe: unknown = attempt(() => featureOf(wallet, 'standard:events')?.on('change', listener));
  return () => {
    if (!isActive) return;
    isActive = false;
    attempt(() => {
      if (typeof unsubscribe === 'function') unsubscribe();
    });
  };
};
