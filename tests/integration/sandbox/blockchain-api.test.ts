import {
  type BlockchainApi,
  type BlockchainApiChain,
  blockchainApiOverHttp,
  type ChainContracts,
  CONTRACTS,
  type Directory,
  deployContracts,
  type RunningChain,
  startBlockchainApi,
  startChain,
  startDirectory,
  stockPrices,
} from '@latchkey/sandbox';
import {
  createApproveInstruction,
  createAssociatedTokenAccountIdempotentInstruction,
  createBurnInstruction,
  createCloseAccountInstruction,
  createMintToInstruction,
  createTransferCheckedInstruction,
  createTransferCheckedWithFeeInstruction,
  createTransferInstruction,
  TOKEN_2022_PROGRAM_ID,
} from '@solana/spl-token';
import { Keypair, PublicKey, SystemProgram, Transaction, type TransactionInstruction } from '@solana/web3.js';
import * as v from 'valibot';
import {
  createTestClient,
  getAddress,
  type Hex,
  http,
  maxUint256,
  numberToHex,
  parseAbi,
  parseEther,
  publicActions,
  walletActions,
} from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { mainnet } from 'viem/chains';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ActivityItem } from '../../../domain/activity/activity-item.js';
import { type HistoryPage, historySchema } from '../../../domain/activity/parse-history.js';
import { balancesSchema } from '../../../domain/tokens/parse-balances.js';
import { type NftPage, nftsSchema } from '../../../domain/tokens/parse-nfts.js';
import { pricesSchema } from '../../../domain/tokens/parse-prices.js';
import type { TokenBalance } from '../../../domain/tokens/token-balance.js';
import { MULTICALL3_ADDRESS } from '../../../sandbox/chains/start-chain.js';
import { startPostgresSocket } from '../support/postgres-socket.js';
import { SolanaTestNet } from '../support/solana-node.js';
import { makeToken, sendWith, tokenAccount } from '../support/solana-tokens.js';

const ETHEREUM = 'eip155:1';
const ETHER = `${ETHEREUM}/slip44:60`;
const ETHER_ADDRESS = `${ETHEREUM}:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee`;
const NO_ONE = `0x${'0'.repeat(40)}`;
const MULTICALL_ABI = parseAbi([
  'struct Call { address target; bool allowFailure; uint256 value; bytes callData; }',
  'function aggregate3Value(Call[] calls) payable',
]);
const SVG = /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg".*<\/svg>$/;
const DAY_MS = 86_400_000;
/** Items of a full page. */
const PAGE = 50;
/** Prices that the sandbox starts with. */
const ETHER_USD = 2_520;
const SBT_USD = 1.26;

let chain: RunningChain;
let solana: SolanaTestNet;
let contracts: ChainContracts;
let images: Directory;
let api: BlockchainApi;
let client: ReturnType<typeof clientOf>;
/** Moves the clock of the service. */
let aheadMs = 0;

const clientOf = (rpcUrl: string) =>
  createTestClient({ mode: 'anvil', chain: mainnet, transport: http(rpcUrl, { retryCount: 0 }), cacheTime: 0, pollingInterval: 20 })
    .extend(publicActions)
    .extend(walletActions);

const ethereum = (rpcUrl: string): BlockchainApiChain => ({
  chainId: 'eip155:1',
  rpcUrl,
  hasWebSocket: true,
  coin: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  coinType: 60,
});

beforeAll(async () => {
  [chain, solana, images] = await Promise.all([startChain({ chainId: 1 }), SolanaTestNet.start(), startDirectory()]);
  contracts = await deployContracts(chain);
  client = clientOf(chain.rpcUrl);
  const priceFeeds = { rpcUrl: chain.rpcUrl, address: contracts.priceFeeds };
  const chains = [ethereum(chain.rpcUrl), { chainId: solana.node.chainId as `solana:${string}`, rpcUrl: solana.url }];
  api = await startBlockchainApi({ chains, priceFeeds, images: images.origin, now: () => Date.now() + aheadMs });
  await stockPrices(priceFeeds, chains, [{ asset: `${ETHEREUM}/erc20:${contracts.token}`, symbol: 'SBT' }]);
});
afterAll(async () => {
  await Promise.all([api.stop(), images.stop(), chain.stop(), solana.stop()]);
});

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

const request = async (path: string, init?: RequestInit, origin = api.origin): Promise<Reply> => {
  const response = await fetch(`${origin}${path}`, init);
  return { status: response.status, body: await response.json() };
};

const read = async <Schema extends v.GenericSchema>(schema: Schema, path: string): Promise<v.InferOutput<Schema>> => {
  const { status, body } = await request(path);
  expect(status).toBe(200);
  return v.parse(schema, body);
};

const historyOf = (account: string, chainId = ETHEREUM, cursor?: string): Promise<HistoryPage> =>
  read(historySchema, `/v1/account/${account}/history?chainId=${chainId}${cursor === undefined ? '' : `&cursor=${cursor}`}`);

const latestOf = async (account: string, chainId = ETHEREUM): Promise<ActivityItem | undefined> =>
  (await historyOf(account, chainId)).items[0];

const balancesOf = (account: string, more = '', chainId = ETHEREUM): Promise<readonly TokenBalance[]> =>
  read(balancesSchema, `/v1/account/${account}/balance?currency=usd&chainId=${chainId}&forceUpdate=${more}`);

const nftsOf = (account: string, chainId = ETHEREUM, cursor?: string): Promise<NftPage> =>
  read(nftsSchema, `/v1/account/${account}/nfts?chainId=${chainId}${cursor === undefined ? '' : `&cursor=${cursor}`}`);

const pricesOf = async (...addresses: readonly string[]) => {
  const { body } = await request('/v1/fungible/price', { method: 'POST', body: JSON.stringify({ currency: 'usd', addresses }) });
  return v.parse(pricesSchema, body);
};

const newAccount = async (): Promise<PrivateKeyAccount> => {
  const account = privateKeyToAccount(generatePrivateKey());
  await client.setBalance({ address: account.address, value: parseEther('100') });
  return account;
};

