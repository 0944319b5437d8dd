import { beforeEach, describe, expect, it } from 'vitest';
import type { CallNode } from '../../../../../sandbox/secure-site/documents/node-of.js';
import type { SiteConfig } from '../../../../../sandbox/secure-site/documents/site-config.js';
import { SmartAccounts } from '../../../../../sandbox/secure-site/documents/smart-accounts.js';
import type { WalletSession } from '../../../../../sandbox/secure-site/documents/wallet-session.js';
import type { DeviceStore } from '../../../../../sandbox/secure-site/frame/device-store.js';
import { ALICE, API, SecureSiteWorld } from '../api/secure-site-world.js';
import { memoryStore, openSession } from './open-session.js';

const NETWORK = { name: 'Test', rpcUrl: 'https://node.example', currency: { symbol: 'ETH', decimals: 18 } };
const FACTORY = '0x00000000000000000000000000000000000000fa';
const CONFIG: SiteConfig = {
  apiOrigin: API,
  keysOrigin: 'https://keys.example',
  confirmsDevices: false,
  socials: [],
  farcaster: false,
  networks: [
    {
      ...NETWORK,
      chainId: 'eip155:1',
      smartAccounts: { bundlerUrl: 'https://bundler.example', paymasterUrl: 'https://pays.example', factory: FACTORY },
    },
    { ...NETWORK, chainId: 'eip155:10', smartAccounts: { bundlerUrl: 'https://bundler.example/10', paymasterUrl: null, factory: FACTORY } },
    { ...NETWORK, chainId: 'eip155:137' },
  ],
};

let world: SecureSiteWorld;
let store: DeviceStore;
let session: WalletSession;
let owner: string;
/** What nodes and bundlers answer. */
let answer: (url: string, method: string, params: unknown) => unknown;

beforeEach(async () => {
  world = await SecureSiteWorld.create();
  store = await memoryStore();
  session = await openSession(world, store);
  await session.logins.requestCode(ALICE);
  await session.logins.enterCode(world.code);
  await session.createWallet(await session.beginWallet(), null);
  owner = (await session.account('eip155'))?.address ?? '';
  answer = () => '0x';
});

const callNode =
  ({ rpcUrl }: { readonly rpcUrl: string }): CallNode =>
  async (method, params) =>
    answer(rpcUrl, method, params);
const open = (each = session): SmartAccounts => new SmartAccounts({ config: CONFIG, session: each, callNode });
const typesOn = async (chainId: string, preferred?: string, each?: WalletSession) =>
  (await open(each).accountsOn(chainId, owner, preferred)).accounts.map(({ type }) => type);

describe('the accounts of a user', () => {
  it('are two where the network has smart accounts, with one address on all of them', async () => {
    expect(open().networks).toEqual([1, 10]);
    const { accounts, smartAccountDeployed } = await open().accountsOn('eip155:1', owner);
    expect(accounts).toEqual([
      { address: expect.stringMatching(/^0x[\da-fA-F]{40}$/), type: 'smartAccount' },
      { address: owner, type: 'eoa' },
    ]);
    expect(smartAccountDeployed).toBe(false);
    expect((await open().accountsOn('eip155:10', owner)).accounts).toEqual(accounts);
    for (const chainId of ['eip155:137', 'eip155:5', 'solana:x'])
      expect(await open().accountsOn(chainId, owner)).toEqual({ accounts: [{ address: owner, type: 'eoa' }], smartAccountDeployed: false });
  });

  it('begin with the type that the user has chosen, else with that of the app', async () => {
    expect(await typesOn('eip155:1')).toEqual(['smartAccount', 'eoa']);
    expect(await typesOn('eip155:1', 'eoa')).toEqual(['eoa', 'smartAccount']);
    expect(await typesOn('eip155:1', 'other')).toEqual(['smartAccount', 'eoa']);
    expect(await open().prefer('eoa', 'eip155:1')).toBe('eoa');
    // In a frame that was reloaded.
    const reloaded = await openSession(world, store);
    await reloaded.resume();
    expect(await typesOn('eip155:1', 'smartAccount', reloaded)).toEqual(['eoa', 'smartAccount']);
    await open(reloaded).prefer('smartAccount', 'eip155:1');
    expect(await typesOn('eip155:1', 'eoa', reloaded)).toEqual(['smartAccount', 'eoa']);
    await expect(open().prefer('smartAccount', 'eip155:137')).rejects.toThrow('not available on this network');
    await expect(open().prefer('payment', 'eip155:1')).rejects.toThrow('no accounts of the type');
  });

  it('are told without the server and without the node', async () => {
    answer = () => {
      throw new TypeError('fetch failed');
    };
    const loggedOut = await openSession(world, store);
    expect(await open(loggedOut).accountsOn('eip155:1', owner, 'eoa')).toMatchObject({
      accounts: [{ type: 'eoa' }, { type: 'smartAccount' }],
      smartAccountDeployed: null,
    });
  });

  it('are told to be deployed by the code on the network', async () => {
    const smart = await open().addressOn('eip155:1', owner);
    answer = (url, method, params) =>
      url === NETWORK.rpcUrl && method === 'eth_getCode' && String(params).startsWith(String(smart)) ? '0x6000' : '0x';
    expect(await open().accountsOn('eip155:1', owner)).toMatchObject({ smartAccountDeployed: true });
  });
});

