import { CONTRACTS, registerName, startChain } from '@latchkey/sandbox';
import { encodeFunctionData, getAddress, parseSignature, serializeCompactSignature, signatureToCompactSignature, zeroHash } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { serializeErc6492Signature } from 'viem/utils';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SYSTEM_CLOCK } from '../../adapters/browser/system-clock.js';
import { Eip155Chain } from '../../adapters/eip155/eip155-chain.js';
import { FakeClock } from '../../application/ports/clock.fake.js';
import type { AssetId } from '../../domain/caip/caip-19.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import { codeOf, patient } from '../../testing/contracts/test-api.js';
import { testNetwork } from '../unit/adapters/support/networks.js';
import { EvmWorld } from './support/evm-world.js';

let world: EvmWorld;

beforeAll(async () => {
  world = await EvmWorld.start();
  await world.client.setBalance({ address: world.alice.address, value: 10n ** 18n });
});
afterAll(() => world.stop());

/** An adapter with nothing in its memory, and its own record of requests. */
const fresh = (clock = SYSTEM_CLOCK): Eip155Chain => new Eip155Chain({ clock });

/** Asks a node as it is. */
const rpc = async (url: string, method: string): Promise<unknown> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] });
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return Object(await response.json()).result;
};

describe('balances of assets', () => {
  beforeEach(() => {
    world.proxy.requests = 0;
  });

  it('are read in their order, with what the tokens say of themselves; what is no token is left out', async () => {
    const { contracts, alice, network, chain } = world;
    await world.mint(contracts.token, alice.address, 5n * 10n ** 18n);
    await world.mint(contracts.dollar, alice.address, 7n);
    await world.mint(contracts.oldToken, alice.address, 9n);
    const coin = 'eip155:1/slip44:60' as AssetId;
    const nobody = world.asset('0x00000000000000000000000000000000000000aa');
    const assets = [world.asset(contracts.oldToken), coin, nobody, world.asset(contracts.dollar), world.asset(contracts.token)];
    const balances = await chain.services.getAssetBalances({ address: alice.address, assets, network }, patient());
    expect(balances).toEqual([
      { asset: assets[0], value: 9n, decimals: 2, symbol: 'OLD', name: 'Old Token' },
      { asset: coin, value: 10n ** 18n, decimals: 18, symbol: 'ETH', name: 'Ether' },
      { asset: assets[3], value: 7n, decimals: 6, symbol: 'SBD', name: 'Sandbox Dollar' },
      { asset: assets[4], value: 5n * 10n ** 18n, decimals: 18, symbol: 'SBT', name: 'Sandbox Token' },
    ]);
  });

  /** Twenty tokens: the code of one of them at twenty addresses. Its words are in its code, its balances in none. */
  const twenty = async (): Promise<readonly AssetId[]> => {
    const code = await world.client.getCode({ address: world.contracts.oldToken });
    const addresses = Array.from({ length: 20 }, (_, index) => getAddress(`0x${(0xabc000 + index).toString(16).padStart(40, '0')}`));
    for (const address of addresses) await world.client.setCode({ address, bytecode: code ?? '0x' });
    return addresses.map((address) => world.asset(address));
  };

  it('of twenty tokens take at most three requests, and one when they are known', async () => {
    const assets = [...(await twenty()), 'eip155:1/slip44:60' as AssetId];
    const chain = fresh();
    const read = () => chain.services.getAssetBalances({ address: world.alice.address, assets, network: world.network }, patient());
    expect((await read()).map(({ symbol }) => symbol)).toEqual(assets.map((_asset, index) => (index < 20 ? 'OLD' : 'ETH')));
    expect(world.proxy.requests).toBeLessThanOrEqual(3);
    world.proxy.requests = 0;
    await read();
    expect(world.proxy.requests).toBe(1);
    chain.dispose();
  });

  it('take no more where the chain has no Multicall3', async () => {
    const assets = [...(await twenty()), 'eip155:1/slip44:60' as AssetId];
    const multicall = '0xcA11bde05977b3631167028862bE2a173976CA11';
    const code = await world.client.getCode({ address: multicall });
    await world.client.setCode({ address: multicall, bytecode: '0x' });
    const chain = fresh();
    const balances = await chain.services.getAssetBalances({ address: world.alice.address, assets, network: world.network }, patient());
    await world.client.setCode({ address: multicall, bytecode: code ?? '0x' });
    expect([balances.length, balances.at(-1)?.value, world.proxy.requests]).toEqual([21, 10n ** 18n, 3]);
    chain.dispose();
  });
});

