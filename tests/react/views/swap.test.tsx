import { fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toChainId } from '../../../domain/caip/caip-2.js';
import { type AccountId, formatAccountId } from '../../../domain/caip/caip-10.js';
import { type AssetId, formatAssetId } from '../../../domain/caip/caip-19.js';
import { mainnet, sepolia } from '../../../domain/network/networks/eip155.js';
import { view } from '../../../domain/router/views.js';
import type { SwapToken } from '../../../domain/swap/parse-swap.js';
import { tokenAddress } from '../../../domain/tokens/token-address.js';
import type { TokenBalance } from '../../../domain/tokens/token-balance.js';
import { ADDRESS, actAndLoad, connectedClient } from '../hooks/support/connected.js';
import { type FakeClient, WALLET } from '../hooks/support/fake-client.js';
import { actAndFlush, press, type RenderedModal, renderOpen } from '../support/render-modal.js';

const CHAIN = toChainId('eip155:1');
const EXCHANGE = '0x52908400098527886e0f7030069857d2e4169ee7';
const CONTRACT = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
const USDC: AssetId = formatAssetId({ chainId: CHAIN, assetNamespace: 'erc20', assetReference: CONTRACT });
const PEPE: AssetId = formatAssetId({ chainId: CHAIN, assetNamespace: 'erc20', assetReference: `0x${'e'.repeat(40)}` });
const token = (symbol: string, asset: AssetId | null, decimals = 18): SwapToken => ({
  ...{ chainId: CHAIN, asset, name: symbol, symbol, decimals, iconUrl: null, hasPermit: false },
});
const LIST = [token('ETH', null), token('AAA', PEPE), token('USDC', USDC, 6)];
const held = (symbol: string, asset: AssetId | null, decimals: number, value: bigint, priceUsd: number): TokenBalance => ({
  ...{ chainId: CHAIN, asset, name: symbol, symbol, decimals, value, priceUsd, valueUsd: null, change24h: null, iconUrl: null },
});
const GWEI = 10n ** 9n;

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

interface Opened extends RenderedModal {
  readonly fake: FakeClient;
}

const isEther = (address: AccountId): boolean => address === tokenAddress(CHAIN, null);

/** An account with ether and dollars, and a service that swaps them at 2,000 dollars. */
const client = async (options?: Parameters<typeof connectedClient>[0]): Promise<FakeClient> => {
  const fake = await connectedClient(options);
  const { blockchainApi: api } = fake;
  fake.chain.setBalance(ADDRESS, 2n * 10n ** 18n);
  api.tokens.set(ADDRESS, [held('ETH', null, 18, 2n * 10n ** 18n, 2_000), held('USDC', USDC, 6, 500_000_000n, 1)]);
  api.replies.swapTokens = () => LIST;
  api.replies.gasPrices = () => ({ standard: GWEI, fast: null, instant: null });
  api.replies.swapQuotes = ({ from, amount }) => [
    { id: null, fromAmount: amount, toAmount: isEther(from) ? (amount * 2_000n) / 10n ** 12n : (amount * 10n ** 12n) / 2_000n },
  ];
  api.replies.buildSwap = ({ account, amount }) => ({
    ...{ from: account, to: formatAccountId(CHAIN, EXCHANGE), data: '0xabcd', gas: null, gasPrice: null, amount },
  });
  api.replies.buildApproval = ({ from }) => {
    const data = `0x095ea7b3${EXCHANGE.slice(2).padStart(64, '0')}${'f'.repeat(64)}`;
    return { from, to: from, data, gas: null, gasPrice: null, value: 0n };
  };
  return fake;
};

/** Opens the form from the account. */
const openForm = async (fake?: FakeClient): Promise<Opened> => {
  const used = fake ?? (await client());
  const modal = await renderOpen(used);
  await press(modal.ui.getByTestId('lk-swap'));
  await actAndLoad(() => undefined);
  await actAndFlush(() => used.clock.run(200));
  return { ...modal, fake: used };
};
const type = async ({ ui, fake }: Opened, value: string, testId = 'lk-swap-amount'): Promise<void> => {
  await actAndFlush(() => fireEvent.change(ui.getByTestId(testId), { target: { value } }));
  await actAndFlush(() => fake.clock.run(200));
};
const choose = async ({ ui, fake }: Opened, side: 'sourceToken' | 'toToken', symbol: string): Promise<void> => {
  await press(ui.getByTestId(`lk-swap-${side}`));
  await press(ui.getByTestId(`lk-token-${symbol}`));
  await actAndFlush(() => fake.clock.run(200));
};
const button = ({ ui }: Opened): string | null => ui.getByTestId('lk-review-swap').textContent;
const text = ({ ui }: Opened, testId: string): string | null => ui.getByTestId(testId).textContent;
const submitForm = async ({ ui, fake }: Opened): Promise<void> => {
  await actAndFlush(() => fireEvent.submit(ui.getByTestId('lk-review-swap').closest('form')!));
  await actAndFlush(() => fake.clock.run(200));
};
/** Opens the preview of a swap of dollars, which need an approval. */
const openPreview = async (fake?: FakeClient): Promise<Opened> => {
  const form = await openForm(fake);
  await choose(form, 'sourceToken', 'USDC');
  await choose(form, 'toToken', 'ETH');
  await type(form, '200');
  await submitForm(form);
  return form;
};
const sent = ({ fake }: Opened) => fake.chain.wallet(WALLET).transactions.map(({ request }) => request);

