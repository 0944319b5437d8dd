import { afterEach, describe, expect, it, vi } from 'vitest';
import { FakeStorage } from '../../../application/ports/storage.fake.js';
import { toChainId } from '../../../domain/caip/caip-2.js';
import { formatAssetId } from '../../../domain/caip/caip-19.js';
import { ADDRESS, connectedClient, OTHER_ADDRESS } from '../hooks/support/connected.js';
import { type FakeClient, WALLET } from '../hooks/support/fake-client.js';
import { expectAccessible } from '../support/axe.js';
import { actAndFlush, openModal, press, type RenderedModal, renderModal } from '../support/render-modal.js';

const RICH = { chain: { balances: { [ADDRESS]: 10n ** 18n } } };

/** A client whose transactions wait for {@link mine}, with its closed modal. */
const setUp = async (...[options = {}]: Parameters<typeof connectedClient>): Promise<{ fake: FakeClient; modal: RenderedModal }> => {
  const fake = await connectedClient({ ...RICH, ...options });
  fake.chain.mining = 'manual';
  fake.chain.trace = '7';
  await import('../../../presentation/views/tray/tray.js');
  return { fake, modal: await renderModal(fake) };
};

const send = async ({ client }: FakeClient, value = 25n * 10n ** 16n): Promise<void> => {
  await actAndFlush(() => client.useCases.sendTransaction.execute({ to: OTHER_ADDRESS, value }).subscribe());
  await actAndFlush();
};
const hashes = ({ chain }: FakeClient): readonly string[] => chain.wallet(WALLET).transactions.map(({ hash }) => hash);
const expand = ({ ui }: RenderedModal): Promise<void> => press(ui.getByTestId('lk-tray-chip'));

afterEach(() => vi.useRealTimers());

