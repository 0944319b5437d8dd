import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Core } from '../../../adapters/sign-client/core.js';
import { FakeClock, flushPromises } from '../../../application/ports/clock.fake.js';
import { FakeRelayAdversary } from '../../../application/ports/relay-adversary.fake.js';
import { FakeRelayHub } from '../../../application/ports/relay-hub.fake.js';
import { FakeMessageRelay } from '../../../application/wallet-protocol/message-relay.fake.js';
import { UniversalProvider } from '../../../composition/universal-provider.js';
import { FakeClient, providerSession } from '../application/wallet-protocol/provider/support/fake-client.js';
import { ClientPage } from './support/client-page.js';

const CHAIN = 'eip155:1';
const ACCOUNT = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb';
const REQUESTED = { eip155: { chains: [CHAIN], methods: ['personal_sign'], events: [] } };
const APPROVED = { eip155: { ...REQUESTED.eip155, accounts: [`${CHAIN}:${ACCOUNT}`] } };
const SIGN_IN = { chains: [CHAIN], uri: 'https://app.example', domain: 'app.example', nonce: 'abcdefgh' };

/** An app and a wallet on one relay, and a connected provider. */
class World {
  readonly clock = new FakeClock();
  readonly hub = new FakeRelayHub();
  readonly relay = new FakeMessageRelay(this.clock, this.hub);
  app!: ClientPage;
  wallet!: ClientPage;
  provider!: UniversalProvider<FakeClient>;
  /** Topic of the session. */
  topic = '';

  async start(): Promise<this> {
    this.app = await ClientPage.open(this.clock, this.relay, 'app');
    this.wallet = await ClientPage.open(this.clock, this.relay.peer(), 'wallet');
    this.provider = await UniversalProvider.init({ client: new FakeClient(providerSession()), logger: 'silent' });
    return this;
  }

  /** Settles a session and returns its topic. */
  async connect(): Promise<string> {
    const [app, wallet] = [this.app.client, this.wallet.client];
    wallet.once('session_proposal', ({ id }) => void wallet.approve({ id, namespaces: APPROVED }));
    const { uri = '', approval } = await app.connect({ optionalNamespaces: REQUESTED });
    await wallet.pair({ uri });
    this.topic = (await approval()).topic;
    await flushPromises();
    return this.topic;
  }
}

interface Row {
  /** The message in section 8 of the specification. */
  readonly listed: string;
  /** Causes the error by a public call. */
  readonly raise: (world: World) => unknown;
  /** Complete message of the error. */
  readonly message: string;
  /** Error code of the protocol, if it has one. */
  readonly code?: number;
}

const CODED: readonly Row[] = [
  {
    listed: 'MISSING_OR_INVALID',
    raise: ({ app }) => app.client.extend({ topic: '' }),
    message: 'Missing or invalid. session topic should be a string: ',
    code: 5,
  },
  {
    listed: 'NO_MATCHING_KEY',
    raise: ({ app }) => app.client.ping({ topic: 'aa' }),
    message: "No matching key. session or pairing topic doesn't exist: aa",
    code: 2,
  },
  {
    listed: 'EXPIRED',
    raise: async ({ app, wallet, clock }) => {
      const { uri = '' } = await app.client.connect({ optionalNamespaces: REQUESTED });
      await clock.run(300_000);
      await wallet.client.pair({ uri });
    },
    message: 'Expired. pair() URI has expired. Please try again with a new connection URI.',
    code: 6,
  },
  { listed: 'NOT_INITIALIZED', raise: () => new Core().pairing.pair({ uri: 'wc:' }), message: 'Not initialized. pairing', code: 1 },
  {
    listed: 'UNSUPPORTED_CHAINS',
    raise: ({ app }) => app.client.connect({ requiredNamespaces: { eip155: { ...REQUESTED.eip155, chains: ['1'] } } }),
    message: 'Unsupported chains. connect() requiredNamespaces, chain 1 should be a string and conform to "namespace:chainId" format',
    code: 5100,
  },
  {
    listed: 'USER_DISCONNECTED',
    raise: async (world) => {
      const topic = await world.connect();
      const request = world.app.client.request({ topic, chainId: CHAIN, request: { method: 'personal_sign', params: [] } });
      request.catch(() => undefined);
      await flushPromises();
      await world.wallet.client.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } });
      await request;
    },
    message: 'User disconnected.',
    code: 6000,
  },
  {
    listed: 'INVALID_UPDATE_REQUEST',
    raise: async (world) => {
      const topic = await world.connect();
      // The first update is delayed, so it is outdated when it arrives.
      new FakeRelayAdversary(world.hub, world.clock).plan([{ type: 'delay', ms: 100 }]);
      const { client } = world.wallet;
      const first = await client.update({ topic, namespaces: APPROVED });
      await world.clock.run(10);
      await client.update({ topic, namespaces: { eip155: { ...APPROVED.eip155, methods: [] } } });
      await world.clock.run(100);
      await first.acknowledged();
    },
    message: 'Invalid update request.',
    code: 1003,
  },
  {
    listed: "SESSION_SETTLEMENT_FAILED ('Signature verification failed')",
    raise: async ({ app, wallet }) => {
      const requests: { id: number; payload: object }[] = [];
      wallet.client.on('session_authenticate', ({ id, params }) => requests.push({ id, payload: params.authPayload }));
      await wallet.client.pair({ uri: (await app.client.authenticate(SIGN_IN)).uri });
      await flushPromises();
      const [{ id, payload } = { id: 0, payload: {} }] = requests;
      const p = { ...SIGN_IN, aud: SIGN_IN.uri, version: '1', iat: '', ...payload, iss: `did:pkh:${CHAIN}:${ACCOUNT}` };
      await wallet.client.approveSessionAuthenticate({ id, auths: [{ h: { t: 'caip122' }, p, s: { t: 'eip191', s: '0x00' } }] });
    },
    message: 'Session settlement failed. Signature verification failed',
    code: 7000,
  },
];

