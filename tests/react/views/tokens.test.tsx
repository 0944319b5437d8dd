import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toChainId } from '../../../domain/caip/caip-2.js';
import { type AssetId, formatAssetId } from '../../../domain/caip/caip-19.js';
import type { TokenBalance } from '../../../domain/tokens/token-balance.js';
import { ADDRESS, connectedClient } from '../hooks/support/connected.js';
import type { FakeClient } from '../hooks/support/fake-client.js';
import { expectAccessible } from '../support/axe.js';
import { actAndFlush, press, type RenderedModal, renderOpen, textWithoutPictures } from '../support/render-modal.js';

const MAINNET = toChainId('eip155:1');
const erc20 = (index: number): AssetId =>
  formatAssetId({ chainId: MAINNET, assetNamespace: 'erc20', assetReference: `0x${index.toString(16).padStart(40, '0')}` });
const token = (symbol: string, asset: AssetId | null, overrides: Partial<TokenBalance> = {}): TokenBalance => ({
  ...{ chainId: MAINNET, asset, name: `${symbol} token`, symbol, decimals: 6, value: 2_000_000n, priceUsd: 1.5, valueUsd: 3 },
  ...{ change24h: null, iconUrl: null },
  ...overrides,
});
const ETHER = token('ETH', null, { name: 'Ether', decimals: 18, value: 10n ** 18n, priceUsd: 2_997, valueUsd: 2_997 });
const USDC = token('USDC', erc20(1));

/** Heights of the list and of a row, in px. */
const [LIST_PX, ROW_PX] = [420, 64];

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
    return this.tagName === 'LI' ? ROW_PX : LIST_PX;
  });
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(LIST_PX);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const openAccount = async (
  tokens: readonly TokenBalance[],
  prepare: (fake: FakeClient) => void = () => undefined,
): Promise<{ fake: FakeClient; modal: RenderedModal }> => {
  const fake = await connectedClient();
  fake.chain.setBalance(ADDRESS, 10n ** 18n);
  fake.blockchainApi.tokens.set(ADDRESS, tokens);
  prepare(fake);
  const modal = await renderOpen(fake);
  await actAndFlush(() => fake.clock.run(0));
  return { fake, modal };
};
const panelOf = ({ ui }: RenderedModal): HTMLElement => ui.getByRole('tabpanel', { name: 'Tokens' });
const rowsOf = (element: HTMLElement): readonly string[] =>
  [...element.querySelectorAll<HTMLElement>('[data-testid^="lk-token-"]')].map(textWithoutPictures);

