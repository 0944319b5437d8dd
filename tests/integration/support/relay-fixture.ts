import { type Relay as SandboxRelay, startRelay } from '@latchkey/sandbox';
import { expect, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { CoreRelayOptions } from '../../../adapters/walletconnect/core-relay.js';
import { FakeBrowser } from '../../../application/ports/browser.fake.js';
import { FakeClock } from '../../../application/ports/clock.fake.js';
import { FakeRecordStore } from '../../../application/ports/record-store.fake.js';
import type { RelayHarness } from '../../../testing/contracts/relay-harness.js';
import { PageRelay } from '../../unit/adapters/support/relay-pages.js';
import { TcpProxy } from './tcp-proxy.js';

const PROJECT_ID = 'a'.repeat(32);
const PEER_PROJECT_ID = 'b'.repeat(32);

/** A WebSocket that is counted until it is closed. */
const countedWebSocket = (open: Set<WebSocket>) =>
  class extends WebSocket {
    constructor(url: string) {
      super(url);
      open.add(this);
      this.addEventListener('close', () => open.delete(this));
    }
  };

/** A page with its relay client, a peer, and the sandbox's relay. The page's connection uses a proxy. */
export interface RelayFixture extends Omit<RelayHarness, 'relay' | 'peer' | 'otherTab' | 'reload'> {
  readonly relay: PageRelay;
  readonly peer: PageRelay;
  otherTab(): PageRelay;
  reload(): PageRelay;
  readonly sandbox: SandboxRelay;
  readonly proxy: TcpProxy;
  readonly browser: FakeBrowser;
  readonly clock: FakeClock;
  readonly store: FakeRecordStore;
  /** Open WebSockets of the page. */
  readonly sockets: ReadonlySet<WebSocket>;
  /** Another page of the same origin with its own options. */
  newPage(options?: Partial<CoreRelayOptions>): PageRelay;
}

/** Starts everything on free ports. */
export const startRelayFixture = async (): Promise<RelayFixture> => {
  const sandbox = await startRelay({ redeliverAfterMs: 200 });
  const proxy = await TcpProxy.start(Number(new URL(sandbox.url).port));
  const [clock, browser, sockets] = [new FakeClock(Date.now()), new FakeBrowser(), new Set<WebSocket>()];
  const store = new FakeRecordStore();
  const pages: PageRelay[] = [];
  const page = (options: Partial<CoreRelayOptions> & Pick<CoreRelayOptions, 'store'>): PageRelay => {
    const relay = new PageRelay({
      relayUrls: [`ws://127.0.0.1:${proxy.port}`],
      projectId: PROJECT_ID,
      clock,
      browser,
      webSocket: countedWebSocket(sockets),
      ...options,
    });
    pages.push(relay);
    return relay;
  };
  const relay = page({ store });
  const peer = page({ store: new FakeRecordStore(), relayUrls: [sandbox.url], projectId: PEER_PROJECT_ID, browser: new FakeBrowser() });

  const run = async (ms: number): Promise<void> => {
    await clock.run(ms);
    // The relay has a real clock: wait for its next millisecond and for pending messages.
    const before = Date.now();
    await vi.waitFor(() => expect(Date.now() - before).toBeGreaterThan(2), { interval: 2 });
  };
  const until = async (condition: () => boolean): Promise<void> => {
    await vi.waitFor(
      async () => {
        await run(20);
        expect(condition()).toBe(true);
      },
      { timeout: 15_000, interval: 5 },
    );
  };

  return {
    relay,
    peer,
    sandbox,
    proxy,
    browser,
    clock,
    store,
    sockets,
    run,
    until,
    newPage: (options = {}) => page({ store: store.otherTab(), ...options }),
    otherTab: () => page({ store: store.otherTab() }),
    reload: () => {
      relay.dispose();
      return page({ store: store.reload() });
    },
    setRelayMode: async (mode) => {
      proxy.mode = mode === 'unreachable' ? 'cut' : mode === 'silent' ? 'silent' : 'open';
      await sandbox.control.setProjectIds(mode === 'unauthorized' ? [PEER_PROJECT_ID] : null);
    },
    dropConnection: async () => proxy.cut(),
    rejectNextPublish: () =>
      sandbox.control.addFault({ method: 'irn_publish', mode: 'error', error: { code: -32000, message: 'Mailbox full' } }),
    redeliver: async () => {
      // The relay redelivers unacknowledged messages on a new connection.
      const before = proxy.connections;
      proxy.cut();
      await until(() => proxy.connections > before && proxy.openConnections > 0);
      await run(200);
    },
    stop: async () => {
      for (const each of pages) each.dispose();
      await proxy.stop();
      await sandbox.stop();
      await vi.waitFor(() => expect(sockets.size).toBe(0), { timeout: 15_000 });
      expect(clock.pending).toBe(0);
    },
  };
};
