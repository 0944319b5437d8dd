import type { Page } from '@playwright/test';
import { DappPage } from './dapp-page.js';

/** Folder of the page with options in its query string. */
export const OPTIONS_PAGE = 'tests/e2e/pages/options-page';

/** Options of {@link openOptionsPage}. */
export interface OptionsPageInput {
  /** Options of `createLatchkey` as JSON, merged over the page's defaults. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** Name of the view that the page's button opens. */
  readonly view?: string;
  /** Adds WalletConnect with the sandbox's services. */
  readonly hasRemoteWallets?: boolean;
}

/** Opens the options page. */
export const openOptionsPage = (
  page: Page,
  origin: string,
  { options = {}, view, hasRemoteWallets = false }: OptionsPageInput = {},
): Promise<DappPage> => {
  const query = new URLSearchParams({
    options: JSON.stringify(options),
    ...(view === undefined ? {} : { view }),
    ...(hasRemoteWallets ? { reach: '' } : {}),
  });
  return new DappPage(page, origin).open(`/?${query}`);
};
