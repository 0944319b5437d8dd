import type { LiteSVM } from 'litesvm';

/** The SDKs behind a Solana node, loaded lazily because only a node needs them. */
export interface SolanaSdk {
  readonly kit: typeof import('@solana/kit');
  readonly litesvm: typeof import('litesvm');
}

/** Validity of a blockhash, in slots. @see https://solana.com/docs/core/transactions/confirmation */
const BLOCKHASH_SLOTS = 150;
/** Age, in slots, at which a transaction counts as confirmed or finalized. */
const CONFIRMED_AGE = 1;
const FINALIZED_AGE = 3;

/** Result of a transaction. */
interface Entry {
  readonly slot: number;
  readonly err: unknown;
}

/** Commitment levels. */
export type Commitment = 'processed' | 'confirmed' | 'finalized';

/** Slots, blockhashes and transaction results of a node. */
export class SolanaLedger {
  readonly #sdk: SolanaSdk;
  readonly #svm: LiteSVM;
  /** True when slots advance on a timer. Otherwise a transaction is finalized as soon as it is executed. */
  readonly #ticks: boolean;
  readonly #entries = new Map<string, Entry>();
  /** Slot in which each blockhash was created. */
  readonly #hashes = new Map<string, number>();
  readonly #listeners = new Set<() => void>();

  constructor(sdk: SolanaSdk, svm: LiteSVM, ticks: boolean) {
    this.#sdk = sdk;
    this.#svm = svm;
    this.#ticks = ticks;
    this.#hashes.set(svm.latestBlockhash(), this.slot);
  }

  get slot(): number {
    return Number(this.#svm.getClock().slot);
  }

  /** The latest blockhash and the last slot in which it is valid. */
  get latest(): { readonly blockhash: string; readonly lastValidBlockHeight: number } {
    return { blockhash: this.#svm.latestBlockhash(), lastValidBlockHeight: this.slot + BLOCKHASH_SLOTS };
  }

  /** Returns true if a transaction with this blockhash can still be executed. */
  isFresh(blockhash: string): boolean {
    const slot = this.#hashes.get(blockhash);
    return slot !== undefined && this.slot - slot <= BLOCKHASH_SLOTS;
  }

  /** Advances the slot. */
  advance(slots: number): void {
    this.#svm.warpToSlot(this.#svm.getClock().slot + BigInt(slots));
    this.#svm.expireBlockhash();
    this.#hashes.set(this.#svm.latestBlockhash(), this.slot);
    for (const [hash, slot] of this.#hashes) if (this.slot - slot > BLOCKHASH_SLOTS) this.#hashes.delete(hash);
    for (const listener of [...this.#listeners]) listener();
  }

  /** Records the result of a transaction and returns its signature in base58. */
  record(signature: Uint8Array, err: unknown): string {
    const text = this.#sdk.kit.getBase58Decoder().decode(signature);
    this.#entries.set(text, { slot: this.slot, err });
    // Without a timer, each transaction advances the slot. Otherwise listeners are notified within the current slot.
    if (this.#ticks) for (const listener of [...this.#listeners]) listener();
    else this.advance(1);
    return text;
  }

  has(signature: string): boolean {
    return this.#entries.has(signature);
  }

  /** Returns the result and commitment of a transaction; `null` if it is unknown. */
  status(signature: string): (Entry & { readonly confirmationStatus: Commitment }) | null {
    const entry = this.#entries.get(signature);
    if (entry === undefined) return null;
    const age = this.slot - entry.slot;
    const hasAge = (needed: number): boolean => !this.#ticks || age >= needed;
    const confirmationStatus = hasAge(FINALIZED_AGE) ? 'finalized' : hasAge(CONFIRMED_AGE) ? 'confirmed' : 'processed';
    return { ...entry, confirmationStatus };
  }

  /** Calls the listener after each slot and transaction. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
