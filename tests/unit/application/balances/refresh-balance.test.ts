import { beforeEach, describe, expect, it, vi } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import { ADDRESS, connect, connectedWorld, record, type World, type WorldInit } from '../support/world.js';

const RICH: WorldInit = { evm: { balances: { [ADDRESS]: 10n } } };
const watch = ({ useCases }: World, namespace?: 'eip155' | 'solana') =>
  record(useCases.watchBalance.execute(namespace === undefined ? {} : { namespace }));
const refresh = ({ useCases }: World, namespace?: 'eip155' | 'solana') =>
  record(useCases.refreshBalance.execute(namespace === undefined ? {} : { namespace }));
const reads = (chain: World['chain']) => chain.readCalls.filter(({ method }) => method === 'getBalance').length;

let here: World;
beforeEach(async () => {
  here = await connectedWorld(RICH);
});

describe('RefreshBalance', () => {
  it('has the balance read again at once, and the next time a minute later', async () => {
    const seen = watch(here);
    await here.clock.run(10_000);
    here.chain.setBalance(ADDRESS, 9n);
    expect(refresh(here)).toMatchObject({ values: [{ status: 'pending' }, { status: 'success' }], end: 'complete' });
    await here.clock.run(0);
    expect(seen.values.at(-1)?.balance?.value).toBe(9n);
    await here.clock.run(59_999);
    expect(reads(here.chain)).toBe(2);
    await here.clock.run(1);
    expect(reads(here.chain)).toBe(3);
  });

  it('counts more than the 30 s after a failure', async () => {
    here.chain.reads = 'failed';
    const seen = watch(here);
    await here.clock.run(0);
    here.chain.reads = 'working';
    refresh(here);
    await here.clock.run(0);
    expect(seen.values.at(-1)).toMatchObject({ balance: { value: 10n }, lastRetry: null });
  });

  it('takes the place of a read under way, whose answer may be older than the wish', async () => {
    const getBalance = vi.spyOn(here.chain, 'getBalance');
    here.chain.reads = 'never';
    const seen = watch(here);
    await here.clock.run(0);
    here.chain.reads = 'working';
    refresh(here);
    await here.clock.run(0);
    expect(getBalance.mock.calls[0]?.[1].aborted).toBe(true);
    expect(seen.values.at(-1)).toMatchObject({ loading: false, balance: { value: 10n } });
  });

  it('reads the active namespace, or the one that is named, and no other', async () => {
    await connect(here, 'solana');
    watch(here, 'eip155');
    watch(here, 'solana');
    await here.clock.run(0);
    refresh(here);
    await here.clock.run(0);
    expect([reads(here.chain), reads(here.solana)]).toEqual([1, 2]);
    refresh(here, 'eip155');
    await here.clock.run(0);
    expect([reads(here.chain), reads(here.solana)]).toEqual([2, 2]);
  });

  it('reads nothing where nobody watches, but then for the next one who does', async () => {
    const first = watch(here);
    await here.clock.run(0);
    first.cancel();
    refresh(here);
    await settle();
    expect([reads(here.chain), here.clock.pending]).toEqual([1, 0]);
    watch(here);
    await here.clock.run(0);
    expect(reads(here.chain)).toBe(2);
  });
});
