import { parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Eip155Chain } from '../../adapters/eip155/eip155-chain.js';
import type { TransactionProgress, WalletSession } from '../../application/ports/chain.port.js';
import { FakeClock } from '../../application/ports/clock.fake.js';
import type { TransactionRequest } from '../../application/ports/transaction-request.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import { settle } from '../../testing/contracts/chain-harness.js';
import { codeOf, patient, settled } from '../../testing/contracts/test-api.js';
import { EvmWorld } from './support/evm-world.js';

let world: EvmWorld;
let session: WalletSession;

beforeAll(async () => {
  world = await EvmWorld.start();
  session = await world.connect();
});
afterAll(() => world.stop());

beforeEach(() => world.client.setBalance({ address: world.alice.address, value: parseEther('1') }));
afterEach(() => world.client.setAutomine(true));

/** Somebody who has nothing yet. */
const somebody = () => privateKeyToAccount(generatePrivateKey()).address;

const send = (request: Omit<TransactionRequest, 'from'>): Promise<string> =>
  session.sendTransaction({ from: world.accountId(world.alice.address), ...request }, patient());

/** Sends, and waits for the block: the node answers before it has made it. */
const carryOut = async (request: Omit<TransactionRequest, 'from'>): Promise<`0x${string}`> => {
  const hash = (await send(request)) as `0x${string}`;
  await world.client.waitForTransactionReceipt({ hash });
  return hash;
};

const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

/** How often the wallet was asked to send. */
const asked = (): number => world.wallet.count('eth_sendTransaction');

describe('sending', () => {
  it('a token moves as much as was asked for, and no coin', async () => {
    const to = somebody();
    await world.mint(world.contracts.dollar, world.alice.address, 100n);
    const hash = await send({ to, value: 40n, asset: world.asset(world.contracts.dollar) });
    await settle(world.chain, { hash, network: world.network }, patient());
    expect([await world.balanceOf(world.contracts.dollar, to), await world.client.getBalance({ address: to })]).toEqual([40n, 0n]);
  });

  it('a token that gives nothing back moves as well', async () => {
    const to = somebody();
    await world.mint(world.contracts.oldToken, world.alice.address, 100n);
    await carryOut({ to, value: 40n, asset: world.asset(world.contracts.oldToken) });
    expect(await world.balanceOf(world.contracts.oldToken, to)).toBe(40n);
  });

  it('all of a token leaves none, and the coin pays', async () => {
    const to = somebody();
    await world.mint(world.contracts.token, world.alice.address, 123n);
    const all = await world.balanceOf(world.contracts.token, world.alice.address);
    await carryOut({ to, value: 0n, all: true, asset: world.asset(world.contracts.token) });
    expect([await world.balanceOf(world.contracts.token, world.alice.address), await world.balanceOf(world.contracts.token, to)]).toEqual([
      0n,
      all,
    ]);
  });

  it('all of the coin leaves no more than what the fee was put by for', async () => {
    const to = somebody();
    const before = await world.client.getBalance({ address: world.alice.address });
    const { gasUsed, effectiveGasPrice } = await world.client.getTransactionReceipt({ hash: await carryOut({ to, value: 0n, all: true }) });
    const [parameters] = world.wallet.requests.findLast(({ method }) => method === 'eth_sendTransaction')?.params ?? [];
    const { gas, maxFeePerGas } = Object(parameters) as Readonly<Record<string, string>>;
    const putBy = BigInt(gas ?? 0) * BigInt(maxFeePerGas ?? 0);
    const [left, moved] = [await world.client.getBalance({ address: world.alice.address }), await world.client.getBalance({ address: to })];
    expect(moved).toBe(before - putBy);
    expect(left).toBe(putBy - gasUsed * effectiveGasPrice);
  });

  it('at a speed sets the fee that was quoted for it; without one the wallet sets it', async () => {
    const transaction = { from: world.accountId(world.alice.address), to: somebody(), value: 1n };
    const quotes = await world.chain.services.estimateFees({ transaction, network: world.network }, patient());
    await carryOut({ ...transaction, speed: 'fast' });
    const [parameters] = world.wallet.requests.findLast(({ method }) => method === 'eth_sendTransaction')?.params ?? [];
    expect(parameters).toMatchObject({ gas: '0x5208', maxFeePerGas: expect.any(String), maxPriorityFeePerGas: expect.any(String) });
    const { rate } = quotes[2] ?? {};
    expect(rate?.type === 'eip1559' && BigInt(Object(parameters).maxPriorityFeePerGas) <= 2n * rate.maxPriorityFeePerGas).toBe(true);
    await carryOut(transaction);
    const [bare] = world.wallet.requests.findLast(({ method }) => method === 'eth_sendTransaction')?.params ?? [];
    expect(Object.keys(Object(bare)).sort()).toEqual(['chainId', 'from', 'to', 'value']);
  });
});

