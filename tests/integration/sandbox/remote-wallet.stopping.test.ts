import { type CreatedRemoteWallet, createRemoteWallet, type Relay, startRelay } from '@latchkey/sandbox';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { unhandledRejections } from '../../unit/application/support/unhandled-rejections.js';
import { NAMESPACES, type OfficialDapp, startDapp } from './support/official-dapp.js';

describe('a wallet behind the relay that is switched off', () => {
  let relay: Relay;
  let wallet: CreatedRemoteWallet;
  let dapp: OfficialDapp;
  let stopDapp: () => Promise<void>;
  const unhandled = unhandledRejections();

  beforeEach(async () => {
    relay = await startRelay({ redeliverAfterMs: 500 });
    wallet = await createRemoteWallet({ relayUrl: relay.url, rpcUrls: { 1: 'http://127.0.0.1:1' } });
    ({ client: dapp, stop: stopDapp } = await startDapp(relay.url));
  });
  afterEach(async () => {
    await Promise.all([stopDapp(), wallet.stop()]);
    await relay.stop();
  });

  const connect = async (): Promise<string> => {
    await wallet.control.autoApprove(true);
    const { uri = '', approval } = await dapp.connect({ optionalNamespaces: NAMESPACES });
    await wallet.control.pair(uri);
    return (await approval()).topic;
  };

  const called = async (method: string): Promise<number> =>
    (await relay.control.traffic()).filter((entry) => entry.kind === 'call' && entry.method === method).length;

  /** The app ends a session; what becomes of that on its own side is not looked at. */
  const end = (topic: string): void => {
    dapp.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } }).catch(() => undefined);
  };

  it('forgets a session that the app ends while the relay refuses to let go of its topic', async () => {
    const topic = await connect();
    await relay.control.addFault({ method: 'irn_unsubscribe', mode: 'error', error: { code: -32_000, message: 'No' }, times: 10 });
    end(topic);
    await vi.waitFor(async () => expect((await wallet.control.state()).sessions).toEqual([]), 15_000);
    await unhandled.expectNone();
  });

  it('forgets a session that the app was just ending, asks nothing of the relay any more, and leaves no rejection behind', async () => {
    const topic = await connect();
    const before = await called('irn_unsubscribe');
    await relay.control.addFault({ method: 'irn_unsubscribe', mode: 'drop', times: 10 });
    end(topic);
    await vi.waitFor(async () => expect(await called('irn_unsubscribe')).toBeGreaterThan(before + 1), 15_000);
    const opened = async (): Promise<number> => (await relay.control.traffic()).filter(({ kind }) => kind === 'open').length;
    const lines = await opened();
    await wallet.stop();
    await vi.waitFor(async () => expect((await wallet.control.state()).sessions).toEqual([]), 15_000);
    await new Promise((resolve) => setImmediate(resolve));
    expect(await opened()).toBe(lines);
    await unhandled.expectNone();
  });

  it('can be switched off twice', async () => {
    await connect();
    await wallet.stop();
    await wallet.stop();
    await unhandled.expectNone();
  });
});
