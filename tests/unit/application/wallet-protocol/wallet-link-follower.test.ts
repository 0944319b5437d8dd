import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeBrowser } from '../../../../application/ports/browser.fake.js';
import { settle } from '../../../../application/ports/clock.fake.js';
import type { RemoteSession } from '../../../../application/ports/remote-session.port.js';
import { STORAGE_KEYS } from '../../../../application/shared/storage-keys.js';
import { WalletLinkFollower } from '../../../../application/wallet-protocol/wallet-link-follower.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { world as appWorld } from '../support/world.js';
import { ProtocolWorld } from './support/protocol-world.js';

const CHOICE = JSON.stringify({ href: 'phone://', name: 'Phone' });
const { signal } = new AbortController();

describe('the link to the wallet on this device', () => {
  let world: ProtocolWorld;
  let browser: FakeBrowser;
  let app: ReturnType<typeof appWorld>;

  /** Connects a wallet that was reached by a link. */
  const connect = async (): Promise<{ readonly session: RemoteSession; readonly topic: string }> => {
    const connected = await world.connect();
    app.storage.set(STORAGE_KEYS.deepLink, CHOICE);
    return connected;
  };

  const request = (session: RemoteSession, from = signal): void => {
    session.request({ chainId: toChainId('eip155:1'), method: 'personal_sign', params: [] }, from).catch(() => undefined);
  };
  const requestId = () => world.wallet.calls.at(-1)?.request.id ?? 0;
  const asked = () => app.connections.state.pairing.asked;

  beforeEach(() => {
    world = new ProtocolWorld();
    browser = new FakeBrowser();
    app = appWorld();
    new WalletLinkFollower({ browser, connections: app.connections, storage: app.storage }).follow(world.client);
  });
  afterEach(async () => {
    world.client.dispose();
    await settle();
    world.end();
  });

  it('is opened in the call of the request, with the request and the session in it', async () => {
    const { session, topic } = await connect();
    request(session);
    expect(browser.opened).toHaveLength(1);
    await settle();
    expect(browser.opened).toEqual([{ url: `phone://wc?requestId=${requestId()}&sessionTopic=${topic}`, target: '_self' }]);
  });

  it('is there for another tap until the wallet has responded, or no one waits any more', async () => {
    const { session, topic } = await connect();
    const linkTo = (id: number) => ({ name: 'Phone', href: `phone://wc?requestId=${id}&sessionTopic=${topic}`, target: '_self' });
    // The page is not in front: no one is taken anywhere, and the link is there when they are back.
    browser.setVisible(false);
    const leaving = new AbortController();
    request(session);
    await settle();
    const first = requestId();
    request(session, leaving.signal);
    await settle();
    const second = requestId();
    browser.setVisible(true);
    expect([browser.opened, asked()]).toEqual([[], linkTo(second)]);
    leaving.abort();
    await settle();
    expect(asked()).toEqual(linkTo(first));
    await world.wallet.answer(topic, first, { error: { code: 5000, message: 'No' } });
    expect(asked()).toBeUndefined();
    request(session);
    await settle();
    await world.clock.run(300_000);
    expect(asked()).toBeUndefined();
  });

  it('is there for no one where the wallet is on another device', async () => {
    const { session } = await world.connect();
    request(session);
    expect([browser.opened, asked()]).toEqual([[], undefined]);
  });

  it('is forgotten with the last session, however that ends', async () => {
    const first = await connect();
    await world.client.resume();
    expect(app.storage.get(STORAGE_KEYS.deepLink)).toBe(CHOICE);
    const second = await connect();
    await first.session.disconnect(signal);
    expect(app.storage.get(STORAGE_KEYS.deepLink)).toBe(CHOICE);
    await world.wallet.call(second.topic, 'wc_sessionDelete', { code: 6000, message: 'User disconnected.' });
    expect(app.storage.get(STORAGE_KEYS.deepLink)).toBeNull();
  });
});