describe('what cannot be sent is refused before the wallet is asked', () => {
  it.each([
    ['an address of Solana', 'FzfNzQ2jxCkTbPTLmnqsEBmBSt1vHjBKeVZSJKLWCTR6', 'address/wrong-namespace'],
    ['an address of Bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'address/wrong-namespace'],
    ['a legacy address of Bitcoin', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'address/wrong-namespace'],
    ['an address of Polkadot', '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY', 'address/wrong-namespace'],
    [
      'an account id of another namespace',
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:FzfNzQ2jxCkTbPTLmnqsEBmBSt1vHjBKeVZSJKLWCTR6',
      'address/wrong-namespace',
    ],
    ['a mistyped address', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed', 'address/checksum-failed'],
    ['a name', 'alice.eth', 'address/invalid'],
    ['nothing', '', 'address/invalid'],
  ])('%s', async (_what, to, code) => {
    const before = asked();
    expect([await codeOf(send({ to, value: 1n })), asked()]).toEqual([code, before]);
  });

  it.each([
    [0n, 'send/invalid-amount'],
    [-1n, 'send/invalid-amount'],
    [parseEther('2'), 'send/above-balance'],
    [parseEther('1'), 'send/insufficient-fee-funds'],
  ])('%i wei', async (value, code) => {
    const before = asked();
    expect([await codeOf(send({ to: somebody(), value })), asked()]).toEqual([code, before]);
  });

  it('more of a token than there is, and a token without a coin for its fee', async () => {
    const asset = world.asset(world.contracts.dollar);
    await world.mint(world.contracts.dollar, world.alice.address, 5n);
    const balance = await world.balanceOf(world.contracts.dollar, world.alice.address);
    const before = asked();
    const error = await errorOf(send({ to: somebody(), value: balance + 1n, asset }));
    expect(isLatchkeyError(error, 'send/above-balance') && error.context).toEqual({
      chainId: 'eip155:1',
      asset,
      value: (balance + 1n).toString(),
      balance: balance.toString(),
    });
    await world.client.setBalance({ address: world.alice.address, value: 1n });
    expect(await codeOf(send({ to: somebody(), value: 1n, asset }))).toBe('send/insufficient-fee-funds');
    expect(asked()).toBe(before);
  });

  it('a call that its contract refuses', async () => {
    const before = asked();
    const error = await errorOf(send({ to: world.contracts.token, value: 0n, data: '0xa9059cbb' }));
    expect([isLatchkeyError(error, 'send/refused'), asked()]).toEqual([true, before]);
  });
});

describe('what the wallet’s node refuses', () => {
  it.each([
    [{ code: -32000, message: 'nonce too low: next nonce 5, tx nonce 4' }, 'send/nonce-too-low'],
    [
      { code: -32603, message: 'Internal JSON-RPC error.', data: { originalError: { code: -32000, message: 'nonce too low' } } },
      'send/nonce-too-low',
    ],
    [{ code: -32000, message: 'insufficient funds for gas * price + value: have 5 want 21000' }, 'send/insufficient-fee-funds'],
    [{ code: -32003, message: 'replacement transaction underpriced' }, 'send/refused'],
    // It may well be on its way.
    [{ code: -32000, message: 'already known' }, 'wallet/request-failed'],
    [{ code: -32603, message: 'Internal error' }, 'wallet/request-failed'],
  ])('is said in our words: %j', async (error, code) => {
    world.wallet.next('eth_sendTransaction', { error });
    expect(await codeOf(send({ to: somebody(), value: 1n }))).toBe(code);
  });

  it('holds nothing up where the node cannot be read', async () => {
    world.wallet.next('eth_getBalance', { error: { code: -32603, message: 'down' } });
    const to = somebody();
    await carryOut({ to, value: 3n });
    expect(await world.client.getBalance({ address: to })).toBe(3n);
  });
});

describe('following what was sent', () => {
  const follow = async (
    chain: Eip155Chain,
    hash: string,
    clock: FakeClock,
    meanwhile: (seen: readonly TransactionProgress[]) => Promise<void>,
  ) => {
    const seen: TransactionProgress[] = [];
    let end: unknown;
    chain.followTransaction({ hash, network: world.network }).subscribe({
      next: (progress) => seen.push(progress),
      error: (error: unknown) => {
        end = error;
      },
      complete: () => {
        end = 'settled';
      },
    });
    while (end === undefined) {
      await meanwhile(seen);
      await settled();
      // However long the node takes is no time of the page's.
      if (world.proxy.underWay === 0) clock.advance(50);
    }
    return { seen: seen.map(({ status, settled: isSettled }) => `${status}${isSettled ? '!' : ''}`), end };
  };

  it('goes on through a re-org that takes it out of its block', async () => {
    const clock = new FakeClock();
    const chain = new Eip155Chain({ clock, confirmations: 3 });
    const { client } = world;
    await client.setAutomine(false);
    const hash = await send({ to: somebody(), value: 1n });
    const raw = await client.request({ method: 'eth_getRawTransactionByHash', params: [hash] } as never);
    let step = 0;
    let snapshot: `0x${string}` = '0x';
    const { seen, end } = await follow(chain, hash, clock, async (progress) => {
      const last = progress.at(-1);
      if (step === 0 && last?.status === 'seen') {
        step = 1;
        snapshot = await client.snapshot();
        await client.mine({ blocks: 1 });
      } else if (step === 1 && last?.status === 'included') {
        step = 2;
        await client.revert({ id: snapshot });
        await client.setAutomine(false);
      } else if (step === 2 && last?.status === 'seen') {
        step = 3;
        if ((await client.request({ method: 'eth_getTransactionByHash', params: [hash] } as never)) === null)
          await client.request({ method: 'eth_sendRawTransaction', params: [raw] } as never);
        await client.mine({ blocks: 1 });
      } else if (step === 3 && last?.status === 'included') {
        step = 4;
        await client.mine({ blocks: 2 });
      }
    });
    expect([seen, end]).toEqual([['seen', 'included', 'seen', 'included', 'included!'], 'settled']);
    chain.dispose();
  });

  it.each([
    ['the same for another fee: it is followed', true],
    ['something else: it is dropped', false],
  ])('finds what took its place. %s', async (_what, isSame) => {
    const clock = new FakeClock();
    const chain = new Eip155Chain({ clock });
    const { client, alice, proxy } = world;
    await client.setAutomine(false);
    const to = somebody();
    const hash = await send({ to, value: 1n });
    const { nonce, gasPrice = 0n } = await client.getTransaction({ hash: hash as `0x${string}` });
    proxy.methods.length = 0;
    let isReplaced = false;
    const { end } = await follow(chain, hash, clock, async () => {
      if (isReplaced || !proxy.methods.includes('eth_getTransactionCount')) return;
      isReplaced = true;
      const terms = isSame ? { to, value: 1n } : { to: alice.address, value: 0n };
      const fee = { type: 'legacy', chainId: 1, nonce, gas: 21_000n, gasPrice: gasPrice * 2n } as const;
      await client.sendRawTransaction({ serializedTransaction: await alice.signTransaction({ ...fee, ...terms }) });
      await client.mine({ blocks: 1 });
    });
    if (isSame) expect([end, await client.getBalance({ address: to })]).toEqual(['settled', 1n]);
    else expect(isLatchkeyError(end, 'network/transaction-dropped') && end.context).toEqual({ chainId: 'eip155:1', hash });
    chain.dispose();
  });
});
