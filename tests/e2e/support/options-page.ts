import type { Page } from '@playwright/test';
import { DappPage } from './dapp-page.js';

/** Folder of the page that takes its options from the query string. */
export const OPTIONS_PAGE = 'tests/e2e/pages/options-page';

/** What the page is opened with. */
export interface OptionsPageInput {
  /** Options of `createLatchkey` as plain data, over the page's networks and adapter. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** View that the page's button opens, by its name. */
  readonly view?: string;
  /** Wallets elsewhere are composed, with the sandbox's services. */
  readonly reach?: boolean;
}

/** Opens the page with options. */
export const openOptionsPage = (
  page: Page,
  origin: string,
  { options = {}, view, reach = false }: OptionsPageInput = {},
): Promise<DappPage> => {
  const query = new URLSearchParams({
    options: JSON.stringify(options),
    ...(view === undefined ? {} : { view }),
    ...(reach ? { reach: '' } : {}),
  });
  return new DappPage(page, origin).open(`/?${query}`);
};
