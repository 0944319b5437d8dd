import { beforeEach, describe, expect, it } from 'vitest';
import { REQUEST_HEADERS } from '../../../../../sandbox/secure-site/protocol/signed-request.js';
import { ALICE, API, APP, OTHER_APP, refusalOf, SecureSiteWorld, SITE } from './secure-site-world.js';

let world: SecureSiteWorld;
beforeEach(async () => {
  world = await SecureSiteWorld.create();
});

const BODY = { email: ALICE, purpose: 'login' };
const errorOf = async (response: Response): Promise<unknown> => (await response.json()).error ?? null;

/** A copy of a request with other headers, body or method. */
const altered = async (request: Request, change: { method?: string; url?: string; body?: string; headers?: Record<string, string> }) => {
  const headers = new Headers(request.headers);
  for (const [name, value] of Object.entries(change.headers ?? {})) headers.set(name, value);
  const { method = request.method, url = request.url, body = await request.clone().text() } = change;
  return new Request(url, { method, headers, ...(method === 'GET' ? {} : { body }) });
};

describe('requests of frames', () => {
  it('are accepted once', async () => {
    const frame = await world.frame();
    const request = await frame.sign('POST', '/nonces');
    const other = world.instance();
    expect(await errorOf(await world.send(request.clone()))).toBeNull();
    expect(await errorOf(await world.send(request.clone()))).toBe('replayed-request');
    expect(await errorOf(await world.send(request.clone(), other))).toBe('replayed-request');
  });

  it('are accepted once of many at the same time, on two instances', async () => {
    const request = await (await world.frame()).sign('POST', '/nonces');
    const instances = [world.api, world.instance()];
    const sent = Array.from({ length: 10 }, (_, index) => world.send(request.clone(), instances[index % 2]));
    const errors = await Promise.all(sent.map(async (response) => errorOf(await response)));
    expect(errors.filter((error) => error === null)).toHaveLength(1);
  });

  it('are replays for as long as their time is accepted; ids are deleted later', async () => {
    const frame = await world.frame();
    const early = await world.unregisteredFrame(world.api, () => world.now + 60_000);
    await early.register(APP);
    const request = await early.sign('POST', '/nonces');
    expect(await errorOf(await world.send(request.clone()))).toBeNull();
    world.now += 120_000;
    await frame.call('POST', '/nonces');
    expect(await errorOf(await world.send(request.clone()))).toBe('replayed-request');
    world.now += 1_000;
    expect(await errorOf(await world.send(request.clone()))).toBe('wrong-time');
    world.now += 300_000;
    await frame.call('POST', '/nonces');
    expect(await world.rows('requests')).toHaveLength(1);
  });

  it.each([
    ['another body', { body: '{"email":"eve@example.com","purpose":"login"}' }],
    ['another path', { url: `${API}/codes/check` }],
    ['another query', { url: `${API}/codes?a` }],
    ['another method', { url: `${API}/session`, method: 'GET' }],
    ['another time', { headers: { [REQUEST_HEADERS.time]: String(Date.parse('2026-01-01T12:00:01Z')) } }],
    ['another id', { headers: { [REQUEST_HEADERS.id]: 'A'.repeat(22) } }],
  ])('are refused with %s than the signed one', async (_, change) => {
    const request = await (await world.frame()).sign('POST', '/codes', BODY);
    expect(await errorOf(await world.send(await altered(request, change)))).toBe('wrong-signature');
    expect(await errorOf(await world.send(request))).toBeNull();
  });

  it('are refused with the signature of another key', async () => {
    const [frame, other] = [await world.frame(), await world.frame()];
    const request = await altered(await other.sign('POST', '/codes', BODY), { headers: { [REQUEST_HEADERS.frame]: frame.id } });
    expect(await errorOf(await world.send(request))).toBe('wrong-signature');
    expect(world.mails).toEqual([]);
  });

  it('are refused if they are for another deployment', async () => {
    const request = await (await world.frame()).sign('POST', '/codes', BODY);
    const other = world.instance({ apiOrigin: 'https://api.evil.example' });
    expect(await errorOf(await world.send(request, other))).toBe('wrong-signature');
  });

  it.each([-60_001, 60_001])('are refused with a clock that is off by %i ms, and sent again with the right time', async (offset) => {
    const frame = await world.unregisteredFrame(world.api, () => world.now + offset);
    const request = await frame.sign('POST', '/frames', { ...APP, publicKey: `B${'A'.repeat(86)}` });
    expect(await errorOf(await world.send(request))).not.toBeNull();
    await frame.register(APP);
    const late = await world.frame();
    const signed = await late.sign('POST', '/nonces');
    world.now += Math.abs(offset);
    expect(await (await world.send(signed)).json()).toEqual({ error: 'wrong-time', time: world.now });
    expect(await refusalOf(frame.call('POST', '/nonces'))).toBeNull();
  });

  it('are accepted with a clock that is off by a minute', async () => {
    const request = await (await world.frame()).sign('POST', '/nonces');
    world.now += 60_000;
    expect(await errorOf(await world.send(request))).toBeNull();
  });

  it('are refused without headers, with malformed ones, with broken JSON and with a huge body', async () => {
    const frame = await world.frame();
    expect(await errorOf(await world.send(new Request(`${API}/nonces`, { method: 'POST' })))).toBe('invalid-request');
    const bad = await altered(await frame.sign('POST', '/nonces'), { headers: { [REQUEST_HEADERS.time]: '-1' } });
    expect(await errorOf(await world.send(bad))).toBe('invalid-request');
    const huge = { email: 'a'.repeat(70_000), purpose: 'login' };
    expect(await refusalOf(frame.call('POST', '/codes', huge))).toBe('invalid-request');
    expect(await refusalOf(frame.call('POST', '/codes', 'text'))).toBe('invalid-request');
    expect(await refusalOf(frame.call('POST', '/codes', { email: 1, purpose: 'login' }))).toBe('invalid-request');
    expect(await refusalOf(frame.call('POST', '/other'))).toBe('not-found');
    expect(await refusalOf(frame.call('POST', '/constructor'))).toBe('not-found');
  });
});

