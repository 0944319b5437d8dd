import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { HttpAnalytics } from '../../adapters/analytics/http-analytics.js';
import { SYSTEM_CLOCK } from '../../adapters/browser/system-clock.js';
import { FakeBrowser } from '../../application/ports/browser.fake.js';
import { BROWSER } from '../../application/ports/browser.port.js';
import { FakeChain } from '../../application/ports/chain.fake.js';
import { CHAIN } from '../../application/ports/chain.port.js';
import { FakeLogger } from '../../application/ports/logger.fake.js';
import { LOGGER } from '../../application/ports/logger.port.js';
import { FakeStorage } from '../../application/ports/storage.fake.js';
import { STORAGE } from '../../application/ports/storage.port.js';
import { createLatchkey, type LatchkeyOptions } from '../../composition/create-latchkey.js';
import { defineModule } from '../../composition/wire.js';
import type { TrackedEvent } from '../../domain/analytics/tracked-event.js';
import { mainnet } from '../../domain/network/networks/eip155.js';
import { parseOptions } from '../../domain/options/parse-options.js';
import { SDK_VERSION } from '../../domain/options/sdk.js';
import { analyticsOverHttp } from '../../sandbox/analytics/analytics-control.js';
import { type Analytics, startAnalytics } from '../../sandbox/analytics/start-analytics.js';
import { analyticsContract } from '../../testing/contracts/analytics.contract.js';
import { neverAborted } from '../../testing/contracts/test-api.js';

const WALLET = 'com.example.wallet';
const ADDRESS = '0x1111111111111111111111111111111111111111';

let service: Analytics;
beforeAll(async () => {
  service = await startAnalytics();
});
afterEach(() => service.control.reset());
afterAll(() => service.stop());

const browser = (): FakeBrowser => {
  const fake = new FakeBrowser();
  fake.location = { origin: 'https://app.example', href: 'https://app.example/reset/secret?token=secret#secret', hostname: 'app.example' };
  return fake;
};

const analyticsAt = (options: object, fetch: typeof globalThis.fetch = globalThis.fetch): HttpAnalytics =>
  new HttpAnalytics({
    options: { current: parseOptions({ networks: [mainnet], ...options }) },
    browser: browser(),
    clock: SYSTEM_CLOCK,
    fetch,
  });

analyticsContract({ describe, it, expect }, 'HttpAnalytics', () => ({
  analytics: analyticsAt({ endpoints: { analytics: service.origin } }),
  setEnabled: (enabled) => service.control.setEnabled(enabled),
  fail: (fault) => service.control.setMode(fault),
  accepted: async () =>
    (await service.control.events()).map(
      ({ timestamp, props: { type, event, properties, address } }) =>
        // The service has validated the event; its name and properties are those that the test sent.
        ({ type, event, properties, address, timestamp }) as TrackedEvent,
    ),
}));

describe('HttpAnalytics', () => {
  it('sends the origin of the page, and of URLs in texts scheme and host', async () => {
    await analyticsAt({ projectId: 'my-project', endpoints: { analytics: `${service.origin}/` } }).send(
      {
        type: 'track',
        event: 'CONNECT_ERROR',
        properties: { message: 'https://user:pass@rpc.example/v1/key?k=1 failed for wc:abc@2?symKey=key' },
        address: ADDRESS,
        timestamp: 5,
      },
      neverAborted(),
    );
    const [event] = await service.control.events();
    expect(event).toMatchObject({
      projectId: 'my-project',
      st: 'latchkey',
      sv: SDK_VERSION,
      url: 'https://app.example',
      domain: 'app.example',
      timestamp: 5,
      props: { type: 'track', event: 'CONNECT_ERROR', properties: { message: 'https://rpc.example failed for wc:' }, address: ADDRESS },
    });
    expect(JSON.stringify(event)).not.toMatch(/secret|key=|pass/);
  });

  it('redacts recovery phrases and email addresses in texts', async () => {
    const search = `${'abandon '.repeat(11)}about of ada@example.com`;
    await analyticsAt({ endpoints: { analytics: service.origin } }).send(
      { type: 'track', event: 'SEARCH_WALLET', properties: { badge: undefined, search }, address: undefined, timestamp: 1 },
      neverAborted(),
    );
    expect((await service.control.events()).map(({ props }) => props.properties)).toEqual([{ search: '[redacted] of [email]' }]);
  });

  it('gives each event its own id, and keeps a request beyond the page', async () => {
    const inits: (RequestInit | undefined)[] = [];
    const analytics = analyticsAt({ endpoints: { analytics: service.origin } }, (url, init) => {
      inits.push(init);
      return fetch(url, init);
    });
    const event: TrackedEvent = { type: 'track', event: 'CLICK_NETWORKS', properties: undefined, address: undefined, timestamp: 1 };
    await analytics.send(event, neverAborted());
    await analytics.send(event, neverAborted());
    expect(new Set((await service.control.events()).map(({ eventId }) => eventId)).size).toBe(2);
    expect(inits.map((init) => [init?.keepalive, init?.credentials, init?.headers])).toEqual([
      [true, 'omit', undefined],
      [true, 'omit', undefined],
    ]);
  });

  it('reads the configuration of the default service at the wallet directory', async () => {
    const urls: string[] = [];
    const analytics = analyticsAt({ projectId: 'p', endpoints: { walletDirectory: service.origin } }, (url, init) => {
      urls.push(String(url));
      return fetch(url, init);
    });
    expect(await analytics.isEnabled(neverAborted())).toBe(true);
    expect(urls).toEqual([`${service.origin}/getAnalyticsConfig?projectId=p&st=latchkey&sv=${SDK_VERSION}`]);
  });
});

