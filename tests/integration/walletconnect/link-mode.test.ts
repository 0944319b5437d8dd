import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SIGN_IN, SIGN_IN_METHODS, signFor } from '../support/interop/ask-to-sign-in.js';
import { Device } from '../support/interop/device.js';
import { type InteropWorld, startInteropWorld } from '../support/interop/interop-world.js';
import { UNHANDLED_BY_OFFICIALS } from '../support/interop/official-faults.js';
import { type Pair, pairs } from '../support/interop/pairs.js';
import { ADDRESS, CHAINS, sessionsOf } from '../support/interop/settle.js';
import { UnhandledRejections } from '../support/interop/unhandled-rejections.js';

const WALLET_LINK = 'https://wallet.example/link';
const REQUEST = { method: 'personal_sign', params: ['0x00', ADDRESS] };

const titleOf = ({ app, wallet }: Pair): string => `${app.name} as the app, ${wallet.name} as the wallet`;

describe.each(pairs().map((pair) => [titleOf(pair), pair] as const))('on one device, %s', (_, { app, wallet }) => {
  let rejections: UnhandledRejections;
  let device: Device;
  let world: InteropWorld;

  beforeEach(async () => {
    vi.stubEnv('DISABLE_GLOBAL_CORE', 'true');
    // By this the official client looks for links also outside of React Native.
    vi.stubEnv('IS_VITEST', 'true');
    device = new Device();
    vi.stubGlobal('Linking', device);
    rejections = new UnhandledRejections();
    world = await startInteropWorld({ app, wallet, wantsLinks: true });
  });

  afterEach(async () => {
    await world.stop();
    vi.unstubAllGlobals();
    rejections.release();
    expect(rejections.textsBut(app.isOfficial || wallet.isOfficial ? UNHANDLED_BY_OFFICIALS : [])).toEqual([]);
  });

  /** The app hands its request to the wallet, by its link. */
  const ask = async () => {
    world.app.client.core.addLinkModeSupportedApp(WALLET_LINK);
    const { uri, response } = await world.app.authenticate({ ...SIGN_IN, methods: SIGN_IN_METHODS }, WALLET_LINK);
    expect(uri.startsWith(`${WALLET_LINK}?wc_ev=`)).toBe(true);
    const answered = world.app.ended(response(), 'response() of authenticate()');
    await device.openURL(uri, 'host');
    return { answered, asked: await world.wallet.next('session_authenticate') };
  };

  const connect = async (): Promise<string> => {
    const { answered, asked } = await ask();
    await world.wallet.approveSessionAuthenticate({ id: asked.id, auths: await signFor(world, asked, CHAINS) });
    const { session } = await answered;
    return session?.topic ?? '';
  };

  /** The kinds of messages that have crossed the relay. */
  const tags = async () => (await world.relay.control.traffic()).flatMap(({ tag }) => tag ?? []);

  it('sign in, ask and answer by links, and say nothing to the relay', async () => {
    const topic = await connect();
    const sessions = sessionsOf(world, topic);
    expect([sessions.app.transportType, sessions.wallet.transportType]).toEqual(['link_mode', 'link_mode']);
    expect(world.wallet.client.core.linkModeSupportedApps).toEqual(['https://app.example/link']);
    const signed = world.app.request({ topic, chainId: 'eip155:137', request: REQUEST });
    const asked = await world.wallet.next('session_request');
    expect(asked).toMatchObject({
      topic,
      params: { chainId: 'eip155:137', request: REQUEST },
      verifyContext: { verified: { validation: 'VALID' } },
    });
    await world.wallet.respond({ topic, response: { id: asked.id, jsonrpc: '2.0', result: '0x01' } });
    expect(await signed).toBe('0x01');
    expect(device.opened.map(({ by, url }) => [by, new URL(url).hostname])).toEqual([
      ['host', 'wallet.example'],
      ['wallet', 'app.example'],
      ['app', 'wallet.example'],
      ['wallet', 'app.example'],
    ]);
    expect(await tags()).toEqual([]);
  });

  it('decline by links', async () => {
    const topic = await connect();
    const signed = world.app.request({ topic, chainId: 'eip155:1', request: REQUEST });
    signed.catch(() => undefined);
    const { id } = await world.wallet.next('session_request');
    await world.wallet.respond({ topic, response: { id, jsonrpc: '2.0', error: { code: 5000, message: 'User rejected.' } } });
    await expect(signed).rejects.toMatchObject({ code: 5000, message: 'User rejected.' });
    expect(await tags()).toEqual([]);
  });

  it('decline a sign-in by a link', async () => {
    const { answered, asked } = await ask();
    // The official client rejects with the sentence alone.
    const refusal = answered.catch((reason: unknown) => (reason instanceof Error ? reason.message : reason));
    await world.wallet.rejectSessionAuthenticate({ id: asked.id, reason: { code: 5000, message: 'User rejected.' } });
    expect(await refusal).toBe('User rejected.');
    expect(await tags()).toEqual([]);
  });

  it('are not disturbed by links that are none', async () => {
    const topic = await connect();
    const garbage = ['?wc_ev=&topic=', `?wc_ev=Ant9&topic=${'ab'.repeat(32)}`, `?wc_ev=AAAA&topic=${topic}`, `?topic=${topic}`];
    for (const query of garbage)
      for (const role of ['app', 'wallet']) await device.openURL(`https://${role}.example/link${query}`, 'anybody');
    const signed = world.app.request({ topic, chainId: 'eip155:1', request: REQUEST });
    const { id } = await world.wallet.next('session_request');
    await world.wallet.respond({ topic, response: { id, jsonrpc: '2.0', result: '0x02' } });
    expect(await signed).toBe('0x02');
  });

  it('ask over the relay first, and by links from then on', async () => {
    const { uri, response } = await world.app.authenticate({ ...SIGN_IN, methods: SIGN_IN_METHODS }, WALLET_LINK);
    expect(uri.startsWith('wc:')).toBe(true);
    const answered = world.app.ended(response(), 'response() of authenticate()');
    await world.wallet.pair(uri);
    const asked = await world.wallet.next('session_authenticate');
    await world.wallet.approveSessionAuthenticate({ id: asked.id, auths: await signFor(world, asked, CHAINS) });
    const { session } = await answered;
    const topic = session?.topic ?? '';
    expect(await tags()).toContain(1116);
    const signed = world.app.request({ topic, chainId: 'eip155:1', request: REQUEST });
    const { id } = await world.wallet.next('session_request');
    await world.wallet.respond({ topic, response: { id, jsonrpc: '2.0', result: '0x03' } });
    expect([await signed, (await tags()).filter((tag) => tag === 1108 || tag === 1109)]).toEqual(['0x03', []]);
  });
});
