import type { Storage } from 'latchkey';
import { EMPTY, of } from 'rxjs';

/** Keeps texts in a map of the shop, such as the record of a customer. */
export class ShopStorage implements Storage {
  readonly #texts: Map<string, string>;

  constructor(texts: Map<string, string>) {
    this.#texts = texts;
  }

  readonly durability$ = of('persistent' as const);
  /** No other tab writes here. */
  readonly changes$ = EMPTY;

  get(key: string): string | null {
    return this.#texts.get(key) || null;
  }

  set(key: string, value: string): void {
    this.#texts.set(key, value);
  }

  remove(key: string): void {
    this.#texts.delete(key);
  }
}
