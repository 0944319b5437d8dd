import { fireEvent, render, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ActivityGroups } from '../../../domain/activity/activity-groups.js';
import type { ActivityItem, FungibleTransfer, NftTransfer } from '../../../domain/activity/activity-item.js';
import { toChainId } from '../../../domain/caip/caip-2.js';
import { LatchkeyContext } from '../../../presentation/hooks/latchkey-context.js';
import { en } from '../../../presentation/messages/en.js';
import { ActivityList } from '../../../presentation/views/transactions/activity-list.js';
import { ADDRESS, connectedClient, OTHER_ADDRESS } from '../hooks/support/connected.js';
import type { FakeClient } from '../hooks/support/fake-client.js';
import { expectAccessible } from '../support/axe.js';
import { ADDRESSES, connectedMultiChainClient } from '../support/multi-chain-client.js';
import { actAndFlush, openModal, press, type RenderedModal, renderOpen, textWithoutPictures } from '../support/render-modal.js';

const NOW = new Date(2026, 9, 20);
const at = (...date: readonly [number, number, number]): number => new Date(...date).getTime();

const item = (id: string, overrides: Partial<ActivityItem> = {}): ActivityItem => ({
  id,
  chainId: toChainId('eip155:1'),
  operation: 'send',
  status: 'confirmed',
  hash: `0x${id}`,
  minedAtMs: at(2026, 9, 15),
  sentFrom: ADDRESS,
  sentTo: OTHER_ADDRESS,
  transfers: [],
  ...overrides,
});
const token = (direction: FungibleTransfer['direction'], quantity: string, symbol: string): FungibleTransfer => ({
  ...{ kind: 'fungible', direction, quantity, valueUsd: null, name: symbol, symbol, iconUrl: null },
});
const nft = (name: string): NftTransfer => ({
  ...{ kind: 'nft', direction: 'in', quantity: '1', valueUsd: null, name, previewUrl: null, isSpam: false },
});

/** Heights of the list and of a line, in px. */
const [LIST_PX, LINE_PX] = [480, 68];

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return this.tagName === 'LI' ? LINE_PX : LIST_PX;
  });
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(LIST_PX);
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Opens the history of an account. */
const openActivity = async (
  history: readonly ActivityItem[],
  prepare: (fake: FakeClient) => void = () => undefined,
): Promise<{ fake: FakeClient; modal: RenderedModal }> => {
  const fake = await connectedClient();
  fake.blockchainApi.histories.set(ADDRESS, history);
  prepare(fake);
  const modal = await renderOpen(fake);
  await openModal(fake, { view: 'Transactions' });
  return { fake, modal };
};

const linesOf = ({ ui }: RenderedModal): readonly string[] => ui.getAllByRole('listitem').map(textWithoutPictures);

