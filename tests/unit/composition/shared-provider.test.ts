import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { flushPromises } from '../../../application/ports/clock.fake.js';
import { KEY_CHAIN } from '../../../application/ports/key-chain.port.js';
import { FakeRecordStore } from '../../../application/ports/record-store.fake.js';
import { RECORD_STORE } from '../../../application/ports/record-store.port.js';
import { RELAY } from '../../../application/ports/relay.port.js';
import { FakeStorage } from '../../../application/ports/storage.fake.js';
import { resultFrom } from '../../../application/shared/result-from.js';
import { FakeMessageRelay } from '../../../application/wallet-protocol/message-relay.fake.js';
import { PROVIDER_VALUES_PREFIX } from '../../../application/wallet-protocol/protocol-records.js';
import type { SharedUniversalProvider } from '../../../application/wallet-protocol/provider/shared-universal-provider.js';
import { walletconnect } from '../../../composition/modules/walletconnect.module.js';
import { defineModule } from '../../../composition/wire.js';
import { RpcServer } from '../adapters/support/rpc-server.js';
import { ALLOWED, ProtocolWallet } from '../application/wallet-protocol/support/protocol-wallet.js';
import { fakes, client as latchkeyClient } from './support/client.js';

const REQUESTED = { chains: ['eip155:137'], methods: ['personal_sign'], events: [] };
const OTHER = '0x000000000000000000000000000000000000bEEF';

/** Events of a provider, in order. */
const eventsOf = (provider: SharedUniversalProvider): string[] => {
  const events: string[] = [];
  for (const name of ['connect', 'disconnect', 'session_delete', 'session_update', 'session_event', 'chainChanged'])
    provider.on(name, () => void events.push(name));
  return events;
};