describe('the analytics service of the sandbox', () => {
  const post = (body: string, projectId: string, origin?: string): Promise<number> =>
    fetch(`${service.origin}/e?projectId=${projectId}&st=x&sv=1`, {
      method: 'POST',
      body,
      headers: origin === undefined ? {} : { origin },
    }).then(({ status }) => status);
  const event = JSON.stringify({
    eventId: '7f3d6c1e-1111-4222-8333-444455556666',
    url: 'https://app.example',
    domain: 'app.example',
    timestamp: 1,
    props: { type: 'track', event: 'MODAL_OPEN', properties: { connected: false } },
  });

  it('accepts the events of known projects and allowed origins, once each', async () => {
    const control = analyticsOverHttp(service.origin, service.controlToken);
    await control.setProjectIds(['known']);
    await control.setOrigins(['https://app.example']);
    expect(await post(event, 'other', 'https://app.example')).toBe(403);
    expect(await post(event, 'known', 'https://evil.example')).toBe(403);
    expect(await post(event, 'known')).toBe(403);
    expect(await post(event, 'known', 'https://app.example')).toBe(202);
    expect(await post(event, 'known', 'https://app.example')).toBe(202);
    expect(await control.events()).toMatchObject([{ projectId: 'known', from: 'https://app.example', props: { event: 'MODAL_OPEN' } }]);
    expect((await control.requests()).map(({ status }) => status)).toEqual([403, 403, 403, 202, 202]);
  });

  it.each([
    '',
    '{',
    '[]',
    event.replace('-4222-', '-1222-'),
    event.replace('"timestamp":1', '"timestamp":"1"'),
    event.replace('MODAL_OPEN', '<b>'),
  ])('rejects the malformed event %j', async (body) => {
    expect(await post(body, 'known')).toBe(400);
    expect(await service.control.events()).toEqual([]);
  });
});

describe('a client', () => {
  const clientAt = (options: Partial<LatchkeyOptions> = {}, isStored = false) => {
    const chain = new FakeChain({ wallets: [{ id: WALLET, name: 'Example', connected: isStored }] });
    const storage = new FakeStorage(isStored ? { '@latchkey/eip155:connected_connector_id': WALLET } : {});
    const latchkey = createLatchkey({
      networks: [mainnet],
      endpoints: { analytics: service.origin },
      ...options,
      modules: [
        defineModule((wire) => {
          wire(BROWSER, [], browser);
          wire(STORAGE, [], () => storage);
          wire(LOGGER, [], () => new FakeLogger());
          wire(CHAIN, [], () => chain, { dispose: (bound) => bound.dispose() });
        }),
      ],
    });
    return latchkey;
  };
  const received = async (): Promise<readonly string[]> => (await service.control.events()).map(({ props }) => props.event);

  it('sends nothing before the user acts, then what was queued, without values of options', async () => {
    const latchkey = clientAt({ customRpcUrls: { 'eip155:1': [{ url: 'https://rpc.example/secret' }] } });
    await latchkey.ready;
    await vi.dynamicImportSettled();
    expect(await service.control.requests()).toEqual([]);
    await latchkey.connect({ connectorId: WALLET });
    await vi.waitFor(async () => expect(await received()).toContain('CONNECT_SUCCESS'));
    const events = await service.control.events();
    expect(events.find(({ props }) => props.event === 'INITIALIZE')?.props.properties).toEqual({
      options: ['networks', 'endpoints', 'customRpcUrls'],
      networks: ['1'],
    });
    expect(JSON.stringify(events)).not.toContain('secret');
    expect((await service.control.requests()).filter(({ service: kind }) => kind === 'configuration')).toHaveLength(1);
    latchkey.dispose();
  });

  it('sends them once a stored connection is restored', async () => {
    const latchkey = clientAt({}, true);
    await latchkey.ready;
    expect(latchkey.getAccount().status).toBe('connected');
    await vi.waitFor(async () => expect(await received()).toEqual(['INITIALIZE']));
    latchkey.dispose();
  });

  it('sends nothing without a project id and an own service', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    const latchkey = clientAt({ projectId: ' ', endpoints: {} }, true);
    await latchkey.open();
    await latchkey.ready;
    await vi.dynamicImportSettled();
    expect(fetched).not.toHaveBeenCalled();
    latchkey.dispose();
  });

  it('raises an alert if it is refused', async () => {
    await service.control.setOrigins(['https://other.example']);
    const latchkey = clientAt();
    await latchkey.open();
    await vi.waitFor(() =>
      expect(latchkey.useCases.watchModal.current().alert).toMatchObject({ open: true, message: 'Invalid App Configuration' }),
    );
    expect(await received()).toEqual([]);
    latchkey.dispose();
  });

  it('sends nothing if the configuration says so', async () => {
    await service.control.setEnabled(false);
    const latchkey = clientAt();
    await latchkey.open();
    await vi.waitFor(async () => expect(await service.control.requests()).toHaveLength(1));
    await latchkey.connect({ connectorId: WALLET });
    expect((await service.control.requests()).map(({ service: kind }) => kind)).toEqual(['configuration']);
    latchkey.dispose();
  });
});
