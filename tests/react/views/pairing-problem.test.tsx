import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WALLET_CONNECT_CONNECTOR_ID } from '../../../domain/connection/connector.js';
import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { view } from '../../../domain/router/views.js';
import { WALLET } from '../hooks/support/fake-client.js';
import { expectAccessible } from '../support/axe.js';
import { listedWallet, type PairingClient, pairingClient, pairings } from '../support/pairing.js';
import { openedModal, press, type RenderedModal, settled } from '../support/render-modal.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] }));
afterEach(() => vi.useRealTimers());

const HARBOR = listedWallet('harbor', 'Harbor');
const VIEW = view('ConnectingWalletConnect', { walletId: 'harbor', wallet: HARBOR });

const later = (ms: number): Promise<void> => settled(() => vi.advanceTimersByTime(ms));
const title = ({ ui }: RenderedModal): string | null => ui.getByRole('heading', { level: 2 }).textContent;

describe('A pairing that fails', () => {
  const failing = async (error: Error, given: Parameters<typeof pairingClient>[0] = {}) => {
    const fail = ({ chain }: PairingClient): void => chain.wallet(WALLET_CONNECT_CONNECTOR_ID).next('connect', error);
    const opened = await openedModal(pairingClient(given), {}, fail);
    await opened.fake.push(VIEW);
    return opened;
  };
  const rejected = new LatchkeyError('wallet/rejected', { method: 'wc_sessionPropose' });
  const expired = new LatchkeyError('pairing/expired', {});
  const unreachable = new LatchkeyError('relay/unreachable', { relays: ['wss://relay.example'] });
  const unauthorized = new LatchkeyError('relay/unauthorized', { reason: 'Unauthorized: invalid key' });
  const unpublished = new LatchkeyError('relay/publish-failed', { tag: 1100 });
  const notLoaded = new LatchkeyError('browser/load-failed', { part: 'the wallet protocol' });

  it.each<[LatchkeyError, string, string | null]>([
    [rejected, 'You declined', 'Try again'],
    [expired, 'The code has expired', 'New code'],
    [unreachable, 'Wallets elsewhere cannot be reached', 'Try again'],
    [unpublished, 'Wallets elsewhere cannot be reached', 'Try again'],
    [unauthorized, 'This site cannot reach wallets elsewhere', null],
    [notLoaded, 'A part of this site did not load', 'Try again'],
    [new LatchkeyError('config/project-id-missing', { service: 'relay' }), 'This site cannot connect wallets now', null],
    [new LatchkeyError('config/dependency-missing', { dependency: '@walletconnect/core' }), 'This site cannot connect wallets now', null],
  ])('has words of its own: %s', async (error, words, button) => {
    const { modal } = await failing(error);
    expect(title(modal)).toBe(words);
    expect(modal.ui.queryByTestId('lk-try-again')?.textContent ?? null).toBe(button);
    expect(modal.ui.queryByTestId('lk-qr')).toBeNull();
    vi.useRealTimers();
    await expectAccessible(modal.host);
  });

  it('begins again on request, and only then', async () => {
    const { fake, modal } = await failing(rejected);
    expect(pairings(fake)).toBe(1);
    await later(60_000);
    expect(pairings(fake)).toBe(1);
    await press(modal.ui.getByTestId('lk-try-again'));
    expect(pairings(fake)).toBe(2);
    expect(title(modal)).toBe('Preparing the QR code');
  });

  it('for want of a relay leads to the wallets that need none', async () => {
    const { modal } = await failing(unreachable);
    expect(modal.view().textContent).toContain('The wallets in this browser work all the same.');
    await press(modal.ui.getByTestId('lk-use-installed'));
    expect(modal.viewName()).toBe('Connect');
    expect(modal.ui.getByTestId(`lk-wallet-${WALLET}`)).toBeDefined();
  });

  it('for want of a relay promises no wallets where there are none', async () => {
    const { modal } = await failing(unreachable, { installed: false });
    expect(modal.ui.queryByTestId('lk-use-installed')).toBeNull();
    expect(modal.view().textContent).not.toContain('wallets in this browser');
  });

  it('while the browser is offline says that', async () => {
    const { fake, modal } = await failing(unreachable);
    await settled(() => fake.browser.setOnline(false));
    expect(title(modal)).toBe('You are offline');
  });
});
