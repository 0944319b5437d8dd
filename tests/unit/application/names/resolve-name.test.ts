import { describe, expect, it } from 'vitest';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { ADDRESS, type ClientFixture, clientFixture, connectedFixture, POLYGON, record, settled } from '../support/client-fixture.js';

const NAMES = { evm: { names: {} } };
const resolve = async ({ useCases }: ClientFixture, name: string, namespace?: 'eip155' | 'solana' | 'polkadot') => {
  const run = await settled(record(useCases.resolveName.execute(namespace === undefined ? { name } : { name, namespace })));
  return run.values.at(-1);
};
const reads = ({ chain }: ClientFixture) => chain.readCalls.filter(({ method }) => method === 'resolve');

describe('ResolveName', () => {
  it('returns the address of a name, and null for an unregistered one', async () => {
    const fixture = clientFixture(NAMES);
    fixture.chain.fakeServices.names.set('ada.eth', ADDRESS);
    expect(await resolve(fixture, 'ada.eth')).toEqual({ status: 'success', data: ADDRESS });
    expect(await resolve(fixture, 'free.eth')).toEqual({ status: 'success', data: null });
  });

  it('reads once in five minutes, also for concurrent runs, always on the registry network', async () => {
    const fixture = await connectedFixture(NAMES);
    fixture.connections.dispatch({ type: 'chain-changed', namespace: 'eip155', chainId: toChainId(POLYGON) });
    await Promise.all([resolve(fixture, 'ada.eth'), resolve(fixture, 'ada.eth')]);
    fixture.clock.advance(5 * 60_000 - 1);
    await resolve(fixture, 'ada.eth');
    expect(reads(fixture)).toMatchObject([{ input: 'ada.eth', network: { caipNetworkId: 'eip155:1' } }]);
    fixture.clock.advance(1);
    await resolve(fixture, 'ada.eth');
    expect(reads(fixture)).toHaveLength(2);
  });

  it('fails when the name cannot be read, and reads it again on the next run', async () => {
    const fixture = clientFixture(NAMES);
    fixture.chain.reads = 'failed';
    expect(await resolve(fixture, 'ada.eth')).toMatchObject({ status: 'error', error: { code: 'network/rpc-failed' } });
    fixture.chain.reads = 'working';
    expect(await resolve(fixture, 'ada.eth')).toEqual({ status: 'success', data: null });
  });

  it('does not cache a failure after its only caller has cancelled', async () => {
    const fixture = clientFixture(NAMES);
    fixture.chain.reads = 'failed';
    record(fixture.useCases.resolveName.execute({ name: 'ada.eth' })).cancel();
    await flushPromises();
    fixture.chain.reads = 'working';
    expect(await resolve(fixture, 'ada.eth')).toEqual({ status: 'success', data: null });
  });

  describe('for a name that the service registers', () => {
    const OTHER = '0x2222222222222222222222222222222222222222';
    const registered = ({ blockchainApi }: ClientFixture) => blockchainApi.inputsOf('registeredName');

    it.each(['ada.reown.id', 'Ada.Reown.id', 'ada.wcn.id'])('asks the chain, then the service: %s', async (name) => {
      const fixture = clientFixture(NAMES);
      fixture.blockchainApi.replies.registeredName = (asked) => (asked === name.toLowerCase() ? ADDRESS : null);
      expect(await resolve(fixture, name)).toEqual({ status: 'success', data: ADDRESS });
      expect(reads(fixture)).toHaveLength(1);
    });

    it('takes the address of the chain if both have one, and asks the service about no other names', async () => {
      const fixture = clientFixture(NAMES);
      fixture.blockchainApi.names.set('ada', OTHER);
      fixture.chain.fakeServices.names.set('ada.reown.id', ADDRESS);
      expect(await resolve(fixture, 'ada.reown.id')).toEqual({ status: 'success', data: ADDRESS });
      expect(await resolve(fixture, 'ada.eth')).toEqual({ status: 'success', data: null });
      expect(registered(fixture)).toEqual([]);
    });

    it('asks once in five minutes', async () => {
      const fixture = clientFixture(NAMES);
      expect(await resolve(fixture, 'ada.reown.id')).toEqual({ status: 'success', data: null });
      fixture.clock.advance(5 * 60_000 - 1);
      await resolve(fixture, 'ADA.reown.id');
      expect(registered(fixture)).toEqual(['ada.reown.id']);
      fixture.clock.advance(1);
      await resolve(fixture, 'ada.reown.id');
      expect(registered(fixture)).toHaveLength(2);
    });

    it('does not take a failure for a name that is not registered', async () => {
      const fixture = clientFixture(NAMES);
      const { blockchainApi } = fixture;
      Object.assign(blockchainApi, { mode: 'refused', reason: 'Too many requests' });
      expect(await resolve(fixture, 'ada.reown.id')).toMatchObject({
        status: 'error',
        error: { code: 'names/resolve-failed', message: 'Too many requests', recovery: 'retry' },
      });
      blockchainApi.mode = 'working';
      blockchainApi.chains = [];
      expect(await resolve(fixture, 'ada.reown.id')).toMatchObject({ error: { code: 'chain/unsupported' } });
      blockchainApi.chains = [toChainId('eip155:1')];
      fixture.clock.advance(5 * 60_000);
      fixture.chain.reads = 'failed';
      expect(await resolve(fixture, 'ada.reown.id')).toMatchObject({ error: { code: 'network/rpc-failed' } });
      blockchainApi.names.set('bob', OTHER);
      expect(await resolve(fixture, 'bob.reown.id')).toEqual({ status: 'success', data: OTHER });
    });

    it('makes up for a chain without a name service', async () => {
      const fixture = clientFixture();
      fixture.blockchainApi.names.set('ada', ADDRESS);
      expect(await resolve(fixture, 'ada.reown.id')).toEqual({ status: 'success', data: ADDRESS });
      expect(await resolve(fixture, 'bob.reown.id')).toEqual({ status: 'success', data: null });
      expect(await resolve(fixture, 'ada.eth')).toMatchObject({ error: { code: 'chain/unsupported' } });
    });
  });

  it('fails on a chain without a name service', async () => {
    const fixture = clientFixture(NAMES);
    expect(await resolve(fixture, 'ada.sol', 'solana')).toMatchObject({ error: { code: 'chain/unsupported' } });
    expect(await resolve(fixture, 'ada.dot', 'polkadot')).toMatchObject({ error: { code: 'connection/adapter-not-found' } });
  });
});
