import { recoverMessageAddress, stringToHex, verifyTypedData } from 'viem';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWallet, type Wallet } from '../../../../sandbox/wallet/create-wallet.js';
import { stubNodes } from './support/memory-node.js';
import { TestSite } from './support/test-site.js';

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

describe('WalletEngine', () => {
  let wallet: Wallet;
  let app: TestSite;
  /** Events of the app's provider since it was created. */
  let events: unknown[];

  const recordEvents = ({ provider }: TestSite): unknown[] => {
    const seen: unknown[] = [];
    for (const name of ['connect', 'disconnect', 'accountsChanged', 'chainChanged']) {
      provider.on(name, (value) => seen.push([name, value instanceof Error ? Object(value).code : value]));
    }
    return seen;
  };
  const call = (method: string, params?: unknown): PromiseLike<unknown> => app.provider.request({ method, params });
  const connect = (): Promise<unknown> => app.request('eth_requestAccounts');

  beforeEach(() => {
    stubNodes({ 'http://localhost:10': { eth_chainId: '0xa' } });
    wallet = createWallet(NODES);
    app = new TestSite(wallet);
    events = recordEvents(app);
  });

  describe('accounts', () => {
    it('are shared after approval, and then without another prompt', async () => {
      expect(await call('eth_accounts')).toEqual([]);
      expect(await call('wallet_getPermissions')).toEqual([]);
      expect(await app.request('eth_requestAccounts')).toMatchObject({
        value: [ALICE],
        facts: expect.arrayContaining(['Connect this site']),
      });
      expect(events).toEqual([['accountsChanged', [ALICE]]]);
      expect(await call('wallet_getPermissions')).toMatchObject([
        { parentCapability: 'eth_accounts', invoker: ORIGIN, caveats: [{ value: [ALICE] }] },
      ]);
      expect(await app.request('eth_requestAccounts')).toMatchObject({ value: [ALICE], facts: [] });
    });

    it('are shared as selected, the current one first', async () => {
      await wallet.control.selectAccount(1);
      const result = await app.request('wallet_requestPermissions', [{ eth_accounts: {} }], { approve: true, accounts: [ALICE, BOB] });
      expect(result.value).toMatchObject([{ parentCapability: 'eth_accounts' }]);
      expect(await call('eth_accounts')).toEqual([BOB, ALICE]);
    });

    it('are not shared after a rejection', async () => {
      expect((await app.request('eth_requestAccounts', undefined, { approve: false })).code).toBe(4001);
      expect(await call('eth_accounts')).toEqual([]);
    });

    it('are requested by one prompt at a time', async () => {
      const { value } = await app.runAndRespond(async () => {
        const first = call('eth_requestAccounts');
        await expect(call('eth_requestAccounts')).rejects.toMatchObject({ code: -32002 });
        return first;
      });
      expect(value).toEqual([ALICE]);
    });

    it('are shared with every page of a site and with no other site', async () => {
      await connect();
      const [second, stranger] = [new TestSite(wallet), new TestSite(wallet, 'https://other.example')];
      const [seen, unseen] = [recordEvents(second), recordEvents(stranger)];
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

    it('are revoked by the site or the user', async () => {
      await connect();
      expect(await call('wallet_revokePermissions', [{ eth_accounts: {} }])).toBeNull();
      expect((await app.request('personal_sign', ['0x00', ALICE])).code).toBe(4100);
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

    it('are hidden while the wallet is locked, and shared again when it is unlocked', async () => {
      await connect();
      await wallet.control.lock();
      expect(await call('eth_accounts')).toEqual([]);
      expect((await app.request('personal_sign', ['0x00', ALICE])).code).toBe(4100);
      const accounts = call('eth_requestAccounts');
      expect((await wallet.control.state()).prompts).toMatchObject([{ kind: 'unlock' }]);
      await wallet.control.unlock();
      expect(await accounts).toEqual([ALICE]);
      expect(events).toEqual([
        ['accountsChanged', [ALICE]],
        ['accountsChanged', []],
        ['accountsChanged', [ALICE]],
      ]);
    });
  });

  describe('signing', () => {
    beforeEach(connect);

    it('returns a signature that recovers to the account, and shows deceptive characters escaped', async () => {
      const message = 'Good morning, \u202Eenod';
      const { value, facts } = await app.request('personal_sign', [stringToHex(message), ALICE]);
      expect(facts).toContain('Message: Good morning, \\u{202e}enod');
      // The method returns hex.
      expect(await recoverMessageAddress({ message, signature: value as `0x${string}` })).toBe(ALICE);
    });

    it('returns a valid signature over typed data with integers of any size', async () => {
      const { value, facts } = await app.request('eth_signTypedData_v4', [ALICE, JSON.stringify(TYPED_DATA)]);
      expect(facts.join('\n')).toContain('90071992547409931');
      const { Mail } = TYPED_DATA.types;
      const domain = { name: 'Post office', chainId: 1n };
      const message = { to: BOB, amount: 90071992547409931n } as const;
      // The method returns hex.
      const signed = { address: ALICE, signature: value as `0x${string}` } as const;
      expect(await verifyTypedData({ types: { Mail }, primaryType: 'Mail', domain, message, ...signed })).toBe(true);
    });

    it.each([
      ['for another chain', { ...TYPED_DATA, domain: { ...TYPED_DATA.domain, chainId: 137 } }],
      ['with values of the wrong type', { ...TYPED_DATA, message: { to: 'nobody', amount: 'much' } }],
      ['that is not JSON', 'no json'],
      ['that is a number', 7],
    ])('rejects typed data %s', async (_, data) => {
      expect(await app.request('eth_signTypedData_v4', [ALICE, data])).toMatchObject({ code: -32602, facts: [] });
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
    ] as const)('rejects %s with %j', async (method, params, code) => {
      expect(await app.request(method, params)).toMatchObject({ code, facts: [] });
    });

    it('rejects a request without a method', async () => {
      await expect(app.provider.request({ method: '' })).rejects.toMatchObject({ code: -32600 });
    });
  });

  describe('network', () => {
    const offer = {
      chainId: '0xa',
      chainName: 'Tenth chain',
      nativeCurrency: { name: 'Ten', symbol: 'TEN', decimals: 18 },
      rpcUrls: ['https://rpc.example', 'http://localhost:10'],
    };

    it('switches to a known chain after approval', async () => {
      expect(await call('eth_chainId')).toBe('0x1');
      expect(await app.request('wallet_switchEthereumChain', [{ chainId: '0x89' }])).toMatchObject({
        value: null,
        facts: expect.any(Array),
      });
      expect([await call('eth_chainId'), await call('net_version')]).toEqual(['0x89', '137']);
      expect(events).toEqual([['chainChanged', '0x89']]);
      expect((await app.request('wallet_switchEthereumChain', [{ chainId: '0x64' }], { approve: false })).code).toBe(4001);
      expect(await app.request('wallet_switchEthereumChain', [{ chainId: '0xa' }])).toMatchObject({ code: 4902, facts: [] });
      expect(await call('eth_chainId')).toBe('0x89');
    });

    it('adds a chain offered by a site if its loopback node serves that chain', async () => {
      const { value, facts } = await app.request('wallet_addEthereumChain', [offer]);
      expect(value).toBeNull();
      expect(facts).toEqual([
        'Add and switch network',
        'Name: Tenth chain',
        'Chain id: 10',
        'Currency: TEN, 18 decimals',
        'RPC URL: http://localhost:10',
      ]);
      expect(await call('eth_chainId')).toBe('0xa');
    });

    it.each([
      ['with a node of another chain', { chainId: '0xb' }],
      ['without a node', { rpcUrls: [] }],
      ['without a loopback node', { rpcUrls: ['https://rpc.example'] }],
      ['without a currency', { nativeCurrency: null }],
    ])('rejects a chain %s', async (_, broken) => {
      expect(await app.request('wallet_addEthereumChain', [{ ...offer, ...broken }])).toMatchObject({ code: -32602, facts: [] });
      expect(await call('eth_chainId')).toBe('0x1');
    });
  });

  it('rejects with 4901 when the node is unreachable', async () => {
    await expect(call('eth_blockNumber')).rejects.toMatchObject({ code: 4901 });
  });

  describe('windows', () => {
    afterEach(() => {
      vi.useRealTimers();
    });

    const openWindow = (prompt: string | null) => {
      const snapshots: string[][] = [];
      const window = wallet.engine.openWindow({
        prompt,
        send: (message) => {
          if (message.type === 'snapshot') snapshots.push(message.snapshot.prompts.map(({ id }) => id));
        },
      });
      return { window, snapshots };
    };

    it('cannot approve while the wallet is locked', async () => {
      const accounts = call('eth_requestAccounts');
      const { window, snapshots } = openWindow(null);
      const id = snapshots[0]?.[0];
      expect(id).toBeTypeOf('string');
      await wallet.control.lock();
      window.receive({ type: 'decide', id, approve: true });
      expect((await wallet.control.state()).prompts).toHaveLength(1);
      await wallet.control.unlock();
      window.receive({ type: 'decide', id, approve: true, accounts: [BOB] });
      expect(await accounts).toEqual([BOB]);
      window.close();
    });

    it('reject their prompt when closed, but not when reloaded', async () => {
      vi.useFakeTimers();
      const outcome = Promise.resolve(call('eth_requestAccounts')).catch(({ code }) => code);
      const { prompts } = await wallet.control.state();
      const id = prompts[0]?.id ?? '';
      const before = openWindow(id);
      before.window.close();
      await vi.advanceTimersByTimeAsync(1_000);
      const after = openWindow(id);
      await vi.advanceTimersByTimeAsync(60_000);
      expect((await wallet.control.state()).prompts).toHaveLength(1);
      after.window.close();
      await vi.advanceTimersByTimeAsync(1_999);
      expect((await wallet.control.state()).prompts).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(1);
      expect(await outcome).toBe(4001);
    });

    it('drop the prompt of a closed page', async () => {
      const page = wallet.engine.openPage({ origin: ORIGIN, send: () => undefined, drop: () => undefined });
      page.receive({ type: 'request', id: 'of a page', method: 'eth_requestAccounts' });
      const { window, snapshots } = openWindow('of a page');
      page.close();
      expect(snapshots).toEqual([['of a page'], []]);
      expect(await wallet.control.requests()).toMatchObject([{ method: 'eth_requestAccounts', outcome: 'abandoned' }]);
      window.close();
      expect((await app.request('eth_requestAccounts')).value).toEqual([ALICE]);
    });

    it('are not needed with autoApprove', async () => {
      await wallet.control.autoApprove(true);
      expect(await call('eth_requestAccounts')).toEqual([ALICE]);
      expect(await call('personal_sign', ['0x00', ALICE])).toMatch(/^0x[0-9a-f]{130}$/);
    });
  });

  describe('page connections', () => {
    it('ignore invalid messages', async () => {
      const page = wallet.engine.openPage({ origin: ORIGIN, send: () => undefined, drop: () => undefined });
      for (const message of [null, 7, 'request', [], {}, { type: 'request' }, { type: 'request', id: 1, method: 'eth_chainId' }])
        page.receive(message);
      expect(await wallet.control.requests()).toEqual([]);
      expect(await call('eth_chainId')).toBe('0x1');
      for (const request of [undefined, null, 'eth_chainId', {}, { method: 7 }]) {
        await expect(app.provider.request(request)).rejects.toMatchObject({ code: -32600 });
      }
    });

    it('reject pending requests with 4900 when dropped, and reconnect with the shared accounts', async () => {
      await connect();
      await wallet.control.setFault({ mode: 'no-response' });
      const rejection = expect(call('personal_sign', ['0x00', ALICE])).rejects.toMatchObject({ code: 4900 });
      events.length = 0;
      await wallet.control.dropPages();
      await rejection;
      expect(events).toEqual([
        ['disconnect', 4900],
        ['connect', { chainId: '0x1' }],
      ]);
      expect(await call('eth_accounts')).toEqual([ALICE]);
    });
  });

  it('logs the latest thousand requests', async () => {
    for (let count = 0; count < 1_005; count += 1) await call('net_version');
    await call('eth_chainId');
    const requests = await wallet.control.requests();
    expect(requests).toHaveLength(1_000);
    expect(requests.at(-1)).toMatchObject({ method: 'eth_chainId', origin: ORIGIN, outcome: 'responded' });
  });
});