describe('the tokens of the account view', () => {
  it('have balance, value, share and price change, below the value of all', async () => {
    const { modal } = await openAccount([ETHER, USDC], ({ blockchainApi }) => {
      blockchainApi.replies.prices = () => [
        { symbol: 'ETH', name: 'Ether', priceUsd: 2_997, change24h: 0.0512, iconUrl: null },
        { symbol: 'USDC', name: 'USDC token', priceUsd: 1.5, change24h: -0.25, iconUrl: null },
      ];
    });
    expect(rowsOf(panelOf(modal))).toEqual([
      'Ether1 ETH$2,997.0099.9%+5.12%+5.12% in 24 hours',
      'USDC token2 USDC$3.000.1%-25%-25% in 24 hours',
    ]);
    expect(modal.ui.getByTestId('lk-total-value').textContent).toContain('$3,000.00');
    await expectAccessible(modal.dialog());
  });

  it('have a line for their value while they load, which stays if there is no price: the buttons below do not move', async () => {
    const fake = await connectedClient();
    fake.blockchainApi.modes.set('balances', 'never');
    const modal = await renderOpen(fake);
    await actAndFlush(() => fake.clock.run(0));
    const skeleton = (): Element | null => modal.ui.getByTestId('lk-total-placeholder').querySelector('.skeleton');
    expect(skeleton()).not.toBeNull();
    fake.blockchainApi.modes.clear();
    fake.blockchainApi.release();
    await actAndFlush(() => fake.clock.run(0));
    expect(skeleton()).toBeNull();
  });

  it('have symbols that do not fill the row', async () => {
    const { modal } = await openAccount([token('S'.repeat(64), erc20(1), { name: 'Long' })]);
    expect(rowsOf(panelOf(modal))).toEqual(['Ether1 ETH', `Long2 ${'S'.repeat(16)}…$3.00100%`]);
  });

  it('need two requests, and one for the networks that the service lists', async () => {
    const { fake } = await openAccount([ETHER, USDC]);
    expect(fake.blockchainApi.calls.map(({ call }) => call)).toEqual(['balances', 'prices']);
  });

  it('begin with five, and the others are in a list of all', async () => {
    const many = Array.from({ length: 40 }, (_, index) => token(`T${index}`, erc20(index + 1)));
    const { modal } = await openAccount([ETHER, ...many]);
    expect(rowsOf(panelOf(modal))).toHaveLength(5);
    await press(modal.ui.getByTestId('lk-all-tokens'));
    expect(modal.viewName()).toBe('Tokens');
    const shown = rowsOf(modal.view());
    expect(shown[0]).toContain('Ether');
    // The list is virtual.
    expect(shown.length).toBeLessThan(30);
  });

  it('have no list before there is one, and a way to try again', async () => {
    const { fake, modal } = await openAccount([], (each) => {
      each.blockchainApi.mode = 'down';
      each.chain.setBalance(ADDRESS, 0n);
    });
    expect(modal.ui.getByText('Tokens could not be loaded.')).toBeTruthy();
    fake.blockchainApi.mode = 'working';
    fake.blockchainApi.tokens.set(ADDRESS, [USDC]);
    await press(modal.ui.getByTestId('lk-try-again'));
    await actAndFlush(() => fake.clock.run(0));
    expect(rowsOf(panelOf(modal))).toHaveLength(1);
  });

  it('say what is listed where no service knows the network', async () => {
    const { modal } = await openAccount([], ({ blockchainApi }) => {
      blockchainApi.chains = [];
    });
    expect(rowsOf(panelOf(modal))).toEqual(['Ether1 ETH']);
    expect(modal.ui.getByText('On Ethereum only the coin and the tokens of this site are listed.')).toBeTruthy();
  });
});

describe('HiddenTokens', () => {
  const many = Array.from({ length: 200 }, (_, index) =>
    token(`T${index}`, erc20(index + 1), { iconUrl: `https://icons.example/${index}.png` }),
  );
  const withHidden = () =>
    openAccount([ETHER, ...many], ({ client }) => {
      for (const { asset } of many) if (asset !== null) client.useCases.hideToken.execute({ asset }).subscribe();
    });

  it('is in the settings, with the number of tokens, and fetches the pictures of those on screen only', async () => {
    const { fake, modal } = await withHidden();
    await press(modal.ui.getByTestId('lk-settings'));
    expect(textWithoutPictures(modal.ui.getByTestId('lk-hidden-tokens'))).toBe('Hidden tokens200');
    expect(fake.directory.pictureKeys.filter(({ kind }) => kind === 'url')).toEqual([]);
    await press(modal.ui.getByTestId('lk-hidden-tokens'));
    expect(modal.viewName()).toBe('HiddenTokens');
    expect(rowsOf(modal.view())[0]).toBe('T0 token2 T0$3.00');
    expect(rowsOf(modal.view()).length).toBeLessThan(30);
    await expectAccessible(modal.dialog());
  });

  it('is not offered without any', async () => {
    const { modal } = await openAccount([ETHER]);
    await press(modal.ui.getByTestId('lk-settings'));
    expect(modal.ui.queryByTestId('lk-hidden-tokens')).toBeNull();
  });
});

