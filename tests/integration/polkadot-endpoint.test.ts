import { filter, firstValueFrom, lastValueFrom } from 'rxjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM_CLOCK } from '../../adapters/browser/system-clock.js';
import { PolkadotChain } from '../../adapters/polkadot/polkadot-chain.js';
import { FakeLocks } from '../../application/ports/locks.fake.js';
import { FakeStorage } from '../../application/ports/storage.fake.js';
import { createLatchkey } from '../../composition/entry/index.js';
import { polkadot } from '../../composition/entry/polkadot.js';
import type { Network } from '../../domain/network/network.js';
import { codeOf, flushPromises, neverAborted } from '../../testing/contracts/test-api.js';
import { PolkadotTestWallet } from '../../testing/wallets/polkadot-test-wallet.js';
import { POLKADOT_CHAIN, polkadotNetwork, SANDBOX_CHAIN } from '../unit/adapters/support/polkadot-networks.js';
import { PolkadotFixture } from './support/polkadot-fixture.js';
import { TcpProxy } from './support/tcp-proxy.js';

const CLOSED_PORT_URL = 'http://127.0.0.1:1';
const COIN = 10n ** 10n;

let fixture: PolkadotFixture;
beforeAll(async () => {
  fixture = await PolkadotFixture.start();
});
afterAll(() => fixture.stop());

describe('endpoints.polkadot', () => {
  it('is used before the URLs of the network', async () => {
    const alice = await fixture.createAccount(7n * COIN);
    const [own, endpoint] = [await TcpProxy.start(fixture.port), await TcpProxy.start(fixture.port)];
    const { rpcUrls, id, name, nativeCurrency, chainNamespace, ss58Prefix } = polkadotNetwork(SANDBOX_CHAIN, own.port);
    const definition = { id, name, nativeCurrency, chainNamespace, ss58Prefix, rpcUrls: { default: rpcUrls.default } };
    const provider = new PolkadotTestWallet({ accounts: [alice] }).provider;
    const latchkey = createLatchkey({
      networks: [definition],
      modules: [polkadot({ extensions: [{ id: 'test', name: 'Test', provider }] })],
      endpoints: { polkadot: `ws://127.0.0.1:${endpoint.port}` },
    });
    await lastValueFrom(latchkey.useCases.connectWallet.execute({ namespace: 'polkadot', connectorId: 'test' }));
    const balance$ = latchkey.useCases.watchBalance.execute().pipe(filter(({ balance }) => balance !== null));
    expect((await firstValueFrom(balance$)).balance?.value).toBe(7n * COIN);
    expect([endpoint.connections > 0, own.connections]).toEqual([true, 0]);
    latchkey.dispose();
    while (endpoint.openConnections > 0) await flushPromises();
    await Promise.all([own.stop(), endpoint.stop()]);
  });

  it('serves one network and is skipped for others, where it is tried last', async () => {
    const { address } = await fixture.createAccount(3n * COIN);
    const [otherChain, ownChain] = [await TcpProxy.start(fixture.port), await TcpProxy.start(fixture.port)];
    // The app's first URL belongs to another network.
    const appRpcUrls = () => [`ws://127.0.0.1:${otherChain.port}`];
    const chain = new PolkadotChain({
      storage: new FakeStorage(),
      locks: new FakeLocks(),
      clock: SYSTEM_CLOCK,
      originName: 'Tests',
      appRpcUrls,
    });
    const read = (network: Network, signal = neverAborted()) => codeOf(chain.getBalance({ address, network }, signal));
    const network = polkadotNetwork(POLKADOT_CHAIN, ownChain.port);
    ownChain.mode = 'cut';
    // A failed endpoint has a more specific error than one of another chain.
    expect([await read(network), otherChain.connections, ownChain.connections]).toEqual(['network/rpc-failed', 1, 1]);
    ownChain.mode = 'silent';
    const controller = new AbortController();
    const waiting = read(network, controller.signal);
    while (ownChain.connections === 1) await flushPromises();
    expect(otherChain.connections).toBe(1);
    controller.abort('aborted');
    await waiting;
    expect(await read(polkadotNetwork(POLKADOT_CHAIN))).toBe('network/wrong-node');
    const before = ownChain.connections;
    expect(await read(polkadotNetwork(SANDBOX_CHAIN, ownChain.port))).toBe('no error');
    expect([otherChain.connections, ownChain.connections]).toEqual([3, before]);
    chain.dispose();
    await Promise.all([otherChain.stop(), ownChain.stop()]);
  });

  it('is used after explicit URLs of the network', async () => {
    const proxy = await TcpProxy.start(fixture.port);
    const wallet = new PolkadotTestWallet({ accounts: [await fixture.createAccount(COIN)] });
    const { id, name, nativeCurrency, chainNamespace, ss58Prefix, caipNetworkId } = polkadotNetwork(SANDBOX_CHAIN);
    const latchkey = createLatchkey({
      networks: [{ id, name, nativeCurrency, chainNamespace, ss58Prefix, rpcUrls: { default: { http: [CLOSED_PORT_URL] } } }],
      modules: [polkadot({ extensions: [{ id: 'test', name: 'Test', provider: wallet.provider }] })],
      endpoints: { polkadot: `ws://127.0.0.1:${proxy.port}`, rpc: { [caipNetworkId]: fixture.rpcUrl } },
    });
    await lastValueFrom(latchkey.useCases.connectWallet.execute({ namespace: 'polkadot', connectorId: 'test' }));
    const balance$ = latchkey.useCases.watchBalance.execute().pipe(filter(({ balance }) => balance !== null));
    expect((await firstValueFrom(balance$)).balance?.value).toBe(COIN);
    expect(proxy.connections).toBe(0);
    latchkey.dispose();
    await proxy.stop();
  });
});