describe('fees', () => {
  const transfer = (value: bigint) => ({ from: world.accountId(world.alice.address), to: world.bob.address, value });
  const quotes = (transaction: Parameters<typeof world.chain.services.estimateFees>[0]['transaction']) =>
    world.chain.services.estimateFees({ transaction, network: world.network }, patient());

  it('come slowest first, with a base fee and a tip; none is cheaper than the slower one', async () => {
    const all = await quotes(transfer(1n));
    expect(all.map(({ speed }) => speed)).toEqual(['slow', 'normal', 'fast']);
    for (const { fee, maxFee, rate } of all) {
      expect(rate).toMatchObject({ type: 'eip1559', gasLimit: 21_000n });
      expect(fee > 0n && fee <= maxFee).toBe(true);
    }
    expect(all[0]?.fee).toBeLessThanOrEqual(all[2]?.fee ?? 0n);
  });

  it('cover the gas of a token’s transfer', async () => {
    await world.mint(world.contracts.token, world.alice.address, 10n);
    const [quote] = await quotes({ ...transfer(3n), asset: world.asset(world.contracts.token) });
    expect(quote?.rate.type === 'eip1559' && quote.rate.gasLimit > 30_000n).toBe(true);
  });

  it('say what is missing', async () => {
    const above = await quotes(transfer(2n * 10n ** 18n)).catch((error: unknown) => error);
    expect(isLatchkeyError(above, 'send/above-balance') && above.context).toEqual({
      chainId: 'eip155:1',
      asset: null,
      value: (2n * 10n ** 18n).toString(),
      balance: (10n ** 18n).toString(),
    });
    expect(await codeOf(quotes(transfer(10n ** 18n)))).toBe('send/insufficient-fee-funds');
    const token = world.asset(world.contracts.dollar);
    expect(await codeOf(quotes({ ...transfer(10n ** 30n), asset: token }))).toBe('send/above-balance');
    const refused = { ...transfer(0n), to: world.contracts.token, data: '0xa9059cbb' };
    expect(await codeOf(quotes(refused))).toBe('send/refused');
  });

  it('hold what the chain below asks for, on chains that tell it', async () => {
    const oracle = '0x420000000000000000000000000000000000000F';
    const before = await quotes(transfer(1n));
    // Gives 1000, whatever it is asked.
    await world.client.setCode({ address: oracle, bytecode: '0x6103e860005260206000f3' });
    const after = await quotes(transfer(1n));
    await world.client.setCode({ address: oracle, bytecode: '0x' });
    const more = (which: 'fee' | 'maxFee') => after.map((quote, index) => quote[which] - (before[index]?.[which] ?? 0n));
    expect([more('fee'), more('maxFee')]).toEqual([
      [1_000n, 1_000n, 1_000n],
      [1_300n, 1_300n, 1_300n],
    ]);
  });

  it('are one number a unit of gas on a chain without a base fee', async () => {
    const node = await startChain({ chainId: 1, hardfork: 'berlin' });
    const [from] = (await rpc(node.rpcUrl, 'eth_accounts')) as readonly [string];
    const gasPrice = BigInt(String(await rpc(node.rpcUrl, 'eth_gasPrice')));
    const transaction = { from: world.accountId(from), to: world.bob.address, value: 1n };
    const request = { transaction, network: testNetwork(1, node.rpcUrl) };
    const fee = 21_000n * gasPrice;
    expect(await world.chain.services.estimateFees(request, patient())).toEqual([
      { speed: 'normal', fee, maxFee: fee, rate: { type: 'legacy', gasLimit: 21_000n, gasPrice } },
    ]);
    await node.stop();
  });
});

