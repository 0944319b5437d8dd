import { recoverMessageAddress, stringToHex, verifyTypedData } from 'viem';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWallet, type Wallet } from '../../../../sandbox/wallet/create-wallet.js';
import { stubNodes } from './support/memory-node.js';
import { WalletAsker } from './support/wallet-asker.js';

const ALICE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const BOB = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const ORIGIN = 'https://app.example';
const NODES = { 1: 'http://127.0.0.1:1', 137: 'http://127.0.0.1:137', 100: 'http://127.0.0.1:100' };

const TYPED_DATA = {
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'chainId', type: 'uint256' },
    ],
    Mail: [
      { name: 'to', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
  },
  primaryType: 'Mail',
  domain: { name: 'Post office', chainId: 1 },
  message: { to: BOB, amount: '90071992547409931' },
} as const;

describe('the wallet', () => {
  let wallet: Wallet;
  let app: WalletAsker;
  /** Events of the app's provider since it was made. */
  let events: unknown[];

  const follow = ({ provider }: WalletAsker): unknown[] => {
    const seen: unknown[] = [];
    for (const name of ['connect', 'disconnect', 'accountsChanged', 'chainChanged']) {
      provider.on(name, (value) => seen.push([name, value instanceof Error ? Object(value).code : value]));
    }
    return seen;
  };
  const call = (method: string, params?: unknown): PromiseLike<unknown> => app.provider.request({ method, params });
  const connect = (): Promise<unknown> => app.ask('eth_requestAccounts');

  beforeEach(() => {
    stubNodes({ 'http://localhost:10': { eth_chainId: '0xa' } });
    wallet = createWallet(NODES);
    app = new WalletAsker(wallet);
    events = follow(app);
  });

  describe('shares accounts', () => {
    it('only after a yes, and then without another question', async () => {
      expect(await call('eth_accounts')).toEqual([]);
      expect(await call('wallet_getPermissions')).toEqual([]);
      expect(await app.ask('eth_requestAccounts')).toMatchObject({ value: [ALICE], facts: expect.arrayContaining(['Connect this site']) });
      expect(events).toEqual([['accountsChanged', [ALICE]]]);
      expect(await call('wallet_getPermissions')).toMatchObject([
        { parentCapability: 'eth_accounts', invoker: ORIGIN, caveats: [{ value: [ALICE] }] },
      ]);
      expect(await app.ask('eth_requestAccounts')).toMatchObject({ value: [ALICE], facts: [] });
    });

    it('that the owner picks, the chosen one first', async () => {
      await wallet.control.selectAccount(1);
      const answer = await app.ask('wallet_requestPermissions', [{ eth_accounts: {} }], { approve: true, accounts: [ALICE, BOB] });
      expect(answer.value).toMatchObject([{ parentCapability: 'eth_accounts' }]);
      expect(await call('eth_accounts')).toEqual([BOB, ALICE]);
    });

    it('not after a no', async () => {
      expect((await app.ask('eth_requestAccounts', undefined, { approve: false })).code).toBe(4001);
      expect(await call('eth_accounts')).toEqual([]);
    });

    it('with one question at a time', async () => {
      const { value } = await app.during(async () => {
        const first = call('eth_requestAccounts');
        await expect(call('eth_requestAccounts')).rejects.toMatchObject({ code: -32002 });
        return first;
      });
      expect(value).toEqual([ALICE]);
    });

    it('with every page of the site, and with no other site', async () => {
      await connect();
      const [second, stranger] = [new WalletAsker(wallet), new WalletAsker(wallet, 'https://other.example')];
      const [seen, unseen] = [follow(second), follow(stranger)];
      await wallet.control.selectAccount(1);
      await wallet.control.switchChain(137);
      expect(await second.provider.request({ method: 'eth_accounts' })).toEqual([BOB, ALICE]);
      expect(seen).toEqual([
        ['accountsChanged', [BOB, ALICE]],
        ['chainChanged', '0x89'],
      ]);
      expect(await stranger.provider.request({ method: 'eth_accounts' })).toEqual([]);
      expect(unseen).toEqual([['chainChanged', '0x89']]);
    });

    it('until the site gives its permission back, or the owner disconnects it', async () => {
      await connect();
      expect(await call('wallet_revokePermissions', [{ eth_accounts: {} }])).toBeNull();
      expect((await app.ask('personal_sign', ['0x00', ALICE])).code).toBe(4100);
      await connect();
      await wallet.control.disconnectSite(ORIGIN);
      expect(await call('wallet_getPermissions')).toEqual([]);
      expect(events).toEqual([
        ['accountsChanged', [ALICE]],
        ['accountsChanged', []],
        ['accountsChanged', [ALICE]],
        ['accountsChanged', []],
      ]);
    });

    it('not while it is locked; a site that asks again has them once it is unlocked', async () => {
      await connect();
      await wallet.control.lock();
      expect(await call('eth_accounts')).toEqual([]);
      expect((await app.ask('personal_sign', ['0x00', ALICE])).code).toBe(4100);
      const accounts = call('eth_requestAccounts');
      expect((await wallet.control.state()).questions).toMatchObject([{ kind: 'unlock' }]);
      await wallet.control.unlock();
      expect(await accounts).toEqual([ALICE]);
      expect(events).toEqual([
        ['accountsChanged', [ALICE]],
        ['accountsChanged', []],
        ['accountsChanged', [ALICE]],
      ]);
    });
  });

  describe('signs', () => {
    beforeEach(connect);

    it('a message that recovers to the account, and shows characters that deceive', async () => {
      const message = 'Good morning, \u202Eenod';
      const { value, facts } = await app.ask('personal_sign', [stringToHex(message), ALICE]);
      expect(facts).toContain('Message: Good morning, \\u{202e}enod');
      // Hex, as the method answers.
      expect(await recoverMessageAddress({ message, signature: value as `0x${string}` })).toBe(ALICE);
    });

    it('typed data that verifies, with whole numbers of any size', async () => {
      const { value, facts } = await app.ask('eth_signTypedData_v4', [ALICE, JSON.stringify(TYPED_DATA)]);
      expect(facts.join('\n')).toContain('90071992547409931');
      const { Mail } = TYPED_DATA.types;
      const domain = { name: 'Post office', chainId: 1n };
      const message = { to: BOB, amount: 90071992547409931n } as const;
      // Hex, as the method answers.
      const signed = { address: ALICE, signature: value as `0x${string}` } as const;
      expect(await verifyTypedData({ types: { Mail }, primaryType: 'Mail', domain, message, ...signed })).toBe(true);
    });

    it.each([
      ['for another chain', { ...TYPED_DATA, domain: { ...TYPED_DATA.domain, chainId: 137 } }],
      ['whose values do not fit their types', { ...TYPED_DATA, message: { to: 'nobody', amount: 'much' } }],
      ['that is not JSON', 'no json'],
      ['that is a number', 7],
    ])('no typed data %s', async (_, data) => {
      expect(await app.ask('eth_signTypedData_v4', [ALICE, data])).toMatchObject({ code: -32602, facts: [] });
    });

    it.each([
      ['eth_sign', [], 4200],
      ['eth_signTransaction', [], 4200],
      ['eth_signTypedData_v3', [], 4200],
      ['anvil_setBalance', [], 4200],
      ['wallet_unheardOf', [], 4200],
      ['personal_sign', ['0x00', BOB], 4100],
      ['eth_sendTransaction', [{ from: BOB, to: ALICE }], 4100],
      ['eth_sendTransaction', [{ from: ALICE, to: 'nobody' }], -32602],
      ['eth_sendTransaction', [{ from: ALICE, to: BOB, chainId: '0x89' }], -32602],
    ] as const)('nothing for %s of %j', async (method, params, code) => {
      expect(await app.ask(method, params)).toMatchObject({ code, facts: [] });
    });

    it('nothing for a request that names no method', async () => {
      await expect(app.provider.request({ method: '' })).rejects.toMatchObject({ code: -32600 });
    });
  });

  describe('changes its network', () => {
    const offer = {
      chainId: '0xa',
      chainName: 'Tenth chain',
      nativeCurrency: { name: 'Ten', symbol: 'TEN', decimals: 18 },
      rpcUrls: ['https://rpc.example', 'http://localhost:10'],
    };

    it('after a yes, to one that it knows', async () => {
      expect(await call('eth_chainId')).toBe('0x1');
      expect(await app.ask('wallet_switchEthereumChain', [{ chainId: '0x89' }])).toMatchObject({ value: null, facts: expect.any(Array) });
      expect([await call('eth_chainId'), await call('net_version')]).toEqual(['0x89', '137']);
      expect(events).toEqual([['chainChanged', '0x89']]);
      expect((await app.ask('wallet_switchEthereumChain', [{ chainId: '0x64' }], { approve: false })).code).toBe(4001);
      expect(await app.ask('wallet_switchEthereumChain', [{ chainId: '0xa' }])).toMatchObject({ code: 4902, facts: [] });
      expect(await call('eth_chainId')).toBe('0x89');
    });

    it('to one that a site offers, whose node on this machine is really on it', async () => {
      const { value, facts } = await app.ask('wallet_addEthereumChain', [offer]);
      expect(value).toBeNull();
      expect(facts).toEqual([
        'Add a network and change to it',
        'Name: Tenth chain',
        'Chain id: 10',
        'Coin: TEN, 18 decimals',
        'Node: http://localhost:10',
      ]);
      expect(await call('eth_chainId')).toBe('0xa');
    });

    it.each([
      ['whose node is on another chain', { chainId: '0xb' }],
      ['without a node', { rpcUrls: [] }],
      ['without a node on this machine', { rpcUrls: ['https://rpc.example'] }],
      ['without a coin', { nativeCurrency: null }],
    ])('to none %s', async (_, broken) => {
      expect(await app.ask('wallet_addEthereumChain', [{ ...offer, ...broken }])).toMatchObject({ code: -32602, facts: [] });
      expect(await call('eth_chainId')).toBe('0x1');
    });
  });

  it('rejects with 4901 when the node cannot be reached', async () => {
    await expect(call('eth_blockNumber')).rejects.toMatchObject({ code: 4901 });
  });

  describe('and its windows', () => {
    afterEach(() => {
      vi.useRealTimers();
    });

    const openWindow = (question: string | null) => {
      const shown: string[][] = [];
      const window = wallet.engine.openWindow({
        question,
        send: (message) => {
          if (message.type === 'snapshot') shown.push(message.snapshot.questions.map(({ id }) => id));
        },
      });
      return { window, shown };
    };

    it('take no yes while the wallet is locked', async () => {
      const accounts = call('eth_requestAccounts');
      const { window, shown } = openWindow(null);
      const id = shown[0]?.[0];
      expect(id).toBeTypeOf('string');
      await wallet.control.lock();
      window.receive({ type: 'decide', id, approve: true });
      expect((await wallet.control.state()).questions).toHaveLength(1);
      await wallet.control.unlock();
      window.receive({ type: 'decide', id, approve: true, accounts: [BOB] });
      expect(await accounts).toEqual([BOB]);
      window.close();
    });

    it('say no when the one of a question stays closed, and nothing when it is only reloaded', async () => {
      vi.useFakeTimers();
      const outcome = Promise.resolve(call('eth_requestAccounts')).catch(({ code }) => code);
      const { questions } = await wallet.control.state();
      const id = questions[0]?.id ?? '';
      const before = openWindow(id);
      before.window.close();
      await vi.advanceTimersByTimeAsync(1_000);
      const after = openWindow(id);
      await vi.advanceTimersByTimeAsync(60_000);
      expect((await wallet.control.state()).questions).toHaveLength(1);
      after.window.close();
      await vi.advanceTimersByTimeAsync(1_999);
      expect((await wallet.control.state()).questions).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(1);
      expect(await outcome).toBe(4001);
    });

    it('forget the question of a page that is gone', async () => {
      const page = wallet.engine.openPage({ origin: ORIGIN, send: () => undefined, drop: () => undefined });
      page.receive({ type: 'request', id: 'of a page', method: 'eth_requestAccounts' });
      const { window, shown } = openWindow('of a page');
      page.close();
      expect(shown).toEqual([['of a page'], []]);
      expect(await wallet.control.requests()).toMatchObject([{ method: 'eth_requestAccounts', outcome: 'abandoned' }]);
      window.close();
      expect((await app.ask('eth_requestAccounts')).value).toEqual([ALICE]);
    });

    it('are not needed where a test has switched that off', async () => {
      await wallet.control.autoApprove(true);
      expect(await call('eth_requestAccounts')).toEqual([ALICE]);
      expect(await call('personal_sign', ['0x00', ALICE])).toMatch(/^0x[0-9a-f]{130}$/);
    });
  });

  describe('and its connections to pages', () => {
    it('live on when one carries nonsense', async () => {
      const page = wallet.engine.openPage({ origin: ORIGIN, send: () => undefined, drop: () => undefined });
      for (const message of [null, 7, 'request', [], {}, { type: 'request' }, { type: 'request', id: 1, method: 'eth_chainId' }])
        page.receive(message);
      expect(await wallet.control.requests()).toEqual([]);
      expect(await call('eth_chainId')).toBe('0x1');
      for (const request of [undefined, null, 'eth_chainId', {}, { method: 7 }]) {
        await expect(app.provider.request(request)).rejects.toMatchObject({ code: -32600 });
      }
    });

    it('reject what waits with 4900 when one breaks, and come back with what was shared', async () => {
      await connect();
      await wallet.control.setFault({ mode: 'never-answer' });
      const unanswered = expect(call('personal_sign', ['0x00', ALICE])).rejects.toMatchObject({ code: 4900 });
      events.length = 0;
      await wallet.control.dropPages();
      await unanswered;
      expect(events).toEqual([
        ['disconnect', 4900],
        ['connect', { chainId: '0x1' }],
      ]);
      expect(await call('eth_accounts')).toEqual([ALICE]);
    });
  });

  it('remembers the latest thousand requests', async () => {
    for (let count = 0; count < 1_005; count += 1) await call('net_version');
    await call('eth_chainId');
    const requests = await wallet.control.requests();
    expect(requests).toHaveLength(1_000);
    expect(requests.at(-1)).toMatchObject({ method: 'eth_chainId', origin: ORIGIN, outcome: 'answered' });
  });
});
