import { describe, expect, it } from 'vitest';
import { type Page, readShownPage } from '../../../../application/shared/read-shown-page.js';

const isShown = (item: string): boolean => item !== 'spam';

/** Pages by their cursor, and the cursors that were read. */
const pagesOf = (pages: Readonly<Record<string, Page<string> | null>>) => {
  const cursors: (string | null)[] = [];
  const readPage = async (cursor: string | null): Promise<Page<string> | null> => {
    cursors.push(cursor);
    return pages[cursor ?? 'first'] ?? null;
  };
  return { readPage, cursors };
};

describe('readShownPage', () => {
  it('reads on until a page has an item to show', async () => {
    const { readPage, cursors } = pagesOf({
      first: { items: ['spam'], next: '2' },
      2: { items: [], next: '3' },
      3: { items: ['spam', 'a'], next: '4' },
    });
    expect(await readShownPage({ from: null, readPage, isShown })).toEqual({ items: ['a'], next: '4' });
    expect(cursors).toEqual([null, '2', '3']);
  });

  it('ends with the list', async () => {
    const { readPage } = pagesOf({ first: { items: ['spam'], next: null } });
    expect(await readShownPage({ from: null, readPage, isShown })).toEqual({ items: [], next: null });
    expect(await readShownPage({ from: null, readPage: pagesOf({}).readPage, isShown })).toBeNull();
  });

  it('ends at a cursor that a service repeats', async () => {
    const { readPage, cursors } = pagesOf({ first: { items: [], next: '2' }, 2: { items: ['spam'], next: '2' } });
    expect(await readShownPage({ from: null, readPage, isShown })).toEqual({ items: [], next: null });
    expect(cursors).toEqual([null, '2']);
  });

  it('ends at a page that only repeats what is listed, whatever its cursor', async () => {
    const { readPage } = pagesOf({ 2: { items: ['a'], next: '3' }, 4: { items: ['a', 'b'], next: '5' } });
    const isListed = (item: string): boolean => item === 'a';
    expect(await readShownPage({ from: '2', readPage, isShown, isListed })).toEqual({ items: [], next: null });
    expect(await readShownPage({ from: '4', readPage, isShown, isListed })).toEqual({ items: ['b'], next: '5' });
  });
});