describe('signatures', () => {
  const message = 'sign in to latchkey';
  const verify = (address: string, signature: string, text = message) =>
    world.chain.services.verifyMessage({ account: world.accountId(address), message: text, signature, network: world.network }, patient());

  it('of keys are verified without asking a node', async () => {
    const signature = await world.alice.signMessage({ message });
    world.proxy.requests = 0;
    expect(await verify(world.alice.address, signature)).toBe(true);
    expect(world.proxy.requests).toBe(0);
    expect(await verify(world.alice.address, signature, 'another text')).toBe(false);
    expect(await verify(world.bob.address, signature)).toBe(false);
    for (const wrong of ['', 'no hex', '0x', `0x${'00'.repeat(65)}`, `0x${'ff'.repeat(65)}`])
      expect(await verify(world.alice.address, wrong)).toBe(false);
  });

  it('of contracts are verified by the contract, also before it is there', async () => {
    const owner = privateKeyToAccount(generatePrivateKey());
    const factory = { address: world.contracts.walletFactory, abi: CONTRACTS.ContractWalletFactory.abi } as const;
    const args = [owner.address, zeroHash] as const;
    const wallet = await world.client.readContract({ ...factory, functionName: 'addressOf', args });
    const inner = await owner.signMessage({ message });
    const data = encodeFunctionData({ abi: factory.abi, functionName: 'create', args });
    const early = serializeErc6492Signature({ address: factory.address, data, signature: inner });
    expect([await verify(wallet, early), await verify(wallet, inner)]).toEqual([true, false]);
    await world.client.setBalance({ address: world.bob.address, value: 10n ** 20n });
    const created = await world.client.writeContract({ ...factory, account: world.bob, functionName: 'create', args });
    await world.client.waitForTransactionReceipt({ hash: created });
    expect([await verify(wallet, early), await verify(wallet, inner), await verify(wallet, inner, 'another')]).toEqual([true, true, false]);
    expect(await verify(wallet, await world.alice.signMessage({ message }))).toBe(false);
  });

  it('are known to be foreign only where nothing but another key can have made them', async () => {
    const { alice, bob, contracts, network, chain, accountId } = world;
    const judge = (address: string, signature: string, isSmartAccount = false, where = network) =>
      chain.services.judgeSignature({ account: accountId(address), message, signature, network: where, isSmartAccount }, patient());
    const [own, foreign] = [await alice.signMessage({ message }), await bob.signMessage({ message })];
    world.proxy.requests = 0;
    expect([await judge(alice.address, own), world.proxy.requests]).toEqual(['own', 0]);
    expect(await judge(alice.address, foreign)).toBe('foreign');
    expect(await judge(alice.address, await alice.signMessage({ message: 'another' }))).toBe('foreign');
    // A contract may come where there is none; its owners may be more than one, or not yet have agreed.
    expect(await judge(alice.address, foreign, true)).toBe('unknown');
    expect(await judge(alice.address, `${foreign}${own.slice(2)}`)).toBe('unknown');
    expect(await judge(contracts.token, foreign)).toBe('unknown');
    expect(await codeOf(judge(alice.address, foreign, false, testNetwork(1)))).toBe('network/rpc-failed');

    const owner = privateKeyToAccount(generatePrivateKey());
    const factory = { address: contracts.walletFactory, abi: CONTRACTS.ContractWalletFactory.abi } as const;
    const args = [owner.address, zeroHash] as const;
    const wallet = await world.client.readContract({ ...factory, functionName: 'addressOf', args });
    const signature = await owner.signMessage({ message });
    const data = encodeFunctionData({ abi: factory.abi, functionName: 'create', args });
    expect(await judge(wallet, serializeErc6492Signature({ address: factory.address, data, signature }))).toBe('own');
  });

  it('are taken in each form that wallets write them in', async () => {
    const signature = await world.alice.signMessage({ message });
    const [numbers, v] = [signature.slice(0, -2), Number.parseInt(signature.slice(-2), 16)];
    const byte = (value: number): string => value.toString(16).padStart(2, '0');
    const compact = serializeCompactSignature(signatureToCompactSignature(parseSignature(signature)));
    for (const form of [
      `${numbers}${byte(v - 27)}`,
      `${numbers}${byte(v - 27 + 37)}`,
      compact,
      signature.toUpperCase().replace('0X', '0x'),
    ])
      expect(await verify(world.alice.address, form)).toBe(true);
  });

  it('are neither right nor wrong when the contract cannot be asked', async () => {
    const request = { account: world.accountId(world.contracts.token), message, signature: '0x1234', network: testNetwork(1) };
    expect(await codeOf(world.chain.services.verifyMessage(request, patient()))).toBe('network/rpc-failed');
  });
});

