import * as v from 'valibot';
import type { Clock } from '../../application/ports/clock.port.js';
import type { Storage } from '../../application/ports/storage.port.js';
import { STORAGE_KEYS } from '../../application/shared/storage-keys.js';
import type { AccountId } from '../../domain/caip/caip-10.js';
import { filteredArrayOrEmpty, parseJson } from '../../domain/wire.js';
import type { Outpoint } from './esplora/esplora-responses.js';

/** How long a wallet that broadcasts itself may take to show a prompt and to respond. */
const WALLET_LIMIT_MS = 60 * 60_000;
/** Nodes drop a transaction that is not confirmed after two weeks. @see https://github.com/bitcoin/bitcoin `-mempoolexpiry` */
const SENT_LIMIT_MS = 14 * 24 * 60 * 60_000;

/** Maximum number of coins of a stored payment: more inputs do not fit into a standard transaction. @see BIP-141, 400 000 weight units */
const MAX_COINS = 2_500;

/**
 * A payment that is not confirmed yet, and its coins.
 *
 * - `signing`: this library broadcasts it once it is signed;
 * - `in-wallet`: the wallet signs and broadcasts it;
 * - `sent`: it may have been broadcast.
 */
export interface PendingPayment {
  readonly coins: readonly Outpoint[];
  readonly state: 'signing' | 'in-wallet' | 'sent';
  /** Milliseconds since 1970. */
  readonly since: number;
}

const txidSchema = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const uint32Schema = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(0xffff_ffff));
const paymentsSchema = filteredArrayOrEmpty(
  v.object({
    coins: v.pipe(v.array(v.object({ txid: txidSchema, vout: uint32Schema })), v.maxLength(MAX_COINS)),
    state: v.picklist(['signing', 'in-wallet', 'sent']),
    since: v.pipe(v.number(), v.safeInteger()),
  }),
);

/** Checks if two references are to the same coin. */
export const isSameCoin = (a: Outpoint, b: Outpoint): boolean => a.txid === b.txid && a.vout === b.vout;

/** Payments with the same first coin, of which one at most can be confirmed. */
export const isSamePayment = (a: Pick<PendingPayment, 'coins'>, b: Pick<PendingPayment, 'coins'>): boolean => {
  const [first, other] = [a.coins[0], b.coins[0]];
  return first !== undefined && other !== undefined && isSameCoin(first, other);
};

/**
 * The coins that pending payments spend, by address: no other payment may use them, also after a reload and in another tab.
 */
export class CoinsInUse {
  readonly #storage: Storage;
  readonly #clock: Clock;

  constructor(storage: Storage, clock: Clock) {
    this.#storage = storage;
    this.#clock = clock;
  }

  /** The payments of an address that have not expired. */
  payments(account: AccountId): readonly PendingPayment[] {
    const now = this.#clock.now();
    const limit = ({ state }: PendingPayment): number => (state === 'in-wallet' ? WALLET_LIMIT_MS : SENT_LIMIT_MS);
    return v
      .parse(paymentsSchema, parseJson(this.#storage.get(STORAGE_KEYS.coinsInUse(account)) ?? ''))
      .filter((payment) => now - payment.since < limit(payment));
  }

  /** Adds a payment, or updates the one with the same coins. */
  save(account: AccountId, payment: Omit<PendingPayment, 'since'>): void {
    const saved = { ...payment, since: this.#clock.now() };
    this.#write(account, [...this.payments(account).filter((each) => !isSamePayment(each, saved)), saved]);
  }

  /** Releases the coins of a payment. */
  release(account: AccountId, payment: Pick<PendingPayment, 'coins'>): void {
    this.#write(
      account,
      this.payments(account).filter((each) => !isSamePayment(each, payment)),
    );
  }

  #write(account: AccountId, payments: readonly PendingPayment[]): void {
    const key = STORAGE_KEYS.coinsInUse(account);
    if (payments.length === 0) this.#storage.remove(key);
    else this.#storage.set(key, JSON.stringify(payments));
  }
}
