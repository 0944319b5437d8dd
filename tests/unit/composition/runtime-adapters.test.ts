import { describe, expect, it } from 'vitest';
import { FakeChain } from '../../../application/ports/chain.fake.js';
import { CHAIN, type Chain } from '../../../application/ports/chain.port.js';
import { flushPromises } from '../../../application/ports/clock.fake.js';
import { defineModule } from '../../../composition/wire.js';
import { bitcoin } from '../../../domain/network/networks/bip122.js';
import { arbitrum, mainnet } from '../../../domain/network/networks/eip155.js';
import { polkadot } from '../../../domain/network/networks/polkadot.js';
import { client, EVM_WALLET, fakes } from './support/client.js';

const DOT_WALLET = 'com.example.dot';

/** An adapter of a namespace that is not configured. */
const polkadotAdapter = () => {
  const chain = new FakeChain({
    namespace: 'polkadot',
    wallets: [{ id: DOT_WALLET, chainId: polkadot.caipNetworkId ?? '', accounts: ['15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'] }],
  });
  return { chain, module: defineModule((wire) => wire(CHAIN, [], () => chain, { dispose: (disposed) => disposed.dispose() })) };
};

describe('addAdapter', () => {
  it('emits the new connectors and networks to existing subscribers', async () => {
    const { latchkey } = client();
    await latchkey.ready;
    const seen: (readonly string[])[] = [];
    latchkey.useCases.watchConnectors.execute().subscribe((connectors) => seen.push(connectors.map(({ id }) => id)));
    latchkey.addAdapter(polkadotAdapter().module, [polkadot]);
    expect(seen.at(-1)).toContain(DOT_WALLET);
    expect(latchkey.getCaipNetworks('polkadot').map(({ name }) => name)).toEqual(['Polkadot']);
    const account = await latchkey.connect({ namespace: 'polkadot', connectorId: DOT_WALLET });
    expect(account).toMatchObject({ namespace: 'polkadot', isConnected: true });
  });

  it('creates each adapter once, and disposes of it on removal or with the client', async () => {
    const log: string[] = [];
    const adapterOf = (namespace: 'polkadot' | 'bip122') =>
      defineModule((wire) =>
        wire(
          CHAIN,
          [],
          () => {
            log.push(`create ${namespace}`);
            return new FakeChain({ namespace });
          },
          { dispose: () => log.push(`dispose ${namespace}`) },
        ),
      );
    const { latchkey } = client();
    await latchkey.ready;
    latchkey.addAdapter(adapterOf('polkadot'), [polkadot]);
    latchkey.addAdapter(adapterOf('bip122'), [bitcoin]);
    latchkey.removeAdapter('bip122');
    expect(log).toEqual(['create polkadot', 'create bip122', 'dispose bip122']);
    latchkey.dispose();
    expect(log).toEqual(['create polkadot', 'create bip122', 'dispose bip122', 'dispose polkadot']);
  });

  it('restores the stored connection of the namespace', async () => {
    const deps = fakes();
    deps.storage.set('@latchkey/polkadot:connected_connector_id', DOT_WALLET);
    const { latchkey } = client({}, deps);
    await latchkey.ready;
    const { chain, module } = polkadotAdapter();
    chain.wallet(DOT_WALLET).connected = true;
    latchkey.addAdapter(module, [polkadot]);
    await flushPromises();
    expect(latchkey.getAccount('polkadot').isConnected).toBe(true);
  });

  it.each([
    ['a namespace that has an adapter', () => defineModule((wire) => wire(CHAIN, [], () => new FakeChain())), [mainnet], 'adapter'],
    ['a module that binds no chain', () => defineModule(() => undefined), [polkadot], 'adapter'],
    ['a namespace without a network', () => polkadotAdapter().module, [], 'networks'],
  ])('rejects %s without changing the client', async (_, module, networks, field) => {
    const { latchkey } = client();
    expect(() => latchkey.addAdapter(module(), networks)).toThrow(
      expect.objectContaining({ code: 'config/invalid-option', context: expect.objectContaining({ field }) }),
    );
    expect(latchkey.getCaipNetworks('polkadot')).toEqual([]);
    expect(latchkey.getConnectors('polkadot')).toEqual([]);
    expect((await latchkey.connect({ connectorId: EVM_WALLET })).isConnected).toBe(true);
  });

  it.each([
    ['a duplicate network', [polkadot, polkadot], 'networks[1]', /polkadot:[0-9a-f]+ once/],
    ['a network of another namespace', [polkadot, arbitrum], 'networks[1]', /networks of polkadot only/],
  ])('rejects %s without changing the client', (_, networks, field, fix) => {
    const { latchkey } = client();
    expect(() => latchkey.addAdapter(polkadotAdapter().module, networks)).toThrow(
      expect.objectContaining({ code: 'config/invalid-option', context: { field, fix: expect.stringMatching(fix) } }),
    );
    expect(latchkey.getCaipNetworks('polkadot')).toEqual([]);
    expect(latchkey.getCaipNetworks('eip155')).not.toContainEqual(expect.objectContaining({ id: arbitrum.id }));
  });

  it('rejects a module with two chains of one namespace', () => {
    const { latchkey } = client();
    const twice = defineModule((wire) => {
      for (const { chain } of [polkadotAdapter(), polkadotAdapter()]) wire(CHAIN, [], () => chain);
    });
    expect(() => latchkey.addAdapter(twice, [polkadot])).toThrow('bind one chain of polkadot');
  });

  it('accepts a module after one whose factory threw', async () => {
    const { latchkey } = client();
    const broken = defineModule((wire) =>
      wire(CHAIN, [], () => {
        throw new Error('no window');
      }),
    );
    expect(() => latchkey.addAdapter(broken, [polkadot])).toThrow('no window');
    latchkey.addAdapter(polkadotAdapter().module, [polkadot]);
    expect((await latchkey.connect({ namespace: 'polkadot', connectorId: DOT_WALLET })).isConnected).toBe(true);
  });

  it('logs a defect of the adapter while it restores the connection', async () => {
    const deps = fakes();
    deps.storage.set('@latchkey/polkadot:connected_connector_id', DOT_WALLET);
    const { latchkey, logger } = client({}, deps);
    await latchkey.ready;
    const { chain } = polkadotAdapter();
    const defect = new TypeError('a bug');
    const buggy: Chain = Object.assign(Object.create(chain) as Chain, { resume: () => Promise.reject(defect) });
    latchkey.addAdapter(
      defineModule((wire) => wire(CHAIN, [], () => buggy)),
      [polkadot],
    );
    await flushPromises();
    expect(logger.entries).toContainEqual(
      expect.objectContaining({ level: 'error', message: 'The stored connection of polkadot could not be restored', detail: defect }),
    );
  });
});