describe('tray', () => {
  it('shows what is on its way while the modal is closed, with its amount, and hides it after its outcome', async () => {
    // The time of the fake clock.
    vi.useFakeTimers({ toFake: ['Date'], now: 1_700_000_000_000 });
    const { fake, modal } = await setUp();
    expect(modal.ui.queryByTestId('lk-tray')).toBeNull();
    await send(fake);
    expect(modal.ui.getByTestId('lk-tray-chip').textContent).toBe('1 transaction pending');
    await expand(modal);
    const item = modal.ui.getByTestId('lk-tray-item');
    expect(item.textContent).toContain('Send 0.25 ETH');
    expect(item.textContent).toContain('now · Ethereum');
    expect(item.querySelector('a')?.href).toContain(hashes(fake)[0]);
    await expectAccessible(modal.ui.getByTestId('lk-tray'));
    await actAndFlush(() => fake.chain.mine(hashes(fake)[0] ?? ''));
    expect(modal.ui.getByTestId('lk-tray-item').textContent).toContain('Confirmed');
    expect(modal.ui.getByTestId('lk-tray-chip').textContent).toBe('All settled');
    await actAndFlush(() => fake.clock.run(8_000));
    expect(modal.ui.queryByTestId('lk-tray')).toBeNull();
  });

  it('names what is sent, also after a reload', async () => {
    const storage = new FakeStorage();
    const asset = formatAssetId({ chainId: toChainId('eip155:1'), assetNamespace: 'erc20', assetReference: `0x${'c'.repeat(40)}` });
    const swap = { fromToken: 'USDC', toToken: 'ETH', fromAmount: '200.000', toAmount: '0.100' };
    const { fake, modal } = await setUp({ storage });
    const { sendTransaction } = fake.client.useCases;
    const run = (input: Parameters<typeof sendTransaction.execute>[0]) => actAndFlush(() => sendTransaction.execute(input).subscribe());
    await run({ to: OTHER_ADDRESS, value: 1_500_000n, asset, token: { symbol: 'USDC', decimals: 6 } });
    await run({ to: OTHER_ADDRESS, data: '0x01', purpose: 'approval', swap });
    await run({ to: OTHER_ADDRESS, data: '0x02', purpose: 'swap', swap });
    await expand(modal);
    const titles = ['Swap 200.000 USDC to ETH', 'Approval of USDC', 'Send 1.5 USDC'];
    const shown = ({ ui }: RenderedModal) => ui.getAllByTestId('lk-tray-item').map((item) => item.querySelector('.tray-line')?.textContent);
    expect(shown(modal)).toEqual(titles.map((title) => expect.stringContaining(title)));
    modal.unmount();
    const again = await setUp({ storage: storage.otherTab() });
    await actAndFlush();
    await expand(again.modal);
    expect(shown(again.modal)).toEqual(titles.map((title) => expect.stringContaining(title)));
  });

  it('is on one side of the dialog only', async () => {
    const { fake, modal } = await setUp();
    await send(fake);
    await openModal(fake);
    expect(modal.ui.getAllByTestId('lk-tray')).toHaveLength(1);
    expect(modal.dialog().querySelector('[data-testid=lk-tray]')).not.toBeNull();
  });

  it('speeds up and cancels, and keeps the row', async () => {
    const { fake, modal } = await setUp();
    await send(fake);
    await expand(modal);
    await press(modal.ui.getByTestId('lk-speed-up'));
    expect(modal.ui.getAllByTestId('lk-tray-item')).toHaveLength(1);
    expect(modal.ui.getByTestId('lk-tray-item').dataset['hash']).toBe(hashes(fake)[1]);
    expect(modal.ui.getByTestId('lk-tray-item').textContent).toContain('Sped up');
    await press(modal.ui.getByTestId('lk-cancel-transaction'));
    expect(modal.ui.getByTestId('lk-tray-item').textContent).toContain('Cancellation');
    expect(modal.ui.queryByTestId('lk-cancel-transaction')).toBeNull();
    expect(modal.ui.getByTestId('lk-tray-chip').textContent).toBe('1 transaction pending');
  });

  it('asks to approve in the wallet, and shows why it could not', async () => {
    const { fake, modal } = await setUp();
    await send(fake);
    await expand(modal);
    fake.chain.wallet(WALLET).next('replaceTransaction', 'late');
    await press(modal.ui.getByTestId('lk-speed-up'));
    expect(modal.ui.getByText('Approve in your wallet')).toBeDefined();
    expect(modal.ui.getByTestId('lk-cancel-transaction').getAttribute('aria-disabled')).toBe('true');
    await press(modal.ui.getByTestId('lk-cancel-transaction'));
    expect(fake.chain.wallet(WALLET).count('replaceTransaction')).toBe(1);
    await actAndFlush(() => fake.chain.wallet(WALLET).release());
    fake.chain.wallet(WALLET).next('replaceTransaction', 'reject');
    await press(modal.ui.getByTestId('lk-cancel-transaction'));
    expect(modal.ui.getByTestId('lk-tray-item').querySelector('[role=alert]')?.textContent).toBe('The request was rejected in the wallet');
  });

  it.each<[string, (parts: { fake: FakeClient; modal: RenderedModal }) => Promise<void>]>([
    ['its list is closed', ({ modal }) => expand(modal)],
    ['the modal is opened', ({ fake }) => openModal(fake)],
    [
      'the modal is opened and closed',
      async ({ fake, modal }) => {
        await openModal(fake);
        await press(modal.ui.getByTestId('lk-close'));
      },
    ],
  ])('asks the wallet once, also if %s meanwhile', async (_what, leave) => {
    const { fake, modal } = await setUp();
    await send(fake);
    await expand(modal);
    fake.chain.wallet(WALLET).next('replaceTransaction', 'late');
    await press(modal.ui.getByTestId('lk-speed-up'));
    await leave({ fake, modal });
    if (modal.ui.getByTestId('lk-tray-chip').getAttribute('aria-expanded') === 'false') await expand(modal);
    await press(modal.ui.getByTestId('lk-speed-up'));
    expect(modal.ui.getByText('Approve in your wallet')).toBeDefined();
    expect(fake.chain.wallet(WALLET).count('replaceTransaction')).toBe(1);
    await actAndFlush(() => fake.chain.wallet(WALLET).release());
    expect(modal.ui.getByTestId('lk-tray-item').textContent).toContain('Sped up');
    expect(modal.ui.queryByText('Approve in your wallet')).toBeNull();
  });

  it('keeps the focus when the focused control disappears', async () => {
    const { fake, modal } = await setUp();
    await send(fake);
    await expand(modal);
    const focused = () => document.activeElement?.shadowRoot?.activeElement;
    modal.ui.getByTestId('lk-speed-up').focus();
    await actAndFlush(() => fake.chain.mine(hashes(fake)[0] ?? ''));
    expect(modal.ui.queryByTestId('lk-speed-up')).toBeNull();
    expect(focused()).toBe(modal.ui.getByTestId('lk-tray-chip'));
    await openModal(fake);
    modal.ui.getByTestId('lk-tray-chip').focus();
    await actAndFlush(() => fake.clock.run(8_000));
    expect(focused()?.getAttribute('part')).toBe('title');
  });

  it('has the focus again after the modal was open', async () => {
    const { fake, modal } = await setUp();
    await send(fake);
    const chip = modal.ui.getByTestId('lk-tray-chip');
    chip.focus();
    await openModal(fake);
    await press(modal.ui.getByTestId('lk-close'));
    expect(document.activeElement?.shadowRoot?.activeElement).toBe(chip);
  });

  it('stops waiting for a wallet that does not answer, and tracks what it sends all the same', async () => {
    const { fake, modal } = await setUp();
    await send(fake);
    await expand(modal);
    fake.chain.wallet(WALLET).next('replaceTransaction', 'late');
    await press(modal.ui.getByTestId('lk-speed-up'));
    await press(modal.ui.getByTestId('lk-stop-waiting'));
    expect(modal.ui.queryByTestId('lk-stop-waiting')).toBeNull();
    expect(modal.ui.getByTestId('lk-cancel-transaction').getAttribute('aria-disabled')).toBeNull();
    await actAndFlush(() => fake.chain.wallet(WALLET).release());
    expect(modal.ui.getByTestId('lk-tray-item').dataset['hash']).toBe(hashes(fake)[1]);
  });

  it('closes its list with Escape, and leaves the modal open', async () => {
    const { fake, modal } = await setUp();
    await send(fake);
    await openModal(fake);
    await expand(modal);
    const chip = modal.ui.getByTestId('lk-tray-chip');
    const key = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
    await actAndFlush(() => modal.ui.getByTestId('lk-speed-up').dispatchEvent(key));
    expect([chip.getAttribute('aria-expanded'), document.activeElement?.shadowRoot?.activeElement]).toEqual(['false', chip]);
    // A browser closes the dialog otherwise.
    expect(key.defaultPrevented).toBe(true);
    expect(modal.dialog().open).toBe(true);
  });

  it('is shown again after a reload', async () => {
    const storage = new FakeStorage();
    const before = await setUp({ storage });
    await send(before.fake);
    before.modal.unmount();
    const after = await setUp({ storage: storage.otherTab() });
    await actAndFlush();
    expect(after.modal.ui.getByTestId('lk-tray-chip').textContent).toBe('1 transaction pending');
  });

  it('is turned off by an option', async () => {
    const { fake, modal } = await setUp({ options: { features: { transactionTray: false } } });
    await send(fake);
    expect(modal.ui.queryByTestId('lk-tray')).toBeNull();
  });
});
