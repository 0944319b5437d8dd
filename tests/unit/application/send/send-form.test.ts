import { describe, expect, it } from 'vitest';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import { SendForm } from '../../../../application/send/send-form.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { EMPTY_SEND_FORM } from '../../../../domain/send/send-form-state.js';
import { imitate, token } from '../../domain/activity/support/poisoned-histories.js';
import { ADDRESS, connectedFixture, MAINNET, POLYGON } from '../support/client-fixture.js';

const FRIEND = '0x52908400098527886e0f7030069857d2e4169ee7';
const OTHER = '0x8ba1f109551bd432803012645ac136ddd64dba72';
const IMITATION = '0x52908411198527886e0f7030069857d2e4169ee7';

const formFixture = async (known: readonly string[] = []) => {
  const fixture = await connectedFixture({ evm: { names: { 'friend.eth': FRIEND } } });
  const { chains, connections, identities, clock, options } = fixture;
  return {
    ...fixture,
    form: new SendForm({
      chains,
      connections,
      identities,
      clock,
      recent: { list: () => known.map((address) => ({ namespace: 'eip155', address, name: null })) },
      activity: { recipients: () => [], readNewest: async () => undefined },
      options,
    }),
  };
};

describe('SendForm', () => {
  it('takes an address at once', async () => {
    const { form } = await formFixture();
    form.edit({ recipient: ` ${FRIEND} ` });
    expect(form.current).toMatchObject({ address: FRIEND, found: { name: null, lookAlike: null }, isResolving: false });
    form.edit({ recipient: 'friend' });
    expect(form.current).toMatchObject({ address: null, found: null, isResolving: false });
  });

  it('has the name and the picture of its profile, if there is one', async () => {
    const { form, blockchainApi } = await formFixture();
    blockchainApi.replies.identity = ({ address }) =>
      address === FRIEND ? { name: 'friend.eth', avatarUrl: 'https://pictures.example/friend' } : { name: null, avatarUrl: null };
    form.edit({ recipient: FRIEND });
    await flushPromises();
    expect(form.current).toMatchObject({ address: FRIEND, found: { name: 'friend.eth', imageUrl: 'https://pictures.example/friend' } });
    form.edit({ recipient: IMITATION });
    await flushPromises();
    expect(form.current).toMatchObject({ address: IMITATION, found: { name: null, imageUrl: null }, error: null });
  });

  it('knows a contract, and nothing of one while no node can be read', async () => {
    const { form, chain } = await formFixture();
    chain.fakeServices.contracts.add(FRIEND.toLowerCase());
    for (const [recipient, isContract] of [
      [FRIEND, true],
      [IMITATION, false],
    ] as const) {
      form.edit({ recipient });
      await flushPromises();
      expect(form.current.found).toMatchObject({ isContract });
    }
    chain.reads = 'failed';
    form.edit({ recipient: FRIEND });
    await flushPromises();
    expect(form.current).toMatchObject({ address: FRIEND, found: { isContract: false }, error: null });
  });

  it('looks a name up once the user has stopped typing', async () => {
    const { form, clock, chain } = await formFixture();
    for (const recipient of ['friend.e', 'friend.et', 'friend.eth']) form.edit({ recipient });
    expect(form.current.isResolving).toBe(true);
    await clock.run(499);
    expect(form.current.isResolving).toBe(true);
    await clock.run(1);
    expect(form.current).toMatchObject({ address: FRIEND, found: { name: 'friend.eth' }, isResolving: false });
    expect(chain.readCalls.filter(({ method }) => method === 'resolve')).toHaveLength(1);
  });

  it('tells a name that is not registered from one that could not be looked up', async () => {
    const { form, clock, chain } = await formFixture();
    form.edit({ recipient: 'free.eth' });
    await clock.run(500);
    expect(form.current).toMatchObject({ address: null, found: null, error: null });
    chain.reads = 'failed';
    form.edit({ recipient: 'friend.eth' });
    await clock.run(500);
    expect(form.current).toMatchObject({ address: null, error: { code: 'network/rpc-failed' } });
    chain.reads = 'working';
    form.edit({ recipient: 'friend.eth' });
    await clock.run(500);
    expect(form.current).toMatchObject({ address: FRIEND, error: null });
  });

  it('recognizes look-alikes of own, labelled and earlier recipients, until they are compared', async () => {
    const { form } = await formFixture([FRIEND]);
    form.edit({ recipient: IMITATION });
    expect(form.current.found?.lookAlike?.resembles).toBe(FRIEND);
    form.edit({ isCompared: true });
    expect(form.current.isCompared).toBe(true);
    form.edit({ recipient: `${ADDRESS.slice(0, 6)}${'0'.repeat(32)}${ADDRESS.slice(-4)}` });
    expect(form.current).toMatchObject({ found: { lookAlike: { resembles: ADDRESS } }, isCompared: false });
    form.edit({ recipient: FRIEND });
    expect(form.current.found?.lookAlike).toBeNull();
  });

  it('recognizes look-alikes of recipients in the history of the account, which is read for that', async () => {
    const { useCases, blockchainApi } = await connectedFixture();
    const transfer = { id: 'sent', chainId: toChainId(MAINNET), operation: 'send', status: 'confirmed', hash: null, minedAtMs: 1 } as const;
    const paid = { ...transfer, sentFrom: ADDRESS, sentTo: FRIEND, transfers: [token('ETH', 'out', '1', 2_000)] };
    // Anyone can send this to the account.
    const received = { ...transfer, id: 'received', sentFrom: OTHER, sentTo: ADDRESS, transfers: [token('ETH', 'in', '1', 2_000)] };
    blockchainApi.histories.set(ADDRESS, [paid, received]);
    const lookAlikeOf = async (recipient: string): Promise<string | undefined> => {
      useCases.editSend.execute({ recipient }).subscribe();
      await flushPromises();
      return useCases.watchSend.current().found?.lookAlike?.resembles;
    };
    expect(await lookAlikeOf(imitate(OTHER))).toBeUndefined();
    expect([await lookAlikeOf(IMITATION), await lookAlikeOf(FRIEND)]).toEqual([FRIEND, undefined]);
    expect(blockchainApi.historyRequests).toHaveLength(1);
  });

  it.each([
    ['the app has no history', { features: { history: false } }, 0],
    ['the service cannot be reached', {}, 1],
  ])('takes an address if %s', async (_name, options, requests) => {
    const { useCases, blockchainApi } = await connectedFixture({ options });
    blockchainApi.modes.set('history', 'down');
    useCases.editSend.execute({ recipient: FRIEND }).subscribe();
    await flushPromises();
    expect(useCases.watchSend.current()).toMatchObject({ address: FRIEND, error: null });
    expect(blockchainApi.historyRequests).toHaveLength(requests);
  });

  it('says what is wrong with an address', async () => {
    const { form } = await formFixture();
    const codes: (string | undefined)[] = [];
    for (const recipient of [`${FRIEND.slice(0, -2)}E7`, 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'friend', FRIEND]) {
      form.edit({ recipient });
      codes.push(form.current.error?.code);
    }
    expect(codes).toEqual(['address/checksum-failed', 'address/wrong-namespace', undefined, undefined]);
    expect(form.current.address).toBe(FRIEND);
  });

  it('recognizes look-alikes of recipients that were sent to since', async () => {
    const known: string[] = [];
    const { form } = await formFixture(known);
    form.edit({ recipient: IMITATION });
    form.recheck();
    expect(form.current.found?.lookAlike).toBeNull();
    form.edit({ isCompared: true });
    known.push(FRIEND);
    form.recheck();
    expect(form.current).toMatchObject({ found: { lookAlike: { resembles: FRIEND } }, isCompared: false });
    form.edit({ isCompared: true });
    form.recheck();
    expect(form.current.isCompared).toBe(true);
  });

  it('is emptied by another network or account, which aborts a look-up', async () => {
    const { form, clock, connections, chain } = await formFixture();
    form.edit({ amount: '1', recipient: 'friend.eth' });
    connections.dispatch({ type: 'chain-changed', namespace: 'eip155', chainId: toChainId(POLYGON) });
    expect(form.current).toEqual(EMPTY_SEND_FORM);
    await clock.run(500);
    await flushPromises();
    expect(form.current).toEqual(EMPTY_SEND_FORM);
    expect(chain.readCalls.filter(({ method }) => method === 'resolve')).toEqual([]);
  });

  it('keeps no timer once it is disposed', async () => {
    const { form, clock } = await formFixture();
    const before = clock.pending;
    form.edit({ recipient: 'friend.eth' });
    form.dispose();
    expect(clock.pending).toBe(before);
  });
});