const mined = async (sending: Promise<Hex>): Promise<Hex> => {
  const hash = await sending;
  await client.waitForTransactionReceipt({ hash });
  return hash;
};

/** Calls a contract. The gas is set, so that calls that fail are sent, too. */
const call = (
  account: PrivateKeyAccount,
  contract: keyof typeof CONTRACTS,
  address: Hex,
  functionName: string,
  args: readonly unknown[],
): Promise<Hex> =>
  // The arguments depend on the name; viem checks them against the ABI.
  mined(client.writeContract({ account, address, abi: CONTRACTS[contract].abi, functionName, args, gas: 500_000n } as never));

/** Type and text of a picture, as the image service has it. */
const pictureAt = async (url: string | null): Promise<readonly [type: string | null, text: string]> => {
  const response = await fetch(`${images.origin}/image?url=${encodeURIComponent(url ?? '')}`);
  return [response.headers.get('content-type'), await response.text()];
};

const ether = (direction: string, quantity: string) => ({
  kind: 'fungible',
  direction,
  name: 'Ether',
  symbol: 'ETH',
  quantity,
  valueUsd: Number(quantity) * ETHER_USD,
  iconUrl: `${images.origin}/public/getTokenImage/ETH`,
});
const sbt = (direction: string, quantity: string) => ({
  kind: 'fungible',
  direction,
  name: 'Sandbox Token',
  symbol: 'SBT',
  quantity,
  valueUsd: Number(quantity) * SBT_USD,
  iconUrl: `${images.origin}/public/getTokenImage/SBT`,
});

