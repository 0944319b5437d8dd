import { CONTRACTS, registerName, startChain } from '@latchkey/sandbox';
import {
  encodeFunctionData,
  getAddress,
  type Hex,
  parseSignature,
  serializeCompactSignature,
  signatureToCompactSignature,
  zeroHash,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { serializeErc6492Signature } from 'viem/utils';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SYSTEM_CLOCK } from '../../adapters/browser/system-clock.js';
import { Eip155Chain } from '../../adapters/eip155/eip155-chain.js';
import { FakeClock } from '../../application/ports/clock.fake.js';
import type { AssetId } from '../../domain/caip/caip-19.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import { codeOf, neverAborted } from '../../testing/contracts/test-api.js';
import { testNetwork } from '../unit/adapters/support/networks.js';
import { EvmFixture } from './support/evm-fixture.js';

let fixture: EvmFixture;

beforeAll(async () => {
  fixture = await EvmFixture.start();
  await fixture.client.setBalance({ address: fixture.alice.address, value: 10n ** 18n });
});
afterAll(() => fixture.stop());

/** A chain without cached data. */
const newChain = (clock = SYSTEM_CLOCK): Eip155Chain => new Eip155Chain({ clock });

/** Sends a request to a node directly. */
const rpc = async (url: string, method: string): Promise<unknown> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] });
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return Object(await response.json()).result;
};

describe('asset balances', () => {
  beforeEach(() => {
    fixture.proxy.requests = 0;
  });

  it('are returned in order with token metadata, without addresses that are no tokens', async () => {
    const { contracts, alice, network, chain } = fixture;
    await fixture.mint(contracts.token, alice.address, 5n * 10n ** 18n);
    await fixture.mint(contracts.dollar, alice.address, 7n);
    await fixture.mint(contracts.oldToken, alice.address, 9n);
    const coin = 'eip155:1/slip44:60' as AssetId;
    const missingToken = fixture.asset('0x00000000000000000000000000000000000000aa');
    const assets = [fixture.asset(contracts.oldToken), coin, missingToken, fixture.asset(contracts.dollar), fixture.asset(contracts.token)];
    const balances = await chain.services.getAssetBalances({ address: alice.address, assets, network }, neverAborted());
    expect(balances).toEqual([
      { asset: assets[0], value: 9n, decimals: 2, symbol: 'OLD', name: 'Old Token' },
      { asset: coin, value: 10n ** 18n, decimals: 18, symbol: 'ETH', name: 'Ether' },
      { asset: assets[3], value: 7n, decimals: 6, symbol: 'SBD', name: 'Sandbox Dollar' },
      { asset: assets[4], value: 5n * 10n ** 18n, decimals: 18, symbol: 'SBT', name: 'Sandbox Token' },
    ]);
  });

  /** Deploys the code of one token at 20 addresses. Its metadata is in the code, so only balances need storage. */
  const deployTwentyTokens = async (): Promise<readonly AssetId[]> => {
    const code = await fixture.client.getCode({ address: fixture.contracts.oldToken });
    const addresses = Array.from({ length: 20 }, (_, index) => getAddress(`0x${(0xabc000 + index).toString(16).padStart(40, '0')}`));
    for (const address of addresses) await fixture.client.setCode({ address, bytecode: code ?? '0x' });
    return addresses.map((address) => fixture.asset(address));
  };

  it('of 20 tokens take at most three requests, and one once the metadata is cached', async () => {
    const assets = [...(await deployTwentyTokens()), 'eip155:1/slip44:60' as AssetId];
    const chain = newChain();
    const read = () =>
      chain.services.getAssetBalances({ address: fixture.alice.address, assets, network: fixture.network }, neverAborted());
    expect((await read()).map(({ symbol }) => symbol)).toEqual(assets.map((_asset, index) => (index < 20 ? 'OLD' : 'ETH')));
    expect(fixture.proxy.requests).toBeLessThanOrEqual(3);
    fixture.proxy.requests = 0;
    await read();
    expect(fixture.proxy.requests).toBe(1);
    chain.dispose();
  });

  it('take no more requests without Multicall3', async () => {
    const assets = [...(await deployTwentyTokens()), 'eip155:1/slip44:60' as AssetId];
    const multicall = '0xcA11bde05977b3631167028862bE2a173976CA11';
    const code = await fixture.client.getCode({ address: multicall });
    await fixture.client.setCode({ address: multicall, bytecode: '0x' });
    const chain = newChain();
    const balances = await chain.services.getAssetBalances(
      { address: fixture.alice.address, assets, network: fixture.network },
      neverAborted(),
    );
    await fixture.client.setCode({ address: multicall, bytecode: code ?? '0x' });
    expect([balances.length, balances.at(-1)?.value, fixture.proxy.requests]).toEqual([21, 10n ** 18n, 3]);
    chain.dispose();
  });
});

