import { Observable } from 'rxjs';
import type { AccountState } from '../../domain/connection/connection-state.js';
import { parseRecentWallets } from '../../domain/connection/recent-wallets.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { PAIRING_VALIDITY_MS } from '../../domain/wallet-protocol/pairing-clock.js';
import { parsePairedWallet } from '../../domain/wallet-protocol/request-link.js';
import type { Clock } from '../ports/clock.port.js';
import type { Storage } from '../ports/storage.port.js';
import { runSync } from '../shared/run-use-case.js';
import { STORAGE_KEYS } from '../shared/storage-keys.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { PairWallet, PairWalletError, PairWalletInput } from './pair-wallet.use-case.js';

/** The result is the account, or `null` if no pairing was pending. */
export type ResumePairingState = UseCaseState<'working' | 'scan-uri', AccountState | null, PairWalletError>;

/** Stored pairing. `until` is in milliseconds since 1970. */
interface PendingPairing {
  readonly input: PairWalletInput;
  readonly until: number;
}

const read = (text: string | null): PendingPairing | null => {
  try {
    // Unvalidated: each member is checked below.
    const stored = JSON.parse(text ?? 'null') as Partial<Record<'wallet' | 'linking' | 'until', unknown>>;
    const [wallet] = parseRecentWallets(JSON.stringify([stored.wallet]));
    const linking = parsePairedWallet(JSON.stringify(stored.linking));
    if (wallet === undefined || linking === null || typeof stored.until !== 'number') return null;
    return { input: { wallet, linking }, until: stored.until };
  } catch {
    return null;
  }
};

/**
 * Resumes a pairing whose page was closed while the user was in the wallet, as mobile browsers do: the wallet's response waits in the
 * relay's mailbox. Does nothing without a pending pairing or if its URI has expired; fails with `pairing/expired` if it expires meanwhile.
 */
export class ResumePairing {
  readonly #pair: Pick<PairWallet, 'execute'>;
  readonly #storage: Storage;
  readonly #clock: Clock;

  constructor(pair: Pick<PairWallet, 'execute'>, storage: Storage, clock: Clock) {
    this.#pair = pair;
    this.#storage = storage;
    this.#clock = clock;
  }

  execute(): Observable<ResumePairingState> {
    const pending = read(this.#storage.get(STORAGE_KEYS.pendingPairing));
    const remainingMs = (pending?.until ?? 0) - this.#clock.now();
    const forget = (): void => this.#storage.remove(STORAGE_KEYS.pendingPairing);
    if (pending === null || remainingMs <= 0) {
      return runSync(() => {
        forget();
        return null;
      });
    }
    return new Observable((subscriber) => {
      const expire = (): void => {
        forget();
        subscriber.next({ status: 'error', error: new LatchkeyError('pairing/expired', {}) });
        subscriber.complete();
      };
      // Capped, so that a clock that was set back cannot extend the pairing.
      subscriber.add(this.#clock.scheduler.schedule(expire, Math.min(remainingMs, PAIRING_VALIDITY_MS)));
      subscriber.add(this.#pair.execute(pending.input).subscribe(subscriber));
    });
  }
}
