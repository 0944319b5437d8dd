import { type CreatedRemoteWallet, createRemoteWallet, type Relay, type RunningChain, startChain, startRelay } from '@latchkey/sandbox';
import { filter, firstValueFrom } from 'rxjs';
import { createPublicClient, http, parseEther, recoverMessageAddress, recoverTypedDataAddress, stringToHex } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Latchkey } from '../../application/latchkey.js';
import { FakeRecordStore } from '../../application/ports/record-store.fake.js';
import { RECORD_STORE } from '../../application/ports/record-store.port.js';
import { FakeStorage } from '../../application/ports/storage.fake.js';
import { STORAGE } from '../../application/ports/storage.port.js';
import { resultFrom } from '../../application/shared/result-from.js';
import { createLatchkey } from '../../composition/create-latchkey.js';
import { eip155 } from '../../composition/modules/eip155.module.js';
import { walletconnect } from '../../composition/modules/walletconnect.module.js';
import { defineModule } from '../../composition/wire.js';
import { toChainId } from '../../domain/caip/caip-2.js';
import type { ConnectionState } from '../../domain/connection/connection-state.js';
import { mainnet, polygon } from '../../domain/network/networks/eip155.js';
import type { SentTransaction } from '../../domain/send/sent-transaction.js';

const RECIPIENT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const TYPED_DATA = {
  domain: { name: 'Latchkey', version: '1', chainId: 1 },
  types: { Greeting: [{ name: 'text', type: 'string' }] },
  primaryType: 'Greeting',
  message: { text: 'hello' },
} as const;

