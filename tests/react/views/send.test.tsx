import { fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toChainId } from '../../../domain/caip/caip-2.js';
import { type AssetId, formatAssetId } from '../../../domain/caip/caip-19.js';
import type { TokenBalance } from '../../../domain/tokens/token-balance.js';
import { ADDRESS, actAndLoad, connectedClient } from '../hooks/support/connected.js';
import { type FakeClient, WALLET } from '../hooks/support/fake-client.js';
import { actAndFlush, openModal, press, type RenderedModal, renderModal, renderOpen } from '../support/render-modal.js';

const FRIEND = '0x52908400098527886e0f7030069857d2e4169ee7';
const IMITATION = '0x52908411198527886e0f7030069857d2e4169ee7';
const CHAIN = toChainId('eip155:1');
const USDC: AssetId = formatAssetId({
  ...{ chainId: CHAIN, assetNamespace: 'erc20', assetReference: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48' },
});
const PEPE: AssetId = formatAssetId({ chainId: CHAIN, assetNamespace: 'erc20', assetReference: `0x${'e'.repeat(40)}` });
const token = (symbol: string, asset: AssetId | null, overrides: Partial<TokenBalance> = {}): TokenBalance => ({
  ...{ chainId: CHAIN, asset, name: symbol, symbol, decimals: 18, value: 2n * 10n ** 18n },
  ...{ priceUsd: 2_000, valueUsd: 4_000, change24h: null, iconUrl: null },
  ...overrides,
});
const TOKENS = [token('ETH', null), token('USDC', USDC, { decimals: 6, value: 5_000_000n, priceUsd: 1, valueUsd: 5 })];

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

/** Opens the form from the account. */
const openForm = async (tokens: readonly TokenBalance[] = TOKENS): Promise<Opened> => {
  const fake = await connectedClient({ chain: { names: {} } });
  fake.chain.setBalance(ADDRESS, 2n * 10n ** 18n);
  fake.blockchainApi.tokens.set(ADDRESS, tokens);
  const modal = await renderOpen(fake);
  await press(modal.ui.getByTestId('lk-send'));
  await actAndLoad(() => undefined);
  await actAndFlush(() => fake.clock.run(0));
  return { ...modal, fake };
};
const type = async ({ ui, fake }: Opened, testId: string, value: string): Promise<void> => {
  await actAndFlush(() => fireEvent.change(ui.getByTestId(testId), { target: { value } }));
  await actAndFlush(() => fake.clock.run(500));
};
const choose = async ({ ui, fake }: Opened, symbol: string): Promise<void> => {
  await press(ui.getByTestId('lk-send-token'));
  await press(ui.getByTestId(`lk-token-${symbol}`));
  await actAndFlush(() => fake.clock.run(500));
};
const button = ({ ui }: Opened): string | null => ui.getByTestId('lk-preview-send').textContent;
const amount = ({ ui }: Opened): string => ui.getByTestId<HTMLInputElement>('lk-send-amount').value;
const submitForm = async ({ ui }: Opened): Promise<void> =>
  actAndFlush(() => fireEvent.submit(ui.getByTestId('lk-preview-send').closest('form')!));
const sent = ({ fake }: Opened) => fake.chain.wallet(WALLET).transactions.map(({ request }) => request);

describe('the form of a transfer', () => {
  it('has a button that says what to enter next', async () => {
    const form = await openForm();
    expect(button(form)).toBe('Select Token');
    await choose(form, 'ETH');
    expect(form.viewName()).toBe('WalletSend');
    const steps = [
      ['lk-send-amount', '', 'Add Amount'],
      ['lk-send-amount', '0', 'Incorrect Value'],
      ['lk-send-amount', '3', 'Insufficient Funds'],
    ];
    for (const [testId = '', value = '', text] of [
      ...steps,
      ['lk-send-amount', '2', 'Add Address'],
      ['lk-send-to', 'nothing', 'Invalid Address'],
    ]) {
      await type(form, testId, value);
      expect(button(form)).toBe(text);
    }
    await type(form, 'lk-send-to', FRIEND);
    expect(button(form)).toBe('Insufficient Gas Funds');
    await type(form, 'lk-send-amount', '1.5');
    expect(button(form)).toBe('Preview Send');
    expect(form.ui.getByTestId('lk-send-address').textContent).toBe(FRIEND);
  });

  it('opens the tokens while none is chosen, and takes the only one without asking', async () => {
    const form = await openForm();
    await submitForm(form);
    expect(form.viewName()).toBe('WalletSendSelectToken');
    const other = await openForm(TOKENS.slice(0, 1));
    expect(button(other)).toBe('Add Amount');
  });

  it('lists a token whose balance arrives after the others, until the list is opened again', async () => {
    const form = await openForm();
    const { ui, fake } = form;
    const rows = () => ui.getAllByTestId(/^lk-token-/).map((row) => row.dataset['testid']);
    await press(ui.getByTestId('lk-send-token'));
    expect(rows()).toEqual(['lk-token-ETH', 'lk-token-USDC']);
    const [ether, dollars] = TOKENS;
    fake.blockchainApi.tokens.set(
      ADDRESS,
      [ether, token('PEPE', PEPE), dollars].filter((each) => each !== undefined),
    );
    await actAndFlush(() => fake.clock.run(30_000));
    expect(rows()).toEqual(['lk-token-ETH', 'lk-token-USDC', 'lk-token-PEPE']);
    await press(ui.getByTestId('lk-back'));
    await press(ui.getByTestId('lk-send-token'));
    expect(rows()).toEqual(['lk-token-ETH', 'lk-token-PEPE', 'lk-token-USDC']);
  });

  it('opens with the token whose details were shown', async () => {
    const fake = await connectedClient();
    fake.chain.setBalance(ADDRESS, 10n ** 18n);
    fake.blockchainApi.tokens.set(ADDRESS, TOKENS);
    const modal = await renderOpen(fake);
    await actAndFlush(() => fake.clock.run(0));
    await press(modal.ui.getByTestId('lk-token-USDC'));
    await press(modal.ui.getByTestId('lk-send-this'));
    await actAndLoad(() => undefined);
    expect(modal.viewName()).toBe('WalletSend');
    expect(modal.ui.getByTestId('lk-send-token').querySelector('bdi')?.textContent).toBe('USDC');
  });

  it('takes the amount in dollars, too, and shows it in the other unit', async () => {
    const form = await openForm();
    await choose(form, 'ETH');
    await type(form, 'lk-send-amount', '0.5');
    expect(form.ui.getByTestId('lk-send-unit').textContent).toBe('$1,000.00');
    await press(form.ui.getByTestId('lk-send-unit'));
    expect(amount(form)).toBe('1000');
    await type(form, 'lk-send-amount', '10');
    expect(form.ui.getByTestId('lk-send-unit').textContent).toBe('0.005 ETH');
    await choose(form, 'USDC');
    expect(amount(form)).toBe('');
  });

  it('sends everything less the fee', async () => {
    const form = await openForm();
    await choose(form, 'ETH');
    await type(form, 'lk-send-to', FRIEND);
    await press(form.ui.getByTestId('lk-send-max'));
    await actAndFlush(() => form.fake.clock.run(500));
    expect(amount(form)).toBe('1.999999999999999996');
    await submitForm(form);
    await press(form.ui.getByTestId('lk-confirm-send'));
    expect(sent(form)).toMatchObject([{ to: FRIEND, all: true }]);
  });

  it('says what is wrong with an amount and an address', async () => {
    const form = await openForm();
    await choose(form, 'USDC');
    expect(form.ui.getByTestId('lk-send-max').getAttribute('aria-label')).toBe('All USDC');
    const notes = async (value: string): Promise<string | null> => {
      await type(form, 'lk-send-amount', value);
      return form.ui.getByTestId('lk-send-max').parentElement?.querySelector('small[id]')?.textContent ?? null;
    };
    expect([await notes('0.0000001'), await notes('0')]).toEqual(['USDC has 6 decimals.', 'Balance 5 USDC']);
    await type(form, 'lk-send-to', `${FRIEND.slice(0, -2)}E7`);
    expect(form.ui.getByTestId('lk-send-note').textContent).toContain('has a typo');
    expect(form.ui.queryByTestId('lk-try-again')).toBeNull();
  });

  it('says that the recipient is a contract', async () => {
    const form = await openForm();
    form.fake.chain.fakeServices.contracts.add(FRIEND);
    await choose(form, 'USDC');
    await type(form, 'lk-send-to', FRIEND);
    expect(form.ui.getByTestId('lk-send-note').textContent).toBe('This is a contract: make sure that it can use USDC.');
  });

  it('says that a name is not registered, or could not be looked up', async () => {
    const form = await openForm();
    await choose(form, 'ETH');
    await type(form, 'lk-send-to', 'free.eth');
    expect(form.ui.getByTestId('lk-send-note').textContent).toBe('No address is registered for free.eth.');
    form.fake.chain.reads = 'failed';
    await type(form, 'lk-send-to', 'other.eth');
    expect(form.ui.getByTestId('lk-send-note').textContent).toBe('The name could not be looked up.');
    form.fake.chain.reads = 'working';
    await press(form.ui.getByTestId('lk-try-again'));
    await actAndFlush(() => form.fake.clock.run(500));
    expect(form.ui.getByTestId('lk-send-note').textContent).toBe('No address is registered for other.eth.');
  });

  it('is not offered if the app has turned it off', async () => {
    const fake = await connectedClient({ options: { features: { send: false } } });
    const { ui, ...modal } = await renderOpen(fake);
    expect(ui.queryByTestId('lk-send')).toBeNull();
    await openModal(fake, { view: 'WalletSend' });
    expect(modal.viewName()).toBe('Connect');
  });
});

describe('the tokens to choose from', () => {
  const CONTRACT = '0x00000000000000000000000000000000000000aa';
  const POINTS = formatAssetId({ chainId: CHAIN, assetNamespace: 'erc20', assetReference: CONTRACT });
  const search = async ({ ui, fake }: Opened, value: string): Promise<void> => {
    await actAndFlush(() => fireEvent.change(ui.getByTestId('lk-search'), { target: { value } }));
    await actAndLoad(() => undefined);
    await actAndFlush(() => fake.clock.run(0));
  };

  it('are found by name and address, also one that no list has, without decimals', async () => {
    const form = await openForm();
    const services = form.fake.chain.fakeServices;
    services.setAsset(POINTS, { decimals: 0, symbol: 'PTS', name: 'Points' });
    await press(form.ui.getByTestId('lk-send-token'));
    await search(form, 'nothing');
    expect(form.ui.getByText('No token matches “nothing”.')).toBeTruthy();
    await search(form, FRIEND);
    expect(form.ui.queryByTestId('lk-token-PTS')).toBeNull();
    await search(form, CONTRACT);
    expect(form.ui.getByText('You have no PTS.')).toBeTruthy();
    services.setAssetBalance(ADDRESS, POINTS, 7n);
    await search(form, '');
    await search(form, ` ${CONTRACT}`);
    expect(form.ui.getByText('This token is not in your list: compare its address. Tokens can have any name.')).toBeTruthy();
    await press(form.ui.getByTestId('lk-token-PTS'));
    await actAndFlush(() => form.fake.clock.run(500));
    await type(form, 'lk-send-amount', '1.5');
    expect(button(form)).toBe('Incorrect Value');
    await type(form, 'lk-send-amount', '8');
    expect(button(form)).toBe('Insufficient Funds');
    await type(form, 'lk-send-amount', '3');
    await type(form, 'lk-send-to', FRIEND);
    await submitForm(form);
    await press(form.ui.getByTestId('lk-confirm-send'));
    expect(sent(form)).toMatchObject([{ to: FRIEND, asset: POINTS, value: 3n }]);
    expect(form.fake.client.useCases.watchTokens.current().items?.map(({ symbol }) => symbol)).toContain('PTS');
  });

  it('say that a token could not be read, and read it again', async () => {
    const form = await openForm();
    form.fake.chain.fakeServices.setAsset(POINTS, { decimals: 0, symbol: 'PTS', name: 'Points' });
    form.fake.chain.fakeServices.setAssetBalance(ADDRESS, POINTS, 7n);
    await press(form.ui.getByTestId('lk-send-token'));
    form.fake.chain.reads = 'failed';
    await search(form, CONTRACT);
    expect(form.ui.getByText('The token could not be read')).toBeTruthy();
    form.fake.chain.reads = 'working';
    await press(form.ui.getByTestId('lk-try-again'));
    await actAndFlush(() => form.fake.clock.run(0));
    expect(form.ui.getByTestId('lk-token-PTS')).toBeTruthy();
  });
});

describe('the preview of a transfer', () => {
  /** Fills the form in and opens the preview. */
  const preview = async (form: Opened, recipient = FRIEND): Promise<void> => {
    if (form.viewName() !== 'WalletSend') await press(form.ui.getByTestId('lk-send'));
    await choose(form, 'USDC');
    await type(form, 'lk-send-amount', '1.5');
    await type(form, 'lk-send-to', recipient);
    await submitForm(form);
  };

  it('shows what is sent with all of the addresses, and sends it from the account view', async () => {
    const form = await openForm();
    await preview(form);
    expect(form.viewName()).toBe('WalletSendPreview');
    expect(form.ui.getByTestId('lk-preview-amount').textContent).toBe('1.5 USDC$1.50');
    expect(form.ui.getByTestId('lk-preview-to').textContent).toBe(FRIEND);
    await press(form.ui.getByTestId('lk-confirm-send'));
    expect(form.viewName()).toBe('Account');
    expect(sent(form)).toMatchObject([{ to: FRIEND, asset: USDC, value: 1_500_000n }]);
  });

  it('shows the changes that a node expects, a failure that it expects, and nothing of a node that cannot tell', async () => {
    const form = await openForm();
    const other = formatAssetId({ chainId: CHAIN, assetNamespace: 'erc721', assetReference: FRIEND, tokenId: '7' });
    const text = () => form.ui.queryByTestId('lk-simulation')?.textContent;
    const reopen = async (simulation: FakeClient['chain']['fakeServices']['simulation']): Promise<void> => {
      form.fake.chain.fakeServices.simulation = simulation;
      await preview(form);
      await actAndLoad(() => undefined);
    };
    const back = () => press(form.ui.getByTestId('lk-cancel-send'));
    await reopen('usual');
    expect(text()).toContain('You send1.5 USDC');
    await back();
    const changes = [
      { asset: null, value: 5n * 10n ** 17n },
      { asset: other, value: -1n },
    ];
    await reopen({ status: 'done', changes });
    expect(text()).toContain(`You receive0.5 ETHYou sendNFT 7${FRIEND}`);
    await back();
    await reopen({ status: 'reverted', reason: 'paused' });
    expect(text()).toBe('This transfer would probably failpaused');
    // Nothing is certain.
    expect(form.ui.getByTestId('lk-confirm-send').getAttribute('aria-disabled')).toBeNull();
    await back();
    await reopen(null);
    expect(text()).toBeUndefined();
  });

  it('keeps what was entered if the wallet declines, and says so', async () => {
    const form = await openForm();
    form.fake.chain.wallet(WALLET).next('sendTransaction', 'reject');
    await preview(form);
    await press(form.ui.getByTestId('lk-confirm-send'));
    expect(form.ui.getByTestId('lk-snackbar').textContent).toMatch(/rejected/);
    await press(form.ui.getByTestId('lk-send'));
    expect([amount(form), button(form)]).toEqual(['1.5', 'Preview Send']);
  });

  it('tells the first transfer to an address from one to the own account and from others, in any letter case', async () => {
    const form = await openForm();
    const side = (): string | null | undefined => form.ui.getByTestId('lk-preview-to').parentElement?.textContent;
    await preview(form);
    expect(side()).toContain('First time');
    await press(form.ui.getByTestId('lk-confirm-send'));
    await press(form.ui.getByTestId('lk-send'));
    await preview(form, FRIEND.toUpperCase().replace('0X', '0x'));
    expect(side()).not.toContain('First time');
    await press(form.ui.getByTestId('lk-cancel-send'));
    await type(form, 'lk-send-to', ADDRESS);
    await submitForm(form);
    expect(side()).toContain('This is the account that you send from.');
    expect(side()).not.toContain('First time');
  });

  it('sends another transfer once the first one is broadcast, not before', async () => {
    const form = await openForm();
    form.fake.chain.mining = 'manual';
    const wallet = form.fake.chain.wallet(WALLET);
    wallet.next('sendTransaction', 'late');
    await preview(form);
    await press(form.ui.getByTestId('lk-confirm-send'));
    await preview(form);
    await press(form.ui.getByTestId('lk-confirm-send'));
    expect(form.ui.getByText('Another transfer waits for your wallet: approve or reject it first.')).toBeTruthy();
    expect([form.viewName(), sent(form).length]).toEqual(['WalletSendPreview', 0]);
    await actAndFlush(() => wallet.release());
    // The form was emptied, since it was the same transfer.
    await preview(form);
    await press(form.ui.getByTestId('lk-confirm-send'));
    expect(sent(form)).toHaveLength(2);
  });

  it('is stopped for an address that imitates a recent one, until they are compared', async () => {
    const form = await openForm();
    await preview(form);
    await press(form.ui.getByTestId('lk-confirm-send'));
    await press(form.ui.getByTestId('lk-send'));
    await actAndFlush(() => form.fake.clock.run(0));
    const contact = form.ui.getByTestId('lk-send-contact');
    expect(contact.textContent).toContain(FRIEND);
    await press(contact);
    expect(form.ui.getByTestId<HTMLTextAreaElement>('lk-send-to').value).toBe(FRIEND);
    await preview(form, IMITATION);
    await press(form.ui.getByTestId('lk-confirm-send'));
    expect([form.viewName(), sent(form).length]).toEqual(['WalletSendPreview', 1]);
    expect(Array.from(form.ui.getByTestId('lk-compare').querySelectorAll('mark'), (mark) => mark.textContent).join('')).toBe('111000');
    await actAndFlush(() => fireEvent.click(form.ui.getByTestId('lk-compared')));
    await press(form.ui.getByTestId('lk-confirm-send'));
    expect(sent(form).map(({ to }) => to)).toEqual([FRIEND, IMITATION]);
  });

  it('returns to the form once another account is chosen in the wallet', async () => {
    const form = await openForm();
    await preview(form);
    await actAndFlush(() => form.fake.chain.wallet(WALLET).selectChain('eip155:137'));
    expect(form.viewName()).toBe('WalletSend');
    expect(form.fake.client.useCases.watchSend.current()).toMatchObject({ token: null, amount: '', recipient: '' });
  });
});

describe('sending without tokens', () => {
  it('says that there is nothing to send', async () => {
    const fake = await connectedClient();
    fake.chain.setBalance(ADDRESS, 0n);
    const { ui } = await renderModal(fake);
    await openModal(fake, { view: 'WalletSend' });
    await actAndFlush(() => fake.clock.run(0));
    expect(ui.getByRole('heading', { level: 2 }).textContent).toBe('Nothing to send');
  });
});
