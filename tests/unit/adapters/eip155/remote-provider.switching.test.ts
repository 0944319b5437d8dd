import { describe, expect, it } from 'vitest';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import type { ChainId } from '../../../../domain/caip/caip-2.js';
import { toAccountId } from '../../../../domain/caip/caip-10.js';
import type { SessionNamespaces } from '../../../../domain/wallet-protocol/session.js';
import { ALICE, BOB } from '../support/networks.js';
import { BASE, listeningProvider, MAINNET, providerOn, switchTo } from '../support/remote-provider-fixture.js';

const METHODS = ['personal_sign', 'wallet_switchEthereumChain', 'wallet_addEthereumChain'];
const TARGET = '0x2105';

/** Namespaces of a wallet that can switch. */
const session = (accounts: readonly string[], chains?: readonly ChainId[]): SessionNamespaces => ({
  eip155: {
    ...(chains === undefined ? {} : { chains }),
    accounts: accounts.map((account) => toAccountId(`eip155:${account}`)),
    methods: METHODS,
    events: [],
  },
});

const BEFORE = session([`1:${ALICE}`]);
const AFTER = session([`1:${ALICE}`, `8453:${ALICE}`]);

/** An app that requests a switch to a chain that the session does not share yet. */
const switching = async (namespaces = BEFORE, isListening = true) => {
  const fixture = providerOn(namespaces);
  if (isListening) fixture.listen();
  fixture.remote.next('late');
  let outcome: unknown = 'open';
  fixture.provider.request(switchTo(TARGET)).then(
    (response) => {
      outcome = { response };
    },
    (error: unknown) => {
      outcome = { error };
    },
  );
  await flushPromises();
  const does = {
    reply: () => fixture.remote.release(null),
    update: () => fixture.remote.allow(AFTER),
    event: () => fixture.remote.emit(MAINNET, 'chainChanged', TARGET),
  };
  return { ...fixture, does, outcome: () => outcome, methods: () => fixture.remote.requests.map(({ method }) => method) };
};

const CHANGED = ['chainChanged', TARGET];

describe('switch to a chain that the session does not share', () => {
  it.each([
    [['update', 'event', 'reply']],
    [['update', 'reply', 'event']],
    [['event', 'update', 'reply']],
    [['event', 'reply', 'update']],
    [['reply', 'update', 'event']],
    [['reply', 'event', 'update']],
    [['update', 'reply']],
    [['reply', 'update']],
  ] as const)('succeeds and emits chainChanged once, in any order of messages: %j', async (order) => {
    const { does, outcome, emitted, remote, request, clock } = await switching();
    for (const what of order) {
      does[what]();
      await clock.run(1_000);
    }
    expect(outcome()).toEqual({ response: null });
    expect(emitted).toEqual([CHANGED]);
    expect(await request('eth_chainId')).toBe(TARGET);
    expect(await request('eth_accounts')).toEqual([ALICE]);
    expect(remote.requests).toEqual([{ chainId: MAINNET, method: 'wallet_switchEthereumChain', params: [{ chainId: TARGET }] }]);
    expect(clock.pending).toBe(0);
  });

  it('succeeds after the chain was added by a wallet that cannot be asked to switch, and updates the session later', async () => {
    const withoutSwitch = (namespaces: SessionNamespaces): SessionNamespaces => ({
      eip155: { ...namespaces['eip155'], accounts: namespaces['eip155']?.accounts ?? [], methods: ['wallet_addEthereumChain'], events: [] },
    });
    const { provider, remote, clock } = providerOn(withoutSwitch(BEFORE));
    remote.next('late');
    const adding = provider
      .request({ method: 'wallet_addEthereumChain', params: [{ chainId: TARGET }] })
      .then(() => provider.request(switchTo(TARGET)));
    await flushPromises();
    remote.release(null);
    await clock.run(1_000);
    remote.allow(withoutSwitch(AFTER));
    expect(await adding).toBeNull();
    expect([await provider.request({ method: 'eth_chainId' }), clock.pending]).toEqual([TARGET, 0]);
  });

  it('waits for the session update also without listeners', async () => {
    const { does, outcome, remote, clock } = await switching(BEFORE, false);
    does.reply();
    await clock.run(4_000);
    expect(outcome()).toBe('open');
    does.update();
    await flushPromises();
    expect(outcome()).toEqual({ response: null });
    expect(remote.isObserved).toBe(false);
  });

  it.each([[['reply']], [['event', 'reply']], [['reply', 'event']]] as const)(
    'fails when the chain is not shared within five seconds, without further requests: %j',
    async (order) => {
      const { does, outcome, emitted, methods, request, clock, remote } = await switching();
      for (const what of order) does[what]();
      await clock.run(4_999);
      expect(outcome()).toBe('open');
      await clock.run(1);
      expect(outcome()).toMatchObject({ error: { code: 'wallet-protocol/switch-failed', context: { chainId: BASE } } });
      expect([emitted, await request('eth_chainId'), await request('eth_accounts')]).toEqual([[], '0x1', [ALICE]]);
      expect(methods()).toEqual(['wallet_switchEthereumChain']);
      expect(clock.pending).toBe(0);
      // A later session update still switches.
      remote.allow(AFTER);
      expect(emitted).toEqual([CHANGED]);
    },
  );

  it.each([
    ['reject', { code: 4001 }],
    ['unsupported', { code: 4200 }],
    ['expire', { code: 'wallet-protocol/request-expired' }],
    [{ error: { code: 4902, message: 'Unrecognized chain' } }, { code: 4902 }],
    [{ error: { code: 5000, message: 'User rejected.' } }, { code: 5000 }],
  ] as const)('fails immediately with the code of the response %j', async (response, error) => {
    const { remote, provider, request, clock, emitted } = listeningProvider(BEFORE);
    remote.next(response);
    await expect(provider.request(switchTo(TARGET))).rejects.toMatchObject(error);
    expect(clock.pending).toBe(0);
    // A rejected switch has no later effect.
    remote.allow(AFTER);
    expect([emitted, await request('eth_chainId')]).toEqual([[], '0x1']);
  });

  it('fails when the session ends meanwhile', async () => {
    const { does, outcome, remote, clock } = await switching();
    does.reply();
    await flushPromises();
    remote.close();
    await flushPromises();
    expect(outcome()).toMatchObject({ error: { code: 'wallet-protocol/user-disconnected' } });
    expect(clock.pending).toBe(0);
  });

  it.each([[['update', 'event']], [['event', 'update']]] as const)('succeeds when the user switches in the wallet: %j', async (order) => {
    const { does, emitted, request } = await switching();
    for (const what of order) does[what]();
    expect(emitted).toEqual([CHANGED]);
    expect(await request('eth_chainId')).toBe(TARGET);
  });

  it('does not override a chain chosen later', async () => {
    const { remote, provider, emitted } = await switching(session([`1:${ALICE}`, `137:${ALICE}`]));
    remote.emit(MAINNET, 'chainChanged', TARGET);
    await provider.request(switchTo('0x89'));
    remote.allow(session([`1:${ALICE}`, `137:${ALICE}`, `8453:${ALICE}`]));
    expect(emitted).toEqual([['chainChanged', '0x89']]);
  });

  it('ends on the chain that the wallet reported last', async () => {
    const { remote, emitted } = await switching();
    remote.emit(MAINNET, 'chainChanged', '0x89');
    remote.emit(MAINNET, 'chainChanged', TARGET);
    remote.allow(session([`1:${ALICE}`, `137:${ALICE}`, `8453:${ALICE}`]));
    remote.allow(session([`137:${ALICE}`, `8453:${ALICE}`]));
    expect(emitted).toEqual([CHANGED]);
  });
});

