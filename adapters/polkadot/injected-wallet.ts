import { bytesToHex } from '@noble/hashes/utils.js';
import { Subject } from 'rxjs';
import type { Clock } from '../../application/ports/clock.port.js';
import { abortable } from '../../application/shared/abortable.js';
import { withTimeout } from '../../application/shared/with-timeout.js';
import type { ChainId } from '../../domain/caip/caip-2.js';
import type { Connector } from '../../domain/connection/connector.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { wrapBytes } from '../../domain/signatures/wrap-bytes.js';
import { attempt } from '../../domain/wire.js';
import type { InjectedExtension } from './injected-extension.js';
import type { PolkadotWallet } from './polkadot-wallet.js';
import { toLatchkeyError } from './to-latchkey-error.js';
import { readAccounts, type SharedAccount } from './wallet-responses.js';

/** Timeout of requests that need no prompt. */
const NO_PROMPT_TIMEOUT_MS = 5_000;

/** Subscribes to an extension's accounts; returns the unsubscribe function. Never throws. */
export const onAccounts = (extension: InjectedExtension, handler: (accounts: readonly SharedAccount[]) => void): (() => void) => {
  let isActive = true;
  const listener = (accounts: unknown): void => {
    // Ignores malformed account lists.
    if (isActive) attempt(() => handler(readAccounts(accounts, 'accounts.subscribe')));
  };
  const unsubscribe = attempt(() => extension.accounts.subscribe?.(listener));
  return () => {
    if (!isActive) return;
    isActive = false;
    // Some extensions return the unsubscribe function as a promise.
    const callIfFunction = (returned: unknown): void => {
      if (typeof returned === 'function') returned();
    };
    attempt(() =>
      typeof unsubscribe === 'function'
        ? unsubscribe()
        : Promise.resolve(unsubscribe)
            .then(callIfFunction)
            .catch(() => undefined),
    );
  };
};

/** An authorized extension. @see https://github.com/polkadot-js/extension */
export class InjectedWallet implements PolkadotWallet {
  readonly connector: Connector;
  readonly provider: InjectedExtension;
  readonly #changes = new Subject<void>();
  readonly changes$ = this.#changes.asObservable();
  readonly #unsubscribe: () => void;
  #accounts: readonly SharedAccount[] = [];
  #hasReceivedAccounts = false;

  private constructor(connector: Connector, extension: InjectedExtension) {
    this.connector = connector;
    this.provider = extension;
    this.#unsubscribe = onAccounts(extension, (accounts) => {
      this.#hasReceivedAccounts = true;
      this.#accounts = accounts;
      this.#changes.next();
    });
  }

  /**
   * Subscribes to an extension, then reads its accounts.
   * @throws LatchkeyError `wallet/…`
   */
  static async open(connector: Connector, extension: InjectedExtension, clock: Clock, signal: AbortSignal): Promise<InjectedWallet> {
    const wallet = new InjectedWallet(connector, extension);
    const method = 'accounts.get';
    try {
      const pendingAccounts = Promise.resolve(extension.accounts.get());
      const accounts = readAccounts(await abortable(withTimeout(NO_PROMPT_TIMEOUT_MS, clock, pendingAccounts), signal), method);
      // Accounts emitted meanwhile are at least as recent.
      if (!wallet.#hasReceivedAccounts) wallet.#accounts = accounts;
      return wallet;
    } catch (error) {
      wallet.release();
      signal.throwIfAborted();
      throw toLatchkeyError(error, method);
    }
  }

  accountsOn(chainId: ChainId): readonly SharedAccount[] {
    const reference = chainId.slice(chainId.indexOf(':') + 1);
    return this.#accounts.filter(({ genesisHash }) => genesisHash === null || genesisHash.startsWith(`0x${reference}`));
  }

  canSignFor(): boolean {
    return true;
  }

  signPayload(_chainId: ChainId, _address: string, payload: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<unknown> {
    const { signer } = this.provider;
    return this.#request('signPayload', () => signer.signPayload?.(payload), signer.signPayload, signal);
  }

  signRaw(_chainId: ChainId, address: string, data: Uint8Array, signal: AbortSignal): Promise<unknown> {
    const { signer } = this.provider;
    const raw = { address, data: `0x${bytesToHex(wrapBytes(data))}`, type: 'bytes' as const };
    return this.#request('signRaw', () => signer.signRaw?.(raw), signer.signRaw, signal);
  }

  /** Extensions have no method to revoke access: the user does that in the extension. */
  async disconnect(): Promise<void> {
    this.release();
  }

  release(): void {
    this.#unsubscribe();
    this.#changes.complete();
  }

  #request(method: string, call: () => PromiseLike<unknown> | undefined, member: unknown, signal: AbortSignal): Promise<unknown> {
    if (signal.aborted) return Promise.reject(signal.reason);
    if (typeof member !== 'function') return Promise.reject(new LatchkeyError('wallet/unsupported-method', { method }));
    // An extension may throw synchronously or return a non-native thenable: the promise constructor normalizes both.
    return abortable(new Promise((resolve) => resolve(call())), signal);
  }
}