describe('the form of a swap', () => {
  it('begins with the coin, and has a button that says what to enter next', async () => {
    const form = await openForm();
    expect([button(form), text(form, 'lk-swap-sourceToken')]).toEqual(['Select token', 'ETH']);
    await submitForm(form);
    expect(form.viewName()).toBe('SwapSelectToken');
    await press(form.ui.getByTestId('lk-token-USDC'));
    await actAndFlush(() => form.fake.clock.run(200));
    expect([button(form), text(form, 'lk-swap-received')]).toEqual(['Review swap', '2,000']);
    for (const [value = '', expected] of [
      ['', 'Enter amount'],
      ['0', 'Incorrect amount'],
      ['3', 'Insufficient balance'],
      ['2', 'Insufficient gas funds'],
      ['0,5', 'Review swap'],
    ]) {
      await type(form, value);
      expect(button(form)).toBe(expected);
    }
    expect(text(form, 'lk-swap-received')).toBe('1,000');
    expect(text(form, 'lk-swap-minimum')).toBe('990 USDC');
    expect(text(form, 'lk-swap-impact')).toBe('0%');
    expect(text(form, 'lk-swap-service-fee')).toContain('0.00425 ETH');
    expect(text(form, 'lk-swap-network-fee')).toBe('0.00015 ETH · $0.30');
  });

  it('lists what the account holds, then suggested tokens, then all others', async () => {
    const form = await openForm();
    await press(form.ui.getByTestId('lk-swap-toToken'));
    const rows = () => form.ui.getAllByTestId(/^lk-token-/).map((row) => row.dataset['testid']);
    expect(rows()).toEqual(['lk-token-ETH', 'lk-token-USDC', 'lk-token-AAA']);
    await actAndFlush(() => fireEvent.change(form.ui.getByTestId('lk-search'), { target: { value: CONTRACT } }));
    expect(rows()).toEqual(['lk-token-USDC']);
    await actAndFlush(() => fireEvent.change(form.ui.getByTestId('lk-search'), { target: { value: 'nothing' } }));
    expect(form.ui.queryByText('No such token')).not.toBeNull();
  });

  it('lets the sides change places, with what the swap would have given', async () => {
    const form = await openForm();
    await choose(form, 'toToken', 'USDC');
    await type(form, '0.1');
    await press(form.ui.getByTestId('lk-swap-switch'));
    await actAndFlush(() => form.fake.clock.run(200));
    expect(form.ui.getByTestId<HTMLInputElement>('lk-swap-amount').value).toBe('200');
    expect([form.ui.getByTestId('lk-swap-sourceToken').querySelector('bdi')?.textContent, text(form, 'lk-swap-received')]).toEqual([
      'USDC',
      '0.1',
    ]);
  });

  it('gives all of the coin but the network fee', async () => {
    const form = await openForm();
    await choose(form, 'toToken', 'USDC');
    await press(form.ui.getByTestId('lk-swap-max'));
    await actAndFlush(() => form.fake.clock.run(200));
    expect(form.ui.getByTestId<HTMLInputElement>('lk-swap-amount').value).toBe('1.99985');
    expect(button(form)).toBe('Review swap');
    await submitForm(form);
    expect([form.viewName(), text(form, 'lk-confirm-swap')]).toEqual(['SwapPreview', 'Swap']);
  });

  it('offers to buy what is missing', async () => {
    const form = await openForm();
    await choose(form, 'toToken', 'USDC');
    await type(form, '3');
    await press(form.ui.getByTestId('lk-swap-buy'));
    expect(form.viewName()).toBe('OnRampProviders');
  });

  it('takes a slippage of the choices, or any within its bounds', async () => {
    const form = await openForm();
    await choose(form, 'toToken', 'USDC');
    await type(form, '0.5');
    await press(form.ui.getByTestId('lk-slippage-50'));
    expect(text(form, 'lk-swap-minimum')).toBe('995 USDC');
    await type(form, '2.5', 'lk-slippage-custom');
    expect(text(form, 'lk-swap-minimum')).toBe('975 USDC');
    await type(form, '51', 'lk-slippage-custom');
    expect(form.ui.queryByText('Enter a percentage between 0.01 and 50.')).not.toBeNull();
    // The default.
    expect(text(form, 'lk-swap-minimum')).toBe('990 USDC');
    expect(form.ui.getByTestId<HTMLInputElement>('lk-slippage-100').checked).toBe(true);
    const custom = form.ui.getByTestId<HTMLInputElement>('lk-slippage-custom');
    for (const begun of ['0', '0.', '0.0']) {
      await type(form, begun, 'lk-slippage-custom');
      expect(custom.getAttribute('aria-invalid')).toBeNull();
    }
    await actAndFlush(() => fireEvent.blur(custom));
    expect(custom.value).toBe('');
  });

  it('says why there is no quote, and requests another one', async () => {
    const form = await openForm();
    form.fake.blockchainApi.modes.set('swapQuotes', 'down');
    await choose(form, 'toToken', 'USDC');
    await type(form, '0.5');
    expect([button(form), text(form, 'lk-swap-error')]).toEqual(['Swap', expect.stringContaining('can’t be reached')]);
    form.fake.blockchainApi.modes.clear();
    await submitForm(form);
    expect([form.viewName(), button(form), form.ui.queryByTestId('lk-swap-error')]).toEqual(['Swap', 'Review swap', null]);
  });

  it('warns of a swap that loses much of its value', async () => {
    const fake = await client();
    fake.blockchainApi.replies.swapQuotes = ({ amount }) => [{ id: null, fromAmount: amount, toAmount: (amount * 1_800n) / 10n ** 12n }];
    const form = await openForm(fake);
    await choose(form, 'toToken', 'USDC');
    await type(form, '0.5');
    expect(text(form, 'lk-swap-impact-warning')).toContain('10%');
  });

  it('reads tokens that could not be read again', async () => {
    const fake = await client();
    fake.blockchainApi.modes.set('swapTokens', 'busy');
    const form = await openForm(fake);
    expect(form.ui.queryByText('Failed to initialize swap')).not.toBeNull();
    fake.blockchainApi.modes.clear();
    await press(form.ui.getByTestId('lk-try-again'));
    expect(button(form)).toBe('Select token');
  });

  it('offers the networks with swaps on a network without, and can be left', async () => {
    const fake = await client({ options: { networks: [sepolia, mainnet] } });
    await fake.client.switchNetwork('eip155:11155111');
    const { ui, viewName } = await renderOpen(fake);
    await press(ui.getByTestId('lk-swap'));
    expect(viewName()).toBe('UnsupportedChain');
    expect(ui.getAllByTestId(/^lk-network-/).map((row) => row.dataset['testid'])).toEqual(['lk-network-eip155:1']);
    await press(ui.getByTestId('lk-back'));
    expect(viewName()).toBe('Account');
    await actAndFlush(() => fake.client.useCases.openModal.execute({ view: view('Swap') }).subscribe());
    await actAndLoad(() => undefined);
    expect(ui.queryByText('Network not supported for Swaps')).not.toBeNull();
    await press(ui.getByTestId('lk-swap-networks'));
    expect(viewName()).toBe('UnsupportedChain');
  });

  it('is not offered without the feature', async () => {
    const fake = await client({ options: { features: { swaps: false } } });
    const { ui } = await renderOpen(fake);
    expect(ui.queryByTestId('lk-swap')).toBeNull();
  });
});

