import type { ActivityItem } from './activity-item.js';
import type { PoisoningDetector } from './address-poisoning.js';

/** The transactions of one month. Another object once something has changed in it; its list grows in place. */
export interface ActivityMonth {
  readonly year: number;
  /** 0 to 11, as of `Date`. */
  readonly month: number;
  /** Newest first. */
  readonly items: readonly ActivityItem[];
}

interface Month {
  /** Months as returned last. */
  shown: ActivityMonth;
  readonly items: ActivityItem[];
  /** Positions in `items`, by id. */
  readonly positions: Map<string, number>;
}

const newestFirst = (one: ActivityItem, other: ActivityItem): number => other.minedAtMs - one.minedAtMs;

/**
 * Transactions by month of the user's time zone, newest first. Pages are added in place, each at the cost of its own items, so that a long history is
 * grouped in linear time: pages arrive newest first, and only one that does not sorts its month again. With a detector, poisoned transactions are marked,
 * also those of earlier pages once a later one shows which address they imitate.
 */
export class ActivityGroups {
  readonly #months = new Map<number, Month>();
  readonly #detector: PoisoningDetector | null;

  constructor(detector: PoisoningDetector | null = null) {
    this.#detector = detector;
  }

  /** Years and months, newest first. */
  get months(): readonly ActivityMonth[] {
    return [...this.#months].sort(([one], [other]) => other - one).map(([, { shown }]) => shown);
  }

  get isEmpty(): boolean {
    return this.#months.size === 0;
  }

  /** Adds a page. An item with the id of one in its month replaces that. */
  add(items: readonly ActivityItem[]): void {
    const rechecked = this.#detector?.add(items) ?? [];
    const changed = new Map<Month, boolean>();
    for (const item of items) {
      const month = this.#monthOf(item);
      const position = month.positions.get(item.id) ?? month.items.length;
      const [before, replaced] = [month.items[position - 1], month.items[position]];
      const isInOrder = replaced === undefined ? before === undefined || newestFirst(before, item) <= 0 : newestFirst(replaced, item) === 0;
      changed.set(month, (changed.get(month) ?? true) && isInOrder);
      month.positions.set(item.id, position);
      month.items[position] = this.#marked(item);
    }
    for (const [month, isInOrder] of changed) if (!isInOrder) sort(month);
    for (const item of rechecked) {
      const month = this.#monthOf(item);
      const position = month.positions.get(item.id);
      if (position !== undefined) month.items[position] = this.#marked(item);
      changed.set(month, true);
    }
    for (const month of changed.keys()) month.shown = { ...month.shown };
  }

  #marked(item: ActivityItem): ActivityItem {
    const poisoning = this.#detector?.poisoningOf(item.id) ?? null;
    return poisoning === null ? item : { ...item, poisoning };
  }

  #monthOf({ minedAtMs }: ActivityItem): Month {
    const date = new Date(minedAtMs);
    const [year, month] = [date.getFullYear(), date.getMonth()];
    const key = year * 12 + month;
    const known = this.#months.get(key);
    if (known !== undefined) return known;
    const items: ActivityItem[] = [];
    const created: Month = { shown: { year, month, items }, items, positions: new Map() };
    this.#months.set(key, created);
    return created;
  }
}

const sort = ({ items, positions }: Month): void => {
  items.sort(newestFirst);
  for (const [index, { id }] of items.entries()) positions.set(id, index);
};
