import { RelayConnection, type RelayConnectionOptions } from '../../../../adapters/walletconnect/relay-connection.js';
import { FakeBrowser } from '../../../../application/ports/browser.fake.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { neverAborted } from '../../../../testing/contracts/test-api.js';
import { TestRelayServer } from './test-relay-server.js';

/** The preferred URL. */
export const FIRST = 'wss://first.example';
/** The fallback URL. */
export const SECOND = 'wss://second.example';
export const TOPIC = 'ab'.repeat(32);

/** A relay connection to in-memory relays behind two URLs, with a fake page and clock. */
export const setUp = (options: Partial<RelayConnectionOptions> = {}) => {
  const [server, clock, browser] = [new TestRelayServer(), new FakeClock(), new FakeBrowser()];
  const connection = new RelayConnection({
    relayUrls: [FIRST, SECOND],
    clock,
    browser,
    address: async (relayUrl) => `${relayUrl}?auth=token`,
    webSocket: () => server.WebSocket,
    onPush: () => undefined,
    onSubscribing: () => () => undefined,
    ...options,
  });
  const statuses: string[] = [];
  connection.status$.subscribe((status) => statuses.push(status.type === 'failed' ? status.error.code : status.type));
  const urls = (): readonly string[] => server.sockets.map(({ url }) => url.replace('?auth=token', ''));
  const subscribed = (): readonly unknown[] =>
    server.calls.filter(({ method }) => method === 'irn_batchSubscribe').map(({ params }) => params['topics']);
  return { server, clock, browser, connection, statuses, urls, subscribed };
};

/** A {@link setUp} fixture that is subscribed to a topic. */
export const setUpSubscribed = async (options: Partial<RelayConnectionOptions> = {}) => {
  const fixture = setUp(options);
  await fixture.connection.subscribe([TOPIC], neverAborted());
  return fixture;
};
