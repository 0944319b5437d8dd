import {
  type CreatedRemoteWallet,
  createRemoteWallet,
  MemoryStore,
  type Relay,
  type RunningChain,
  startChain,
  startRelay,
} from '@latchkey/sandbox';
import { SignClient } from '@walletconnect/sign-client';
import { createPublicClient, type Hex, http, numberToHex, parseEther, stringToHex, verifyMessage, verifyTypedData } from 'viem';
import { polygon } from 'viem/chains';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { unhandledRejections } from '../../unit/application/support/unhandled-rejections.js';
import { UNREACHABLE_URL } from '../../unit/sandbox/wallet/support/test-site.js';

/** The official client in the role of an app. */
type OfficialDapp = InstanceType<typeof SignClient>;

/** Metadata of the app. */
const DAPP = { name: 'Official Dapp', description: 'An app of the tests', url: 'https://dapp.example', icons: [] };

/** Default namespaces of a proposal. */
const NAMESPACES = {
  eip155: {
    chains: ['eip155:1', 'eip155:137'],
    methods: ['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction', 'wallet_switchEthereumChain'],
    events: ['accountsChanged', 'chainChanged'],
  },
};

/** Starts an app on the official client. */
const startDapp = async (relayUrl: string, projectId = 'any-project'): Promise<{ client: OfficialDapp; stop(): Promise<void> }> => {
  const storage = new MemoryStore();
  const client = await SignClient.init({
    projectId,
    relayUrl,
    metadata: DAPP,
    logger: 'silent',
    telemetryEnabled: false,
    storage,
    customStoragePrefix: storage.prefix,
  });
  const stop = async (): Promise<void> => {
    client.core.heartbeat.stop();
    await client.core.relayer.transportClose();
  };
  return { client, stop };
};

/** Waits for the next event. */
const once = <E extends Parameters<OfficialDapp['once']>[0]>(client: OfficialDapp, event: E): Promise<unknown> =>
  new Promise((resolve) => {
    client.once(event, resolve);
  });

const ALICE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const BOB = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const OTHER_CHAINS = {
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  bip122: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
  polkadot: 'polkadot:45454545454545454545454545454545',
} as const;