describe('Transactions', () => {
  it('lists transactions by month with label, other side, amounts and day', async () => {
    const { modal } = await openActivity([
      item('a', { transfers: [token('out', '1.23456', 'ETH')] }),
      item('b', {
        operation: 'receive',
        sentFrom: OTHER_ADDRESS,
        sentTo: ADDRESS,
        transfers: [token('in', '1234.5', 'USDC')],
        minedAtMs: at(2026, 9, 2),
      }),
      item('c', { operation: 'trade', transfers: [token('out', '5', 'USDC'), token('in', '0.0001', 'ETH')], minedAtMs: at(2026, 8, 30) }),
      item('d', { operation: 'mint', sentFrom: `0x${'0'.repeat(40)}`, transfers: [nft('Badge'), nft('')], minedAtMs: at(2025, 8, 3) }),
      item('e', { operation: 'approve', minedAtMs: at(2025, 8, 1) }),
    ]);
    expect(modal.viewName()).toBe('Transactions');
    expect(linesOf(modal)).toEqual([
      'October',
      'SentTo 0x2222...2222−1.234 ETHOct 15 (opens in a new tab)',
      'ReceivedFrom 0x2222...2222+1,234.500 USDCOct 02 (opens in a new tab)',
      'September',
      'SwappedTo 0x2222...2222−5.000 USDC+<0.001 ETHSep 30 (opens in a new tab)',
      'September 2025',
      'Minted+BadgeSep 03 (opens in a new tab)',
      'Minted+NFTSep 03 (opens in a new tab)',
      'ApprovedTo 0x2222...2222ConfirmedSep 01 (opens in a new tab)',
    ]);
    expect(modal.ui.getAllByRole('link')[0]?.getAttribute('href')).toBe('https://etherscan.io/tx/0xa');
    await expectAccessible(modal.view());
  });

  it('names the months in the language of the app, also after it has changed', async () => {
    const { client } = await connectedClient();
    const groups = new ActivityGroups();
    groups.add([item('a'), item('b', { minedAtMs: at(2025, 11, 3) })]);
    const { months } = groups;
    const listIn = (locale: string) => (
      <LatchkeyContext.Provider value={{ client, messages: { ...en, locale } }}>
        <ActivityList months={months} note={null} canLoadMore={false} onEndReached={() => undefined}>
          {null}
        </ActivityList>
      </LatchkeyContext.Provider>
    );
    const { getAllByRole, rerender, unmount } = render(listIn('en'));
    const namesOfMonths = () => getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(namesOfMonths()).toEqual(['October', 'December 2025']);
    rerender(listIn('de'));
    expect(namesOfMonths()).toEqual(['Oktober', 'Dezember 2025']);
    unmount();
  });

  it('marks transactions that are pending or have failed, and shows the labels of the app', async () => {
    const { fake, modal } = await openActivity([
      item('a', { status: 'pending', transfers: [token('out', '1', 'ETH')] }),
      item('b', { status: 'failed', operation: 'execute' }),
      item('c', { status: 'failed', operation: 'bought', sentFrom: null, transfers: [token('in', '2', 'ETH')] }),
    ]);
    await actAndFlush(() => fake.client.addAddressLabel(OTHER_ADDRESS, 'Treasury'));
    expect(linesOf(modal).slice(1)).toEqual([
      'SentTo Treasury−1.000 ETHPendingOct 15 (opens in a new tab)',
      'ExecutedTo TreasuryFailedOct 15 (opens in a new tab)',
      'Bought+2.000 ETHFailedOct 15 (opens in a new tab)',
    ]);
    // As if it had arrived.
    expect(modal.view().querySelector('.plus')).toBeNull();
  });

  it('marks look-alikes in words, and neither displays nor links their addresses', async () => {
    const lookAlike = `${ADDRESS.slice(0, 20)}2${ADDRESS.slice(21)}`;
    const { modal } = await openActivity([
      item('a', { operation: 'receive', sentFrom: lookAlike, sentTo: ADDRESS, transfers: [token('in', '0.0001', 'ETH')] }),
      item('b', { sentFrom: OTHER_ADDRESS, transfers: [token('out', '0', 'USDC')] }),
    ]);
    expect(linesOf(modal).slice(1)).toEqual(['ReceivedLook-alike address+<0.001 ETHOct 15', 'SentNot sent by you−0.000 USDCOct 15']);
    expect(modal.view().innerHTML).not.toContain(lookAlike);
    expect(modal.ui.queryAllByRole('link')).toEqual([]);
    await expectAccessible(modal.view());
  });

  it('loads the next page near the end of the list', async () => {
    const history = Array.from({ length: 60 }, (_, index) => item(`${index}`, { minedAtMs: at(2026, 9, 15) - index }));
    const { fake, modal } = await openActivity(history, ({ blockchainApi }) => {
      blockchainApi.pageSize = 30;
    });
    expect(fake.blockchainApi.historyRequests.map(({ cursor }) => cursor)).toEqual([null]);
    const list = modal.ui.getByTestId('lk-activity');
    await actAndFlush(() => {
      list.scrollTop = 2_000;
      fireEvent.scroll(list);
    });
    expect(fake.blockchainApi.historyRequests.map(({ cursor }) => cursor)).toEqual([null, '30']);
  });

  it('shows a failure once in the snackbar, and reads again on request and when the page is back online', async () => {
    const { fake, modal } = await openActivity([item('a')], ({ blockchainApi }) => {
      blockchainApi.mode = 'down';
    });
    expect(modal.ui.getByTestId('lk-snackbar').textContent).toBe('Failed to fetch transactions');
    expect(modal.ui.getByRole('heading', { level: 2 }).textContent).toBe('Failed to fetch transactions');
    await press(modal.ui.getByTestId('lk-try-again'));
    expect(fake.blockchainApi.historyRequests).toHaveLength(2);
    fake.blockchainApi.mode = 'working';
    await actAndFlush(() => fake.browser.setOnline(false));
    await actAndFlush(() => fake.browser.setOnline(true));
    expect(linesOf(modal)).toHaveLength(2);
  });

  it('keeps the list when a later page fails', async () => {
    const history = Array.from({ length: 60 }, (_, index) => item(`${index}`, { minedAtMs: at(2026, 9, 15) - index }));
    const { fake, modal } = await openActivity(history, ({ blockchainApi }) => {
      blockchainApi.pageSize = 30;
    });
    fake.blockchainApi.mode = 'down';
    await actAndFlush(() => {
      const list = modal.ui.getByTestId('lk-activity');
      list.scrollTop = 2_000;
      fireEvent.scroll(list);
    });
    expect(modal.ui.getByText('Older activity could not be loaded.')).toBeTruthy();
    expect(linesOf(modal).length).toBeGreaterThan(5);
    fake.blockchainApi.mode = 'working';
    await press(modal.ui.getByTestId('lk-try-again'));
    expect(modal.ui.queryByText('Older activity could not be loaded.')).toBeNull();
  });

  it('says that there is none, and where no service has it', async () => {
    const { modal } = await openActivity([]);
    expect(modal.ui.getByRole('heading', { level: 2 }).textContent).toBe('No activity yet');
    modal.unmount();
    const unsupported = await openActivity([], ({ blockchainApi }) => {
      blockchainApi.chains = [];
    });
    expect(unsupported.modal.ui.getByRole('heading', { level: 2 }).textContent).toBe('No activity for Ethereum');
  });
});