describe('the history of an eip155 chain', () => {
  let alice: PrivateKeyAccount;
  let bob: PrivateKeyAccount;

  beforeEach(async () => {
    [alice, bob] = await Promise.all([newAccount(), newAccount()]);
  });

  it('has a transfer of coins from both points of view, valued at the price of its time', async () => {
    const hash = await mined(client.sendTransaction({ account: alice, to: bob.address, value: parseEther('1.5') }));
    const { timestamp } = await client.getBlock();
    const common = {
      chainId: ETHEREUM,
      status: 'confirmed',
      hash,
      minedAtMs: Number(timestamp) * 1_000,
      sentFrom: alice.address,
      sentTo: bob.address,
    };
    expect((await historyOf(alice.address)).items).toMatchObject([{ ...common, operation: 'send', transfers: [ether('out', '1.5')] }]);
    expect((await historyOf(bob.address)).items).toMatchObject([{ ...common, operation: 'receive', transfers: [ether('in', '1.5')] }]);
    await mined(client.sendTransaction({ account: alice, to: alice.address, value: 1n }));
    expect(await latestOf(alice.address)).toMatchObject({
      operation: 'send',
      transfers: [{ direction: 'self', quantity: '0.000000000000000001' }],
    });
    expect((await historyOf(bob.address)).items).toHaveLength(1);
  });

  it('takes the account also as a CAIP-10 id, and in lower case', async () => {
    await mined(client.sendTransaction({ account: alice, to: bob.address, value: 1n }));
    const expected = await historyOf(alice.address);
    expect(await read(historySchema, `/v1/account/${ETHEREUM}:${alice.address}/history`)).toEqual(expected);
    expect(await historyOf(alice.address.toLowerCase())).toEqual(expected);
    expect(expected.items).toHaveLength(1);
  });

  it('has tokens that are minted, sent, spent by another account, and approvals', async () => {
    const { token } = contracts;
    await call(bob, 'SandboxToken', token, 'mint', [alice.address, parseEther('10')]);
    expect(await latestOf(alice.address)).toMatchObject({
      operation: 'mint',
      sentFrom: NO_ONE,
      sentTo: alice.address,
      transfers: [sbt('in', '10')],
    });
    // Another account's tokens were minted.
    expect(await latestOf(bob.address)).toMatchObject({ operation: 'execute', sentTo: token, transfers: [] });
    await call(alice, 'SandboxToken', token, 'transfer', [bob.address, parseEther('2.5')]);
    const sent = { sentFrom: alice.address, sentTo: bob.address };
    expect(await latestOf(alice.address)).toMatchObject({ operation: 'send', ...sent, transfers: [sbt('out', '2.5')] });
    expect(await latestOf(bob.address)).toMatchObject({ operation: 'receive', ...sent, transfers: [sbt('in', '2.5')] });
    await call(alice, 'SandboxToken', token, 'approve', [bob.address, parseEther('1')]);
    expect(await latestOf(alice.address)).toMatchObject({ operation: 'approve', sentFrom: alice.address, sentTo: token, transfers: [] });
    await call(bob, 'SandboxToken', token, 'transferFrom', [alice.address, bob.address, parseEther('1')]);
    expect(await latestOf(alice.address)).toMatchObject({ operation: 'send', transfers: [sbt('out', '1')] });
  });

  it('has what failed transactions asked for, with their status', async () => {
    const { token } = contracts;
    await mined(client.sendTransaction({ account: alice, to: token, value: parseEther('0.5'), gas: 100_000n }));
    expect(await latestOf(alice.address)).toMatchObject({ status: 'failed', operation: 'send', transfers: [ether('out', '0.5')] });
    await call(alice, 'SandboxToken', token, 'transfer', [bob.address, parseEther('7')]);
    const failed = { status: 'failed', sentTo: bob.address };
    expect(await latestOf(alice.address)).toMatchObject({ ...failed, operation: 'send', transfers: [sbt('out', '7')] });
    expect(await latestOf(bob.address)).toMatchObject({ ...failed, operation: 'receive', transfers: [sbt('in', '7')] });
    expect(
      await client.readContract({ address: token, abi: CONTRACTS.SandboxToken.abi, functionName: 'balanceOf', args: [bob.address] }),
    ).toBe(0n);
  });

  it('has deployed contracts and other calls', async () => {
    const { abi, bytecode } = CONTRACTS.OldToken;
    const hash = await mined(client.deployContract({ account: alice, abi, bytecode }));
    expect(await latestOf(alice.address)).toMatchObject({ operation: 'deploy', hash, sentTo: null, transfers: [] });
    const { contractAddress } = await client.getTransactionReceipt({ hash });
    await call(alice, 'OldToken', contractAddress ?? '0x', 'mint', [bob.address, 5n]);
    expect(await latestOf(alice.address)).toMatchObject({
      operation: 'execute',
      sentTo: getAddress(contractAddress ?? '0x'),
      transfers: [],
    });
  });

  it('has coins that a contract sends, and leaves out what was undone', async () => {
    const carol = privateKeyToAccount(generatePrivateKey());
    const { token } = contracts;
    const calls = [
      { target: carol.address, allowFailure: false, value: parseEther('0.25'), callData: '0x' },
      // The token takes no coins.
      { target: token, allowFailure: true, value: parseEther('0.125'), callData: '0x' },
    ] as const;
    await mined(
      client.writeContract({
        account: alice,
        address: MULTICALL3_ADDRESS,
        abi: MULTICALL_ABI,
        functionName: 'aggregate3Value',
        args: [calls],
        value: parseEther('0.375'),
        gas: 500_000n,
      }),
    );
    const { items } = await historyOf(carol.address);
    expect(items).toMatchObject([{ operation: 'receive', sentFrom: MULTICALL3_ADDRESS, transfers: [ether('in', '0.25')] }]);
    expect(await historyOf(token)).toMatchObject({
      items: expect.not.arrayContaining([expect.objectContaining({ hash: items[0]?.hash })]),
    });
    expect(await latestOf(alice.address)).toMatchObject({ operation: 'send', transfers: [ether('out', '0.375')] });
  });

  it('has NFTs that are minted, sent and burnt', async () => {
    const { pictures, editions } = contracts;
    const id = BigInt(alice.address);
    const picture = (direction: string) => ({ kind: 'nft', direction, quantity: '1', valueUsd: null, isSpam: false });
    await call(alice, 'SandboxPictures', pictures, 'mint', [alice.address, id]);
    expect(await latestOf(alice.address)).toMatchObject({
      operation: 'mint',
      transfers: [
        {
          ...picture('in'),
          name: `Sandbox Picture #${id}`.slice(0, 64),
          previewUrl: `${api.origin}/v1/nft-pictures/${encodeURIComponent(ETHEREUM)}/${pictures}/${id}`,
        },
      ],
    });
    await call(alice, 'SandboxPictures', pictures, 'transferFrom', [alice.address, bob.address, id]);
    expect(await latestOf(alice.address)).toMatchObject({ operation: 'send', sentTo: bob.address, transfers: [picture('out')] });
    await call(bob, 'SandboxPictures', pictures, 'burn', [id]);
    expect(await latestOf(bob.address)).toMatchObject({ operation: 'burn', sentTo: NO_ONE, transfers: [picture('out')] });
    await call(alice, 'SandboxEditions', editions, 'mintBatch', [alice.address, [7n, 8n], [2n, 3n]]);
    expect(await latestOf(alice.address)).toMatchObject({
      operation: 'mint',
      transfers: [
        { kind: 'nft', name: 'Sandbox Edition #7', quantity: '2' },
        { kind: 'nft', name: 'Sandbox Edition #8', quantity: '3' },
      ],
    });
    await call(alice, 'SandboxEditions', editions, 'safeTransferFrom', [alice.address, bob.address, 8n, 1n, '0x']);
    expect(await latestOf(bob.address)).toMatchObject({
      operation: 'receive',
      transfers: [{ kind: 'nft', name: 'Sandbox Edition #8', quantity: '1' }],
    });
    await call(alice, 'SandboxEditions', editions, 'setApprovalForAll', [bob.address, true]);
    expect(await latestOf(alice.address)).toMatchObject({ operation: 'approve', transfers: [] });
  });

  it('removes what a reorg removes, and has what replaces it', async () => {
    await mined(client.sendTransaction({ account: alice, to: bob.address, value: 1n }));
    const kept = (await historyOf(alice.address)).items;
    const id = await client.snapshot();
    await mined(client.sendTransaction({ account: alice, to: bob.address, value: 2n }));
    await mined(client.sendTransaction({ account: alice, to: bob.address, value: 3n }));
    expect((await historyOf(alice.address)).items).toHaveLength(3);
    await client.revert({ id });
    expect((await historyOf(alice.address)).items).toEqual(kept);
    // At the height of the first of those that were removed.
    const hash = await mined(client.sendTransaction({ account: alice, to: bob.address, value: 4n }));
    expect((await historyOf(alice.address)).items).toMatchObject([{ hash, transfers: [{ quantity: '0.000000000000000004' }] }, ...kept]);
    await client.request({ method: 'anvil_reorg', params: [2, []] } as never);
    expect((await historyOf(alice.address)).items).toEqual([]);
    expect((await historyOf(bob.address)).items).toEqual([]);
  });

  it('has pending transactions first, which are confirmed by the next block', async () => {
    await mined(client.sendTransaction({ account: alice, to: bob.address, value: 1n }));
    await client.setAutomine(false);
    try {
      const gas = 100_000n;
      const hash = await client.sendTransaction({ account: alice, to: bob.address, value: parseEther('2'), gas });
      const { items } = await historyOf(alice.address);
      expect(items).toMatchObject([
        { hash, status: 'pending', operation: 'send', transfers: [ether('out', '2')] },
        { status: 'confirmed' },
      ]);
      expect(await historyOf(alice.address)).toMatchObject({ items: [{ minedAtMs: items[0]?.minedAtMs }, {}] });
      expect((await historyOf(bob.address)).items.map(({ status }) => status)).toEqual(['pending', 'confirmed']);
      await client.mine({ blocks: 1 });
      expect((await historyOf(alice.address)).items).toMatchObject([{ id: items[0]?.id, status: 'confirmed' }, {}]);
    } finally {
      await client.setAutomine(true);
    }
  });

  it('has pages that stay as they are while blocks arrive', async () => {
    const from = alice.address;
    await client.impersonateAccount({ address: from });
    const calls = Array.from({ length: PAGE + 10 }, (_, nonce) => ({
      jsonrpc: '2.0',
      id: nonce,
      method: 'eth_sendTransaction',
      params: [{ from, to: bob.address, value: '0x1', nonce: numberToHex(nonce), gas: '0x5208' }],
    }));
    await client.setAutomine(false);
    try {
      await request('', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(calls) }, chain.rpcUrl);
      await client.mine({ blocks: 1 });
    } finally {
      await client.setAutomine(true);
    }
    const newestFirst = (await client.getBlock()).transactions.toReversed();
    expect(newestFirst).toHaveLength(PAGE + 10);
    const first = await historyOf(alice.address);
    expect(first.items.map(({ hash }) => hash)).toEqual(newestFirst.slice(0, PAGE));
    await mined(client.sendTransaction({ account: bob, to: alice.address, value: 1n }));
    const second = await historyOf(alice.address, ETHEREUM, first.next ?? '');
    expect(second).toMatchObject({ items: newestFirst.slice(PAGE).map((hash) => ({ hash })), next: null });
    expect(await historyOf(alice.address, ETHEREUM, first.next ?? '')).toEqual(second);
  });

  it('is empty for an account without transactions', async () => {
    expect(await historyOf(privateKeyToAccount(generatePrivateKey()).address)).toEqual({ items: [], next: null });
  });
});

