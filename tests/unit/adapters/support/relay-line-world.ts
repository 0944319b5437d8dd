import { RelayLine, type RelayLineOptions } from '../../../../adapters/walletconnect/relay-line.js';
import { FakeBrowser } from '../../../../application/ports/browser.fake.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { patient } from '../../../../testing/contracts/test-api.js';
import { TestRelayServer } from './test-relay-server.js';

/** The preferred address. */
export const FIRST = 'wss://first.example';
/** The other address. */
export const SECOND = 'wss://second.example';
export const TOPIC = 'ab'.repeat(32);

/** A line in a world that stands still: relays in memory behind two addresses, a page, and a clock. */
export const setUp = (options: Partial<RelayLineOptions> = {}) => {
  const [server, clock, browser] = [new TestRelayServer(), new FakeClock(), new FakeBrowser()];
  const line = new RelayLine({
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
  line.status$.subscribe((status) => statuses.push(status.type === 'failed' ? status.error.code : status.type));
  const urls = (): readonly string[] => server.sockets.map(({ url }) => url.replace('?auth=token', ''));
  const subscribed = (): readonly unknown[] =>
    server.calls.filter(({ method }) => method === 'irn_batchSubscribe').map(({ params }) => params['topics']);
  return { server, clock, browser, line, statuses, urls, subscribed };
};

/** As {@link setUp}, with a line that is subscribed to a topic. */
export const setUpSubscribed = async (options: Partial<RelayLineOptions> = {}) => {
  const world = setUp(options);
  await world.line.subscribe([TOPIC], patient());
  return world;
};