describe('the universal provider of a client', () => {
  let storage: FakeStorage;
  let records: FakeRecordStore;
  let deps: ReturnType<typeof fakes>;
  let relay: FakeMessageRelay;
  let wallet: ProtocolWallet;
  let node: RpcServer;
  const disposals: (() => void)[] = [];

  const start = async () => {
    const app = latchkeyClient(
      {
        modules: [
          walletconnect(),
          defineModule((wire) => {
            wire(RELAY, [], () => relay.transport);
            wire(KEY_CHAIN, [], () => relay.keyChain);
            wire(RECORD_STORE, [], () => records);
          }),
        ],
        customRpcUrls: { 'eip155:1': [{ url: node.url }] },
        endpoints: { bundler: node.url },
        debug: true,
      },
      deps,
    );
    disposals.push(app.latchkey.dispose);
    await app.latchkey.ready;
    const provider = await app.latchkey.getUniversalProvider();
    if (provider === undefined) throw new Error('There is no provider');
    return { ...app, provider, pairing: () => app.latchkey.useCases.watchConnection.current().pairing };
  };
  type App = Awaited<ReturnType<typeof start>>;

  const status = ({ latchkey }: App) => latchkey.getAccount('eip155').status;

  /** Waits for the displayed URI, and returns the proposal behind it. */
  const proposal = async (app: App) => {
    await expect.poll(() => app.pairing().wcUri).toBeDefined();
    return wallet.pair(app.pairing().wcUri ?? '');
  };

  /** Connects in the modal. */
  const connect = async (app: App, settlement = {}): Promise<string> => {
    const result = resultFrom(app.latchkey.useCases.pairWallet.execute());
    const topic = await wallet.approve(await proposal(app), settlement);
    await result;
    await flushPromises();
    return topic;
  };

  beforeEach(async () => {
    node = await RpcServer.start();
    storage = new FakeStorage();
    records = new FakeRecordStore();
    deps = fakes({ storage });
    relay = new FakeMessageRelay(deps.clock);
    wallet = new ProtocolWallet(relay.peer(), deps.clock.now);
  });
  afterEach(() => {
    for (const dispose of disposals.splice(0)) dispose();
    wallet.stop();
  });

  it('is always the same, and uses neither the relay nor a session before the user connects', async () => {
    const { latchkey, provider } = await start();
    expect(await latchkey.getUniversalProvider()).toBe(provider);
    expect([provider.session, relay.openCount]).toEqual([undefined, 0]);
    await expect(provider.request({ method: 'eth_chainId' })).rejects.toMatchObject({ code: 'wallet-protocol/not-connected' });
    await expect(provider.disconnect()).rejects.toMatchObject({ code: 'wallet-protocol/nothing-to-disconnect' });
  });

  it('has the session of the modal, and sends requests to its wallet', async () => {
    const app = await start();
    const events = eventsOf(app.provider);
    const uris = vi.fn();
    app.provider.on('display_uri', uris);
    const topic = await connect(app);
    expect(events).toEqual(['connect']);
    expect(uris).toHaveBeenCalledTimes(1);
    expect(app.provider.session).toMatchObject({ topic, namespaces: ALLOWED, peer: { metadata: { name: 'Test wallet' } } });
    const signing = app.provider.request({ method: 'personal_sign', params: ['0x00'] }, 'eip155:137');
    await flushPromises();
    const request = wallet.calls.at(-1);
    expect(request).toMatchObject({ topic, request: { params: { chainId: 'eip155:137', request: { method: 'personal_sign' } } } });
    await wallet.respond(topic, request?.request.id ?? 0, { result: '0xsigned' });
    expect(await signing).toBe('0xsigned');
    const rejected = app.provider.request({ method: 'personal_sign', params: ['0x00'] });
    rejected.catch(() => undefined);
    await flushPromises();
    await wallet.respond(topic, wallet.calls.at(-1)?.request.id ?? 0, { error: { code: 4001, message: 'User rejected' } });
    await expect(rejected).rejects.toMatchObject({ code: 4001 });
    expect(relay.openCount).toBe(1);
  });

  it('reads from the RPC endpoints of the networks', async () => {
    node.responses.set('eth_blockNumber', { result: '0x1' });
    const app = await start();
    await connect(app);
    expect(await app.provider.request({ method: 'eth_blockNumber' }, 'eip155:1')).toBe('0x1');
  });

  it('asks the bundler of the app for the status of calls, if the wallet names its operator', async () => {
    node.responses.set('eth_getUserOperationReceipt', { result: { success: true } });
    const app = await start();
    await connect(app, { sessionProperties: { bundler_name: 'pimlico' } });
    const status = await app.provider.request({ method: 'wallet_getCallsStatus', params: ['0xop'] }, 'eip155:1');
    expect([status, node.calls.at(-1)]).toMatchObject([
      { result: { success: true } },
      { method: 'eth_getUserOperationReceipt', params: ['0xop'] },
    ]);
  });

  it('proposes the namespaces of the app, and connects the client with the session', async () => {
    const app = await start();
    const events = eventsOf(app.provider);
    const connecting = app.provider.connect({ namespaces: { eip155: REQUESTED } });
    const proposed = await proposal(app);
    expect(proposed.request.params).toMatchObject({ optionalNamespaces: { eip155: REQUESTED } });
    const topic = await wallet.approve(proposed);
    expect(await connecting).toMatchObject({ topic });
    expect([status(app), app.provider.session?.topic, events]).toEqual(['connected', topic, ['connect']]);
    expect(app.latchkey.getWalletInfo()).toMatchObject({ name: 'Test wallet' });
  });

  it('proposes what the modal proposes if the app names no namespaces', async () => {
    const app = await start();
    const enabling = app.provider.enable();
    const proposed = await proposal(app);
    expect(proposed.request.params).toMatchObject({ optionalNamespaces: { eip155: { chains: ['eip155:1', 'eip155:137'] } } });
    await wallet.approve(proposed);
    expect(await enabling).toEqual(['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266']);
  });

  it('rejects invalid namespaces, and sign-in, which is of the client', async () => {
    const { provider } = await start();
    const invalid = { eip155: { ...REQUESTED, chains: ['1'] } };
    await expect(provider.connect({ optionalNamespaces: invalid })).rejects.toThrow('Unsupported chains');
    await expect(provider.authenticate({})).rejects.toMatchObject({ code: 'wallet/unsupported-method' });
  });

  it('reports a rejection by the user, and cancels a pairing', async () => {
    const app = await start();
    const rejected = app.provider.connect({});
    rejected.catch(() => undefined);
    const { topic, request } = await proposal(app);
    await wallet.respond(topic, request.id, { error: { code: 5000, message: 'User rejected.' } });
    await expect(rejected).rejects.toMatchObject({ code: 'wallet/rejected' });
    const cancelled = app.provider.connect({});
    cancelled.catch(() => undefined);
    await proposal(app);
    app.provider.abortPairingAttempt();
    await expect(cancelled).rejects.toMatchObject({ code: 'wallet-protocol/pairing-aborted' });
    expect(app.pairing()).toMatchObject({ status: 'disconnected', wcUri: undefined });
    const topicLater = await connect(app);
    expect(app.provider.session?.topic).toBe(topicLater);
  });

  it('disconnects the client, and follows its disconnect', async () => {
    const app = await start();
    const events = eventsOf(app.provider);
    await connect(app);
    await app.provider.disconnect();
    await flushPromises();
    expect([status(app), app.provider.session, events]).toEqual(['disconnected', undefined, ['connect']]);
    await connect(app);
    await app.latchkey.disconnect();
    await flushPromises();
    expect([status(app), app.provider.session]).toEqual(['disconnected', undefined]);
    expect(events).toEqual(['connect', 'connect', 'disconnect']);
    expect(wallet.calls.filter(({ request }) => request.method === 'wc_sessionDelete')).toHaveLength(2);
  });

  it('emits what the wallet does in the session', async () => {
    const app = await start();
    const events = eventsOf(app.provider);
    const topic = await connect(app);
    const accounts = [`eip155:1:${OTHER}`, `eip155:137:${OTHER}`];
    await wallet.call(topic, 'wc_sessionUpdate', { namespaces: { eip155: { ...ALLOWED.eip155, accounts } } });
    expect(app.provider.session?.namespaces).toMatchObject({ eip155: { accounts } });
    await wallet.call(topic, 'wc_sessionEvent', { event: { name: 'chainChanged', data: 137 }, chainId: 'eip155:137' });
    expect(await app.provider.request({ method: 'eth_chainId' })).toBe('0x89');
    await wallet.call(topic, 'wc_sessionDelete', { code: 6000, message: '' });
    expect([status(app), app.provider.session]).toEqual(['disconnected', undefined]);
    expect(events).toEqual(['connect', 'session_update', 'chainChanged', 'session_event', 'session_delete', 'disconnect']);
  });

  it('asks the wallet for its capabilities once per session', async () => {
    const app = await start();
    const methods = [...ALLOWED.eip155.methods, 'wallet_getCapabilities'];
    const topic = await connect(app, { namespaces: { eip155: { ...ALLOWED.eip155, methods } } });
    const [account = ''] = ALLOWED.eip155.accounts;
    const read = () => app.provider.request({ method: 'wallet_getCapabilities', params: [account.split(':')[2]] }, 'eip155:1');
    const first = read();
    await flushPromises();
    await wallet.respond(topic, wallet.calls.at(-1)?.request.id ?? 0, { result: { '0x1': {} } });
    expect([await first, await read()]).toEqual([{ '0x1': {} }, { '0x1': {} }]);
    expect(wallet.calls.filter(({ request }) => request.method === 'wc_sessionRequest')).toHaveLength(1);
  });

  it('follows a session that replaces its own', async () => {
    const app = await start();
    const events = eventsOf(app.provider);
    await connect(app);
    const second = await connect(app);
    expect([app.provider.session?.topic, events]).toEqual([second, ['connect', 'disconnect', 'connect']]);
  });

  it('has the session after a reload, which keeps it', async () => {
    const before = await start();
    const topic = await connect(before);
    before.latchkey.dispose();
    await expect(before.provider.request({ method: 'personal_sign', params: [] })).rejects.toThrow();
    deps = fakes({ storage });
    const after = await start();
    expect([status(after), after.provider.session?.topic]).toEqual(['connected', topic]);
    expect(wallet.calls.filter(({ request }) => request.method === 'wc_sessionDelete')).toEqual([]);
  });

  it('removes the values of a session that ended while it was not in use', async () => {
    const before = await start();
    await connect(before);
    before.latchkey.dispose();
    expect(await records.list(PROVIDER_VALUES_PREFIX)).not.toEqual([]);
    storage = new FakeStorage();
    deps = fakes({ storage });
    await start();
    expect(await records.list(PROVIDER_VALUES_PREFIX)).toEqual([]);
  });

  it('uses the network of the client by default', async () => {
    const app = await start();
    const topic = await connect(app);
    const switching = app.latchkey.switchNetwork('eip155:137');
    await flushPromises();
    await wallet.respond(topic, wallet.calls.at(-1)?.request.id ?? 0, { result: null });
    await switching;
    await flushPromises();
    expect(await app.provider.request({ method: 'eth_chainId' })).toBe('0x89');
  });

  it('is not available once the client is disposed', async () => {
    const app = await start();
    app.latchkey.dispose();
    await expect(app.latchkey.getUniversalProvider()).rejects.toMatchObject({ code: 'config/disposed' });
  });
});