describe('frames', () => {
  it('are registered for a registered app only, once, with the key that signs', async () => {
    const frame = await world.unregisteredFrame();
    expect(await refusalOf(frame.call('POST', '/nonces'))).toBe('unknown-frame');
    expect(await refusalOf(frame.register({ ...APP, origin: 'https://evil.example' }))).toBe('unknown-origin');
    expect(await refusalOf(frame.register({ ...APP, project: 'another' }))).toBe('unknown-origin');
    await frame.register(APP);
    expect(await refusalOf(frame.register(OTHER_APP))).toBe('frame-exists');
    await world.login(frame);
    expect(await frame.call('GET', '/session')).toMatchObject({ origin: APP.origin });
    const other = await world.unregisteredFrame();
    const registration = await (await frame.sign('POST', '/frames', { ...APP, publicKey: `B${'A'.repeat(86)}` })).text();
    expect(await refusalOf(other.call('POST', '/frames', JSON.parse(registration)))).toBe('unknown-frame');
  });

  it('are refused once their app is not registered any more', async () => {
    const frame = await world.frame();
    await world.api.origins.remove(APP);
    expect(await refusalOf(frame.call('POST', '/nonces'))).toBe('unknown-frame');
  });
});

describe('other origins', () => {
  it('cannot call the API', async () => {
    const request = await (await world.frame()).sign('POST', '/nonces');
    for (const origin of [null, 'null', APP.origin, 'https://evil.example']) {
      const headers = new Headers(request.headers);
      if (origin !== null) headers.set('origin', origin);
      const response = await world.api.handle(new Request(request.clone(), { headers }));
      expect(response.status).toBe(403);
      expect(response.headers.get('access-control-allow-origin')).toBe(SITE);
    }
    const preflight = await world.send(new Request(`${API}/codes`, { method: 'OPTIONS' }));
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, SITE]);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('latchkey-signature');
  });

  it('cannot embed the documents', async () => {
    const { origins } = world.api;
    expect(await origins.frameAncestors(APP.project)).toBe(`frame-ancestors ${APP.origin} ${OTHER_APP.origin}`);
    expect(await origins.frameAncestors('unknown')).toBe("frame-ancestors 'none'");
    await expect(origins.add({ project: 'project', origin: "https://a.example; script-src 'unsafe-inline'" })).rejects.toThrow(RangeError);
    await expect(origins.add({ project: 'project', origin: 'https://a.example/path' })).rejects.toThrow(RangeError);
    for (const origin of ['https://*', 'https://*.example'])
      await expect(origins.add({ project: 'project', origin })).rejects.toThrow(RangeError);
  });
});

describe('errors of the database', () => {
  it('are not part of the response', async () => {
    const failing = world.instance({ query: async () => Promise.reject(new Error(`secret of ${ALICE}`)) });
    const response = await world.send(await (await world.frame()).sign('POST', '/nonces'), failing);
    expect([response.status, await response.json()]).toEqual([503, { error: 'unavailable', time: world.now }]);
    expect(world.errors).toHaveLength(1);
  });
});
