import type { Storage } from 'latchkey';
import { EMPTY, of } from 'rxjs';

/** Stores values in a map that the shop provides, such as a customer record. */
export class ShopStorage implements Storage {
  readonly #values: Map<string, string>;

  constructor(values: Map<string, string>) {
    this.#values = values;
  }

  readonly durability$ = of('persistent' as const);
  /** No other tab writes to this storage. */
  readonly changes$ = EMPTY;

  get(key: string): string | null {
    return this.#values.get(key) || null;
  }

  set(key: string, value: string): void {
    this.#values.set(key, value);
  }

  remove(key: string): void {
    this.#values.delete(key);
  }
}
