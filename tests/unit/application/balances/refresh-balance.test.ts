import { beforeEach, describe, expect, it, vi } from 'vitest';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import { ADDRESS, type ClientFixture, type ClientFixtureInit, connect, connectedFixture, record } from '../support/client-fixture.js';

const FUNDED: ClientFixtureInit = { evm: { balances: { [ADDRESS]: 10n } } };
const watch = ({ useCases }: ClientFixture, namespace?: 'eip155' | 'solana') =>
  record(useCases.watchBalance.execute(namespace === undefined ? {} : { namespace }));
const refresh = ({ useCases }: ClientFixture, namespace?: 'eip155' | 'solana') =>
  record(useCases.refreshBalance.execute(namespace === undefined ? {} : { namespace }));
const reads = (chain: ClientFixture['chain']) => chain.readCalls.filter(({ method }) => method === 'getBalance').length;

let fixture: ClientFixture;
beforeEach(async () => {
  fixture = await connectedFixture(FUNDED);
});

describe('RefreshBalance', () => {
  it('reads the balance immediately, and again a minute later', async () => {
    const run = watch(fixture);
    await fixture.clock.run(10_000);
    fixture.chain.setBalance(ADDRESS, 9n);
    expect(refresh(fixture)).toMatchObject({ values: [{ status: 'pending' }, { status: 'success' }], end: 'complete' });
    await fixture.clock.run(0);
    expect(run.values.at(-1)?.balance?.value).toBe(9n);
    await fixture.clock.run(59_999);
    expect(reads(fixture.chain)).toBe(2);
    await fixture.clock.run(1);
    expect(reads(fixture.chain)).toBe(3);
  });

  it('overrides the pause of 30 s after a failure', async () => {
    fixture.chain.reads = 'failed';
    const run = watch(fixture);
    await fixture.clock.run(0);
    fixture.chain.reads = 'working';
    refresh(fixture);
    await fixture.clock.run(0);
    expect(run.values.at(-1)).toMatchObject({ balance: { value: 10n }, lastRetry: null });
  });

  it('overrides that pause on the next subscription, too', async () => {
    fixture.chain.reads = 'failed';
    const first = watch(fixture);
    await fixture.clock.run(0);
    first.cancel();
    fixture.chain.reads = 'working';
    refresh(fixture);
    const run = watch(fixture);
    await fixture.clock.run(0);
    expect(run.values.at(-1)).toMatchObject({ balance: { value: 10n }, lastRetry: null });
  });

  it('replaces a pending read, whose result may be outdated', async () => {
    const getBalance = vi.spyOn(fixture.chain, 'getBalance');
    fixture.chain.reads = 'never';
    const run = watch(fixture);
    await fixture.clock.run(0);
    fixture.chain.reads = 'working';
    refresh(fixture);
    await fixture.clock.run(0);
    expect(getBalance.mock.calls[0]?.[1].aborted).toBe(true);
    expect(run.values.at(-1)).toMatchObject({ loading: false, balance: { value: 10n } });
  });

  it('reads only the active or the given namespace', async () => {
    await connect(fixture, 'solana');
    watch(fixture, 'eip155');
    watch(fixture, 'solana');
    await fixture.clock.run(0);
    refresh(fixture);
    await fixture.clock.run(0);
    expect([reads(fixture.chain), reads(fixture.solana)]).toEqual([1, 2]);
    refresh(fixture, 'eip155');
    await fixture.clock.run(0);
    expect([reads(fixture.chain), reads(fixture.solana)]).toEqual([2, 2]);
  });

  it('reads nothing without a subscriber, but on the next subscription', async () => {
    const first = watch(fixture);
    await fixture.clock.run(0);
    first.cancel();
    refresh(fixture);
    await flushPromises();
    expect([reads(fixture.chain), fixture.clock.pending]).toEqual([1, 0]);
    watch(fixture);
    await fixture.clock.run(0);
    expect(reads(fixture.chain)).toBe(2);
  });
});
