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

/** A page with its relay, a peer, and the sandbox's relay between them; the page's line goes through a proxy. */
export interface RelayWorld extends Omit<RelayHarness, 'relay' | 'peer' | 'otherTab' | 'reload'> {
  readonly relay: PageRelay;
  readonly peer: PageRelay;
  otherTab(): PageRelay;
  reload(): PageRelay;
  readonly sandbox: SandboxRelay;
  readonly proxy: TcpProxy;
  readonly browser: FakeBrowser;
  readonly clock: FakeClock;
  readonly store: FakeRecordStore;
  /** WebSockets of the page that are not closed. */
  readonly sockets: ReadonlySet<WebSocket>;
  /** Another page of the same origin, with options of its own. */
  newPage(options?: Partial<CoreRelayOptions>): PageRelay;
}

/** Starts all of it on free ports. */
export const startRelayWorld = async (): Promise<RelayWorld> => {
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
    // The relay has a clock of its own: let it show another time, and bring what is on its way.
    const before = Date.now();
    await vi.waitFor(() => expect(Date.now() - before).toBeGreaterThan(2), { interval: 2 });
  };
  const until = async (holds: () => boolean): Promise<void> => {
    await vi.waitFor(
      async () => {
        await run(20);
        expect(holds()).toBe(true);
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
    setDoor: async (door) => {
      proxy.door = door === 'unreachable' ? 'cut' : door === 'silent' ? 'silent' : 'open';
      await sandbox.control.setProjectIds(door === 'unauthorized' ? [PEER_PROJECT_ID] : null);
    },
    dropLine: async () => proxy.cut(),
    refusePublication: () =>
      sandbox.control.addFault({ method: 'irn_publish', mode: 'error', error: { code: -32000, message: 'No room' } }),
    repeat: async () => {
      // Over a new line the relay brings what was not acknowledged.
      const before = proxy.connections;
      proxy.cut();
      await until(() => proxy.connections > before && proxy.open > 0);
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
