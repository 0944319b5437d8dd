import * as v from 'valibot';
import type { Locks } from '../../application/ports/locks.port.js';
import type { Storage } from '../../application/ports/storage.port.js';
import { STORAGE_KEYS } from '../../application/shared/storage-keys.js';
import type { AccountId } from '../../domain/caip/caip-10.js';
import { filteredArrayOrEmpty, parseJson } from '../../domain/wire.js';

/** Maximum compute units of a transaction. @see https://solana.com/docs/core/fees#compute-unit-limit */
export const MAX_UNITS = 1_400_000;

/** Number of recent blockhashes that are stored: one expires after 150 blocks, about a minute. */
const MAX_BLOCKHASHES = 32;

const usedSchema = filteredArrayOrEmpty(
  v.object({ blockhash: v.pipe(v.string(), v.maxLength(64)), limits: v.array(v.pipe(v.number(), v.safeInteger(), v.minValue(0))) }),
);

/**
 * Compute unit limits that make transfers of an account unique, in all tabs and across reloads.
 *
 * Equal transfers with the same blockhash are one transaction: the network executes it once and reports it for both. A limit that no other
 * transfer with the blockhash has costs nothing (at a price per unit, a fraction of a lamport), unlike a memo, and wallets do not show it,
 * unlike an additional account.
 */
export class UniqueLimits {
  readonly #storage: Storage;
  readonly #locks: Locks;

  constructor(storage: Storage, locks: Locks) {
    this.#storage = storage;
    this.#locks = locks;
  }

  /** Reserves the nearest unused limit: above the required units if possible, else within their margin. */
  reserve(account: AccountId, blockhash: string, units: number, signal: AbortSignal): Promise<number> {
    const key = STORAGE_KEYS.computeUnitLimits(account);
    const reserve = async (): Promise<number> => {
      const stored = v.parse(usedSchema, parseJson(this.#storage.get(key) ?? ''));
      const used = stored.find((each) => each.blockhash === blockhash)?.limits ?? [];
      let limit = units;
      while (used.includes(limit) && limit < MAX_UNITS) limit += 1;
      while (used.includes(limit)) limit -= 1;
      const others = stored.filter((each) => each.blockhash !== blockhash);
      this.#storage.set(key, JSON.stringify([{ blockhash, limits: [...used, limit] }, ...others].slice(0, MAX_BLOCKHASHES)));
      return limit;
    };
    return this.#locks.run(`solana_transfer:${account}`, reserve, signal);
  }
}
