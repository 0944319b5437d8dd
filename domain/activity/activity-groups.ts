import type { ActivityItem } from './activity-item.js';
import { type ActivityRow, activityRows } from './activity-rows.js';
import type { PoisoningDetector } from './address-poisoning.js';

/** The transactions of one month. Another object once something has changed in it; its lists grow in place. */
export interface ActivityMonth {
  readonly year: number;
  /** 0 to 11, as of `Date`. */
  readonly month: number;
  /** Newest first. */
  readonly items: readonly ActivityItem[];
  /** Lines of the transactions: one of many transfers has several. */
  readonly rows: readonly ActivityRow[];
}

const newestFirst = (one: ActivityItem, other: ActivityItem): number => other.minedAtMs - one.minedAtMs;

/** A month that grows. */
class Month {
  readonly #items: ActivityItem[] = [];
  readonly #rows: ActivityRow[] = [];
  /** Positions in `#items`, by id. */
  readonly #positions = new Map<string, number>();
  /** Positions in `#rows` of the first line of each item. */
  readonly #firstRows: number[] = [];
  #isInOrder = true;
  #areRowsInOrder = true;
  #shown: ActivityMonth;

  constructor(year: number, month: number) {
    this.#shown = { year, month, items: this.#items, rows: this.#rows };
  }

  /** The month as of the last {@link Month.finish}. */
  get shown(): ActivityMonth {
    return this.#shown;
  }

  has(id: string): boolean {
    return this.#positions.has(id);
  }

  /** Adds an item, or replaces the one with its id, at the cost of its own lines. */
  put(item: ActivityItem): void {
    const position = this.#positions.get(item.id);
    if (position === undefined) this.#append(item);
    else this.#replace(position, item);
  }

  /** Sorts what was not put in its place. */
  finish(): void {
    if (!this.#isInOrder) {
      this.#items.sort(newestFirst);
      for (const [position, { id }] of this.#items.entries()) this.#positions.set(id, position);
    }
    if (!this.#isInOrder || !this.#areRowsInOrder) {
      this.#rows.length = 0;
      for (const [position, item] of this.#items.entries()) this.#appendRows(position, item);
    }
    this.#isInOrder = true;
    this.#areRowsInOrder = true;
    this.#shown = { ...this.#shown };
  }

  #append(item: ActivityItem): void {
    const position = this.#items.length;
    const before = this.#items[position - 1];
    if (before !== undefined && newestFirst(before, item) > 0) this.#isInOrder = false;
    this.#positions.set(item.id, position);
    this.#items[position] = item;
    this.#appendRows(position, item);
  }

  #appendRows(position: number, item: ActivityItem): void {
    this.#firstRows[position] = this.#rows.length;
    this.#rows.push(...activityRows(item));
  }

  #replace(position: number, item: ActivityItem): void {
    const before = this.#items[position];
    if (before === undefined || newestFirst(before, item) !== 0) this.#isInOrder = false;
    this.#items[position] = item;
    const first = this.#firstRows[position] ?? 0;
    const next = this.#firstRows[position + 1] ?? this.#rows.length;
    const rows = activityRows(item);
    if (next - first === rows.length) for (const [index, row] of rows.entries()) this.#rows[first + index] = row;
    else this.#areRowsInOrder = false;
  }
}

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

  /** Addresses that the user has sent something of value to, without those that are known anyway. */
  get recipients(): readonly string[] {
    return this.#detector?.recipients ?? [];
  }

  get isEmpty(): boolean {
    return this.#months.size === 0;
  }

  /** Returns the same transactions, marked by another detector. */
  markedBy(detector: PoisoningDetector): ActivityGroups {
    const groups = new ActivityGroups(detector);
    const unmarked = ({ poisoning, ...item }: ActivityItem): ActivityItem => item;
    for (const { items } of this.months) groups.add(items.map(unmarked));
    return groups;
  }

  /** Adds a page. An item with the id of one in its month replaces that. */
  add(items: readonly ActivityItem[]): void {
    const rechecked = this.#detector?.add(items) ?? [];
    const changed = new Set<Month>();
    const put = (month: Month, item: ActivityItem): void => {
      month.put(this.#marked(item));
      changed.add(month);
    };
    for (const item of items) put(this.#monthOf(item), item);
    for (const item of rechecked) {
      const month = this.#monthOf(item);
      if (month.has(item.id)) put(month, item);
    }
    for (const month of changed) month.finish();
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
    const created = new Month(year, month);
    this.#months.set(key, created);
    return created;
  }
}