describe('fee estimates', () => {
  const transfer = (value: bigint) => ({ from: fixture.accountId(fixture.alice.address), to: fixture.bob.address, value });
  const quotes = (transaction: Parameters<typeof fixture.chain.services.estimateFees>[0]['transaction']) =>
    fixture.chain.services.estimateFees({ transaction, network: fixture.network }, neverAborted());

  it('are sorted by speed, with a base fee and a tip that do not decrease', async () => {
    const all = await quotes(transfer(1n));
    expect(all.map(({ speed }) => speed)).toEqual(['slow', 'normal', 'fast']);
    for (const { fee, maxFee, rate } of all) {
      expect(rate).toMatchObject({ type: 'eip1559', gasLimit: 21_000n });
      expect(fee > 0n && fee <= maxFee).toBe(true);
    }
    expect(all[0]?.fee).toBeLessThanOrEqual(all[2]?.fee ?? 0n);
  });

  it('include the gas of a token transfer', async () => {
    await fixture.mint(fixture.contracts.token, fixture.alice.address, 10n);
    const [quote] = await quotes({ ...transfer(3n), asset: fixture.asset(fixture.contracts.token) });
    expect(quote?.rate.type === 'eip1559' && quote.rate.gasLimit > 30_000n).toBe(true);
  });

  it('reject with the missing funds', async () => {
    const above = await quotes(transfer(2n * 10n ** 18n)).catch((error: unknown) => error);
    expect(isLatchkeyError(above, 'send/above-balance') && above.context).toEqual({
      chainId: 'eip155:1',
      asset: null,
      value: (2n * 10n ** 18n).toString(),
      balance: (10n ** 18n).toString(),
    });
    expect(await codeOf(quotes(transfer(10n ** 18n)))).toBe('send/insufficient-fee-funds');
    const token = fixture.asset(fixture.contracts.dollar);
    expect(await codeOf(quotes({ ...transfer(10n ** 30n), asset: token }))).toBe('send/above-balance');
    const refused = { ...transfer(0n), to: fixture.contracts.token, data: '0xa9059cbb' };
    expect(await codeOf(quotes(refused))).toBe('send/refused');
  });

  it('include the L1 fee on rollups with a fee oracle', async () => {
    const oracle = '0x420000000000000000000000000000000000000F';
    const before = await quotes(transfer(1n));
    // Always returns 1000.
    await fixture.client.setCode({ address: oracle, bytecode: '0x6103e860005260206000f3' });
    const after = await quotes(transfer(1n));
    await fixture.client.setCode({ address: oracle, bytecode: '0x' });
    const more = (which: 'fee' | 'maxFee') => after.map((quote, index) => quote[which] - (before[index]?.[which] ?? 0n));
    expect([more('fee'), more('maxFee')]).toEqual([
      [1_000n, 1_000n, 1_000n],
      [1_300n, 1_300n, 1_300n],
    ]);
  });

  it('are a gas price on a chain without a base fee', async () => {
    const node = await startChain({ chainId: 1, hardfork: 'berlin' });
    const [from] = (await rpc(node.rpcUrl, 'eth_accounts')) as readonly [string];
    const gasPrice = BigInt(String(await rpc(node.rpcUrl, 'eth_gasPrice')));
    const transaction = { from: fixture.accountId(from), to: fixture.bob.address, value: 1n };
    const request = { transaction, network: testNetwork(1, node.rpcUrl) };
    const fee = 21_000n * gasPrice;
    expect(await fixture.chain.services.estimateFees(request, neverAborted())).toEqual([
      { speed: 'normal', fee, maxFee: fee, rate: { type: 'legacy', gasLimit: 21_000n, gasPrice } },
    ]);
    await node.stop();
  });
});

