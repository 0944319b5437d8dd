import * as v from 'valibot';
import {
  type Address,
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  http,
  serializeErc6492Signature,
  zeroHash,
} from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AccountNames } from '../../../sandbox/blockchain-api/names/account-names.js';
import { type BlockchainApi, startBlockchainApi } from '../../../sandbox/blockchain-api/start-blockchain-api.js';
import { CONTRACTS } from '../../../sandbox/chains/contracts.data.js';
import { type ChainContracts, deployContracts, registerName } from '../../../sandbox/chains/deploy-contracts.js';
import { type RunningChain, startChain } from '../../../sandbox/chains/start-chain.js';

/** Of chain 1. @see https://docs.ens.domains/ensip/11 */
const COIN_TYPE = 2_147_483_649;
/** An account of the development mnemonic, with coins. */
const FUNDED: Hex = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';

let chain: RunningChain;
let contracts: ChainContracts;
let api: BlockchainApi;
let nowMs: number;

const newAccount = (): PrivateKeyAccount => privateKeyToAccount(generatePrivateKey());
const clientOf = (key: Hex) => {
  const account = privateKeyToAccount(key);
  return createWalletClient({ account, transport: http(chain.rpcUrl) });
};

/** Response to a refused request. */
const refusalSchema = v.object({
  status: v.literal('FAILED'),
  reasons: v.tuple([v.object({ location: v.string(), name: v.string(), description: v.string() })]),
});