describe('a client and a wallet on the official client, over a real relay', () => {
  let chains: readonly [RunningChain, RunningChain];
  let relay: Relay;
  let wallet: CreatedRemoteWallet;
  let storage: FakeStorage;
  let records: FakeRecordStore;
  const running: Latchkey[] = [];
  const uncaught: unknown[] = [];
  const note = (reason: unknown): void => void uncaught.push(reason);
  const tracked: { readonly event: string; readonly properties: unknown }[] = [];

  const start = (): Latchkey => {
    const latchkey = createLatchkey({
      networks: [mainnet, polygon],
      endpoints: { relay: relay.url },
      metadata: { name: 'Test app', description: 'In Node', url: 'https://app.example', icons: [] },
      customRpcUrls: { 'eip155:1': [{ url: chains[0].rpcUrl }], 'eip155:137': [{ url: chains[1].rpcUrl }] },
      modules: [
        eip155(),
        walletconnect(),
        defineModule((wire) => wire(STORAGE, [], () => storage)),
        defineModule((wire) => wire(RECORD_STORE, [], () => records)),
      ],
      onEvent: (event) => tracked.push(event),
    });
    running.push(latchkey);
    return latchkey;
  };
  const stateOf = (latchkey: Latchkey): ConnectionState => latchkey.useCases.watchConnection.current();
  /** Waits for the first matching connection state. */
  const until = (latchkey: Latchkey, matches: (state: ConnectionState) => boolean): Promise<ConnectionState> =>
    new Promise((resolve) => {
      const watching = latchkey.useCases.watchConnection.execute().subscribe((state) => {
        if (!matches(state)) return;
        resolve(state);
        queueMicrotask(() => watching.unsubscribe());
      });
    });
  const uriOf = async (latchkey: Latchkey): Promise<string> =>
    (await until(latchkey, ({ pairing }) => pairing.wcUri !== undefined)).pairing.wcUri ?? '';

  beforeAll(async () => {
    chains = [await startChain({ chainId: 1 }), await startChain({ chainId: 137 })];
  });
  afterAll(() => Promise.all(chains.map((chain) => chain.stop())));
  beforeEach(async () => {
    tracked.length = 0;
    uncaught.length = 0;
    process.on('unhandledRejection', note);
    process.on('uncaughtExceptionMonitor', note);
    relay = await startRelay({ redeliverAfterMs: 500 });
    wallet = await createRemoteWallet({ relayUrl: relay.url, rpcUrls: { 1: chains[0].rpcUrl, 137: chains[1].rpcUrl } });
    storage = new FakeStorage();
    records = new FakeRecordStore();
  });
  afterEach(async () => {
    process.off('unhandledRejection', note);
    process.off('uncaughtExceptionMonitor', note);
    for (const latchkey of running.splice(0)) latchkey.dispose();
    await wallet.stop();
    await relay.stop();
  });

  const connect = async (latchkey: Latchkey) => {
    const paired = resultFrom(latchkey.useCases.pairWallet.execute());
    const approved = async () => {
      await wallet.control.pair(await uriOf(latchkey));
      await wallet.control.nextPrompt();
      await wallet.control.approve();
    };
    // A failed pairing ends the test, which would otherwise wait for a URI forever.
    await Promise.race([paired, approved()]);
    return paired;
  };
  const approving = async <T>(result: Promise<T>): Promise<T> => {
    await wallet.control.nextPrompt();
    await wallet.control.approve();
    return result;
  };

  it('connects by a URI, signs, sends and is still connected in the next process', async () => {
    const latchkey = start();
    const { address, connectedWalletInfo } = await connect(latchkey);
    expect(connectedWalletInfo).toMatchObject({ type: 'WALLET_CONNECT' });
    expect(tracked.filter(({ event }) => event === 'CONNECT_SUCCESS')).toMatchObject([{ properties: { method: 'qrcode' } }]);
    expect(stateOf(latchkey).namespaces.eip155?.approvedChainIds).toEqual(['eip155:1', 'eip155:137']);

    const message = 'Sign over the relay';
    const signature = await approving(resultFrom(latchkey.useCases.signMessage.execute({ message })));
    expect(await recoverMessageAddress({ message, signature: signature as `0x${string}` })).toBe(address);
    const typed = await approving(resultFrom(latchkey.useCases.signTypedData.execute(TYPED_DATA)));
    expect(await recoverTypedDataAddress({ ...TYPED_DATA, signature: typed as `0x${string}` })).toBe(address);

    latchkey.dispose();
    const next = start();
    await next.ready;
    expect(stateOf(next).namespaces.eip155?.session?.accounts[0].address).toBe(address);
    const sent = await approving(resultFrom(next.useCases.sendTransaction.execute({ to: RECIPIENT, value: parseEther('0.5') })));
    const node = createPublicClient({ transport: http(chains[0].rpcUrl) });
    const receipt = await node.getTransactionReceipt({ hash: sent.hash as `0x${string}` });
    expect(receipt).toMatchObject({ status: 'success', blockNumber: sent.blockNumber });
  });

  it('shares its session with its universal provider', async () => {
    const latchkey = start();
    const provider = await latchkey.getUniversalProvider();
    const eip155Namespace = { chains: ['eip155:1', 'eip155:137'], methods: ['personal_sign'], events: [] };
    const connecting = provider?.connect({ optionalNamespaces: { eip155: eip155Namespace } });
    await wallet.control.pair(await uriOf(latchkey));
    await approving(Promise.resolve());
    const session = await connecting;
    const address = latchkey.getAddress() ?? '';
    expect(session?.namespaces.eip155?.accounts).toContain(`eip155:1:${address}`);
    const message = 'Sign with the provider';
    const call = { method: 'personal_sign', params: [stringToHex(message), address] };
    const signature = await approving(provider?.request<`0x${string}`>(call, 'eip155:1') ?? Promise.reject(new Error('No provider')));
    expect(await recoverMessageAddress({ message, signature })).toBe(address);
    const node = createPublicClient({ transport: http(chains[1].rpcUrl) });
    const balance = await provider?.request<`0x${string}`>({ method: 'eth_getBalance', params: [address, 'latest'] }, 'eip155:137');
    expect(BigInt(balance ?? 0)).toBe(await node.getBalance({ address: address as `0x${string}` }));
    await provider?.disconnect();
    expect(latchkey.getAccount().isConnected).toBe(false);
  });

  it('follows a transaction that the wallet sends while the page is closed', async () => {
    const latchkey = start();
    await connect(latchkey);
    latchkey.useCases.sendTransaction.execute({ to: RECIPIENT, value: 7n }).subscribe();
    await wallet.control.nextPrompt();
    latchkey.dispose();
    const node = createPublicClient({ transport: http(chains[0].rpcUrl) });
    const before = await node.getBalance({ address: RECIPIENT });
    await wallet.control.approve();
    const next = start();
    await next.ready;
    const isSettled = ([newest]: readonly SentTransaction[]): boolean => newest?.outcome != null;
    const [sent] = await firstValueFrom(next.useCases.watchTransactions.execute().pipe(filter(isSettled)));
    expect(sent).toMatchObject({ to: RECIPIENT, value: 7n, outcome: { status: 'confirmed' } });
    const { blockNumber } = await node.getTransactionReceipt({ hash: sent?.hash as `0x${string}` });
    expect(sent?.outcome).toMatchObject({ blockNumber });
    expect(await node.getBalance({ address: RECIPIENT })).toBe(before + 7n);
    expect((await wallet.control.requests()).filter(({ method }) => method === 'eth_sendTransaction')).toHaveLength(1);
  });

  it('becomes disconnected when the wallet disconnects', async () => {
    const latchkey = start();
    await connect(latchkey);
    await wallet.control.disconnect();
    await until(latchkey, ({ namespaces }) => namespaces.eip155?.session === null);
    latchkey.dispose();
    const next = start();
    await next.ready;
    expect(stateOf(next).namespaces.eip155?.session).toBeNull();
    expect(storage.get('@latchkey/eip155:connected_connector_id')).toBeNull();
  });

  it('notifies the wallet when the app disconnects', async () => {
    const latchkey = start();
    await connect(latchkey);
    await resultFrom(latchkey.useCases.disconnectWallet.execute());
    expect(stateOf(latchkey).namespaces.eip155?.session).toBeNull();
    await expect.poll(async () => (await wallet.control.state()).sessions).toEqual([]);
  });

  it('retries the disconnect notification if the relay rejects it at first', async () => {
    const latchkey = start();
    await connect(latchkey);
    await relay.control.addFault({ method: 'irn_publish', tag: 1112, mode: 'error', error: { code: -32000, message: 'Busy' } });
    await resultFrom(latchkey.useCases.disconnectWallet.execute());
    expect(stateOf(latchkey).namespaces.eip155?.session).toBeNull();
    await expect.poll(async () => (await wallet.control.state()).sessions).toEqual([]);
    await expect.poll(() => [...records.persisted.keys()].filter((key) => key.includes('/session/'))).toEqual([]);
  });

  it('returns a typed error and removes the URI when the wallet rejects', async () => {
    const latchkey = start();
    const paired = resultFrom(latchkey.useCases.pairWallet.execute());
    paired.catch(() => undefined);
    await wallet.control.pair(await uriOf(latchkey));
    await wallet.control.nextPrompt();
    await wallet.control.reject();
    await expect(paired).rejects.toMatchObject({ code: 'wallet/rejected' });
    expect(stateOf(latchkey).pairing).toMatchObject({ status: 'disconnected', wcUri: undefined, wcError: true });
  });

  it('cancels the proposal when the user cancels, and rejects a late approval', async () => {
    const latchkey = start();
    const run = latchkey.useCases.pairWallet.execute().subscribe();
    const uri = await uriOf(latchkey);
    await wallet.control.pair(uri);
    await wallet.control.nextPrompt();
    run.unsubscribe();
    expect(stateOf(latchkey).pairing).toMatchObject({ status: 'disconnected', wcUri: undefined, wcError: false });
    // The wallet may learn it while it waits for the app.
    await wallet.control.approve().catch(() => undefined);
    await expect.poll(async () => (await wallet.control.state()).sessions).toEqual([]);
    expect(stateOf(latchkey).namespaces.eip155?.session).toBeNull();
  });

  it('switches to an approved chain without a request, and follows the wallet', async () => {
    const latchkey = start();
    await connect(latchkey);
    await wallet.control.switchChain(137);
    await until(latchkey, ({ namespaces }) => namespaces.eip155?.session?.chainId === toChainId('eip155:137'));
    await resultFrom(latchkey.useCases.switchNetwork.execute({ chainId: 'eip155:1' }));
    expect(stateOf(latchkey).namespaces.eip155?.session?.chainId).toBe('eip155:1');
    expect((await wallet.control.requests()).map(({ method }) => method)).toEqual(['wc_sessionPropose']);
  });

  it('reports a rejected project id immediately without unhandled rejections, and pairs once it is accepted', async () => {
    await relay.control.setProjectIds(['another']);
    const latchkey = start();
    await expect(resultFrom(latchkey.useCases.pairWallet.execute())).rejects.toMatchObject({ code: 'relay/unauthorized' });
    expect(stateOf(latchkey).pairing).toMatchObject({ status: 'disconnected', wcUri: undefined, wcError: true });
    // No automatic retry.
    expect((await relay.control.traffic()).filter(({ kind }) => kind === 'refused')).toHaveLength(1);
    await relay.control.setProjectIds(null);
    await expect(connect(latchkey)).resolves.toMatchObject({ isConnected: true });
    // Unhandled rejections are reported after the microtasks.
    await new Promise((resolve) => setImmediate(resolve));
    expect(uncaught).toEqual([]);
  });

  it('takes the first of two responses, and stops waiting when the user cancels', async () => {
    const latchkey = start();
    await wallet.control.setFault({ mode: 'double-response' });
    const { address } = await connect(latchkey);
    const signed = await approving(resultFrom(latchkey.useCases.signMessage.execute({ message: 'twice' })));
    expect(await recoverMessageAddress({ message: 'twice', signature: signed as `0x${string}` })).toBe(address);
    await wallet.control.setFault({ mode: 'no-response' });
    const states: string[] = [];
    const run = latchkey.useCases.signMessage.execute({ message: 'never' }).subscribe(({ status }) => states.push(status));
    await expect.poll(async () => (await wallet.control.requests()).at(-1)?.outcome).toBe('pending');
    run.unsubscribe();
    expect(states).toEqual(['pending']);
    await wallet.control.setFault(null);
    expect(await approving(resultFrom(latchkey.useCases.signMessage.execute({ message: 'again' })))).toMatch(/^0x/);
  });

  it('switches to a chain that the wallet adds to the session', async () => {
    const latchkey = start();
    const paired = resultFrom(latchkey.useCases.pairWallet.execute());
    await wallet.control.pair(await uriOf(latchkey));
    await wallet.control.nextPrompt();
    await wallet.control.approve({ chains: [1] });
    await paired;
    expect(stateOf(latchkey).namespaces.eip155?.approvedChainIds).toEqual(['eip155:1']);
    const switched = await approving(resultFrom(latchkey.useCases.switchNetwork.execute({ chainId: 'eip155:137' })));
    expect(switched.caipNetworkId).toBe('eip155:137');
    expect(stateOf(latchkey).namespaces.eip155?.session?.chainId).toBe('eip155:137');
    expect((await wallet.control.requests()).map(({ method }) => method)).toEqual(['wc_sessionPropose', 'wallet_switchEthereumChain']);
  });
});