describe('simulation', () => {
  const simulate = (to: string, change: { readonly value?: bigint; readonly asset?: AssetId; readonly data?: string } = {}) => {
    const transaction = { from: fixture.accountId(fixture.alice.address), to, value: 7n, ...change };
    return fixture.chain.services.simulate({ transaction, network: fixture.network }, neverAborted());
  };

  it('shows what is lost of a coin and of a token, and that nothing is lost to oneself', async () => {
    const { contracts, alice, bob } = fixture;
    await fixture.mint(contracts.token, alice.address, 10n);
    const asset = fixture.asset(contracts.token);
    expect(await simulate(bob.address)).toEqual({ status: 'done', changes: [{ asset: null, value: -7n }] });
    const changes = [{ asset: asset.toLowerCase(), value: -7n }];
    expect(await simulate(bob.address, { asset })).toEqual({ status: 'done', changes });
    expect(await simulate(alice.address)).toEqual({ status: 'done', changes: [] });
  });

  it('says that a transfer would fail', async () => {
    const asset = fixture.asset(fixture.contracts.dollar);
    expect(await simulate(fixture.bob.address, { asset, value: 10n ** 30n })).toMatchObject({ status: 'reverted' });
    expect(await simulate(fixture.bob.address, { value: 10n ** 30n })).toBeNull();
  });
});

it('tells contracts from accounts, and from accounts that have delegated to code', async () => {
  const isContract = (address: string) => fixture.chain.services.isContract({ address, network: fixture.network }, neverAborted());
  const { address } = privateKeyToAccount(generatePrivateKey());
  expect([await isContract(fixture.contracts.token), await isContract(address)]).toEqual([true, false]);
  await fixture.client.setCode({ address, bytecode: `0xef0100${fixture.contracts.token.slice(2)}` });
  expect(await isContract(address)).toBe(false);
});

