import type { LiteSVM } from 'litesvm';

/** The packages behind a Solana node: loaded by whoever starts one, for nobody else needs them. */
export interface SolanaSdk {
  readonly kit: typeof import('@solana/kit');
  readonly litesvm: typeof import('litesvm');
}

/** How long a blockhash serves, in slots. @see https://solana.com/docs/core/transactions/confirmation */
const BLOCKHASH_SLOTS = 150;
/** How old, in slots, a transaction is when the cluster would have voted on it, and when nothing could take it back. */
const CONFIRMED_AGE = 1;
const FINALIZED_AGE = 3;

/** What became of a transaction. */
interface Entry {
  readonly slot: number;
  readonly err: unknown;
}

/** The steps of a transaction. */
export type Commitment = 'processed' | 'confirmed' | 'finalized';

/** The slots of a node, its blockhashes, and what became of its transactions. */
export class SolanaLedger {
  readonly #sdk: SolanaSdk;
  readonly #svm: LiteSVM;
  /** Whether time passes by itself. Without it a transaction is final as soon as it was carried out. */
  readonly #ticks: boolean;
  readonly #entries = new Map<string, Entry>();
  /** By blockhash: the slot that it came with. */
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

  /** The latest blockhash and the last slot that takes it. */
  get latest(): { readonly blockhash: string; readonly lastValidBlockHeight: number } {
    return { blockhash: this.#svm.latestBlockhash(), lastValidBlockHeight: this.slot + BLOCKHASH_SLOTS };
  }

  /** Whether a transaction with this blockhash can be carried out now. */
  isFresh(blockhash: string): boolean {
    const slot = this.#hashes.get(blockhash);
    return slot !== undefined && this.slot - slot <= BLOCKHASH_SLOTS;
  }

  /** Lets slots pass. */
  advance(slots: number): void {
    this.#svm.warpToSlot(this.#svm.getClock().slot + BigInt(slots));
    this.#svm.expireBlockhash();
    this.#hashes.set(this.#svm.latestBlockhash(), this.slot);
    for (const [hash, slot] of this.#hashes) if (this.slot - slot > BLOCKHASH_SLOTS) this.#hashes.delete(hash);
    for (const tell of [...this.#listeners]) tell();
  }

  /** Writes down what became of a transaction; gives its signature as a text. */
  record(signature: Uint8Array, err: unknown): string {
    const text = this.#sdk.kit.getBase58Decoder().decode(signature);
    this.#entries.set(text, { slot: this.slot, err });
    // A slot for each transaction where no other clock makes them; else all who listen hear of it in this one.
    if (this.#ticks) for (const tell of [...this.#listeners]) tell();
    else this.advance(1);
    return text;
  }

  has(signature: string): boolean {
    return this.#entries.has(signature);
  }

  /** What became of a transaction, and how sure that is; `null` for one that nobody sent. */
  status(signature: string): (Entry & { readonly confirmationStatus: Commitment }) | null {
    const entry = this.#entries.get(signature);
    if (entry === undefined) return null;
    const age = this.slot - entry.slot;
    const isSure = (needed: number): boolean => !this.#ticks || age >= needed;
    const confirmationStatus = isSure(FINALIZED_AGE) ? 'finalized' : isSure(CONFIRMED_AGE) ? 'confirmed' : 'processed';
    return { ...entry, confirmationStatus };
  }

  /** Calls whenever a slot has passed or a transaction was carried out. Gives a function that stops it. */
  onChange(tell: () => void): () => void {
    this.#listeners.add(tell);
    return () => this.#listeners.delete(tell);
  }
}
