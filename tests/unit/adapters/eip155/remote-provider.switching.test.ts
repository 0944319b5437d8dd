import { describe, expect, it } from 'vitest';
import { settle } from '../../../../application/ports/clock.fake.js';
import type { ChainId } from '../../../../domain/caip/caip-2.js';
import { toAccountId } from '../../../../domain/caip/caip-10.js';
import type { SessionNamespaces } from '../../../../domain/wallet-protocol/session.js';
import { ALICE, BOB } from '../support/networks.js';
import { BASE, heardProvider, MAINNET, providerOn, switchTo } from '../support/remote-provider-world.js';

const METHODS = ['personal_sign', 'wallet_switchEthereumChain', 'wallet_addEthereumChain'];
const TARGET = '0x2105';

/** A wallet that can switch: what it names, and what it shares. */
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

/** A page that asks such a wallet to switch to a chain it has not approved yet. */
const switching = async (namespaces = BEFORE, isHeard = true) => {
  const here = providerOn(namespaces);
  if (isHeard) here.listen();
  here.remote.next('late');
  let outcome: unknown = 'open';
  here.provider.request(switchTo(TARGET)).then(
    (answer) => {
      outcome = { answer };
    },
    (error: unknown) => {
      outcome = { error };
    },
  );
  await settle();
  const does = {
    reply: () => here.remote.release(null),
    update: () => here.remote.allow(AFTER),
    event: () => here.remote.emit(MAINNET, 'chainChanged', TARGET),
  };
  return { ...here, does, outcome: () => outcome, methods: () => here.remote.requests.map(({ method }) => method) };
};

const CHANGED = ['chainChanged', TARGET];

describe('a wallet elsewhere that is asked to switch to a chain it has not approved', () => {
  it.each([
    [['update', 'event', 'reply']],
    [['update', 'reply', 'event']],
    [['event', 'update', 'reply']],
    [['event', 'reply', 'update']],
    [['reply', 'update', 'event']],
    [['reply', 'event', 'update']],
    [['update', 'reply']],
    [['reply', 'update']],
  ] as const)('is there, and says so once, in whatever order it tells: %j', async (order) => {
    const { does, outcome, said, remote, ask, clock } = await switching();
    for (const what of order) {
      does[what]();
      await clock.run(1_000);
    }
    expect(outcome()).toEqual({ answer: null });
    expect(said).toEqual([CHANGED]);
    expect(await ask('eth_chainId')).toBe(TARGET);
    expect(await ask('eth_accounts')).toEqual([ALICE]);
    expect(remote.requests).toEqual([{ chainId: MAINNET, method: 'wallet_switchEthereumChain', params: [{ chainId: TARGET }] }]);
    expect(clock.pending).toBe(0);
  });

  it('is waited for also where nobody listens to the provider', async () => {
    const { does, outcome, remote, clock } = await switching(BEFORE, false);
    does.reply();
    await clock.run(4_000);
    expect(outcome()).toBe('open');
    does.update();
    await settle();
    expect(outcome()).toEqual({ answer: null });
    expect(remote.heard).toBe(false);
  });

  it.each([[['reply']], [['event', 'reply']], [['reply', 'event']]] as const)(
    'is not, when it shares nothing there for five seconds, and is not asked for more: %j',
    async (order) => {
      const { does, outcome, said, methods, ask, clock, remote } = await switching();
      for (const what of order) does[what]();
      await clock.run(4_999);
      expect(outcome()).toBe('open');
      await clock.run(1);
      expect(outcome()).toMatchObject({ error: { code: 'wallet-protocol/switch-failed', context: { chainId: BASE } } });
      expect([said, await ask('eth_chainId'), await ask('eth_accounts')]).toEqual([[], '0x1', [ALICE]]);
      expect(methods()).toEqual(['wallet_switchEthereumChain']);
      expect(clock.pending).toBe(0);
      // Its word still counts when it keeps it at last.
      remote.allow(AFTER);
      expect(said).toEqual([CHANGED]);
    },
  );

  it.each([
    ['reject', { code: 4001 }],
    ['unsupported', { code: 4200 }],
    ['expire', { code: 'wallet-protocol/request-expired' }],
    [{ error: { code: 4902, message: 'Unrecognized chain' } }, { code: 4902 }],
    [{ error: { code: 5000, message: 'User rejected.' } }, { code: 5000 }],
  ] as const)("is not when it answers '%j', with its code, at once", async (answer, error) => {
    const { remote, provider, ask, clock, said } = heardProvider(BEFORE);
    remote.next(answer);
    await expect(provider.request(switchTo(TARGET))).rejects.toMatchObject(error);
    expect(clock.pending).toBe(0);
    // A no is no promise.
    remote.allow(AFTER);
    expect([said, await ask('eth_chainId')]).toEqual([[], '0x1']);
  });

  it('is gone when it ends the session meanwhile', async () => {
    const { does, outcome, remote, clock } = await switching();
    does.reply();
    await settle();
    remote.end();
    await settle();
    expect(outcome()).toMatchObject({ error: { code: 'wallet-protocol/user-disconnected' } });
    expect(clock.pending).toBe(0);
  });

  it.each([[['update', 'event']], [['event', 'update']]] as const)('is there too when its owner moves it: %j', async (order) => {
    const { does, said, ask } = await switching();
    for (const what of order) does[what]();
    expect(said).toEqual([CHANGED]);
    expect(await ask('eth_chainId')).toBe(TARGET);
  });

  it('does not take the page away from a chain that was chosen after it', async () => {
    const { remote, provider, said } = await switching(session([`1:${ALICE}`, `137:${ALICE}`]));
    remote.emit(MAINNET, 'chainChanged', TARGET);
    await provider.request(switchTo('0x89'));
    remote.allow(session([`1:${ALICE}`, `137:${ALICE}`, `8453:${ALICE}`]));
    expect(said).toEqual([['chainChanged', '0x89']]);
  });

  it('is where it said last that it is, of several chains that it comes to share', async () => {
    const { remote, said } = await switching();
    remote.emit(MAINNET, 'chainChanged', '0x89');
    remote.emit(MAINNET, 'chainChanged', TARGET);
    remote.allow(session([`1:${ALICE}`, `137:${ALICE}`, `8453:${ALICE}`]));
    remote.allow(session([`137:${ALICE}`, `8453:${ALICE}`]));
    expect(said).toEqual([CHANGED]);
  });
});

