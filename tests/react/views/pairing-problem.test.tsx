import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WALLET_CONNECT_CONNECTOR_ID } from '../../../domain/connection/connector.js';
import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { view } from '../../../domain/router/views.js';
import { WALLET } from '../hooks/support/fake-client.js';
import { expectAccessible } from '../support/axe.js';
import { listedWallet, type PairingClient, pairingClient, pairingCount } from '../support/pairing.js';
import { actAndFlush, openedModal, press, type RenderedModal } from '../support/render-modal.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] }));
afterEach(() => vi.useRealTimers());

const HARBOR = listedWallet('harbor', 'Harbor');
const VIEW = view('ConnectingWalletConnect', { walletId: 'harbor', wallet: HARBOR });

const advance = (ms: number): Promise<void> => actAndFlush(() => vi.advanceTimersByTime(ms));
const title = ({ ui }: RenderedModal): string | null => ui.getByRole('heading', { level: 2 }).textContent;

describe('a failed pairing', () => {
  const failing = async (error: Error, options: Parameters<typeof pairingClient>[0] = {}) => {
    const fail = ({ chain }: PairingClient): void => chain.wallet(WALLET_CONNECT_CONNECTOR_ID).next('connect', error);
    const opened = await openedModal(pairingClient(options), {}, fail);
    await opened.fake.push(VIEW);
    return opened;
  };
  const rejected = new LatchkeyError('wallet/rejected', { method: 'wc_sessionPropose' });
  const expired = new LatchkeyError('pairing/expired', {});
  const unreachable = new LatchkeyError('relay/unreachable', { relays: ['wss://relay.example'] });
  const unauthorized = new LatchkeyError('relay/unauthorized', { reason: 'Unauthorized: invalid key' });
  const unpublished = new LatchkeyError('relay/publish-failed', { tag: 1100 });
  const notLoaded = new LatchkeyError('browser/load-failed', { module: 'the wallet protocol' });

  it.each<[LatchkeyError, string, string | null]>([
    [rejected, 'Connection declined', 'Try again'],
    [expired, 'Code expired', 'Get a new code'],
    [unreachable, "Can't reach mobile wallets", 'Try again'],
    [unpublished, "Can't reach mobile wallets", 'Try again'],
    [unauthorized, "This site can't reach mobile wallets", null],
    [notLoaded, 'Failed to load', 'Try again'],
    [new LatchkeyError('config/project-id-missing', { service: 'relay' }), "This site can't connect wallets", null],
    [new LatchkeyError('config/dependency-missing', { dependency: '@walletconnect/core' }), "This site can't connect wallets", null],
  ])('has its own text: %s', async (error, text, button) => {
    const { modal } = await failing(error);
    expect(title(modal)).toBe(text);
    expect(modal.ui.queryByTestId('lk-try-again')?.textContent ?? null).toBe(button);
    expect(modal.ui.queryByTestId('lk-qr')).toBeNull();
    vi.useRealTimers();
    await expectAccessible(modal.host);
  });

  it('retries only on request', async () => {
    const { fake, modal } = await failing(rejected);
    expect(pairingCount(fake)).toBe(1);
    await advance(60_000);
    expect(pairingCount(fake)).toBe(1);
    await press(modal.ui.getByTestId('lk-try-again'));
    expect(pairingCount(fake)).toBe(2);
    expect(title(modal)).toBe('Preparing QR code');
  });

  it('offers installed wallets if the relay is unreachable', async () => {
    const { modal } = await failing(unreachable);
    expect(modal.view().textContent).toContain('Wallets in this browser still work.');
    await press(modal.ui.getByTestId('lk-use-installed'));
    expect(modal.viewName()).toBe('Connect');
    expect(modal.ui.getByTestId(`lk-wallet-${WALLET}`)).toBeDefined();
  });

  it('offers no installed wallets if there are none', async () => {
    const { modal } = await failing(unreachable, { installed: false });
    expect(modal.ui.queryByTestId('lk-use-installed')).toBeNull();
    expect(modal.view().textContent).not.toContain('Wallets in this browser');
  });

  it('shows that the browser is offline', async () => {
    const { fake, modal } = await failing(unreachable);
    await actAndFlush(() => fake.browser.setOnline(false));
    expect(title(modal)).toBe("You're offline");
  });
});