describe('a wallet behind the relay, with the official client as the app', () => {
  let chain: RunningChain;
  let relay: Relay;
  let wallet: CreatedRemoteWallet;
  let dapp: OfficialDapp;
  let stopDapp: () => Promise<void>;
  const fetched: string[] = [];

  // Only one of its chains has an RPC endpoint, so requests for another fail.
  const rpcUrls = (): Record<number, string> => ({ 1: UNREACHABLE_URL, 137: chain.rpcUrl });

  beforeAll(async () => {
    chain = await startChain({ chainId: 137 });
  });
  afterAll(() => chain.stop());

  beforeEach(async () => {
    fetched.length = 0;
    const real = globalThis.fetch;
    vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) => {
      fetched.push(new URL(input instanceof Request ? input.url : input).hostname);
      return real(input, init);
    });
    relay = await startRelay({ redeliverAfterMs: 500 });
    wallet = await createRemoteWallet({ relayUrl: relay.url, rpcUrls: rpcUrls() });
    ({ client: dapp, stop: stopDapp } = await startDapp(relay.url));
  });
  afterEach(async () => {
    await Promise.all([stopDapp(), wallet.stop()]);
    await relay.stop();
    // HTTP requests go to the nodes only: no verify service, no telemetry.
    expect(fetched.filter((host) => host !== '127.0.0.1')).toEqual([]);
  });

  const propose = async (params: Parameters<OfficialDapp['connect']>[0] = { optionalNamespaces: NAMESPACES }) => {
    const { uri, approval } = await dapp.connect(params);
    const settled = approval();
    // The test awaits the result later.
    settled.catch(() => undefined);
    await wallet.control.pair(uri ?? '');
    return { settled, prompt: await wallet.control.nextPrompt() };
  };

  const connect = async () => {
    const { settled } = await propose();
    await wallet.control.approve();
    return settled;
  };

  const request = <T>(topic: string, method: string, params: unknown, chainId = 'eip155:1'): Promise<T> => {
    const response = dapp.request<T>({ topic, chainId, request: { method, params } });
    response.catch(() => undefined);
    return response;
  };

  it('prompts before it connects, and shows the proposal', async () => {
    const { settled, prompt } = await propose();
    expect(prompt).toMatchObject({ kind: 'connect', title: `Connect ${DAPP.name}`, origin: DAPP.url, method: 'wc_sessionPropose' });
    expect(prompt.networks).toEqual([
      { chainId: 1, name: 'Ethereum', isRequired: false },
      { chainId: 137, name: 'Polygon', isRequired: false },
    ]);
    expect(prompt.facts.find(({ label }) => label === 'Methods')?.value).toBe(NAMESPACES.eip155.methods.join('\n'));
    await wallet.control.approve({ accounts: [BOB, ALICE], chains: [137] });
    const { namespaces, peer } = await settled;
    expect(namespaces).toEqual({
      eip155: {
        chains: ['eip155:137'],
        methods: expect.arrayContaining(NAMESPACES.eip155.methods),
        events: NAMESPACES.eip155.events,
        accounts: [`eip155:137:${ALICE}`, `eip155:137:${BOB}`],
      },
    });
    expect(peer.metadata.name).toBe('Sandbox Phone Wallet');
    const { sessions, prompts, pairing } = await wallet.control.state();
    expect([sessions.length, sessions[0]?.name, prompts, pairing]).toEqual([1, DAPP.name, [], 'idle']);
  });

  it('returns a rejection of a proposal and of a request', async () => {
    const { settled } = await propose();
    await wallet.control.reject();
    await expect(settled).rejects.toMatchObject({ code: 5000 });
    const { topic } = await connect();
    const signature = request(topic, 'personal_sign', [stringToHex('hello'), ALICE]);
    await wallet.control.nextPrompt();
    await wallet.control.reject();
    await expect(signature).rejects.toMatchObject({ code: 5000 });
    expect((await wallet.control.requests()).map(({ method, outcome, code }) => [method, outcome, code])).toEqual([
      ['wc_sessionPropose', 'failed', 5000],
      ['wc_sessionPropose', 'responded', undefined],
      ['personal_sign', 'failed', 5000],
    ]);
  });

  it('signs messages and typed data for the chain of the request', async () => {
    const { topic } = await connect();
    const signature = request<Hex>(topic, 'personal_sign', [stringToHex('hello'), ALICE]);
    const prompt = await wallet.control.nextPrompt();
    expect(prompt.facts).toContainEqual({ label: 'Message', value: 'hello', form: 'code' });
    await wallet.control.approve();
    expect(await verifyMessage({ address: ALICE, message: 'hello', signature: await signature })).toBe(true);

    const note = {
      domain: { name: 'Test', chainId: 137 },
      types: { Note: [{ name: 'text', type: 'string' }] },
      primaryType: 'Note' as const,
      message: { text: 'hello' },
    };
    const domainType = [
      { name: 'name', type: 'string' },
      { name: 'chainId', type: 'uint256' },
    ];
    const data = { ...note, types: { ...note.types, EIP712Domain: domainType } };
    const typed = request<Hex>(topic, 'eth_signTypedData_v4', [ALICE, JSON.stringify(data)], 'eip155:137');
    expect((await wallet.control.nextPrompt()).facts).toContainEqual({ label: 'Network', value: 'Polygon', form: 'text' });
    await wallet.control.approve();
    expect(await verifyTypedData({ ...note, address: ALICE, signature: await typed })).toBe(true);
    await expect(request(topic, 'eth_signTypedData_v4', [ALICE, JSON.stringify(data)])).rejects.toMatchObject({ code: -32602 });
  });

  it('sends transactions to the RPC endpoint of the chain', async () => {
    const { topic } = await connect();
    const hash = request<Hex>(topic, 'eth_sendTransaction', [{ from: ALICE, to: BOB, value: numberToHex(parseEther('1')) }], 'eip155:137');
    await wallet.control.nextPrompt();
    await wallet.control.approve();
    const client = createPublicClient({ chain: polygon, transport: http(chain.rpcUrl), pollingInterval: 20 });
    expect((await client.waitForTransactionReceipt({ hash: await hash })).status).toBe('success');
  });

  it('notifies the app of an account and a chain change', async () => {
    const { topic } = await connect();
    const [accountEvent, update] = [once(dapp, 'session_event'), once(dapp, 'session_update')];
    await wallet.control.selectAccount(1);
    expect(await update).toMatchObject({ topic });
    expect(await accountEvent).toMatchObject({
      params: { chainId: 'eip155:1', event: { name: 'accountsChanged', data: [`eip155:1:${BOB}`, `eip155:1:${ALICE}`] } },
    });
    expect(dapp.session.get(topic).namespaces['eip155']?.accounts[0]).toBe(`eip155:1:${BOB}`);

    const chainEvent = once(dapp, 'session_event');
    const switched = request(topic, 'wallet_switchEthereumChain', [{ chainId: numberToHex(137) }]);
    expect((await wallet.control.nextPrompt()).kind).toBe('switch-chain');
    await wallet.control.approve();
    expect(await switched).toBeNull();
    expect(await chainEvent).toMatchObject({ params: { chainId: 'eip155:137', event: { name: 'chainChanged', data: 137 } } });
    expect((await wallet.control.state()).chainId).toBe(137);
  });

  it('notifies every namespace of an account change', async () => {
    await wallet.stop();
    const nodes = Object.fromEntries(
      Object.entries(OTHER_CHAINS).map(([namespace, chainId]) => [namespace, { chainId, url: UNREACHABLE_URL }]),
    );
    wallet = await createRemoteWallet({ relayUrl: relay.url, rpcUrls: rpcUrls(), nodes });
    const { settled, prompt } = await propose({
      optionalNamespaces: {
        eip155: { chains: ['eip155:137'], methods: ['personal_sign'], events: ['accountsChanged'] },
        solana: { chains: [OTHER_CHAINS.solana], methods: ['solana_signMessage'], events: ['accountsChanged'] },
        bip122: { chains: [OTHER_CHAINS.bip122], methods: ['signMessage'], events: ['bip122_addressesChanged'] },
        polkadot: { chains: [OTHER_CHAINS.polkadot], methods: ['polkadot_signMessage'], events: ['accountsChanged'] },
      },
    });
    expect(prompt.networks?.map(({ name }) => name)).toEqual(['Polygon', 'Solana', 'Bitcoin', 'Polkadot']);
    await wallet.control.approve();
    const { topic, namespaces } = await settled;
    const events: string[] = [];
    const toldAll = new Promise<void>((resolve) => {
      dapp.on('session_event', ({ params }) => {
        if (events.push(`${params.chainId.split(':')[0]} ${params.event.name}`) === 4) resolve();
      });
    });
    const updated = once(dapp, 'session_update');
    await wallet.control.selectAccount(1);
    await Promise.all([updated, toldAll]);
    expect(events).toEqual([
      'eip155 accountsChanged',
      'solana accountsChanged',
      'bip122 bip122_addressesChanged',
      'polkadot accountsChanged',
    ]);
    const { accounts = [] } = dapp.session.get(topic).namespaces['solana'] ?? {};
    expect(accounts[1]).toBe(namespaces['solana']?.accounts[0]);
  });

  it('disconnects sessions from both sides', async () => {
    const first = await connect();
    const gone = once(dapp, 'session_delete');
    await wallet.control.disconnect(first.topic);
    expect(await gone).toMatchObject({ topic: first.topic });
    expect((await wallet.control.state()).sessions).toEqual([]);

    const second = await connect();
    request(second.topic, 'personal_sign', [stringToHex('hello'), ALICE]);
    await wallet.control.nextPrompt();
    await dapp.disconnect({ topic: second.topic, reason: { code: 6000, message: 'User disconnected.' } });
    await vi.waitFor(async () => {
      const { sessions, prompts } = await wallet.control.state();
      expect([sessions, prompts]).toEqual([[], []]);
    }, 15_000);
    expect((await wallet.control.requests()).at(-1)).toMatchObject({ method: 'personal_sign', outcome: 'abandoned' });
  });

  it('receives messages that were sent while it was offline or asleep', async () => {
    const { topic } = await connect();
    await wallet.control.autoApprove(true);
    const dappId = await dapp.core.crypto.getClientId();
    const walletId = (await relay.control.state()).connections.map(({ clientId }) => clientId).find((id) => !dappId.includes(id)) ?? '';
    await relay.control.dropSockets(walletId);
    expect(await request<Hex>(topic, 'personal_sign', [stringToHex('dropped'), ALICE])).toMatch(/^0x/);
    await wallet.control.setOnline(false);
    const asleep = request<Hex>(topic, 'personal_sign', [stringToHex('asleep'), ALICE]);
    await vi.waitFor(async () => expect((await relay.control.state()).connections).toHaveLength(1), 15_000);
    await wallet.control.setOnline(true);
    expect(await asleep).toMatch(/^0x/);
  });

  it('restores its sessions after a stop, and shows unanswered requests again', async () => {
    const store = new MemoryStore();
    await wallet.stop();
    wallet = await createRemoteWallet({ relayUrl: relay.url, rpcUrls: rpcUrls(), store });
    const { topic } = await connect();
    const signature = request<Hex>(topic, 'personal_sign', [stringToHex('hello'), ALICE]);
    const { id } = await wallet.control.nextPrompt();
    await wallet.stop();
    wallet = await createRemoteWallet({ relayUrl: relay.url, rpcUrls: rpcUrls(), store });
    expect((await wallet.control.state()).sessions.map((session) => session.topic)).toEqual([topic]);
    expect((await wallet.control.nextPrompt()).id).toBe(id);
    await wallet.control.approve();
    expect(await signature).toMatch(/^0x/);
  });

  it('rejects unsupported required namespaces by itself, and approves the supported optional ones', async () => {
    const { uri, approval } = await dapp.connect({
      optionalNamespaces: { solana: { chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'], methods: [], events: [] } },
    });
    const rejected = expect(approval()).rejects.toMatchObject({ code: 5100 });
    await wallet.control.pair(uri ?? '');
    await rejected;
    await wallet.control.restrict({ chains: ['eip155:137'], methods: ['personal_sign'] });
    const { settled } = await propose({
      optionalNamespaces: {
        'eip155:10': { methods: ['personal_sign'], events: [] },
        eip155: {
          chains: ['eip155:1', 'eip155:137'],
          methods: ['personal_sign', 'eth_fly', 'eth_sendTransaction'],
          events: ['chainChanged'],
        },
      },
    });
    await wallet.control.approve();
    expect((await settled).namespaces).toEqual({
      eip155: { chains: ['eip155:137'], methods: ['personal_sign'], events: ['chainChanged'], accounts: [`eip155:137:${ALICE}`] },
    });
  });

  describe('that signs in with the approval of a connection', () => {
    const restart = async (store: MemoryStore): Promise<void> => {
      await wallet.stop();
      wallet = await createRemoteWallet({ relayUrl: relay.url, rpcUrls: rpcUrls(), supportsSignIn: true, store });
    };
    const store = () => new MemoryStore();

    const requestSignIn = async (chains: readonly string[], domain = 'dapp.example') => {
      const { uri = '', response } = await dapp.authenticate({
        ...{ chains: [...chains], domain, uri: DAPP.url, nonce: 'abcdefgh12345678', statement: 'Sign in to the tests.' },
        methods: ['personal_sign'],
      });
      const responded = response();
      // The test awaits the result later.
      responded.catch(() => undefined);
      await wallet.control.pair(uri);
      return responded;
    };

    it('shows the message, signs it for every supported chain, and keeps its prompt when it restarts', async () => {
      const kept = store();
      await restart(kept);
      const responded = requestSignIn(['eip155:137', 'eip155:1', 'eip155:10']);
      const { title, facts } = await wallet.control.nextPrompt();
      expect(title).toBe('Sign in to Official Dapp');
      const shown = facts.map(({ label, value }) => `${label}: ${value}`).join('\n');
      for (const expected of [
        'Name and URL: Provided by the app and not verified.',
        'Networks: Ethereum, Polygon',
        `Account: ${ALICE}`,
        'Message: dapp.example wants you to sign in with your Ethereum account:',
        'Sign in to the tests.',
      ])
        expect(shown).toContain(expected);
      expect(facts.some(({ form }) => form === 'warning')).toBe(false);
      await restart(kept);
      await wallet.control.nextPrompt();
      await wallet.control.approve();
      const { auths, session } = await responded;
      expect(auths?.map(({ p }) => p.iss)).toEqual([`did:pkh:eip155:137:${ALICE}`, `did:pkh:eip155:1:${ALICE}`]);
      expect(session?.namespaces['eip155']?.accounts).toEqual([`eip155:137:${ALICE}`, `eip155:1:${ALICE}`]);
    });

    it('warns of a message for another site, rejects what the user or its chains do not allow, and connects only if switched off', async () => {
      await restart(store());
      const declined = expect(requestSignIn(['eip155:1'], 'bank.example')).rejects.toBe('User rejected.');
      const { facts } = await wallet.control.nextPrompt();
      expect(facts.at(-1)).toMatchObject({ form: 'warning', value: 'The message is for bank.example, not for https://dapp.example.' });
      await wallet.control.reject();
      await declined;
      await expect(requestSignIn(['eip155:10'])).rejects.toBe('Unsupported chains.');

      await wallet.control.setSignIn(false);
      const connected = requestSignIn(['eip155:1']);
      expect((await wallet.control.nextPrompt()).title).toBe('Connect Official Dapp');
      await wallet.control.approve();
      const { auths, session } = await connected;
      expect([auths, session?.namespaces['eip155']?.accounts]).toEqual([undefined, [`eip155:1:${ALICE}`]]);
    });
  });

  it('simulates failures for tests', async () => {
    await wallet.control.autoApprove(true);
    const { uri, approval } = await dapp.connect({ optionalNamespaces: NAMESPACES });
    await wallet.control.setFault({ mode: 'double-response' });
    await wallet.control.pair(uri ?? '');
    const { topic } = await approval();
    const countResponses = async (): Promise<number> =>
      (await relay.control.traffic()).filter(({ kind, tag }) => kind === 'call' && tag === 1109).length;
    expect(await request<Hex>(topic, 'personal_sign', [stringToHex('twice'), ALICE])).toMatch(/^0x/);
    await vi.waitFor(async () => expect(await countResponses()).toBe(2), 15_000);
    // The first is part of the approval call. Pushes are not counted, because the relay repeats unacknowledged ones.
    const calls = (await relay.control.traffic()).filter(({ kind }) => kind === 'call');
    const approvals = calls.filter(({ method, tag }) => method === 'wc_approveSession' || tag === 1101);
    expect(approvals.map(({ method }) => method)).toEqual(['wc_approveSession', 'irn_publish']);

    for (const [fault, code] of [
      [{ mode: 'reject-all' }, 5000],
      [{ mode: 'error-response', error: { code: 5003, message: 'No events.' }, methods: ['wc_sessionPropose'] }, 5003],
    ] as const) {
      await wallet.control.setFault(fault);
      const again = await dapp.connect({ optionalNamespaces: NAMESPACES });
      const rejected = expect(again.approval()).rejects.toMatchObject({ code });
      await wallet.control.pair(again.uri ?? '');
      await rejected;
    }

    await wallet.control.setFault({ mode: 'error-response', error: { code: 4001, message: 'No.' }, methods: ['personal_sign'] });
    await expect(request(topic, 'personal_sign', [stringToHex('hello'), ALICE])).rejects.toMatchObject({ code: 4001, message: 'No.' });
    await wallet.control.setFault({ mode: 'invalid-response', response: 42 });
    expect(await request(topic, 'personal_sign', [stringToHex('hello'), ALICE])).toBe(42);
    await wallet.control.setFault({ mode: 'reject-all' });
    await expect(request(topic, 'personal_sign', [stringToHex('hello'), ALICE])).rejects.toMatchObject({ code: 5000 });
    await wallet.control.setFault({ mode: 'no-response' });
    const silent = request(topic, 'personal_sign', [stringToHex('silence'), ALICE]);
    await vi.waitFor(async () => {
      const last = (await wallet.control.requests()).at(-1);
      expect(last).toMatchObject({ method: 'personal_sign', params: [stringToHex('silence'), ALICE], outcome: 'pending' });
    }, 15_000);
    expect(await Promise.race([silent, 'nothing yet'])).toBe('nothing yet');
    await wallet.control.reset();
    await expect(silent).rejects.toMatchObject({ code: 6000 });
    expect(await wallet.control.state()).toMatchObject({ sessions: [], prompts: [], chainId: 1 });
  });

  it('reports an invalid URI', async () => {
    for (const uri of ['', 'hello', 'wc:abc@2', 'https://dapp.example']) {
      await expect(wallet.control.pair(uri)).rejects.toThrow();
      expect((await wallet.control.state()).trouble, uri).toBe('This is not a valid link. A WalletConnect link starts with "wc:".');
    }
    const { uri = '' } = await dapp.connect({ optionalNamespaces: NAMESPACES });
    await expect(wallet.control.pair(uri.replace(/expiryTimestamp=\d+/, 'expiryTimestamp=1000'))).rejects.toThrow(/expired/i);
    expect((await wallet.control.state()).trouble).toBe('This link has expired. Create a new one in the app.');
    await wallet.control.pair(uri);
    expect((await wallet.control.state()).trouble).toBeNull();
    expect((await wallet.control.nextPrompt()).kind).toBe('connect');
    await wallet.control.approve();
    await expect(wallet.control.pair(uri)).rejects.toThrow();
    expect((await wallet.control.state()).trouble).toBe('This link has already been used. Create a new one in the app.');
    await expect(wallet.control.approve()).rejects.toThrow('The wallet has no pending prompt.');
  });

  describe('whose app disconnects', () => {
    const unhandled = unhandledRejections();

    const called = async (method: string): Promise<number> =>
      (await relay.control.traffic()).filter((entry) => entry.kind === 'call' && entry.method === method).length;

    /** Disconnects a session of the app and ignores the result. */
    const end = (topic: string): void => {
      dapp.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } }).catch(() => undefined);
    };

    it('deletes a session once if the deletion is redelivered before it was read', async () => {
      await Promise.all([stopDapp(), wallet.stop()]);
      await relay.stop();
      relay = await startRelay({ redeliverAfterMs: 1 });
      wallet = await createRemoteWallet({ relayUrl: relay.url, rpcUrls: rpcUrls() });
      ({ client: dapp, stop: stopDapp } = await startDapp(relay.url));
      const { topic } = await connect();
      end(topic);
      // A busy process reads several deliveries at once.
      for (let turn = 0; turn < 100; turn += 1) {
        await new Promise((resolve) => setImmediate(resolve));
        const untilMs = Date.now() + 6;
        while (Date.now() < untilMs);
      }
      await vi.waitFor(async () => expect((await wallet.control.state()).sessions).toEqual([]), 15_000);
      await unhandled.expectNone();
    });

    it('deletes a session while the relay rejects the unsubscribe', async () => {
      const { topic } = await connect();
      await relay.control.addFault({ method: 'irn_unsubscribe', mode: 'error', error: { code: -32_000, message: 'No' }, times: 10 });
      end(topic);
      await vi.waitFor(async () => expect((await wallet.control.state()).sessions).toEqual([]), 15_000);
      await unhandled.expectNone();
    });

    it('deletes the session, sends nothing more to the relay, and has no unhandled rejections if it is stopped meanwhile', async () => {
      const { topic } = await connect();
      const before = await called('irn_unsubscribe');
      await relay.control.addFault({ method: 'irn_unsubscribe', mode: 'drop', times: 10 });
      end(topic);
      await vi.waitFor(async () => expect(await called('irn_unsubscribe')).toBeGreaterThan(before + 1), 15_000);
      const opened = async (): Promise<number> => (await relay.control.traffic()).filter(({ kind }) => kind === 'open').length;
      const connections = await opened();
      await wallet.stop();
      await vi.waitFor(async () => expect((await wallet.control.state()).sessions).toEqual([]), 15_000);
      await new Promise((resolve) => setImmediate(resolve));
      expect(await opened()).toBe(connections);
      // The second stop does nothing.
      await wallet.stop();
      await unhandled.expectNone();
    });
  });
});