describe('balances', () => {
  it('are read from the chain, with their value, for the coin and the tokens that the account received', async () => {
    const alice = await newAccount();
    const { token, oldToken } = contracts;
    await call(alice, 'SandboxToken', token, 'mint', [alice.address, parseEther('3')]);
    await call(alice, 'OldToken', oldToken, 'mint', [alice.address, 150n]);
    const coins = await client.getBalance(alice);
    const [coin, tokens] = await balancesOf(alice.address);
    for (const held of [coin, tokens])
      expect(await pictureAt(held?.iconUrl ?? null)).toEqual(['image/png', expect.stringContaining('PNG')]);
    expect(coin).toMatchObject({ asset: null, symbol: 'ETH', decimals: 18, value: coins, priceUsd: ETHER_USD });
    expect(coin?.valueUsd).toBeCloseTo((Number(coins) / 1e18) * ETHER_USD, 6);
    expect(tokens).toMatchObject({
      asset: `${ETHEREUM}/erc20:${token}`,
      name: 'Sandbox Token',
      decimals: 18,
      value: parseEther('3'),
      priceUsd: SBT_USD,
      valueUsd: 3 * SBT_USD,
    });
    // This one logs no transfers, and has no price.
    const [, , old] = await balancesOf(alice.address, `${ETHEREUM}:${token},${ETHEREUM}:${oldToken}`);
    expect(old).toMatchObject({
      asset: `${ETHEREUM}/erc20:${oldToken}`,
      name: 'Old Token',
      symbol: 'OLD',
      decimals: 2,
      value: 150n,
      priceUsd: null,
    });
    await call(alice, 'SandboxToken', token, 'transfer', [MULTICALL3_ADDRESS, parseEther('3')]);
    expect(await balancesOf(alice.address)).toHaveLength(1);
  });

  it('hold for a token with an unlimited amount', async () => {
    const alice = await newAccount();
    const { abi, bytecode } = CONTRACTS.SandboxToken;
    const hash = await mined(client.deployContract({ account: alice, abi, bytecode, args: ['Max', 'MAX', 36] }));
    const { contractAddress } = await client.getTransactionReceipt({ hash });
    await call(alice, 'SandboxToken', contractAddress ?? '0x', 'mint', [alice.address, maxUint256]);
    expect(await balancesOf(alice.address)).toMatchObject([{ symbol: 'ETH' }, { symbol: 'MAX', decimals: 36, value: maxUint256 }]);
    expect(await latestOf(alice.address)).toMatchObject({ operation: 'mint', transfers: [{ symbol: 'MAX', valueUsd: null }] });
  });
});

describe('NFTs', () => {
  it('are those that the account holds now, with name, picture and copies, and spam by its name', async () => {
    const [alice, bob] = await Promise.all([newAccount(), newAccount()]);
    const { pictures, editions, spamPictures } = contracts;
    const id = BigInt(bob.address);
    await call(alice, 'SandboxPictures', pictures, 'mint', [alice.address, id]);
    await call(alice, 'SandboxEditions', editions, 'mint', [alice.address, 4n, 3n]);
    await call(bob, 'SandboxPictures', spamPictures, 'mint', [alice.address, id]);
    const picture = { address: pictures, collection: 'Sandbox Picture', tokenId: id.toString(), quantity: 1n, isSpam: false };
    const edition = {
      address: editions,
      collection: 'Sandbox Edition',
      name: 'Sandbox Edition #4',
      tokenId: '4',
      quantity: 3n,
      isSpam: false,
    };
    const spam = { address: spamPictures, collection: 'Claim 500 SBT at claim-sbt.example', isSpam: true };
    const { items, next } = await nftsOf(alice.address);
    expect(next).toBeNull();
    expect(items).toHaveLength(3);
    expect(items).toEqual(expect.arrayContaining([picture, edition, spam].map((nft) => expect.objectContaining(nft))));
    for (const { imageUrl } of items) expect(await pictureAt(imageUrl)).toEqual(['image/svg+xml', expect.stringMatching(SVG)]);
    await call(alice, 'SandboxPictures', pictures, 'transferFrom', [alice.address, bob.address, id]);
    await call(alice, 'SandboxEditions', editions, 'safeTransferFrom', [alice.address, bob.address, 4n, 1n, '0x']);
    expect((await nftsOf(alice.address)).items).toHaveLength(2);
    expect((await nftsOf(alice.address)).items).toContainEqual(expect.objectContaining({ ...edition, quantity: 2n }));
    expect((await nftsOf(bob.address)).items).toHaveLength(2);
  });

  it('have pages, also if some of those received are gone', async () => {
    const [alice, bob] = await Promise.all([newAccount(), newAccount()]);
    const { editions } = contracts;
    const ids = Array.from({ length: PAGE + 20 }, (_, index) => BigInt(1_000 + index));
    await mined(
      client.writeContract({
        account: alice,
        address: editions,
        abi: CONTRACTS.SandboxEditions.abi,
        functionName: 'mintBatch',
        args: [alice.address, ids, ids.map(() => 1n)],
      }),
    );
    await call(alice, 'SandboxEditions', editions, 'safeTransferFrom', [alice.address, bob.address, 1_003n, 1n, '0x']);
    const first = await nftsOf(alice.address);
    await call(alice, 'SandboxEditions', editions, 'mint', [alice.address, 1n, 1n]);
    const second = await nftsOf(alice.address, ETHEREUM, first.next ?? '');
    const held = ids.filter((id) => id !== 1_003n).map(String);
    expect(first.items.map(({ tokenId }) => tokenId)).toEqual(held.slice(0, PAGE));
    expect(second.items.map(({ tokenId }) => tokenId)).toEqual(held.slice(PAGE));
    expect(second.next).toBeNull();
  });
});