describe('switch to a chain that the namespace lists without an account', () => {
  const NAMED = session([`1:${ALICE}`, `1:${BOB}`], [MAINNET, BASE]);

  it('applies the session’s accounts once the wallet confirms', async () => {
    const { does, outcome, emitted, request, remote, clock } = await switching(NAMED);
    does.reply();
    await flushPromises();
    expect(outcome()).toEqual({ response: null });
    expect(emitted).toEqual([CHANGED]);
    expect(await request('eth_accounts')).toEqual([ALICE, BOB]);
    expect(clock.pending).toBe(0);
    await request('personal_sign', '0x68', ALICE);
    expect(remote.requests.at(-1)).toMatchObject({ chainId: BASE, method: 'personal_sign' });
  });

  it('applies the session’s accounts on a chainChanged event', async () => {
    const { does, emitted, request } = await switching(NAMED);
    does.event();
    expect(emitted).toEqual([CHANGED]);
    expect(await request('eth_accounts')).toEqual([ALICE, BOB]);
  });

  it('applies later session updates of accounts and chains', async () => {
    const { does, emitted, remote } = await switching(NAMED);
    does.reply();
    await flushPromises();
    remote.allow(session([`1:${ALICE}`, `8453:${BOB}`], [MAINNET, BASE]));
    remote.allow(session([`1:${ALICE}`], [MAINNET]));
    expect(emitted).toEqual([CHANGED, ['accountsChanged', [BOB]], ['chainChanged', '0x1'], ['accountsChanged', [ALICE]]]);
  });

  it('fails on a malformed response', async () => {
    const { remote, outcome, emitted, clock } = await switching(NAMED);
    remote.release({ error: 'not now' });
    await clock.run(5_000);
    expect(outcome()).toMatchObject({ error: { code: 'wallet-protocol/switch-failed' } });
    expect(emitted).toEqual([]);
  });

  it('does not switch before the wallet confirms', async () => {
    const { request, methods, emitted } = await switching(NAMED);
    expect(methods()).toEqual(['wallet_switchEthereumChain']);
    expect([emitted, await request('eth_chainId')]).toEqual([[], '0x1']);
  });
});
