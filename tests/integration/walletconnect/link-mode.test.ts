import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Device } from '../support/interop/device.js';
import { type InteropFixture, startInteropFixture } from '../support/interop/interop-fixture.js';
import { OFFICIAL_UNHANDLED_REJECTIONS } from '../support/interop/official-faults.js';
import { type Pair, pairs } from '../support/interop/pairs.js';
import { SIGN_IN, SIGN_IN_METHODS, signFor } from '../support/interop/request-sign-in.js';
import { ADDRESS, CHAINS, sessionsOf } from '../support/interop/settle.js';
import { UnhandledRejections } from '../support/interop/unhandled-rejections.js';

const WALLET_LINK = 'https://wallet.example/link';
const REQUEST = { method: 'personal_sign', params: ['0x00', ADDRESS] };

const titleOf = ({ app, wallet }: Pair): string => `${app.name} as the app, ${wallet.name} as the wallet`;

describe.each(pairs().map((pair) => [titleOf(pair), pair] as const))('on one device, %s', (_, { app, wallet }) => {
  let rejections: UnhandledRejections;
  let device: Device;
  let fixture: InteropFixture;

  beforeEach(async () => {
    vi.stubEnv('DISABLE_GLOBAL_CORE', 'true');
    // Makes the official client use links outside of React Native.
    vi.stubEnv('IS_VITEST', 'true');
    device = new Device();
    vi.stubGlobal('Linking', device);
    rejections = new UnhandledRejections();
    fixture = await startInteropFixture({ app, wallet, usesLinkMode: true });
  });

  afterEach(async () => {
    await fixture.stop();
    vi.unstubAllGlobals();
    rejections.release();
    expect(rejections.unexpected(app.isOfficial || wallet.isOfficial ? OFFICIAL_UNHANDLED_REJECTIONS : [])).toEqual([]);
  });

  /** Authenticates by a link to the wallet. */
  const authenticate = async () => {
    fixture.app.client.core.addLinkModeSupportedApp(WALLET_LINK);
    const { uri, response } = await fixture.app.authenticate({ ...SIGN_IN, methods: SIGN_IN_METHODS }, WALLET_LINK);
    expect(uri.startsWith(`${WALLET_LINK}?wc_ev=`)).toBe(true);
    const authenticated = fixture.app.settledWithin(response(), 'response() of authenticate()');
    await device.openURL(uri, 'host');
    return { authenticated, authRequest: await fixture.wallet.next('session_authenticate') };
  };

  const connect = async (): Promise<string> => {
    const { authenticated, authRequest } = await authenticate();
    await fixture.wallet.approveSessionAuthenticate({ id: authRequest.id, auths: await signFor(fixture, authRequest, CHAINS) });
    const { session } = await authenticated;
    return session?.topic ?? '';
  };

  /** Tags of the messages that passed the relay. */
  const tags = async () => (await fixture.relay.control.traffic()).flatMap(({ tag }) => tag ?? []);

  it('authenticate, request and respond by links without the relay', async () => {
    const topic = await connect();
    const sessions = sessionsOf(fixture, topic);
    expect([sessions.app.transportType, sessions.wallet.transportType]).toEqual(['link_mode', 'link_mode']);
    expect(fixture.wallet.client.core.linkModeSupportedApps).toEqual(['https://app.example/link']);
    const signed = fixture.app.request({ topic, chainId: 'eip155:137', request: REQUEST });
    const sessionRequest = await fixture.wallet.next('session_request');
    expect(sessionRequest).toMatchObject({
      topic,
      params: { chainId: 'eip155:137', request: REQUEST },
      // The official wallet compares two URLs of the app's own metadata.
      verifyContext: { verified: { validation: wallet.isOfficial ? 'VALID' : 'UNKNOWN' } },
    });
    await fixture.wallet.respond({ topic, response: { id: sessionRequest.id, jsonrpc: '2.0', result: '0x01' } });
    expect(await signed).toBe('0x01');
    expect(device.opened.map(({ by, url }) => [by, new URL(url).hostname])).toEqual([
      ['host', 'wallet.example'],
      ['wallet', 'app.example'],
      ['app', 'wallet.example'],
      ['wallet', 'app.example'],
    ]);
    expect(await tags()).toEqual([]);
  });

  it('reject requests by links', async () => {
    const topic = await connect();
    const signed = fixture.app.request({ topic, chainId: 'eip155:1', request: REQUEST });
    signed.catch(() => undefined);
    const { id } = await fixture.wallet.next('session_request');
    await fixture.wallet.respond({ topic, response: { id, jsonrpc: '2.0', error: { code: 5000, message: 'User rejected.' } } });
    await expect(signed).rejects.toMatchObject({ code: 5000, message: 'User rejected.' });
    expect(await tags()).toEqual([]);
  });

  it('reject an authentication by a link', async () => {
    const { authenticated, authRequest } = await authenticate();
    // The official client rejects with a string.
    const rejection = authenticated.catch((reason: unknown) => (reason instanceof Error ? reason.message : reason));
    await fixture.wallet.rejectSessionAuthenticate({ id: authRequest.id, reason: { code: 5000, message: 'User rejected.' } });
    expect(await rejection).toBe('User rejected.');
    expect(await tags()).toEqual([]);
  });

  it('ignore invalid links', async () => {
    const topic = await connect();
    const garbage = ['?wc_ev=&topic=', `?wc_ev=Ant9&topic=${'ab'.repeat(32)}`, `?wc_ev=AAAA&topic=${topic}`, `?topic=${topic}`];
    for (const query of garbage)
      for (const role of ['app', 'wallet']) await device.openURL(`https://${role}.example/link${query}`, 'anybody');
    const signed = fixture.app.request({ topic, chainId: 'eip155:1', request: REQUEST });
    const { id } = await fixture.wallet.next('session_request');
    await fixture.wallet.respond({ topic, response: { id, jsonrpc: '2.0', result: '0x02' } });
    expect(await signed).toBe('0x02');
  });

  it('send the first request over the relay, and later ones by links', async () => {
    const { uri, response } = await fixture.app.authenticate({ ...SIGN_IN, methods: SIGN_IN_METHODS }, WALLET_LINK);
    expect(uri.startsWith('wc:')).toBe(true);
    const authenticated = fixture.app.settledWithin(response(), 'response() of authenticate()');
    await fixture.wallet.pair(uri);
    const authRequest = await fixture.wallet.next('session_authenticate');
    await fixture.wallet.approveSessionAuthenticate({ id: authRequest.id, auths: await signFor(fixture, authRequest, CHAINS) });
    const { session } = await authenticated;
    const topic = session?.topic ?? '';
    expect(await tags()).toContain(1116);
    const signed = fixture.app.request({ topic, chainId: 'eip155:1', request: REQUEST });
    const { id } = await fixture.wallet.next('session_request');
    await fixture.wallet.respond({ topic, response: { id, jsonrpc: '2.0', result: '0x03' } });
    expect([await signed, (await tags()).filter((tag) => tag === 1108 || tag === 1109)]).toEqual(['0x03', []]);
  });
});