describe('prices', () => {
  it('are those of the feeds on the chain, with their change in 24 hours; what has no feed has no price', async () => {
    const { token, oldToken } = contracts;
    const addresses = [ETHER_ADDRESS, `${ETHEREUM}:${token}`, `${ETHEREUM}:${oldToken}`];
    const [coin, sandboxToken, ...others] = await pricesOf(...addresses);
    expect(others).toEqual([]);
    expect(coin).toEqual({
      name: 'Ether',
      symbol: 'ETH',
      priceUsd: 2_520,
      change24h: expect.closeTo(0.05, 9),
      iconUrl: expect.any(String),
    });
    expect(sandboxToken).toMatchObject({ name: 'Sandbox Token', symbol: 'SBT', priceUsd: 1.26, change24h: expect.closeTo(0.05, 9) });
  });

  it('change when one is published, and with the clock; what is mined keeps the value of its time', async () => {
    const alice = await newAccount();
    const id = await client.snapshot();
    try {
      await mined(
        client.sendTransaction({ account: alice, to: privateKeyToAccount(generatePrivateKey()).address, value: parseEther('1') }),
      );
      const before = await latestOf(alice.address);
      aheadMs = DAY_MS;
      // The price of an hour ago is now older than a day.
      expect(await pricesOf(ETHER_ADDRESS)).toMatchObject([{ priceUsd: 2_520, change24h: 0 }]);
      await api.control.publishPrice(ETHER, 1_260);
      expect(await pricesOf(ETHER_ADDRESS)).toMatchObject([{ priceUsd: 1_260, change24h: -0.5 }]);
      expect((await balancesOf(alice.address))[0]?.priceUsd).toBe(1_260);
      expect(await latestOf(alice.address)).toEqual(before);
      expect(before?.transfers).toEqual([ether('out', '1')]);
      await api.control.publishPrice(ETHER, 0);
      expect(await pricesOf(ETHER_ADDRESS)).toMatchObject([{ priceUsd: 0, change24h: -1 }]);
    } finally {
      aheadMs = 0;
      await client.revert({ id });
    }
  });
});

