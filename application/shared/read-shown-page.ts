/** A page of a service. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Cursor of the next page; `null` after the last one. */
  readonly next: string | null;
}

/** Options of {@link readShownPage}. */
export interface ShownPageOptions<Item> {
  /** Cursor of the first page to read; `null` for the first page of all. */
  readonly from: string | null;
  /** `null`: the service has no such list. */
  readonly readPage: (cursor: string | null) => Promise<Page<Item> | null>;
  readonly isShown: (item: Item) => boolean;
  /** Whether the list has the item already. Default: none. */
  readonly isListed?: (item: Item) => boolean;
}

/** Reads pages until one has an item to show that is not listed yet, and returns its items to show; `null` if the service has no such list. */
export const readShownPage = async <Item>({
  from,
  readPage,
  isShown,
  isListed = () => false,
}: ShownPageOptions<Item>): Promise<Page<Item> | null> => {
  const seen = new Set<string | null>([from]);
  for (let cursor = from; ; ) {
    const page = await readPage(cursor);
    if (page === null) return null;
    const shown = page.items.filter(isShown);
    const items = shown.filter((item) => !isListed(item));
    // A service that repeats a cursor, or ignores it and repeats a page, would be asked forever.
    const isRepeated = seen.has(page.next) || (shown.length > 0 && items.length === 0);
    const next = isRepeated ? null : page.next;
    if (items.length > 0 || next === null) return { items, next };
    seen.add(next);
    cursor = next;
  }
};
