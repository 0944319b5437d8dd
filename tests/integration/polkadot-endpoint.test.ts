import { filter, firstValueFrom, lastValueFrom } from 'rxjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYSTEM_CLOCK } from '../../adapters/browser/system-clock.js';
import { PolkadotChain } from '../../adapters/polkadot/polkadot-chain.js';
import { createLatchkey } from '../../composition/entry/index.js';
import { polkadot } from '../../composition/entry/polkadot.js';
import type { Network } from '../../domain/network/network.js';
import { codeOf, patient, settled } from '../../testing/contracts/test-api.js';
import { PolkadotTestWallet } from '../../testing/wallets/polkadot-test-wallet.js';
import { POLKADOT_CHAIN, polkadotNetwork, SANDBOX_CHAIN } from '../unit/adapters/support/polkadot-networks.js';
import { PolkadotWorld } from './support/polkadot-world.js';
import { TcpProxy } from './support/tcp-proxy.js';

const NOBODY = 'http://127.0.0.1:1';
const COIN = 10n ** 10n;

let world: PolkadotWorld;
beforeAll(async () => {
  world = await PolkadotWorld.start();
});
afterAll(() => world.stop());

describe('endpoints.polkadot', () => {
  it('is where a page reads Polkadot, before the addresses of the network itself', async () => {
    const alice = await world.person(7n * COIN);
    const [own, endpoint] = [await TcpProxy.start(world.port), await TcpProxy.start(world.port)];
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
    while (endpoint.open > 0) await settled();
    await Promise.all([own.stop(), endpoint.stop()]);
  });

  it('serves one network, and is passed over for every other one, and then tried last', async () => {
    const { address } = await world.person(3n * COIN);
    const [stranger, other] = [await TcpProxy.start(world.port), await TcpProxy.start(world.port)];
    // Of what the host named, the node that is not this network's comes first.
    const hostNodes = () => [`ws://127.0.0.1:${stranger.port}`];
    const chain = new PolkadotChain({ clock: SYSTEM_CLOCK, originName: 'Tests', hostNodes });
    const read = (network: Network, signal = patient()) => codeOf(chain.getBalance({ address, network }, signal));
    const elsewhere = polkadotNetwork(POLKADOT_CHAIN, other.port);
    other.door = 'cut';
    // Of a node that does not answer more is known than of one that is another chain's.
    expect([await read(elsewhere), stranger.connections, other.connections]).toEqual(['network/rpc-failed', 1, 1]);
    other.door = 'silent';
    const leave = new AbortController();
    const waiting = read(elsewhere, leave.signal);
    while (other.connections === 1) await settled();
    expect(stranger.connections).toBe(1);
    leave.abort('left');
    await waiting;
    expect(await read(polkadotNetwork(POLKADOT_CHAIN))).toBe('network/wrong-node');
    const before = other.connections;
    expect(await read(polkadotNetwork(SANDBOX_CHAIN, other.port))).toBe('no error');
    expect([stranger.connections, other.connections]).toEqual([3, before]);
    chain.dispose();
    await Promise.all([stranger.stop(), other.stop()]);
  });

  it('comes after the addresses of the network alone', async () => {
    const proxy = await TcpProxy.start(world.port);
    const wallet = new PolkadotTestWallet({ accounts: [await world.person(COIN)] });
    const { id, name, nativeCurrency, chainNamespace, ss58Prefix, caipNetworkId } = polkadotNetwork(SANDBOX_CHAIN);
    const latchkey = createLatchkey({
      networks: [{ id, name, nativeCurrency, chainNamespace, ss58Prefix, rpcUrls: { default: { http: [NOBODY] } } }],
      modules: [polkadot({ extensions: [{ id: 'test', name: 'Test', provider: wallet.provider }] })],
      endpoints: { polkadot: `ws://127.0.0.1:${proxy.port}`, rpc: { [caipNetworkId]: world.rpcUrl } },
    });
    await lastValueFrom(latchkey.useCases.connectWallet.execute({ namespace: 'polkadot', connectorId: 'test' }));
    const balance$ = latchkey.useCases.watchBalance.execute().pipe(filter(({ balance }) => balance !== null));
    expect((await firstValueFrom(balance$)).balance?.value).toBe(COIN);
    expect(proxy.connections).toBe(0);
    latchkey.dispose();
    await proxy.stop();
  });
});