describe('the preview of a swap', () => {
  it('asks for a permission of the exact amount, then swaps, step by step', async () => {
    const fake = await client();
    const wallet = fake.chain.wallet(WALLET);
    wallet.always('getCapabilities', 'unsupported');
    wallet.always('sendTransaction', 'late');
    const preview = await openPreview(fake);
    expect(preview.viewName()).toBe('SwapPreview');
    expect(text(preview, 'lk-swap-approval')).toContain('200 USDC, and no more');
    expect(text(preview, 'lk-confirm-swap')).toBe('Approve');
    await press(preview.ui.getByTestId('lk-confirm-swap'));
    await actAndFlush(() => fake.clock.run(0));
    expect(text(preview, 'lk-confirm-swap')).toBe('Approving...');
    const steps = () =>
      Array.from(preview.ui.getByTestId('lk-swap-steps').querySelectorAll('li'), (step) => step.getAttribute('aria-current'));
    expect(steps()).toEqual(['step', null]);
    fake.blockchainApi.replies.allowance = () => 200_000_000n;
    await actAndFlush(() => wallet.release());
    await actAndFlush(() => fake.clock.run(20_000));
    expect([steps(), text(preview, 'lk-confirm-swap')]).toEqual([[null, 'step'], 'Swap']);
    await actAndFlush(() => wallet.release());
    await actAndFlush(() => fake.clock.run(0));
    expect(preview.viewName()).toBe('Account');
    expect(sent(preview)).toMatchObject([{ to: CONTRACT }, { to: EXCHANGE, data: '0xabcd' }]);
  });

  it('asks for no limit only if the user wants that, and says what it means', async () => {
    const preview = await openPreview();
    await press(preview.ui.getByTestId('lk-swap-unlimited'));
    expect(text(preview, 'lk-swap-approval')).toContain('without a limit');
    expect(text(preview, 'lk-swap-approval')).toContain('can be lost');
  });

  it('stays after the wallet declines, with all that was entered', async () => {
    const fake = await client();
    fake.blockchainApi.replies.allowance = () => 200_000_000n;
    fake.chain.wallet(WALLET).next('sendTransaction', 'reject');
    const preview = await openPreview(fake);
    expect(text(preview, 'lk-confirm-swap')).toBe('Swap');
    await press(preview.ui.getByTestId('lk-confirm-swap'));
    await actAndFlush(() => fake.clock.run(500));
    expect([preview.viewName(), text(preview, 'lk-swap-sent')]).toEqual(['SwapPreview', expect.stringContaining('200 USDC')]);
    expect(text(preview, 'lk-snackbar')).toContain('rejected');
  });

  it('keeps the figures that were reviewed while the wallet is asked, also when no quote can be read', async () => {
    const fake = await client();
    fake.blockchainApi.replies.allowance = () => 200_000_000n;
    fake.chain.wallet(WALLET).always('sendTransaction', 'late');
    const preview = await openPreview(fake);
    const figures = () => [text(preview, 'lk-swap-gets'), text(preview, 'lk-swap-minimum')];
    const reviewed = figures();
    expect(reviewed[0]).toContain('0.1 ETH');
    await press(preview.ui.getByTestId('lk-confirm-swap'));
    fake.blockchainApi.modes.set('swapQuotes', 'down');
    await actAndFlush(() => fake.clock.run(20_000));
    expect(figures()).toEqual(reviewed);
    await press(preview.ui.getByTestId('lk-cancel-swap'));
    await actAndFlush(() => fake.clock.run(20_000));
    expect(text(preview, 'lk-swap-gets')).not.toContain('ETH');
    expect([text(preview, 'lk-swap-error'), text(preview, 'lk-confirm-swap')]).toEqual([
      expect.stringContaining('can’t be reached'),
      'Try again',
    ]);
    fake.blockchainApi.modes.clear();
    await press(preview.ui.getByTestId('lk-confirm-swap'));
    await actAndFlush(() => fake.clock.run(200));
    expect([figures(), text(preview, 'lk-confirm-swap')]).toEqual([reviewed, 'Swap']);
  });

  it('says why what was reviewed cannot be sent any more', async () => {
    const fake = await client();
    const preview = await openPreview(fake);
    fake.chain.setBalance(ADDRESS, 0n);
    await actAndFlush(() => fake.clock.run(20_000));
    expect(text(preview, 'lk-confirm-swap')).toBe('Insufficient gas funds');
    expect(preview.ui.getByTestId('lk-confirm-swap').getAttribute('aria-disabled')).toBe('true');
  });

  it('cancels a run that waits for the wallet', async () => {
    const fake = await client();
    fake.blockchainApi.replies.allowance = () => 200_000_000n;
    fake.chain.wallet(WALLET).always('sendTransaction', 'never');
    const preview = await openPreview(fake);
    await press(preview.ui.getByTestId('lk-confirm-swap'));
    await press(preview.ui.getByTestId('lk-cancel-swap'));
    expect([preview.viewName(), preview.ui.queryByTestId('lk-swap-steps')]).toEqual(['SwapPreview', null]);
  });

  it('is left when the network changes', async () => {
    const preview = await openPreview();
    await actAndFlush(() => preview.fake.chain.wallet(WALLET).selectChain('eip155:137'));
    expect(preview.viewName()).not.toBe('SwapPreview');
  });
});