const UNCODED: readonly Row[] = [
  {
    listed: 'Could not find pending auth request with id ...',
    raise: ({ wallet }) => wallet.client.approveSessionAuthenticate({ id: 7, auths: [] }),
    message: 'Could not find pending auth request with id 7',
  },
  {
    listed: 'Record was recently deleted',
    raise: async (world) => {
      const topic = await world.connect();
      await world.app.client.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } });
      await world.app.client.ping({ topic });
    },
    message: 'Missing or invalid. Record was recently deleted - session: {topic}',
  },
  {
    listed: 'Please call connect() before request()',
    raise: async () => (await UniversalProvider.init({ client: new FakeClient() })).request({ method: 'eth_accounts' }),
    message: 'Please call connect() before request()',
  },
  {
    listed: 'Sign Client not initialized',
    raise: () => new UniversalProvider({}).connect({ optionalNamespaces: REQUESTED }),
    message: 'Sign Client not initialized',
  },
  {
    listed: 'Namespace ... is not configured. Please call connect() first with namespace config.',
    raise: ({ provider }) => provider.request({ method: 'cosmos_getAccounts' }, 'cosmos:hub'),
    message: "Namespace 'cosmos' is not configured. Please call connect() first with namespace config.",
  },
  {
    listed: 'Multi-namespace requests are not supported. Please request single namespace only.',
    raise: ({ app }) => app.client.authenticate({ ...SIGN_IN, chains: [CHAIN, 'solana:1'] }),
    message: 'Multi-namespace requests are not supported. Please request single namespace only.',
  },
  {
    listed: 'Only eip155 namespace is supported for authenticated sessions. Please use .connect() for non-eip155 chains.',
    raise: ({ app }) => app.client.authenticate({ ...SIGN_IN, chains: ['solana:1'] }),
    message: 'Only eip155 namespace is supported for authenticated sessions. Please use .connect() for non-eip155 chains.',
  },
  {
    listed: 'Failed to switch to chain ... The chain is not approved or the wallet does not support wallet_switchEthereumChain method.',
    raise: ({ provider }) => provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0xa' }] }),
    message:
      "Failed to switch to chain 'eip155:10'. The chain is not approved or the wallet does not support wallet_switchEthereumChain method.",
  },
  {
    listed: 'Fetching call status not approved by the wallet.',
    raise: ({ provider }) => provider.request({ method: 'wallet_getCallsStatus', params: ['0x00'] }),
    message: 'Fetching call status not approved by the wallet.',
  },
  {
    listed: 'No RPC url provided for chainId',
    raise: async () => {
      const client = new FakeClient(providerSession());
      const nameless = Object.defineProperty(client, 'core', { value: { ...client.core, projectId: undefined } });
      await (await UniversalProvider.init({ client: nameless })).request({ method: 'eth_blockNumber' }, CHAIN);
    },
    message: 'No RPC url provided for chainId: eip155:1',
  },
  {
    listed: 'JSON-RPC provider for ... not found',
    raise: ({ provider }) => provider.request({ method: 'eth_blockNumber' }, 'eip155:10'),
    message: 'JSON-RPC provider for 10 not found',
  },
  {
    listed: 'Connection already closed',
    raise: async () => {
      const provider = await UniversalProvider.init({ client: new FakeClient(providerSession()), rpcUrl: 'http://127.0.0.1:9' });
      provider.rpcProviders['eip155']?.httpProviders['1']?.close();
      await provider.request({ method: 'eth_blockNumber' }, CHAIN);
    },
    message: 'Connection already closed',
  },
  {
    listed: 'Provided URL is not compatible with HTTP connection',
    raise: async ({ provider }) => provider.setDefaultChain(CHAIN, 'wss://node.example'),
    message: 'Provided URL is not compatible with HTTP connection: wss://node.example',
  },
];

describe('wallet protocol errors of the specification', () => {
  let world: World;
  beforeEach(async () => {
    world = await new World().start();
  });
  afterEach(() => {
    for (const { client } of [world.app, world.wallet]) client.dispose();
    expect(world.clock.pending).toBe(0);
  });

  it.each([...CODED, ...UNCODED])('$listed: $message', async ({ listed, raise, message, code }) => {
    const error = await Promise.resolve(world)
      .then(raise)
      .then(
        () => null,
        (reason: unknown) => reason,
      );
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ message: message.replace('{topic}', world.topic), ...(code === undefined ? {} : { code }) });
    // The error contains the listed message, with a value in place of the dots.
    if (code === undefined) for (const part of listed.split(' ... ')) expect(message).toContain(part.replace(' ...', ''));
  });
});