describe('names', () => {
  const resolve = (name: string, network = world.network) => world.chain.services.names.resolve({ name, network }, patient());
  const lookUp = (address: string) => world.chain.services.names.lookUp({ address, network: world.network }, patient());
  const avatar = (name: string) => world.chain.services.names.avatar({ name, network: world.network }, patient());
  const register = (record: Parameters<typeof registerName>[2]) => registerName(world.node, world.contracts, record);

  it('lead to an address whatever their letter case, and free ones to none', async () => {
    await register({ name: 'alice.eth', address: world.alice.address, primaryOf: world.alice.address });
    expect([await resolve('Alice.ETH'), await resolve('nobody.eth')]).toEqual([world.alice.address, null]);
  });

  it('that are none, and those that cannot be read, are neither taken nor free', async () => {
    for (const name of ['', 'alice', 'a lice.eth', 'alice..eth', 'аlicе_.eth\u0000'])
      expect(await codeOf(resolve(name))).toBe('names/resolve-failed');
    expect(await codeOf(resolve('alice.eth', testNetwork(137, world.proxy.url)))).toBe('names/resolve-failed');
    const chain = fresh();
    expect(await codeOf(chain.services.names.resolve({ name: 'alice.eth', network: testNetwork(1) }, patient()))).toBe(
      'names/resolve-failed',
    );
    chain.dispose();
  });

  it('are found by an address only if they lead back to it', async () => {
    const carol = privateKeyToAccount(generatePrivateKey());
    await register({ name: 'alice.eth', address: world.alice.address, primaryOf: world.alice.address });
    await register({ name: 'mallory.eth', address: carol.address, primaryOf: world.bob.address });
    expect([await lookUp(world.alice.address), await lookUp(world.bob.address), await lookUp(carol.address)]).toEqual([
      'alice.eth',
      null,
      null,
    ]);
  });

  it('are read once in five minutes', async () => {
    const clock = new FakeClock();
    const chain = fresh(clock);
    const read = () => chain.services.names.resolve({ name: 'cached.eth', network: world.network }, patient());
    await register({ name: 'cached.eth', address: world.alice.address });
    expect(await read()).toBe(world.alice.address);
    await register({ name: 'cached.eth', address: world.bob.address });
    clock.advance(5 * 60_000 - 1);
    expect(await read()).toBe(world.alice.address);
    clock.advance(1);
    expect(await read()).toBe(world.bob.address);
    chain.dispose();
  });

  it('have pictures: an address as it is written, or that of a collectible which the account owns', async () => {
    const { collectible } = world.contracts;
    const hash = await world.client.writeContract({
      account: world.bob,
      address: collectible,
      abi: CONTRACTS.SandboxCollectible.abi,
      functionName: 'mint',
      args: [world.alice.address, 7n],
    });
    await world.client.waitForTransactionReceipt({ hash });
    const record = `eip155:1/erc721:${collectible}/7`;
    const texts = (value: string) => ({ texts: { avatar: value } });
    await register({ name: 'plain.eth', address: world.alice.address, ...texts('https://pictures.example/a.png') });
    await register({ name: 'nft.eth', address: world.alice.address, ...texts(record) });
    await register({ name: 'thief.eth', address: world.bob.address, ...texts(record) });
    await register({ name: 'script.eth', address: world.bob.address, ...texts('javascript:alert(1)') });
    await register({ name: 'none.eth', address: world.bob.address });
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

describe('nodes of another chain', () => {
  it('are not believed', async () => {
    const other = await startChain({ chainId: 137 });
    const network = testNetwork(1, other.rpcUrl);
    expect(await codeOf(world.chain.getBalance({ address: world.alice.address, network }, patient()))).toBe('network/wrong-node');
    await other.stop();
  });
});