describe('signature verification', () => {
  const message = 'sign in to latchkey';
  const verify = (address: string, signature: string, text = message) =>
    fixture.chain.services.verifyMessage(
      { account: fixture.accountId(address), message: text, signature, network: fixture.network },
      neverAborted(),
    );

  it('recovers EOA signatures without a request', async () => {
    const signature = await fixture.alice.signMessage({ message });
    fixture.proxy.requests = 0;
    expect(await verify(fixture.alice.address, signature)).toBe(true);
    expect(fixture.proxy.requests).toBe(0);
    expect(await verify(fixture.alice.address, signature, 'another text')).toBe(false);
    expect(await verify(fixture.bob.address, signature)).toBe(false);
    for (const wrong of ['', 'no hex', '0x', `0x${'00'.repeat(65)}`, `0x${'ff'.repeat(65)}`])
      expect(await verify(fixture.alice.address, wrong)).toBe(false);
  });

  it('calls the contract, also before it is deployed', async () => {
    const owner = privateKeyToAccount(generatePrivateKey());
    const factory = { address: fixture.contracts.walletFactory, abi: CONTRACTS.ContractWalletFactory.abi } as const;
    const args = [owner.address, zeroHash] as const;
    const wallet = await fixture.client.readContract({ ...factory, functionName: 'addressOf', args });
    const inner = await owner.signMessage({ message });
    const data = encodeFunctionData({ abi: factory.abi, functionName: 'create', args });
    const early = serializeErc6492Signature({ address: factory.address, data, signature: inner });
    expect([await verify(wallet, early), await verify(wallet, inner)]).toEqual([true, false]);
    await fixture.client.setBalance({ address: fixture.bob.address, value: 10n ** 20n });
    const created = await fixture.client.writeContract({ ...factory, account: fixture.bob, functionName: 'create', args });
    await fixture.client.waitForTransactionReceipt({ hash: created });
    expect([await verify(wallet, early), await verify(wallet, inner), await verify(wallet, inner, 'another')]).toEqual([true, true, false]);
    expect(await verify(wallet, await fixture.alice.signMessage({ message }))).toBe(false);
  });

  it.each([
    ['returns the magic value', `0x7f1626ba7e${'0'.repeat(56)}60005260206000f3`],
    ['reverts', '0x60006000fd'],
    ['uses up its gas', '0x5b600056'],
    ['destroys itself', '0x6000ff'],
  ] as const)('rejects a counterfactual signature of a stranger whose factory %s', async (_, code) => {
    const factory = getAddress(`0x${'fa'.repeat(20)}`);
    await fixture.client.setCode({ address: factory, bytecode: code });
    const owner = privateKeyToAccount(generatePrivateKey());
    const walletFactory = { address: fixture.contracts.walletFactory, abi: CONTRACTS.ContractWalletFactory.abi } as const;
    const args = [owner.address, zeroHash] as const;
    const wallet = await fixture.client.readContract({ ...walletFactory, functionName: 'addressOf', args });
    const wrap = (signature: Hex): Hex => serializeErc6492Signature({ address: factory, data: '0x12345678', signature });
    const strangers = wrap(await fixture.bob.signMessage({ message }));
    // An account of a key, and one that is not deployed.
    expect([await verify(owner.address, strangers), await verify(wallet, strangers)]).toEqual([false, false]);
    // Only the factory of the account deploys it, so that its owner's signature is not enough.
    expect(await verify(wallet, wrap(await owner.signMessage({ message })))).toBe(false);
    await fixture.client.setBalance({ address: fixture.bob.address, value: 10n ** 20n });
    const created = await fixture.client.writeContract({ ...walletFactory, account: fixture.bob, functionName: 'create', args });
    await fixture.client.waitForTransactionReceipt({ hash: created });
    expect(await verify(wallet, strangers)).toBe(false);
    expect(await verify(wallet, wrap(await owner.signMessage({ message })))).toBe(true);
  });

  it('reports a foreign signature only if no contract could accept it', async () => {
    const { alice, bob, contracts, network, chain, accountId } = fixture;
    const verifyDetailed = (address: string, signature: string, isSmartAccount = false, where = network) =>
      chain.services.verifySignature({ account: accountId(address), message, signature, network: where, isSmartAccount }, neverAborted());
    const [own, foreign] = [await alice.signMessage({ message }), await bob.signMessage({ message })];
    fixture.proxy.requests = 0;
    expect([await verifyDetailed(alice.address, own), fixture.proxy.requests]).toEqual(['own', 0]);
    expect(await verifyDetailed(alice.address, foreign)).toBe('foreign');
    expect(await verifyDetailed(alice.address, await alice.signMessage({ message: 'another' }))).toBe('foreign');
    // A contract may be deployed later, and its owners may change.
    expect(await verifyDetailed(alice.address, foreign, true)).toBe('unknown');
    expect(await verifyDetailed(alice.address, `${foreign}${own.slice(2)}`)).toBe('unknown');
    expect(await verifyDetailed(contracts.token, foreign)).toBe('unknown');
    expect(await codeOf(verifyDetailed(alice.address, foreign, false, testNetwork(1)))).toBe('network/rpc-failed');

    const owner = privateKeyToAccount(generatePrivateKey());
    const factory = { address: contracts.walletFactory, abi: CONTRACTS.ContractWalletFactory.abi } as const;
    const args = [owner.address, zeroHash] as const;
    const wallet = await fixture.client.readContract({ ...factory, functionName: 'addressOf', args });
    const signature = await owner.signMessage({ message });
    const data = encodeFunctionData({ abi: factory.abi, functionName: 'create', args });
    expect(await verifyDetailed(wallet, serializeErc6492Signature({ address: factory.address, data, signature }))).toBe('own');
  });

  it('accepts every encoding that wallets use', async () => {
    const signature = await fixture.alice.signMessage({ message });
    const [numbers, v] = [signature.slice(0, -2), Number.parseInt(signature.slice(-2), 16)];
    const byte = (value: number): string => value.toString(16).padStart(2, '0');
    const compact = serializeCompactSignature(signatureToCompactSignature(parseSignature(signature)));
    for (const form of [
      `${numbers}${byte(v - 27)}`,
      `${numbers}${byte(v - 27 + 37)}`,
      compact,
      signature.toUpperCase().replace('0X', '0x'),
    ])
      expect(await verify(fixture.alice.address, form)).toBe(true);
  });

  it('rejects if the contract cannot be called', async () => {
    const request = { account: fixture.accountId(fixture.contracts.token), message, signature: '0x1234', network: testNetwork(1) };
    expect(await codeOf(fixture.chain.services.verifyMessage(request, neverAborted()))).toBe('network/rpc-failed');
  });
});

