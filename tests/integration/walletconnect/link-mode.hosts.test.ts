import { privateKeyToAccount } from 'viem/accounts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SignClient } from '../../../composition/sign-client.js';
import { createCacao } from '../../../domain/sign-in/cacao.js';
import { Device } from '../support/interop/device.js';
import { SIGN_IN } from '../support/interop/request-sign-in.js';

/** A closed port. */
const NO_RELAY = 'ws://127.0.0.1:9';
const ACCOUNT = privateKeyToAccount(`0x${'11'.repeat(32)}`);
const ISS = `did:pkh:eip155:1:${ACCOUNT.address}`;

const clients: SignClient[] = [];

afterEach(() => {
  for (const client of clients.splice(0)) client.dispose();
  vi.unstubAllGlobals();
});

const clientOf = async (name: 'app' | 'wallet', linking?: Device | null): Promise<SignClient> => {
  const url = `https://${name}.example`;
  const metadata = { name, description: '', url, icons: [], redirect: { universal: `${url}/link`, linkMode: true } };
  const client = await SignClient.init({
    name,
    relayUrl: NO_RELAY,
    metadata,
    logger: 'silent',
    ...(linking === undefined ? {} : { linking }),
  });
  clients.push(client);
  return client;
};

/** Waits for the next event of a client. */
const next = <Name extends 'session_authenticate' | 'session_request'>(client: SignClient, name: Name) =>
  new Promise<Parameters<Parameters<typeof client.once<Name>>[1]>[0]>((resolve) => {
    client.once(name, resolve);
  });

/** Signs in, requests and responds by links, without a relay. */
const play = async (app: SignClient, wallet: SignClient, device: Device): Promise<unknown> => {
  app.core.addLinkModeSupportedApp('https://wallet.example/link');
  const authRequest = next(wallet, 'session_authenticate');
  const { uri, response } = await app.authenticate(
    { ...SIGN_IN, chains: ['eip155:1'], methods: ['personal_sign'] },
    'https://wallet.example/link',
  );
  await device.openURL(uri, 'host');
  const { id, params } = await authRequest;
  const { chains: _, ...payload } = params.authPayload;
  const message = wallet.formatAuthMessage({ request: payload, iss: ISS });
  const auth = createCacao(params.authPayload as never, ISS, { t: 'eip191', s: await ACCOUNT.signMessage({ message }) });
  await wallet.approveSessionAuthenticate({ id, auths: [auth as never] });
  const { session } = await response();
  const request = next(wallet, 'session_request');
  const signed = app.request({
    topic: session?.topic ?? '',
    chainId: 'eip155:1',
    request: { method: 'personal_sign', params: ['0x00', ACCOUNT.address] },
  });
  const { id: requestId, topic } = await request;
  await wallet.respond({ topic, response: { id: requestId, jsonrpc: '2.0', result: '0x01' } });
  return signed;
};

describe('clients on a device without a network', () => {
  it('use the links of the `linking` option', async () => {
    const device = new Device();
    expect(await play(await clientOf('app', device), await clientOf('wallet', device), device)).toBe('0x01');
  });

  it('use the global `Linking`, as the official clients do', async () => {
    const device = new Device();
    vi.stubGlobal('Linking', device);
    expect(await play(await clientOf('app'), await clientOf('wallet'), device)).toBe('0x01');
  });

  it('accept link envelopes that the app passes on', async () => {
    const device = new Device();
    vi.stubGlobal('Linking', device);
    const wallet = await clientOf('wallet', null);
    const app = await clientOf('app', null);
    app.core.addLinkModeSupportedApp('https://wallet.example/link');
    expect(app.core.linkModeSupportedApps).toEqual(['https://wallet.example/link']);
    const authRequest = next(wallet, 'session_authenticate');
    const { uri } = await app.authenticate({ ...SIGN_IN, chains: ['eip155:1'] }, 'https://wallet.example/link');
    const { searchParams } = new URL(uri);
    const [topic, message] = [searchParams.get('topic') ?? '', searchParams.get('wc_ev') ?? ''];
    wallet.core.dispatchEnvelope({ topic: 'none', message: 'none', sessionExists: false });
    wallet.core.dispatchEnvelope({ topic, message, sessionExists: false });
    // The response is sent over the relay.
    expect((await authRequest).verifyContext.verified.validation).toBe('INVALID');
    expect(device.opened).toEqual([]);
  });
});