/** Requests JSON. A refused request rejects with the status and the reason. */
const call = async (method: 'GET' | 'POST', path: string, body?: unknown): Promise<unknown> => {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${api.origin}${path}`, { method, ...(body === undefined ? {} : { headers, body: JSON.stringify(body) }) });
  const reply: unknown = await response.json();
  if (response.ok) return reply;
  const [{ location, name, description }] = v.parse(refusalSchema, reply).reasons;
  throw Object.assign(new Error(description), { status: response.status, location, subject: name });
};
const lookUp = (name: string) => call('GET', `/v1/profile/account/${name}?apiVersion=2`);
const reverse = (address: string) => call('GET', `/v1/profile/reverse/${address}?sender=${address}&apiVersion=2`);
const identity = (address: string) => call('GET', `/v1/identity/${address}?sender=${address}`);

interface MessageParts {
  readonly attributes?: object;
  /** Unix time in seconds. */
  readonly timestamp?: number;
}

const messageOf = (name: string, { attributes = {}, timestamp = Math.floor(nowMs / 1_000) }: MessageParts = {}): string =>
  JSON.stringify({ name, attributes, timestamp });

interface Registration {
  readonly coin_type: number;
  readonly address: Address;
  readonly message: string;
  readonly signature: Hex;
}

const registrationOf = async (account: PrivateKeyAccount, message: string): Promise<Registration> => ({
  coin_type: COIN_TYPE,
  address: account.address,
  message,
  signature: await account.signMessage({ message }),
});
const register = (registration: unknown) => call('POST', '/v1/profile/account', registration);

beforeAll(async () => {
  chain = await startChain({ chainId: 1 });
  contracts = await deployContracts(chain);
  const { rpcUrl } = chain;
  const { accountNames, universalResolver } = contracts;
  api = await startBlockchainApi({
    chains: [{ chainId: 'eip155:1', rpcUrl, coin: { name: 'Ether', symbol: 'ETH', decimals: 18 }, coinType: 60 }],
    priceFeeds: { rpcUrl, address: contracts.priceFeeds },
    names: { rpcUrl, accountNames, universalResolver },
    now: () => nowMs,
  });
});

beforeEach(() => {
  nowMs = Date.now();
});

afterAll(() => Promise.all([api.stop(), chain.stop()]));

describe('names of accounts', () => {
  it('are registered with a signature, and read from the contract', async () => {
    const account = newAccount();
    const attributes = { avatar: 'https://images.example/dora.png', bio: 'Painter' };
    const registration = await registrationOf(account, messageOf('Dora-1.reown.id', { attributes }));
    expect(await register(registration)).toEqual({ success: true });
    const reader = createPublicClient({ transport: http(chain.rpcUrl) });
    const contract = { address: contracts.accountNames, abi: CONTRACTS.AccountNames.abi } as const;
    const { timestamp } = await reader.getBlock();
    const time = Number(timestamp);
    const record = {
      name: 'dora-1.reown.id',
      registered: time,
      updated: time,
      addresses: { [COIN_TYPE]: { address: account.address, created: time } },
      attributes: [attributes],
    };
    expect(await lookUp('dora-1.reown.id')).toEqual(record);
    // Clients look up what the user types.
    expect(await lookUp('DORA-1')).toEqual(record);
    expect(await reverse(account.address.toLowerCase())).toEqual([record]);
    expect(await identity(account.address)).toEqual({ name: 'dora-1.reown.id', avatar: attributes.avatar });
    const owner = await reader.readContract({ ...contract, functionName: 'recordOf', args: ['dora-1.reown.id'] });
    expect(owner.owner).toBe(account.address);
    // A second name does not become the preferred one.
    expect(await register(await registrationOf(account, messageOf('dora-2.reown.id')))).toEqual({ success: true });
    expect(await reverse(account.address)).toMatchObject([{ name: 'dora-1.reown.id' }, { name: 'dora-2.reown.id', attributes: [] }]);
    expect(await identity(account.address)).toMatchObject({ name: 'dora-1.reown.id' });
  });

  it('are registered once, also if two requests are made at the same time', async () => {
    const accounts = [newAccount(), newAccount(), newAccount()];
    const registrations = await Promise.all(
      accounts.map((account, at) => registrationOf(account, messageOf(at === 2 ? 'other.reown.id' : 'same.reown.id'))),
    );
    const results = await Promise.allSettled(registrations.map(register));
    expect(results[2]).toMatchObject({ status: 'fulfilled' });
    const [winner, loser] = results[0]?.status === 'fulfilled' ? [0, 1] : [1, 0];
    expect(results[winner]).toMatchObject({ status: 'fulfilled' });
    const reason = { status: 409, location: 'body', subject: 'name', message: 'same.reown.id is already registered.' };
    expect(results[loser]).toMatchObject({ status: 'rejected', reason });
    expect(await lookUp('same')).toMatchObject({ addresses: { [COIN_TYPE]: { address: accounts[winner]?.address } } });
  });

  it('are registered by smart accounts, deployed or not', async () => {
    const owner = newAccount();
    const wallet = clientOf(FUNDED);
    const reader = createPublicClient({ transport: http(chain.rpcUrl) });
    const factory = { address: contracts.walletFactory, abi: CONTRACTS.ContractWalletFactory.abi } as const;
    const address = await reader.readContract({ ...factory, functionName: 'addressOf', args: [owner.address, zeroHash] });
    const counterfactual = messageOf('not-deployed.reown.id');
    const { request } = await reader.simulateContract({ ...factory, functionName: 'create', args: [owner.address, zeroHash] });
    const signature = serializeErc6492Signature({
      address: factory.address,
      data: encodeFunctionData({ abi: factory.abi, functionName: 'create', args: [owner.address, zeroHash] }),
      signature: await owner.signMessage({ message: counterfactual }),
    });
    expect(await register({ coin_type: COIN_TYPE, address, message: counterfactual, signature })).toEqual({ success: true });
    expect(await reader.getCode({ address })).toBeUndefined();
    await reader.waitForTransactionReceipt({
      hash: await wallet.writeContract({ ...request, account: wallet.account, chain: null }),
      pollingInterval: 20,
    });
    const message = messageOf('deployed.reown.id');
    expect(await register({ ...(await registrationOf(owner, message)), address })).toEqual({ success: true });
    expect(await reverse(address)).toMatchObject([{ name: 'not-deployed.reown.id' }, { name: 'deployed.reown.id' }]);
    const stranger = await registrationOf(newAccount(), messageOf('stolen.reown.id'));
    await expect(register({ ...stranger, address })).rejects.toMatchObject({ status: 401, subject: 'signature' });
  });

  it('are refused with the reason', async () => {
    const account = newAccount();
    const valid = messageOf('refused.reown.id');
    const registration = await registrationOf(account, valid);
    const seconds = Math.floor(nowMs / 1_000);
    const signed = (message: string) => registrationOf(account, message);
    const reordered = JSON.stringify({ attributes: {}, name: 'refused.reown.id', timestamp: seconds });
    const cases: readonly (readonly [subject: string, status: number, unknown])[] = [
      ['signature', 401, { ...registration, signature: await newAccount().signMessage({ message: valid }) }],
      ['signature', 401, { ...registration, address: newAccount().address }],
      ['signature', 401, { ...registration, message: messageOf('another.reown.id') }],
      ['signature', 401, { ...registration, signature: '0x1234' }],
      ['signature', 400, { ...registration, signature: 'signed' }],
      ['timestamp', 400, await signed(messageOf('refused.reown.id', { timestamp: seconds - 302 }))],
      ['timestamp', 400, await signed(messageOf('refused.reown.id', { timestamp: seconds + 302 }))],
      ['coin_type', 400, { ...registration, coin_type: COIN_TYPE + 136 }],
      ['coin_type', 400, { ...registration, coin_type: 60 }],
      ['address', 400, { ...registration, address: 'refused' }],
      ['name', 400, await signed(messageOf('refused'))],
      ['name', 400, await signed(messageOf('abc.reown.id'))],
      ['name', 400, await signed(messageOf('re_fused.reown.id'))],
      ['name', 400, await signed(messageOf('sub.refused.reown.id'))],
      ['name', 400, await signed(messageOf(`${'a'.repeat(64)}.reown.id`))],
      ['message', 400, await signed(reordered)],
      ['message', 400, await signed('refused.reown.id')],
      ['message', 400, await signed(messageOf('refused.reown.id', { attributes: { email: 'a@b.example' } }))],
      ['message', 400, { ...registration, message: undefined }],
      ['body', 400, null],
    ];
    for (const [subject, status, body] of cases) await expect(register(body)).rejects.toMatchObject({ location: 'body', subject, status });
    await expect(lookUp('refused')).rejects.toMatchObject({ status: 404, location: 'path', subject: 'name' });
    // The limits of the message's time.
    expect(await register(await signed(messageOf('late.reown.id', { timestamp: seconds - 298 })))).toEqual({ success: true });
    expect(await register(await signed(messageOf('early.reown.id', { timestamp: seconds + 298 })))).toEqual({ success: true });
  });

  it('are registered by the operator only', async () => {
    const wallet = clientOf(FUNDED);
    const reader = createPublicClient({ transport: http(chain.rpcUrl) });
    const contract = { address: contracts.accountNames, abi: CONTRACTS.AccountNames.abi } as const;
    const args = ['free.reown.id', 60n, wallet.account.address, '', ''] as const;
    await expect(reader.simulateContract({ ...contract, functionName: 'register', args, account: wallet.account })).rejects.toThrow(
      /NotOperator/,
    );
  });

  it('are suggested with what is taken', async () => {
    await register(await registrationOf(newAccount(), messageOf('erin.reown.id')));
    await register(await registrationOf(newAccount(), messageOf('my-erin.reown.id')));
    const suggest = (name: string, zone = 'reown.id') => call('GET', `/v1/profile/suggestions/${name}?zone=${zone}`);
    const { suggestions } = (await suggest('Erin')) as {
      readonly suggestions: readonly { readonly name: string; readonly registered: boolean }[];
    };
    expect(suggestions[0]).toEqual({ name: 'erin.reown.id', registered: true });
    expect(suggestions.filter(({ registered }) => registered).map(({ name }) => name)).toEqual(['erin.reown.id', 'my-erin.reown.id']);
    expect(suggestions.length).toBeGreaterThan(5);
    for (const { name, registered } of suggestions) if (!registered) await expect(lookUp(name)).rejects.toMatchObject({ status: 404 });
    await expect(suggest('abc')).rejects.toMatchObject({ status: 400, subject: 'name' });
    await expect(suggest('erin', 'eth')).rejects.toMatchObject({ status: 400, location: 'query', subject: 'zone' });
  });

  it('are those of ENS for an address that has no other', async () => {
    const account = newAccount();
    const { address } = account;
    expect(await identity(address)).toEqual({ name: null, avatar: null });
    await registerName(chain, contracts, { name: 'frank.eth', address, primaryOf: address });
    expect(await identity(address)).toEqual({ name: 'frank.eth', avatar: null });
    await registerName(chain, contracts, { name: 'frank.eth', texts: { avatar: 'https://images.example/frank.png' } });
    expect(await identity(address)).toEqual({ name: 'frank.eth', avatar: 'https://images.example/frank.png' });
    // Not one that only claims to be the address's.
    const { address: other } = newAccount();
    await registerName(chain, contracts, { name: 'frank.eth', primaryOf: other });
    expect(await identity(other)).toEqual({ name: null, avatar: null });
    await register(await registrationOf(account, messageOf('frank.reown.id')));
    expect(await identity(address)).toEqual({ name: 'frank.reown.id', avatar: null });
  });

  it('do not exist in other namespaces, nor for what is no address', async () => {
    const solana = '9vMJfxuKxXBoEa7rM12mYLMwTacLMLDJqHozw96WQL8i';
    expect(await identity(solana)).toEqual({ name: null, avatar: null });
    expect(await reverse(solana)).toEqual([]);
    await expect(identity('0x12')).rejects.toMatchObject({ status: 400, location: 'path', subject: 'address' });
    await expect(call('GET', '/v1/profile/account/dora?apiVersion=3')).rejects.toMatchObject({ location: 'query', subject: 'apiVersion' });
  });

  it('are unavailable while the node is', async () => {
    const offline = { rpcUrl: 'http://127.0.0.1:9', accountNames: contracts.accountNames, universalResolver: contracts.universalResolver };
    await expect(new AccountNames(offline).find('dora.reown.id')).rejects.toMatchObject({ status: 502, subject: 'eip155:1' });
  });
});

describe('smart sessions', () => {
  const PERMISSION = { type: 'native-token-recurring-allowance', data: { allowance: '0x64', start: 1, period: 86_400 } };
  const POLICY = { type: 'rate-limit', data: { count: 3 } };

  const accountOf = ({ address }: { readonly address: string }): string => `eip155:1:${address}`;
  const list = async (account: string) => (await call('GET', `/v1/sessions/${account}`)) as { readonly pcis: readonly unknown[] };
  const request = (account: string, expiry: number) =>
    call('POST', `/v1/sessions/${account}?projectId=p`, { expiry, signer: {}, permissions: [PERMISSION], policies: [POLICY] });
  const activate = (account: string, pci: string, expiry: number) =>
    call('POST', `/v1/sessions/${account}/activate?projectId=p`, { pci, expiry, permissions: [PERMISSION], context: '0xc0ffee' });
  const revoke = (address: string, pci: string, signature: Hex) =>
    call('POST', `/v1/sessions/${address}/revoke?projectId=p`, { pci, signature });
  const grant = async (account: string, expiry: number): Promise<string> => {
    const { pci } = (await request(account, expiry)) as { readonly pci: string };
    await activate(account, pci, expiry);
    return pci;
  };

  it('are requested, granted, listed and revoked with a signature of the account', async () => {
    const account = newAccount();
    const id = accountOf(account);
    const seconds = Math.floor(nowMs / 1_000);
    const requested = await request(id, seconds + 60);
    expect(requested).toEqual({
      pci: expect.any(String),
      key: { type: 'secp256k1', publicKey: expect.stringMatching(/^0x04[0-9a-f]{128}$/) },
    });
    const { pci } = requested as { readonly pci: string };
    expect(await list(id)).toEqual({ pcis: [] });
    await expect(revoke(account.address, pci, await account.signMessage({ message: pci }))).rejects.toMatchObject({ status: 404 });
    await activate(id, pci, seconds + 30);
    const session = {
      pci,
      createdAt: seconds,
      expiry: seconds + 30,
      revokedAt: null,
      permissions: [PERMISSION],
      policies: [POLICY],
      context: '0xc0ffee',
    };
    expect(await list(id.toLowerCase())).toEqual({ pcis: [session] });
    await expect(activate(id, pci, seconds + 30)).rejects.toMatchObject({ status: 404, subject: 'pci' });
    nowMs += 5_000;
    const second = await grant(id, seconds + 60);
    expect(await list(id)).toMatchObject({ pcis: [{ pci: second, createdAt: seconds + 5 }, { pci }] });
    const foreign = await newAccount().signMessage({ message: pci });
    await expect(revoke(account.address, pci, foreign)).rejects.toMatchObject({ status: 401, subject: 'signature' });
    await expect(revoke(newAccount().address, pci, foreign)).rejects.toMatchObject({ status: 404, subject: 'pci' });
    const signature = await account.signMessage({ message: pci });
    await expect(revoke(account.address, second, signature)).rejects.toMatchObject({ status: 401 });
    expect(await revoke(account.address, pci, signature)).toEqual({ success: true });
    nowMs += 5_000;
    // Again, with the CAIP-10 id: it stays revoked since the first time.
    expect(await revoke(id, pci, signature)).toEqual({ success: true });
    expect(await list(id)).toMatchObject({
      pcis: [
        { pci: second, revokedAt: null },
        { ...session, revokedAt: seconds + 5 },
      ],
    });
    expect(await list(accountOf(newAccount()))).toEqual({ pcis: [] });
  });

  it('are refused with the reason', async () => {
    const id = accountOf(newAccount());
    const seconds = Math.floor(nowMs / 1_000);
    await expect(request(id, seconds)).rejects.toMatchObject({ status: 400, location: 'body', subject: 'expiry' });
    const path = `/v1/sessions/${id}?projectId=p`;
    await expect(call('POST', path, { expiry: seconds + 9, permissions: [] })).rejects.toMatchObject({ subject: 'permissions' });
    await expect(call('POST', path, { expiry: seconds + 9, permissions: [{ type: 'all', data: {} }] })).rejects.toMatchObject({
      subject: 'permissions.0.type',
    });
    await expect(list(id.replace('eip155:1', 'eip155:5'))).rejects.toMatchObject({ status: 400, location: 'path', subject: 'account' });
    await expect(list('dora')).rejects.toMatchObject({ status: 400, location: 'path', subject: 'account' });
  });
});
