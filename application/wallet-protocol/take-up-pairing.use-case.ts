import { Observable } from 'rxjs';
import type { AccountState } from '../../domain/connection/connection-state.js';
import { parseRecentWallets } from '../../domain/connection/recent-wallets.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { parseWalletChoice } from '../../domain/wallet-protocol/answer-link.js';
import { PAIRING_VALIDITY_MS } from '../../domain/wallet-protocol/pairing-clock.js';
import type { Clock } from '../ports/clock.port.js';
import type { Storage } from '../ports/storage.port.js';
import { runAtOnce } from '../shared/run-use-case.js';
import { STORAGE_KEYS } from '../shared/storage-keys.js';
import type { UseCaseState } from '../shared/use-case-state.js';
import type { PairWallet, PairWalletError, PairWalletInput } from './pair-wallet.use-case.js';

/** The result is the account, or `null` where nothing was under way. */
export type TakeUpPairingState = UseCaseState<'working' | 'scan-uri', AccountState | null, PairWalletError>;

/** What was under way when the page was closed, and until when (milliseconds since 1970). */
interface PendingPairing {
  readonly input: PairWalletInput;
  readonly until: number;
}

const read = (text: string | null): PendingPairing | null => {
  try {
    // Whatever the shape really is: each member is checked.
    const stored = JSON.parse(text ?? 'null') as Partial<Record<'wallet' | 'linking' | 'until', unknown>>;
    const [wallet] = parseRecentWallets(JSON.stringify([stored.wallet]));
    const linking = parseWalletChoice(JSON.stringify(stored.linking));
    if (wallet === undefined || linking === null || typeof stored.until !== 'number') return null;
    return { input: { wallet, linking }, until: stored.until };
  } catch {
    return null;
  }
};

/**
 * Goes on with a pairing whose page was closed while the person was in the wallet, as phones do: the wallet's answer waits at
 * the relay. Without one, or where its URI is over, nothing happens; one whose URI runs out here ends in `pairing/expired`.
 */
export class TakeUpPairing {
  readonly #pair: Pick<PairWallet, 'execute'>;
  readonly #storage: Storage;
  readonly #clock: Clock;

  constructor(pair: Pick<PairWallet, 'execute'>, storage: Storage, clock: Clock) {
    this.#pair = pair;
    this.#storage = storage;
    this.#clock = clock;
  }

  execute(): Observable<TakeUpPairingState> {
    const pending = read(this.#storage.get(STORAGE_KEYS.pendingPairing));
    const leftMs = (pending?.until ?? 0) - this.#clock.now();
    const forget = (): void => this.#storage.remove(STORAGE_KEYS.pendingPairing);
    if (pending === null || leftMs <= 0) {
      return runAtOnce(() => {
        forget();
        return null;
      });
    }
    return new Observable((subscriber) => {
      // What no wallet answered by then, none will.
      const end = (): void => {
        forget();
        subscriber.next({ status: 'error', error: new LatchkeyError('pairing/expired', {}) });
        subscriber.complete();
      };
      // A clock that was set back makes no pairing live longer.
      subscriber.add(this.#clock.scheduler.schedule(end, Math.min(leftMs, PAIRING_VALIDITY_MS)));
      subscriber.add(this.#pair.execute(pending.input).subscribe(subscriber));
    });
  }
}