describe('names', () => {
  const resolve = (name: string, network = fixture.network) => fixture.chain.services.names.resolve({ name, network }, neverAborted());
  const lookUp = (address: string) => fixture.chain.services.names.lookUp({ address, network: fixture.network }, neverAborted());
  const avatar = (name: string) => fixture.chain.services.names.avatar({ name, network: fixture.network }, neverAborted());
  const register = (record: Parameters<typeof registerName>[2]) => registerName(fixture.node, fixture.contracts, record);

  it('resolve case-insensitively, and to null if unregistered', async () => {
    await register({ name: 'alice.eth', address: fixture.alice.address, primaryOf: fixture.alice.address });
    expect([await resolve('Alice.ETH'), await resolve('unregistered.eth')]).toEqual([fixture.alice.address, null]);
  });

  it('reject invalid and unreadable names', async () => {
    for (const name of ['', 'alice', 'a lice.eth', 'alice..eth', 'аlicе_.eth\u0000'])
      expect(await codeOf(resolve(name))).toBe('names/resolve-failed');
    expect(await codeOf(resolve('alice.eth', testNetwork(137, fixture.proxy.url)))).toBe('names/resolve-failed');
    const chain = newChain();
    expect(await codeOf(chain.services.names.resolve({ name: 'alice.eth', network: testNetwork(1) }, neverAborted()))).toBe(
      'names/resolve-failed',
    );
    chain.dispose();
  });

  it('are found by address only if they resolve back to it', async () => {
    const carol = privateKeyToAccount(generatePrivateKey());
    await register({ name: 'alice.eth', address: fixture.alice.address, primaryOf: fixture.alice.address });
    await register({ name: 'mallory.eth', address: carol.address, primaryOf: fixture.bob.address });
    expect([await lookUp(fixture.alice.address), await lookUp(fixture.bob.address), await lookUp(carol.address)]).toEqual([
      'alice.eth',
      null,
      null,
    ]);
  });

  it('are cached for five minutes', async () => {
    const clock = new FakeClock();
    const chain = newChain(clock);
    const read = () => chain.services.names.resolve({ name: 'cached.eth', network: fixture.network }, neverAborted());
    await register({ name: 'cached.eth', address: fixture.alice.address });
    expect(await read()).toBe(fixture.alice.address);
    await register({ name: 'cached.eth', address: fixture.bob.address });
    clock.advance(5 * 60_000 - 1);
    expect(await read()).toBe(fixture.alice.address);
    clock.advance(1);
    expect(await read()).toBe(fixture.bob.address);
    chain.dispose();
  });

  it('have avatars: a URL, or the image of a collectible that the account owns', async () => {
    const { collectible } = fixture.contracts;
    const hash = await fixture.client.writeContract({
      account: fixture.bob,
      address: collectible,
      abi: CONTRACTS.SandboxCollectible.abi,
      functionName: 'mint',
      args: [fixture.alice.address, 7n],
    });
    await fixture.client.waitForTransactionReceipt({ hash });
    const record = `eip155:1/erc721:${collectible}/7`;
    const texts = (value: string) => ({ texts: { avatar: value } });
    await register({ name: 'plain.eth', address: fixture.alice.address, ...texts('https://pictures.example/a.png') });
    await register({ name: 'nft.eth', address: fixture.alice.address, ...texts(record) });
    await register({ name: 'thief.eth', address: fixture.bob.address, ...texts(record) });
    await register({ name: 'script.eth', address: fixture.bob.address, ...texts('javascript:alert(1)') });
    await register({ name: 'none.eth', address: fixture.bob.address });
    const names = ['plain.eth', 'nft.eth', 'thief.eth', 'script.eth', 'none.eth'];
    expect(await Promise.all(names.map(avatar))).toEqual([
      'https://pictures.example/a.png',
      'https://pictures.example/collectible.png',
      null,
      null,
      null,
    ]);
  });
});

describe('RPC endpoints of another chain', () => {
  it('are rejected', async () => {
    const other = await startChain({ chainId: 137 });
    const network = testNetwork(1, other.rpcUrl);
    expect(await codeOf(fixture.chain.getBalance({ address: fixture.alice.address, network }, neverAborted()))).toBe('network/wrong-node');
    await other.stop();
  });
});
