import { describe, expect, it } from 'vitest';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { ADDRESS, connectedWorld, POLYGON, record, settled, type World, world } from '../support/world.js';

const NAMES = { evm: { names: {} } };
const resolve = async ({ useCases }: World, name: string, namespace?: 'eip155' | 'solana' | 'polkadot') => {
  const run = await settled(record(useCases.resolveName.execute(namespace === undefined ? { name } : { name, namespace })));
  return run.values.at(-1);
};
const reads = ({ chain }: World) => chain.readCalls.filter(({ method }) => method === 'resolve');

describe('ResolveName', () => {
  it('gives the address behind a name, and null for a free one', async () => {
    const here = world(NAMES);
    here.chain.fakeServices.names.set('ada.eth', ADDRESS);
    expect(await resolve(here, 'ada.eth')).toEqual({ status: 'success', data: ADDRESS });
    expect(await resolve(here, 'free.eth')).toEqual({ status: 'success', data: null });
  });

  it('asks once in five minutes, also where two ask at once, and always at the home of the names', async () => {
    const here = await connectedWorld(NAMES);
    here.connections.dispatch({ type: 'chain-changed', namespace: 'eip155', chainId: toChainId(POLYGON) });
    await Promise.all([resolve(here, 'ada.eth'), resolve(here, 'ada.eth')]);
    here.clock.advance(5 * 60_000 - 1);
    await resolve(here, 'ada.eth');
    expect(reads(here)).toMatchObject([{ input: 'ada.eth', network: { caipNetworkId: 'eip155:1' } }]);
    here.clock.advance(1);
    await resolve(here, 'ada.eth');
    expect(reads(here)).toHaveLength(2);
  });

  it('calls a name neither taken nor free when nobody can tell, and asks again then', async () => {
    const here = world(NAMES);
    here.chain.reads = 'failed';
    expect(await resolve(here, 'ada.eth')).toMatchObject({ status: 'error', error: { code: 'network/rpc-failed' } });
    here.chain.reads = 'working';
    expect(await resolve(here, 'ada.eth')).toEqual({ status: 'success', data: null });
  });

  it('says where there are no names', async () => {
    const here = world(NAMES);
    expect(await resolve(here, 'ada.sol', 'solana')).toMatchObject({ error: { code: 'chain/unsupported' } });
    expect(await resolve(here, 'ada.dot', 'polkadot')).toMatchObject({ error: { code: 'connection/adapter-not-found' } });
  });
});