describe('the accounts on the page of the user', () => {
  it('are told by their networks, of any owner, without asking one', async () => {
    answer = () => {
      throw new TypeError('fetch failed');
    };
    const smart = await open().addressOn('eip155:1', owner);
    const names = { network: 'Test', address: smart };
    expect(await open().addressesOf(owner)).toEqual([
      { ...names, chainId: 'eip155:1' },
      { ...names, chainId: 'eip155:10' },
    ]);
    const [another] = await open().addressesOf(`0x${'1'.repeat(40)}`);
    expect(another?.address).toMatch(/^0x[\da-fA-F]{40}$/);
    expect(another?.address).not.toBe(smart);
  });

  it('are those of all networks that have them, each asked if it is deployed there', async () => {
    const smart = await open().addressOn('eip155:1', owner);
    const networks = CONFIG.networks.map((network, index) => {
      const { smartAccounts } = network;
      const name = `Network ${index}`;
      const own = { ...network, name, rpcUrl: `https://node.example/${index}` };
      return smartAccounts === undefined ? own : { ...own, smartAccounts: { ...smartAccounts, isAudited: index === 1 } };
    });
    answer = (url, method) => {
      if (url.endsWith('1')) throw new TypeError('fetch failed');
      return method === 'eth_getCode' ? '0x6000' : '0x';
    };
    const accounts = await new SmartAccounts({ config: { networks }, session, callNode }).everywhere(owner);
    expect(await Promise.all(accounts.map(async (each) => ({ ...each, isDeployed: await each.isDeployed })))).toEqual([
      { network: 'Network 0', address: smart, isAudited: false, isDeployed: true },
      { network: 'Network 1', address: smart, isAudited: true, isDeployed: null },
    ]);
  });
});

describe('a request', () => {
  it('is for the account that it names', async () => {
    const smart = (await open().addressOn('eip155:1', owner)) ?? '';
    const isFor = (method: string, params: unknown, chainId = 'eip155:1') => open().isFor({ method, params, chainId }, owner);
    for (const [method, paramsOf] of [
      ['personal_sign', (address: string) => ['Hi', address]],
      ['personal_sign', (address: string) => [address, 'Hi']],
      ['eth_signTypedData_v4', (address: string) => [address, '{}']],
      ['eth_sendTransaction', (from: string) => [{ from }]],
      ['wallet_sendCalls', (from: string) => [{ from, calls: [] }]],
      ['eth_sendUserOperation', (sender: string) => [{ sender }]],
    ] as const) {
      expect([method, await isFor(method, paramsOf(smart.toLowerCase()))]).toEqual([method, true]);
      expect([method, await isFor(method, paramsOf(owner.toLowerCase()))]).toEqual([method, false]);
      expect([method, await isFor(method, paramsOf(smart), 'eip155:137')]).toEqual([method, false]);
    }
    // The account comes second: the first is a text to sign.
    expect(await isFor('personal_sign', [smart, owner])).toBe(false);
    expect(await isFor('wallet_sendCalls', [{ calls: [] }])).toBe(true);
    expect(await isFor('eth_sendTransaction', [{}])).toBe(false);
  });

  it('for capabilities is answered for the smart account only', async () => {
    const smart = await open().addressOn('eip155:1', owner);
    const capabilities = (params: readonly unknown[]) =>
      open().safeCall({ method: 'wallet_getCapabilities', params, chainId: 'eip155:1' }, owner);
    const first = { '0x1': { atomic: { status: 'supported' }, paymasterService: { supported: true } } };
    const all = { ...first, '0xa': { atomic: { status: 'supported' } } };
    expect(await capabilities([])).toEqual(all);
    expect(await capabilities([smart])).toEqual(all);
    expect(await capabilities([smart, ['0x1', '0x89']])).toEqual(first);
    expect(await capabilities([owner])).toEqual({});
  });

  it('to the bundler is passed on where there is one', async () => {
    const safeCall = (method: string, chainId: string) => open().safeCall({ method, params: ['x'], chainId }, owner);
    answer = (url, method, params) => [url, method, params];
    expect(await safeCall('eth_getUserOperationReceipt', 'eip155:10')).toEqual([
      'https://bundler.example/10',
      'eth_getUserOperationReceipt',
      ['x'],
    ]);
    await expect(safeCall('eth_supportedEntryPoints', 'eip155:137')).rejects.toThrow('not supported');
    await expect(safeCall('wallet_getCallsStatus', 'eip155:1')).rejects.toThrow('no calls with this id');
  });

  it('remembers only operations of the account, as the document says that has sent them', async () => {
    const { account, access } = await open().accessOn('eip155:1', owner);
    const sent = {
      id: 'mine',
      hash: `0x${'ab'.repeat(32)}`,
      chainId: 'eip155:1',
      sender: account.address,
      nonce: '1',
      fromBlock: '0x1',
      sentAt: 1,
      isSettled: false,
    } as const;
    for (const change of [{ nonce: 'x' }, { chainId: 'eip155:10' }, { sender: owner }, { fromBlock: '0xz' as const }, { more: 1 }])
      await expect(access.log.save({ ...sent, ...change })).rejects.toThrow();
    await expect(access.log.save(sent)).resolves.toBeUndefined();
  });
});
