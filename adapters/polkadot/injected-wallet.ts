import { bytesToHex } from '@noble/hashes/utils.js';
import { Subject } from 'rxjs';
import type { Clock } from '../../application/ports/clock.port.js';
import { abortable } from '../../application/shared/abortable.js';
import { within } from '../../application/shared/within.js';
import type { ChainId } from '../../domain/caip/caip-2.js';
import type { Connector } from '../../domain/connection/connector.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { attempt } from '../../domain/wire.js';
import type { InjectedExtension } from './injected-extension.js';
import type { PolkadotWallet } from './polkadot-wallet.js';
import { toLatchkeyError } from './to-latchkey-error.js';
import { readAccounts, type SharedAccount } from './wallet-answers.js';
import { wrapBytes } from './wrap-bytes.js';

/** How long an extension may take for what it answers without its owner. */
const SILENT_TIMEOUT_MS = 5_000;

/** Listens to the accounts of an extension; gives a function that stops it. Never throws. */
export const onAccounts = (extension: InjectedExtension, hear: (accounts: readonly SharedAccount[]) => void): (() => void) => {
  let isHeard = true;
  const listener = (accounts: unknown): void => {
    // A wallet that says something meaningless has said nothing.
    if (isHeard) attempt(() => hear(readAccounts(accounts, 'accounts.subscribe')));
  };
  const leave = attempt(() => extension.accounts.subscribe?.(listener));
  return () => {
    if (!isHeard) return;
    isHeard = false;
    // Some give the function late.
    const stop = (given: unknown): void => {
      if (typeof given === 'function') given();
    };
    attempt(() =>
      typeof leave === 'function'
        ? leave()
        : Promise.resolve(leave)
            .then(stop)
            .catch(() => undefined),
    );
  };
};

/** An extension that let the site in. @see https://github.com/polkadot-js/extension */
export class InjectedWallet implements PolkadotWallet {
  readonly connector: Connector;
  readonly provider: InjectedExtension;
  readonly #changes = new Subject<void>();
  readonly changes$ = this.#changes.asObservable();
  readonly #leave: () => void;
  #accounts: readonly SharedAccount[] = [];
  #heard = false;

  private constructor(connector: Connector, extension: InjectedExtension) {
    this.connector = connector;
    this.provider = extension;
    this.#leave = onAccounts(extension, (accounts) => {
      this.#heard = true;
      this.#accounts = accounts;
      this.#changes.next();
    });
  }

  /**
   * Listens to an extension, then asks what it shares.
   * @throws LatchkeyError `wallet/…`
   */
  static async open(connector: Connector, extension: InjectedExtension, clock: Clock, signal: AbortSignal): Promise<InjectedWallet> {
    const wallet = new InjectedWallet(connector, extension);
    const method = 'accounts.get';
    try {
      const asked = Promise.resolve(extension.accounts.get());
      const accounts = readAccounts(await abortable(within(SILENT_TIMEOUT_MS, clock, asked), signal), method);
      // What it said by itself meanwhile is as new.
      if (!wallet.#heard) wallet.#accounts = accounts;
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

  allows(): boolean {
    return true;
  }

  signPayload(_chainId: ChainId, _address: string, payload: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<unknown> {
    const { signer } = this.provider;
    return this.#ask('signPayload', () => signer.signPayload?.(payload), signer.signPayload, signal);
  }

  signRaw(_chainId: ChainId, address: string, data: Uint8Array, signal: AbortSignal): Promise<unknown> {
    const { signer } = this.provider;
    const raw = { address, data: `0x${bytesToHex(wrapBytes(data))}`, type: 'bytes' as const };
    return this.#ask('signRaw', () => signer.signRaw?.(raw), signer.signRaw, signal);
  }

  /** Extensions cannot be told to forget a site: its owner does that in the extension. */
  async disconnect(): Promise<void> {
    this.release();
  }

  release(): void {
    this.#leave();
    this.#changes.complete();
  }

  #ask(method: string, ask: () => PromiseLike<unknown> | undefined, member: unknown, signal: AbortSignal): Promise<unknown> {
    if (signal.aborted) return Promise.reject(signal.reason);
    if (typeof member !== 'function') return Promise.reject(new LatchkeyError('wallet/unsupported-method', { method }));
    // An extension may throw at once, or answer with a promise of its own make: the inner promise tames both.
    return abortable(new Promise((answer) => answer(ask())), signal);
  }
}
