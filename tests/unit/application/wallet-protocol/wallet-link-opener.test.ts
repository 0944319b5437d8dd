import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeBrowser } from '../../../../application/ports/browser.fake.js';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import type { RemoteSession } from '../../../../application/ports/remote-session.port.js';
import { STORAGE_KEYS } from '../../../../application/shared/storage-keys.js';
import { WalletLinkRepository } from '../../../../application/wallet-protocol/wallet-link.repository.js';
import { WalletLinkOpener } from '../../../../application/wallet-protocol/wallet-link-opener.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { clientFixture as appWorld } from '../support/client-fixture.js';
import { ProtocolFixture } from './support/protocol-fixture.js';

const CHOICE = JSON.stringify({ href: 'phone://', name: 'Phone' });
const { signal } = new AbortController();

describe('WalletLinkOpener', () => {
  let fixture: ProtocolFixture;
  let browser: FakeBrowser;
  let app: ReturnType<typeof appWorld>;

  /** Connects a wallet on this device. */
  const connect = async (): Promise<{ readonly session: RemoteSession; readonly topic: string }> => {
    const connected = await fixture.connect();
    app.storage.set(STORAGE_KEYS.deepLink, CHOICE);
    return connected;
  };

  const request = (session: RemoteSession, requestSignal = signal): void => {
    session.request({ chainId: toChainId('eip155:1'), method: 'personal_sign', params: [] }, requestSignal).catch(() => undefined);
  };
  const requestId = () => fixture.wallet.calls.at(-1)?.request.id ?? 0;
  const pendingWallet = () => app.connections.state.pairing.pendingWallet;

  beforeEach(() => {
    fixture = new ProtocolFixture();
    browser = new FakeBrowser();
    app = appWorld();
    new WalletLinkOpener({
      browser,
      links: new WalletLinkRepository(app.storage),
      onPendingWallet: (pendingWallet) => app.connections.dispatch({ type: 'pairing-changed', pairing: { pendingWallet } }),
    }).subscribe({ requests$: fixture.client.requests$, obsolete$: fixture.client.empty$ });
  });
  afterEach(async () => {
    fixture.client.dispose();
    await flushPromises();
    fixture.dispose();
  });

  it('opens the wallet synchronously, with request id and session topic in the link', async () => {
    const { session, topic } = await connect();
    request(session);
    expect(browser.opened).toHaveLength(1);
    await flushPromises();
    expect(browser.opened).toEqual([{ url: `phone://wc?requestId=${requestId()}&sessionTopic=${topic}`, target: '_self' }]);
  });

  it('opens the wallet of the session, whichever was connected last', async () => {
    const [first, second, third] = [await fixture.connect(), await fixture.connect(), await fixture.connect()];
    const links = new WalletLinkRepository(app.storage);
    const save = (topic: string, name?: string): void =>
      links.save(topic, { recentWallet: undefined, wcLinking: name === undefined ? undefined : { href: `${name}://`, name } });
    save(first.topic, 'first');
    save(second.topic, 'second');
    save(third.topic);
    for (const { session } of [first, second, third]) request(session);
    expect(browser.opened.map(({ url }) => url.split('wc?')[0])).toEqual(['first://', 'second://']);
  });

  it('publishes the link although the app’s own browser port throws', async () => {
    const { session } = await connect();
    const open = (): void => {
      throw new Error('Links are blocked');
    };
    Object.assign(browser, { open });
    request(session);
    await flushPromises();
    expect(pendingWallet()).toMatchObject({ name: 'Phone' });
  });

  it('keeps the link in pendingWallet until the request settles', async () => {
    const { session, topic } = await connect();
    const linkTo = (id: number) => ({ name: 'Phone', href: `phone://wc?requestId=${id}&sessionTopic=${topic}`, target: '_self' });
    // A hidden page opens no link, and the link remains for a later tap.
    browser.setVisible(false);
    const controller = new AbortController();
    request(session);
    await flushPromises();
    const first = requestId();
    request(session, controller.signal);
    await flushPromises();
    const second = requestId();
    browser.setVisible(true);
    expect([browser.opened, pendingWallet()]).toEqual([[], linkTo(second)]);
    controller.abort();
    await flushPromises();
    expect(pendingWallet()).toEqual(linkTo(first));
    await fixture.wallet.respond(topic, first, { error: { code: 5000, message: 'No' } });
    expect(pendingWallet()).toBeUndefined();
    request(session);
    await flushPromises();
    await fixture.clock.run(300_000);
    expect(pendingWallet()).toBeUndefined();
  });

  it('opens nothing for a wallet on another device', async () => {
    const { session } = await fixture.connect();
    request(session);
    expect([browser.opened, pendingWallet()]).toEqual([[], undefined]);
  });

  it('removes the deep link with the last session', async () => {
    const first = await connect();
    await fixture.client.resume();
    expect(app.storage.get(STORAGE_KEYS.deepLink)).toBe(CHOICE);
    const second = await connect();
    await first.session.disconnect(signal);
    expect(app.storage.get(STORAGE_KEYS.deepLink)).toBe(CHOICE);
    await fixture.wallet.call(second.topic, 'wc_sessionDelete', { code: 6000, message: 'User disconnected.' });
    expect(app.storage.get(STORAGE_KEYS.deepLink)).toBeNull();
  });
});