describe('TokenDetails', () => {
  it('tells the whole balance, price, share and address', async () => {
    const { modal } = await openAccount([ETHER, token('USDC', erc20(1), { value: 2_000_001n })]);
    await press(modal.ui.getByTestId('lk-token-USDC'));
    expect(modal.viewName()).toBe('TokenDetails');
    expect(modal.ui.getByTestId('lk-token-balance').textContent).toBe('2.000001 USDC');
    expect(modal.view().querySelector('dl')?.textContent).toBe('Value$3.00Price$1.50Share of your tokens0.1%NetworkEthereum');
    expect(modal.view().querySelector('code')?.textContent).toBe('0x0000000000000000000000000000000000000001');
    await expectAccessible(modal.dialog());
  });

  it('hides a token, which leaves list and total, and shows it again', async () => {
    const { modal } = await openAccount([ETHER, USDC]);
    await press(modal.ui.getByTestId('lk-token-USDC'));
    await press(modal.ui.getByTestId('lk-report-token'));
    expect(modal.ui.getByText('Reported by you as spam')).toBeTruthy();
    await press(modal.ui.getByTestId('lk-back'));
    expect(rowsOf(panelOf(modal))).toEqual(['Ether1 ETH$2,997.00100%']);
    expect(modal.ui.getByTestId('lk-total-value').textContent).toContain('$2,997.00');
    await press(modal.ui.getByTestId('lk-all-tokens'));
    await press(modal.ui.getByTestId('lk-hidden-tokens'));
    expect(modal.viewName()).toBe('HiddenTokens');
    await press(modal.ui.getByTestId('lk-token-USDC'));
    await press(modal.ui.getByTestId('lk-show-token'));
    expect(modal.ui.getByTestId('lk-hide-token')).toBeTruthy();
    await press(modal.ui.getByTestId('lk-back'));
    expect(modal.view().textContent).toContain('No hidden tokens');
  });

  it('says that a token imitates another one', async () => {
    const { modal } = await openAccount([ETHER, USDC, token('UЅDC', erc20(2), { valueUsd: null })]);
    expect(rowsOf(panelOf(modal)).map((text) => text.includes('Look-alike'))).toEqual([false, false, true]);
    await press(modal.ui.getByTestId('lk-token-UЅDC'));
    expect(modal.ui.getByText('This is not USDC, it only looks like it. Anyone can create a token with such a name.')).toBeTruthy();
    await expectAccessible(modal.dialog());
  });

  it('has a placeholder for an unknown value before the first list only', async () => {
    const asset = erc20(1);
    const fake = await connectedClient({ options: { tokens: [asset] } });
    fake.chain.fakeServices.setAsset(asset, { decimals: 6, symbol: 'USDC', name: 'USD Coin' });
    fake.blockchainApi.modes.set('balances', 'never');
    const modal = await renderOpen(fake);
    await actAndFlush(() => fake.clock.run(0));
    await press(modal.ui.getByTestId('lk-token-USDC'));
    const terms = (): string | undefined => modal.view().querySelector('dl')?.textContent;
    expect(terms()).toBe('ValuePriceNetworkEthereum');
    fake.blockchainApi.modes.clear();
    fake.blockchainApi.release();
    await actAndFlush(() => fake.clock.run(0));
    expect(terms()).toBe('ValueUnknownPriceUnknownNetworkEthereum');
    fake.blockchainApi.modes.set('balances', 'never');
    await actAndFlush(() => fake.clock.run(60_000));
    expect(fake.client.useCases.watchTokens.current().pending).toBe(true);
    expect(terms()).toBe('ValueUnknownPriceUnknownNetworkEthereum');
  });

  it('hides no coin, and has no address of it', async () => {
    const { modal } = await openAccount([ETHER]);
    await press(modal.ui.getByTestId('lk-token-ETH'));
    expect([modal.ui.queryByTestId('lk-hide-token'), modal.view().querySelector('code')]).toEqual([null, null]);
  });
});
