import * as v from 'valibot';
import type { Storage } from '../../application/ports/storage.port.js';
import { STORAGE_KEYS } from '../../application/shared/storage-keys.js';
import { filteredArrayOrEmpty, parseJson } from '../../domain/wire.js';

/** Periods of a mortal era in blocks, the preferred one first. */
const PERIODS = [64, 32, 128, 16, 256] as const;

/** Number of extrinsics that are stored for an account: they are compared only until the next finalized block. */
const MAX_EXTRINSICS = 32;

/** A signed extrinsic that may have been broadcast. */
export interface SentExtrinsic {
  readonly hash: string;
  /** Hash of the block at which its era starts. */
  readonly blockHash: string;
  readonly nonce: number;
  /** Length of the era in blocks. */
  readonly period: number;
}

const sentSchema = filteredArrayOrEmpty(
  v.object({
    hash: v.pipe(v.string(), v.maxLength(66)),
    blockHash: v.pipe(v.string(), v.maxLength(66)),
    nonce: v.pipe(v.number(), v.safeInteger()),
    period: v.picklist(PERIODS),
  }),
);

/**
 * Eras that make the extrinsics of an account unique, in all tabs and across reloads.
 *
 * The signatures of ed25519 and ecdsa keys are deterministic: equal transfers with the same nonce and era are one extrinsic, which the network
 * executes once and reports for both. The nonce is the same if the first one did not reach the node, or may not have. An era of another
 * length makes them two, of which the nonce lets the network execute one, and costs nothing.
 */
export class UniqueEras {
  readonly #storage: Storage;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /** A period that no extrinsic with the nonce and the block has yet; `null` if there is none before the next block. */
  findPeriod(account: string, { blockHash, nonce }: Pick<SentExtrinsic, 'blockHash' | 'nonce'>): number | null {
    const used = this.#read(account).filter((each) => each.blockHash === blockHash && each.nonce === nonce);
    return PERIODS.find((period) => !used.some((each) => each.period === period)) ?? null;
  }

  /** Stores an extrinsic before it is broadcast; `false` if it was stored before. Called while no other one of the account is sent. */
  add(account: string, extrinsic: SentExtrinsic): boolean {
    const sent = this.#read(account);
    if (sent.some(({ hash }) => hash === extrinsic.hash)) return false;
    this.#storage.set(STORAGE_KEYS.sentExtrinsics(account), JSON.stringify([extrinsic, ...sent].slice(0, MAX_EXTRINSICS)));
    return true;
  }

  #read(account: string): readonly SentExtrinsic[] {
    return v.parse(sentSchema, parseJson(this.#storage.get(STORAGE_KEYS.sentExtrinsics(account)) ?? ''));
  }
}