describe('the activity tab of the account view', () => {
  it('has the newest transactions, and leads to all', async () => {
    const fake = await connectedClient();
    fake.blockchainApi.histories.set(
      ADDRESS,
      Array.from({ length: 9 }, (_, index) => item(`${index}`, { transfers: [token('out', `${index + 1}`, 'ETH')] })),
    );
    const modal = await renderOpen(fake);
    await press(modal.ui.getByTestId('lk-tab-activity'));
    const panel = modal.ui.getByRole('tabpanel', { name: 'Activity' });
    expect([...panel.querySelectorAll('.activity')].map((line) => line.querySelector('bdi[dir=ltr]')?.textContent)).toHaveLength(4);
    await expectAccessible(modal.dialog());
    await press(modal.ui.getByTestId('lk-activity-action'));
    expect(modal.viewName()).toBe('Transactions');
    expect(fake.events.map(({ event }) => event)).toContain('CLICK_TRANSACTIONS');
    // The tab is still chosen.
    await press(modal.ui.getByTestId('lk-back'));
    expect(modal.ui.getByTestId('lk-tab-activity').getAttribute('aria-selected')).toBe('true');
  });

  it('says why there is none, and tries again', async () => {
    const fake = await connectedClient();
    fake.blockchainApi.modes.set('history', 'down');
    const modal = await renderOpen(fake);
    await press(modal.ui.getByTestId('lk-tab-activity'));
    expect(modal.ui.getByText('Failed to fetch transactions')).toBeDefined();
    fake.blockchainApi.modes.clear();
    await press(modal.ui.getByTestId('lk-try-again'));
    expect(modal.ui.getByText('No activity yet')).toBeDefined();
  });

  it('lists what was sent here for a chain whose history no service has, says so, and follows it', async () => {
    const fake = await connectedMultiChainClient('polkadot');
    const chain = fake.chainOf('polkadot');
    chain.mining = 'manual';
    chain.setBalance(ADDRESSES.polkadot, 10n ** 12n);
    const modal = await renderOpen(fake);
    await press(modal.ui.getByTestId('lk-tab-activity'));
    const note = 'Only transactions sent with this app in this browser are listed.';
    expect(modal.ui.getByRole('heading', { level: 2 }).textContent).toBe('No activity yet');
    expect(modal.ui.getByText(note)).toBeTruthy();
    const to = '1zugcag7cJVBtVRnFxv5Qftn7xKAnR6YJ9x4x3XLgGgmNnS';
    await actAndFlush(() => fake.client.useCases.sendTransaction.execute({ to, value: 15_000_000_000n }).subscribe());
    expect(modal.ui.getByText(note)).toBeTruthy();
    await press(modal.ui.getByTestId('lk-activity-action'));
    expect(within(modal.view()).getByText(note)).toBeTruthy();
    expect(linesOf(modal)[1]).toMatch(/^SentTo 1zug\.\.\.mNnS−1\.500 DOTPending/);
    await actAndFlush(() => chain.mine(fake.walletOf('polkadot').transactions[0]?.hash ?? ''));
    expect(linesOf(modal)[1]).not.toContain('Pending');
    await expectAccessible(modal.view());
  });

  it('is not offered with the feature off', async () => {
    const modal = await renderOpen(await connectedClient({ options: { features: { history: false } } }));
    expect(modal.ui.queryByTestId('lk-tab-activity')).toBeNull();
  });
});