describe('Solana', () => {
  const SOL_USD = 152;
  const LAMPORTS = 1_000_000_000;
  let issuer: Keypair;
  let alice: Keypair;
  let bob: string;
  let chainId: string;

  beforeAll(async () => {
    chainId = solana.node.chainId;
    issuer = Keypair.generate();
    await solana.fund(issuer.publicKey.toBase58(), 100 * LAMPORTS);
  });
  beforeEach(async () => {
    alice = Keypair.generate();
    bob = Keypair.generate().publicKey.toBase58();
    await solana.fund(alice.publicKey.toBase58(), 10 * LAMPORTS);
  });

  const address = (): string => alice.publicKey.toBase58();
  const sol = (direction: string, quantity: string) => ({ direction, symbol: 'SOL', quantity, valueUsd: Number(quantity) * SOL_USD });
  const transfer = (lamports: number) => SystemProgram.transfer({ fromPubkey: alice.publicKey, toPubkey: new PublicKey(bob), lamports });

  it('has coins from both points of view, and the balance', async () => {
    const hash = await sendWith(solana, alice, [transfer(2.5 * LAMPORTS)]);
    const sent = { chainId, hash, status: 'confirmed', sentFrom: address(), sentTo: bob };
    expect((await historyOf(address(), chainId)).items).toMatchObject([
      { ...sent, operation: 'send', transfers: [sol('out', '2.5')] },
      // Of the faucet.
      { operation: 'receive', sentTo: address(), transfers: [sol('in', '10')] },
    ]);
    expect((await historyOf(bob, chainId)).items).toMatchObject([{ ...sent, operation: 'receive', transfers: [sol('in', '2.5')] }]);
    expect(await balancesOf(address(), '', chainId)).toMatchObject([
      { asset: null, symbol: 'SOL', decimals: 9, value: await solana.lamports(address()), priceUsd: SOL_USD },
    ]);
  });

  /** Sends a transaction that will fail, as it is. */
  const sendFailing = async (...instructions: readonly TransactionInstruction[]): Promise<string> => {
    const transaction = new Transaction({ feePayer: alice.publicKey, recentBlockhash: await solana.blockhash() }).add(...instructions);
    transaction.sign(alice);
    const options = { encoding: 'base64', skipPreflight: true };
    return String(await solana.call('sendTransaction', [transaction.serialize().toString('base64'), options]));
  };

  it('has failed transactions with what they asked for', async () => {
    const hash = await sendFailing(transfer(500 * LAMPORTS));
    expect(await latestOf(address(), chainId)).toMatchObject({ hash, status: 'failed', operation: 'send', transfers: [sol('out', '500')] });
  });

  it('has failed transfers of tokens with their amounts, also to an account that they would have created', async () => {
    const recipient = new PublicKey(bob);
    const failed = (symbol: string, quantity: string) => ({
      status: 'failed',
      operation: 'send',
      sentFrom: address(),
      sentTo: bob,
      transfers: [{ direction: 'out', symbol, quantity }],
    });
    const mint = await makeToken(solana, issuer, address(), 1_000_000n, { decimals: 6 });
    const [from, to] = [tokenAccount(address(), mint), tokenAccount(bob, mint)];
    await sendFailing(
      createAssociatedTokenAccountIdempotentInstruction(alice.publicKey, to, recipient, new PublicKey(mint)),
      createTransferCheckedInstruction(from, new PublicKey(mint), to, alice.publicKey, 7_500_000n, 6),
    );
    const symbol = `${mint.slice(0, 4)}…${mint.slice(-4)}`;
    expect(await latestOf(address(), chainId)).toMatchObject(failed(symbol, '7.5'));
    await sendWith(solana, issuer, [
      createAssociatedTokenAccountIdempotentInstruction(issuer.publicKey, to, recipient, new PublicKey(mint)),
    ]);
    await sendFailing(createTransferInstruction(from, to, alice.publicKey, 2_000_000n));
    expect(await latestOf(address(), chainId)).toMatchObject(failed(symbol, '2'));
    expect(await latestOf(bob, chainId)).toMatchObject({ ...failed(symbol, '2'), operation: 'receive', transfers: [{ direction: 'in' }] });
    const withFee = await makeToken(solana, issuer, address(), 1n, { decimals: 2, metadata: { name: 'Token', symbol: 'FEE' } });
    const [source, target] = [tokenAccount(address(), withFee, true), tokenAccount(bob, withFee, true)];
    const program = TOKEN_2022_PROGRAM_ID;
    await sendFailing(
      createAssociatedTokenAccountIdempotentInstruction(alice.publicKey, target, recipient, new PublicKey(withFee), program),
      createTransferCheckedWithFeeInstruction(source, new PublicKey(withFee), target, alice.publicKey, 300n, 2, 3n, [], program),
    );
    expect(await latestOf(address(), chainId)).toMatchObject(failed('FEE', '3'));
  });

  it('has transactions that are not final yet as pending', async () => {
    // The test advances the slots.
    const net = await SolanaTestNet.start(DAY_MS);
    const pendingApi = await startBlockchainApi({
      chains: [{ chainId: net.node.chainId, rpcUrl: net.url }],
      priceFeeds: { rpcUrl: chain.rpcUrl, address: contracts.priceFeeds },
    });
    try {
      const itemsOf = async (account: string): Promise<readonly ActivityItem[]> =>
        v.parse(historySchema, (await request(`/v1/account/${account}/history?chainId=${chainId}`, {}, pendingApi.origin)).body).items;
      await net.fund(address(), LAMPORTS);
      await net.fund(issuer.publicKey.toBase58(), LAMPORTS);
      const mint = await makeToken(net, issuer, address(), 1_000_000n, { decimals: 6 });
      await net.advance(3);
      const before = await itemsOf(address());
      expect(before.map(({ status, operation }) => [status, operation])).toEqual([
        ['confirmed', 'mint'],
        ['confirmed', 'receive'],
      ]);
      const to = tokenAccount(bob, mint);
      const hash = await sendWith(net, alice, [
        createAssociatedTokenAccountIdempotentInstruction(alice.publicKey, to, new PublicKey(bob), new PublicKey(mint)),
        createTransferCheckedInstruction(tokenAccount(address(), mint), new PublicKey(mint), to, alice.publicKey, 500_000n, 6),
      ]);
      expect(await itemsOf(address())).toEqual(before);
      await net.advance(1);
      const sent = { hash, sentFrom: address(), sentTo: bob };
      const pending = await itemsOf(address());
      expect(pending).toMatchObject([
        { ...sent, status: 'pending', operation: 'send', transfers: [{ direction: 'out', quantity: '0.5' }] },
        ...before,
      ]);
      expect(await itemsOf(bob)).toMatchObject([
        { ...sent, status: 'pending', operation: 'receive', transfers: [{ direction: 'in', quantity: '0.5' }] },
      ]);
      await net.advance(2);
      expect(await itemsOf(address())).toEqual([{ ...pending[0], status: 'confirmed' }, ...before]);
      expect(await itemsOf(bob)).toMatchObject([{ ...sent, status: 'confirmed' }]);
    } finally {
      await Promise.all([pendingApi.stop(), net.stop()]);
    }
  });

  it.each([
    ['the token program', undefined, null],
    ['Token-2022', { name: 'Named Token', symbol: 'NAM' }, 'NAM'],
  ])('has tokens of %s: minted, sent, approved, burnt, and in accounts that are closed', async (_, metadata, symbol) => {
    const mint = await makeToken(
      solana,
      issuer,
      address(),
      1_000_000n,
      metadata === undefined ? { decimals: 6 } : { decimals: 6, metadata },
    );
    const program = new PublicKey(Object(await solana.call('getAccountInfo', [mint, { encoding: 'base64' }])).value.owner);
    const is2022 = metadata !== undefined;
    const [from, to] = [tokenAccount(address(), mint, is2022), tokenAccount(bob, mint, is2022)];
    const shown = symbol ?? `${mint.slice(0, 4)}…${mint.slice(-4)}`;
    const token = (direction: string, quantity: string) => ({ direction, symbol: shown, quantity, valueUsd: null });
    const asset = `${chainId}/token:${mint}`;
    expect(await latestOf(address(), chainId)).toMatchObject({ operation: 'mint', sentTo: address(), transfers: [token('in', '1')] });
    expect(await balancesOf(address(), '', chainId)).toMatchObject([
      { symbol: 'SOL' },
      { asset, symbol: shown, decimals: 6, value: 1_000_000n },
    ]);
    await sendWith(solana, alice, [
      createAssociatedTokenAccountIdempotentInstruction(alice.publicKey, to, new PublicKey(bob), new PublicKey(mint), program),
      createTransferCheckedInstruction(from, new PublicKey(mint), to, alice.publicKey, 400_000n, 6, [], program),
    ]);
    const sent = { sentFrom: address(), sentTo: bob };
    // Of the token of Token-2022, the issuer keeps 1 %.
    const parts = is2022 ? ['0.396', '0.004'] : ['0.4'];
    expect(await latestOf(address(), chainId)).toMatchObject({
      operation: 'send',
      ...sent,
      transfers: parts.map((quantity) => token('out', quantity)),
    });
    expect(await latestOf(bob, chainId)).toMatchObject({ operation: 'receive', ...sent, transfers: [token('in', parts[0] ?? '')] });
    await sendWith(solana, alice, [createApproveInstruction(from, issuer.publicKey, alice.publicKey, 1n, [], program)]);
    expect(await latestOf(address(), chainId)).toMatchObject({ operation: 'approve', transfers: [] });
    await sendWith(solana, alice, [createBurnInstruction(from, new PublicKey(mint), alice.publicKey, 600_000n, [], program)]);
    expect(await latestOf(address(), chainId)).toMatchObject({ operation: 'burn', transfers: [token('out', '0.6')] });
    await sendWith(solana, alice, [createCloseAccountInstruction(from, alice.publicKey, alice.publicKey, [], program)]);
    expect(await balancesOf(address(), '', chainId)).toHaveLength(1);
    expect((await historyOf(address(), chainId)).items.map(({ operation }) => operation)).toEqual([
      'execute',
      'burn',
      'approve',
      'send',
      'mint',
      'receive',
    ]);
  });

  it('has NFTs: mints of one', async () => {
    const picture = '<svg xmlns="http://www.w3.org/2000/svg"></svg>';
    const uri = `data:application/json,${JSON.stringify({ image: `data:image/svg+xml;base64,${btoa(picture)}` })}`;
    const mint = await makeToken(solana, issuer, address(), 1n, { decimals: 0, metadata: { name: 'One of One', symbol: 'ONE', uri } });
    const { items } = await nftsOf(address(), chainId);
    expect(items).toMatchObject([{ address: mint, tokenId: null, name: 'One of One', collection: 'ONE', quantity: 1n, isSpam: false }]);
    expect(await pictureAt(items[0]?.imageUrl ?? null)).toEqual(['image/svg+xml', picture]);
    expect(await latestOf(address(), chainId)).toMatchObject({ operation: 'mint', transfers: [{ kind: 'nft', name: 'One of One' }] });
    expect(await balancesOf(address(), '', chainId)).toHaveLength(1);
    await sendWith(solana, issuer, [
      createMintToInstruction(
        new PublicKey(mint),
        tokenAccount(address(), mint, true),
        issuer.publicKey,
        1n,
        [],
        new PublicKey(Object(await solana.call('getAccountInfo', [mint, { encoding: 'base64' }])).value.owner),
      ),
    ]);
    expect((await nftsOf(address(), chainId)).items).toEqual([]);
  });

  it('has pages', async () => {
    const hashes: string[] = [];
    for (let lamports = 1; lamports <= PAGE + 3; lamports += 1) hashes.push(await sendWith(solana, alice, [transfer(900_000 + lamports)]));
    const newestFirst = hashes.toReversed();
    const first = await historyOf(address(), chainId);
    expect(first.items.map(({ hash }) => hash)).toEqual(newestFirst.slice(0, PAGE));
    await sendWith(solana, alice, [transfer(900_000)]);
    const second = await historyOf(address(), chainId, first.next ?? '');
    expect(second.next).toBeNull();
    // The last one is the faucet's.
    expect(second.items.map(({ hash }) => hash)).toEqual([...newestFirst.slice(PAGE), expect.any(String)]);
  });
});

