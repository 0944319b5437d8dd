import { whenIdle } from '../lib/open-page.mjs';
import { openConnected } from './connected-page.mjs';

/** Tabs of the account view, with what their first content is. */
const TABS = [
  // The first row is the coin, whose balance is the chain's.
  { tab: 'Tokens', content: '[data-testid^="lk-token-"]:nth-child(2)' },
  { tab: 'NFTs', content: '[data-testid="lk-nfts-panel"] li' },
  { tab: 'Activity', content: '.account-panel .activity' },
];

/**
 * Requests to the sandbox's blockchain API: when the wallet connects; since the account view was opened, until the first token is shown; and for
 * each other tab, until it shows something. `later` are those after that.
 */
export const measureRequests = async (browser, { page, url, sandbox, address }) => {
  const { rpc, walletDirectory, images, blockchainApi } = sandbox.meta;
  const opened = await openConnected(browser, { page, url, endpoints: { rpc, walletDirectory, images, blockchainApi }, address });
  try {
    const { tab, traffic } = opened;
    const requests = () =>
      traffic
        .now()
        .others.filter((other) => other.startsWith(`${blockchainApi}/`))
        .map((other) => other.slice(blockchainApi.length).replace(/0x[\da-f]{40}/i, '{account}'));
    const onConnect = requests();
    const rows = [];
    for (const { tab: name, content } of TABS) {
      const before = requests().length;
      await (rows.length === 0 ? tab.locator('#connect') : tab.getByRole('tab', { name })).click();
      await tab.locator(content).first().waitFor();
      const shown = requests().length;
      await whenIdle(opened);
      const paths = requests();
      rows.push({ tab: name, paths: paths.slice(before, shown), later: paths.slice(shown) });
    }
    return { onConnect, rows };
  } finally {
    await opened.close();
  }
};
