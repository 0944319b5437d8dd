import type { ActivityMonth } from './activity-groups.js';
import type { ActivityRow } from './activity-rows.js';

/** A line of a list: the heading of a month, or one of its rows. */
export interface ActivityListLine {
  readonly key: string;
  readonly month: ActivityMonth;
  /** `null` for the heading. */
  readonly row: ActivityRow | null;
}

/** Months as the lines of one list, each with a heading. Created at the cost of the months, not of their rows, which may be many. */
export class ActivityLines {
  readonly #months: readonly ActivityMonth[];
  /** Index of the heading of each month. */
  readonly #headings: readonly number[];
  readonly count: number;

  constructor(months: readonly ActivityMonth[]) {
    const headings: number[] = [];
    let count = 0;
    for (const { rows } of months) {
      headings.push(count);
      count += rows.length + 1;
    }
    this.#months = months;
    this.#headings = headings;
    this.count = count;
  }

  /** The line with an index; `null` outside of the list. */
  at(index: number): ActivityListLine | null {
    const month = this.#monthOf(index);
    if (month === undefined || index >= this.count) return null;
    return { key: this.keyAt(index), month, row: this.#rowAt(index) ?? null };
  }

  /** Key of a line, without creating it. */
  keyAt(index: number): string {
    const month = this.#monthOf(index);
    return this.#rowAt(index)?.key ?? `${month?.year}-${month?.month}`;
  }

  isHeading(index: number): boolean {
    return this.#headings[this.#positionOf(index)] === index;
  }

  #monthOf(index: number): ActivityMonth | undefined {
    return this.#months[this.#positionOf(index)];
  }

  #rowAt(index: number): ActivityRow | undefined {
    const position = this.#positionOf(index);
    return this.#months[position]?.rows[index - (this.#headings[position] ?? 0) - 1];
  }

  /** Position of the month with a line; -1 before the first. */
  #positionOf(index: number): number {
    let [low, high] = [0, this.#headings.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#headings[middle] ?? 0) <= index) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