describe('the service', () => {
  it('lists its chains, and those with WebSockets', async () => {
    expect(await request('/v1/supported-chains')).toEqual({
      status: 200,
      body: { http: [ETHEREUM, solana.node.chainId], ws: [ETHEREUM] },
    });
  });

  it.each([
    ['/v1/account/0x00/history', 400],
    [`/v1/account/${NO_ONE}/history?chainId=eip155:5`, 400],
    [`/v1/account/${ETHEREUM}:${NO_ONE}/history?chainId=eip155:5`, 400],
    [`/v1/account/${NO_ONE}/history?cursor=e30`, 400],
    [`/v1/account/${NO_ONE}/history?onramp=other`, 400],
    [`/v1/account/${NO_ONE}/history?onramp=coinbase`, 501],
    [`/v1/account/${NO_ONE}/balance?currency=eur`, 400],
    [`/v1/account/${NO_ONE}/balance?forceUpdate=${ETHEREUM}:7`, 400],
    [`/v1/account/${NO_ONE}/nfts?cursor=!`, 400],
    [`/v1/nft-pictures/${ETHEREUM}/${NO_ONE}/x`, 400],
    [`/v1/nft-pictures/${ETHEREUM}/${NO_ONE}/1`, 404],
    ['/v1/unknown', 404],
    ['/v1/account//history', 404],
    ['/v1/account/%/history', 404],
  ])('refuses GET %s with %i and a reason', async (path, status) => {
    expect(await request(path)).toEqual({
      status,
      body: { status: 'FAILED', reasons: [{ name: expect.any(String), description: expect.any(String) }] },
    });
  });

  it.each([
    '{',
    '{}',
    JSON.stringify({ currency: 'eur', addresses: [] }),
    JSON.stringify({ currency: 'usd', addresses: ['eip155:5:0x00'] }),
    JSON.stringify({ currency: 'usd', addresses: [`${ETHEREUM}:7`] }),
    JSON.stringify({ currency: 'usd', addresses: Array.from({ length: 101 }, () => ETHER_ADDRESS) }),
  ])('refuses the request for prices %s', async (body) => {
    expect((await request('/v1/fungible/price', { method: 'POST', body })).status).toBe(400);
  });

  it('passes JSON-RPC on to the node of a chain', async () => {
    const rpc = (chainId: string) =>
      request(`/v1/?chainId=${chainId}&projectId=x`, {
        method: 'POST',
        body: JSON.stringify({ jsonrpc: '2.0', id: 3, method: 'eth_chainId' }),
      });
    expect(await rpc(ETHEREUM)).toEqual({ status: 200, body: { jsonrpc: '2.0', id: 3, result: '0x1' } });
    expect((await rpc('eip155:5')).status).toBe(400);
  });

  it('can be called by pages of every origin', async () => {
    const headers = {
      origin: 'https://app.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    };
    const preflight = await fetch(`${api.origin}/v1/fungible/price`, { method: 'OPTIONS', headers });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toBe('*');
    const response = await fetch(`${api.origin}/v1/unknown`, { headers: { origin: 'https://app.example' } });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('responds with 502 while a node is down, and with 503 without a database', async () => {
    const gone = await startChain({ chainId: 1 });
    const { address } = await newAccount();
    const chains = [ethereum(gone.rpcUrl)];
    const priceFeeds = { rpcUrl: chain.rpcUrl, address: contracts.priceFeeds };
    const [down, offline] = await Promise.all([
      startBlockchainApi({ chains, priceFeeds }),
      startBlockchainApi({ chains: [ethereum(chain.rpcUrl)], priceFeeds, databaseUrl: 'postgres://127.0.0.1:1/none' }),
    ]);
    await gone.stop();
    try {
      const statusOf = async ({ origin }: BlockchainApi, path: string): Promise<number> =>
        (await request(`/v1/account/${address}/${path}`, {}, origin)).status;
      for (const path of ['history', 'balance', 'nfts']) expect(await statusOf(down, path)).toBe(502);
      expect(await statusOf(offline, 'history')).toBe(503);
    } finally {
      await Promise.all([down.stop(), offline.stop()]);
    }
  });

  it('simulates faults, and counts requests by route, also over HTTP', async () => {
    const control = blockchainApiOverHttp(api.origin, api.controlToken);
    await control.reset();
    const path = `/v1/account/${NO_ONE}/history?chainId=${encodeURIComponent(ETHEREUM)}`;
    await control.addFault({ mode: 'status', status: 503, of: `/history?chainId=${ETHEREUM}`, times: 1 });
    await control.addFault({ mode: 'json', body: { data: 7 }, of: '/history', times: 1 });
    await control.addFault({ mode: 'down', of: '/balance' });
    expect((await request(path, { headers: { origin: 'https://app.example' } })).status).toBe(503);
    expect(await request(path)).toEqual({ status: 200, body: { data: 7 } });
    expect((await request(path)).status).toBe(200);
    await expect(fetch(`${api.origin}/v1/account/${NO_ONE}/balance`)).rejects.toThrow();
    const body = { currency: 'usd', addresses: [] };
    await request('/v1/fungible/price', { method: 'POST', body: JSON.stringify(body) });
    await request('/v1/unknown');
    expect(await control.counts()).toEqual({
      'GET /v1/account/:account/history': 3,
      'GET /v1/account/:account/balance': 1,
      'POST /v1/fungible/price': 1,
      'GET /v1/unknown': 1,
    });
    const requests = await control.requests();
    expect(requests[0]).toEqual({
      method: 'GET',
      path: `/v1/account/${NO_ONE}/history`,
      query: { chainId: ETHEREUM },
      origin: 'https://app.example',
    });
    expect(requests[4]).toEqual({ method: 'POST', path: '/v1/fungible/price', query: {}, body });
    await control.reset();
    expect(await control.requests()).toEqual([]);
    expect((await request(`/v1/account/${NO_ONE}/balance`)).status).toBe(200);
  });

  it('keeps its index in a database, and reads another chain of the same id from its start', async () => {
    const postgres = await startPostgresSocket();
    const [alice, bob] = await Promise.all([newAccount(), newAccount()]);
    await mined(client.sendTransaction({ account: alice, to: bob.address, value: 1n }));
    const priceFeeds = { rpcUrl: chain.rpcUrl, address: contracts.priceFeeds };
    const itemsOf = async (rpcUrl: string): Promise<readonly ActivityItem[]> => {
      const started = await startBlockchainApi({ chains: [ethereum(rpcUrl)], priceFeeds, databaseUrl: postgres.url });
      try {
        const { body } = await request(`/v1/account/${alice.address}/history`, {}, started.origin);
        return v.parse(historySchema, body).items;
      } finally {
        await started.stop();
      }
    };
    const other = await startChain({ chainId: 1 });
    try {
      const items = await itemsOf(chain.rpcUrl);
      expect(items).toHaveLength(1);
      expect(await itemsOf(chain.rpcUrl)).toEqual(items);
      expect(await itemsOf(other.rpcUrl)).toEqual([]);
      expect(await itemsOf(chain.rpcUrl)).toEqual(items);
    } finally {
      await other.stop();
      await postgres.stop();
    }
  });

  it('serves requests that arrive together, each with what was mined before', async () => {
    const [alice, bob] = await Promise.all([newAccount(), newAccount()]);
    const found: Promise<HistoryPage>[] = [];
    for (let value = 1n; value <= 5n; value += 1n) {
      await mined(client.sendTransaction({ account: alice, to: bob.address, value }));
      found.push(historyOf(alice.address), historyOf(bob.address));
    }
    const lengths = (await Promise.all(found)).map(({ items }) => items.length);
    expect(lengths.every((length, index) => length >= Math.floor(index / 2) + 1)).toBe(true);
    expect((await historyOf(bob.address)).items.map(({ transfers }) => transfers[0]?.quantity)).toEqual(
      [5, 4, 3, 2, 1].map((value) => `0.00000000000000000${value}`),
    );
  });
});