describe('removeAdapter', () => {
  it('removes the connectors and networks of a namespace and disposes of its chain', () => {
    const { latchkey, solana } = client();
    latchkey.removeAdapter('solana');
    expect(latchkey.getConnectors('solana')).toEqual([]);
    expect(latchkey.getCaipNetworks('solana')).toEqual([]);
    expect(solana.disposed).toBe(true);
  });

  it('does nothing while the namespace is connected', async () => {
    const { latchkey } = client();
    await latchkey.connect({ connectorId: EVM_WALLET });
    latchkey.removeAdapter('eip155');
    expect(latchkey.getAccount('eip155').isConnected).toBe(true);
    expect(latchkey.getConnectors('eip155')).toHaveLength(1);
  });

  it('allows another adapter of the namespace to be added', async () => {
    const { latchkey } = client();
    const { chain, module } = polkadotAdapter();
    latchkey.addAdapter(module, [polkadot]);
    latchkey.removeAdapter('polkadot');
    const other = polkadotAdapter();
    latchkey.addAdapter(other.module, [polkadot]);
    await latchkey.connect({ namespace: 'polkadot', connectorId: DOT_WALLET });
    expect(chain.wallet(DOT_WALLET).calls).toEqual([]);
    expect(other.chain.wallet(DOT_WALLET).count('connect')).toBe(1);
  });
});

describe('getUniversalProvider', () => {
  it('returns the provider of the options', async () => {
    const universalProvider = { connect: async () => undefined, on: () => undefined };
    expect(await client({ universalProvider }).latchkey.getUniversalProvider()).toBe(universalProvider);
    expect(await client().latchkey.getUniversalProvider()).toBeUndefined();
  });
});