describe('a wallet elsewhere that names a chain and shares no account there', () => {
  const NAMED = session([`1:${ALICE}`, `1:${BOB}`], [MAINNET, BASE]);

  it('is there with the accounts that it has, once it says yes', async () => {
    const { does, outcome, said, ask, remote, clock } = await switching(NAMED);
    does.reply();
    await settle();
    expect(outcome()).toEqual({ answer: null });
    expect(said).toEqual([CHANGED]);
    expect(await ask('eth_accounts')).toEqual([ALICE, BOB]);
    expect(clock.pending).toBe(0);
    await ask('personal_sign', '0x68', ALICE);
    expect(remote.requests.at(-1)).toMatchObject({ chainId: BASE, method: 'personal_sign' });
  });

  it('is there once it says so by itself', async () => {
    const { does, said, ask } = await switching(NAMED);
    does.event();
    expect(said).toEqual([CHANGED]);
    expect(await ask('eth_accounts')).toEqual([ALICE, BOB]);
  });

  it('has other accounts there as soon as it names them, and leaves when it names the chain no longer', async () => {
    const { does, said, remote } = await switching(NAMED);
    does.reply();
    await settle();
    remote.allow(session([`1:${ALICE}`, `8453:${BOB}`], [MAINNET, BASE]));
    remote.allow(session([`1:${ALICE}`], [MAINNET]));
    expect(said).toEqual([CHANGED, ['accountsChanged', [BOB]], ['chainChanged', '0x1'], ['accountsChanged', [ALICE]]]);
  });

  it('is not taken at its word when its answer makes no sense', async () => {
    const { remote, outcome, said, clock } = await switching(NAMED);
    remote.release({ error: 'not now' });
    await clock.run(5_000);
    expect(outcome()).toMatchObject({ error: { code: 'wallet-protocol/switch-failed' } });
    expect(said).toEqual([]);
  });

  it('is asked first: nobody is there before the wallet says so', async () => {
    const { ask, methods, said } = await switching(NAMED);
    expect(methods()).toEqual(['wallet_switchEthereumChain']);
    expect([said, await ask('eth_chainId')]).toEqual([[], '0x1']);
  });
});
