import { firstValueFrom, map } from 'rxjs';
import { parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Eip155Chain } from '../../adapters/eip155/eip155-chain.js';
import type { TransactionProgress, WalletSession } from '../../application/ports/chain.port.js';
import { FakeClock } from '../../application/ports/clock.fake.js';
import type { SendEvent } from '../../application/ports/send-event.js';
import type { TransactionRequest } from '../../application/ports/transaction-request.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import { transferDigest } from '../../domain/send/reviewed-transfer.js';
import { waitForSettlement } from '../../testing/contracts/chain-harness.js';
import { codeOf, flushPromises, neverAborted } from '../../testing/contracts/test-api.js';
import { EvmFixture } from './support/evm-fixture.js';

let fixture: EvmFixture;
let session: WalletSession;

beforeAll(async () => {
  fixture = await EvmFixture.start();
  session = await fixture.connect();
});
afterAll(() => fixture.stop());

beforeEach(() => fixture.client.setBalance({ address: fixture.alice.address, value: parseEther('1') }));
afterEach(() => fixture.client.setAutomine(true));

/** A new address without a balance. */
const newAddress = () => privateKeyToAccount(generatePrivateKey()).address;

const send = (request: Omit<TransactionRequest, 'from'>): Promise<string> =>
  session.sendTransaction({ from: fixture.accountId(fixture.alice.address), ...request }, neverAborted());

/** Sends and waits for the block: the node responds before it is mined. */
const sendAndMine = async (request: Omit<TransactionRequest, 'from'>): Promise<`0x${string}`> => {
  const hash = (await send(request)) as `0x${string}`;
  await fixture.client.waitForTransactionReceipt({ hash });
  return hash;
};

const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

/** Number of send requests that the wallet received. */
const sendCount = (): number => fixture.wallet.requestCount('eth_sendTransaction');

describe('sending', () => {
  it('transfers the amount of a token and no native currency', async () => {
    const to = newAddress();
    await fixture.mint(fixture.contracts.dollar, fixture.alice.address, 100n);
    const hash = await send({ to, value: 40n, asset: fixture.asset(fixture.contracts.dollar) });
    await waitForSettlement(fixture.chain, { hash, network: fixture.network }, neverAborted());
    expect([await fixture.balanceOf(fixture.contracts.dollar, to), await fixture.client.getBalance({ address: to })]).toEqual([40n, 0n]);
  });

  it('transfers a token whose transfer returns no value', async () => {
    const to = newAddress();
    await fixture.mint(fixture.contracts.oldToken, fixture.alice.address, 100n);
    await sendAndMine({ to, value: 40n, asset: fixture.asset(fixture.contracts.oldToken) });
    expect(await fixture.balanceOf(fixture.contracts.oldToken, to)).toBe(40n);
  });

  it('transfers the whole balance of a token, with the fee paid in native currency', async () => {
    const to = newAddress();
    await fixture.mint(fixture.contracts.token, fixture.alice.address, 123n);
    const all = await fixture.balanceOf(fixture.contracts.token, fixture.alice.address);
    await sendAndMine({ to, value: 0n, all: true, asset: fixture.asset(fixture.contracts.token) });
    expect([
      await fixture.balanceOf(fixture.contracts.token, fixture.alice.address),
      await fixture.balanceOf(fixture.contracts.token, to),
    ]).toEqual([0n, all]);
  });

  it('transfers the whole native balance less the reserved fee', async () => {
    const to = newAddress();
    const before = await fixture.client.getBalance({ address: fixture.alice.address });
    const { gasUsed, effectiveGasPrice } = await fixture.client.getTransactionReceipt({
      hash: await sendAndMine({ to, value: 0n, all: true }),
    });
    const [parameters] = fixture.wallet.requests.findLast(({ method }) => method === 'eth_sendTransaction')?.params ?? [];
    const { gas, maxFeePerGas } = Object(parameters) as Readonly<Record<string, string>>;
    const reserved = BigInt(gas ?? 0) * BigInt(maxFeePerGas ?? 0);
    const [remaining, moved] = [
      await fixture.client.getBalance({ address: fixture.alice.address }),
      await fixture.client.getBalance({ address: to }),
    ];
    expect(moved).toBe(before - reserved);
    expect(remaining).toBe(reserved - gasUsed * effectiveGasPrice);
  });

  it('uses the quoted fee for a given speed, and leaves it to the wallet otherwise', async () => {
    const transaction = { from: fixture.accountId(fixture.alice.address), to: newAddress(), value: 1n };
    const quotes = await fixture.chain.services.estimateFees({ transaction, network: fixture.network }, neverAborted());
    await sendAndMine({ ...transaction, speed: 'fast' });
    const [parameters] = fixture.wallet.requests.findLast(({ method }) => method === 'eth_sendTransaction')?.params ?? [];
    expect(parameters).toMatchObject({ gas: '0x5208', maxFeePerGas: expect.any(String), maxPriorityFeePerGas: expect.any(String) });
    const { rate } = quotes[2] ?? {};
    expect(rate?.type === 'eip1559' && BigInt(Object(parameters).maxPriorityFeePerGas) <= 2n * rate.maxPriorityFeePerGas).toBe(true);
    await sendAndMine(transaction);
    const [bare] = fixture.wallet.requests.findLast(({ method }) => method === 'eth_sendTransaction')?.params ?? [];
    expect(Object.keys(Object(bare)).sort()).toEqual(['chainId', 'from', 'to', 'value']);
  });
});

describe('a script that replaces the recipient in all requests and replies of the page', () => {
  /** Replaces an address wherever the page's `fetch` sends or receives it. */
  const patchFetch = (address: string, thief: string): { readonly replaced: () => number } => {
    const original = fetch;
    let count = 0;
    const replace = (text: string): string =>
      text.replace(new RegExp(address.slice(2), 'gi'), () => {
        count += 1;
        return thief.slice(2).toLowerCase();
      });
    vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
      const request = new Request(input, init);
      const body = await request.text();
      // The wallet broadcasts on a page of its own.
      if (body.includes('eth_sendRawTransaction')) return original(input, init);
      const { url, method, headers } = request;
      const response = await original(url, { method, headers, body: replace(body) });
      return new Response(replace(await response.text()), response);
    });
    return { replaced: () => count };
  };

  it('gets nothing: the wallet is asked for the transfer that was reviewed', async () => {
    const [to, thief] = [newAddress(), newAddress()];
    const { dollar } = fixture.contracts;
    await fixture.mint(dollar, fixture.alice.address, 40n);
    const { caipNetworkId: chainId } = fixture.network;
    const patched = patchFetch(to, thief);
    await sendAndMine({ to, value: 5n, speed: 'fast', reviewed: transferDigest({ chainId, to, token: null, value: 5n }) });
    const reviewed = transferDigest({ chainId, to, token: dollar, value: 40n });
    await sendAndMine({ to, value: 40n, asset: fixture.asset(dollar), speed: 'fast', reviewed });
    // The fees were estimated for the thief.
    expect(patched.replaced()).toBeGreaterThan(0);
    vi.unstubAllGlobals();
    const held = (owner: typeof to) => Promise.all([fixture.client.getBalance({ address: owner }), fixture.balanceOf(dollar, owner)]);
    expect([await held(to), await held(thief)]).toEqual([
      [5n, 40n],
      [0n, 0n],
    ]);
  });
});

describe('invalid transfers are rejected before a request to the wallet', () => {
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
    const before = sendCount();
    expect([await codeOf(send({ to, value: 1n })), sendCount()]).toEqual([code, before]);
  });

  it.each([
    [0n, 'send/invalid-amount'],
    [-1n, 'send/invalid-amount'],
    [parseEther('2'), 'send/above-balance'],
    [parseEther('1'), 'send/insufficient-fee-funds'],
  ])('%i wei', async (value, code) => {
    const before = sendCount();
    expect([await codeOf(send({ to: newAddress(), value })), sendCount()]).toEqual([code, before]);
  });

  it('rejects more of a token than the balance, and a token transfer without native currency for the fee', async () => {
    const asset = fixture.asset(fixture.contracts.dollar);
    await fixture.mint(fixture.contracts.dollar, fixture.alice.address, 5n);
    const balance = await fixture.balanceOf(fixture.contracts.dollar, fixture.alice.address);
    const before = sendCount();
    const error = await errorOf(send({ to: newAddress(), value: balance + 1n, asset }));
    expect(isLatchkeyError(error, 'send/above-balance') && error.context).toEqual({
      chainId: 'eip155:1',
      asset,
      value: (balance + 1n).toString(),
      balance: balance.toString(),
    });
    await fixture.client.setBalance({ address: fixture.alice.address, value: 1n });
    expect(await codeOf(send({ to: newAddress(), value: 1n, asset }))).toBe('send/insufficient-fee-funds');
    expect(sendCount()).toBe(before);
  });

  it('rejects a call that reverts', async () => {
    const before = sendCount();
    const error = await errorOf(send({ to: fixture.contracts.token, value: 0n, data: '0xa9059cbb' }));
    expect([isLatchkeyError(error, 'send/refused'), sendCount()]).toEqual([true, before]);
  });
});

describe("errors of the wallet's node", () => {
  it.each([
    [{ code: -32000, message: 'nonce too low: next nonce 5, tx nonce 4' }, 'send/nonce-too-low'],
    [
      { code: -32603, message: 'Internal JSON-RPC error.', data: { originalError: { code: -32000, message: 'nonce too low' } } },
      'send/nonce-too-low',
    ],
    [{ code: -32000, message: 'insufficient funds for gas * price + value: have 5 want 21000' }, 'send/insufficient-fee-funds'],
    [{ code: -32003, message: 'replacement transaction underpriced' }, 'send/refused'],
    // The transaction may be pending already.
    [{ code: -32000, message: 'already known' }, 'wallet/request-failed'],
    [{ code: -32603, message: 'Internal error' }, 'wallet/request-failed'],
  ])('are mapped to our codes: %j', async (error, code) => {
    fixture.wallet.respondNext('eth_sendTransaction', { error });
    expect(await codeOf(send({ to: newAddress(), value: 1n }))).toBe(code);
  });

  it('does not block sending if the balance cannot be read', async () => {
    fixture.wallet.respondNext('eth_getBalance', { error: { code: -32603, message: 'down' } });
    const to = newAddress();
    await sendAndMine({ to, value: 3n });
    expect(await fixture.client.getBalance({ address: to })).toBe(3n);
  });
});

describe('tracking', () => {
  const follow = async (
    chain: Eip155Chain,
    hash: string,
    clock: FakeClock,
    meanwhile: (seen: readonly TransactionProgress[]) => Promise<void>,
  ) => {
    const seen: TransactionProgress[] = [];
    let end: unknown;
    chain.followTransaction({ hash, network: fixture.network }).subscribe({
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
      await flushPromises();
      // The response time of the node does not count as page time.
      if (fixture.proxy.pendingRequests === 0) clock.advance(50);
    }
    return { seen: seen.map(({ status, settled: isSettled }) => `${status}${isSettled ? '!' : ''}`), end };
  };

  it('continues through a re-org that removes the transaction from its block', async () => {
    const clock = new FakeClock();
    const chain = new Eip155Chain({ clock, confirmations: 3 });
    const { client } = fixture;
    await client.setAutomine(false);
    const hash = await send({ to: newAddress(), value: 1n });
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
  ])('detects the replacement of a transaction. %s', async (_what, isSame) => {
    const clock = new FakeClock();
    const chain = new Eip155Chain({ clock });
    const { client, alice, proxy } = fixture;
    await client.setAutomine(false);
    const to = newAddress();
    const hash = await send({ to, value: 1n });
    const { nonce, gasPrice = 0n } = await client.getTransaction({ hash: hash as `0x${string}` });
    proxy.methods.length = 0;
    let isReplaced = false;
    let replacement = '';
    const { end } = await follow(chain, hash, clock, async () => {
      if (isReplaced || !proxy.methods.includes('eth_getTransactionCount')) return;
      isReplaced = true;
      const terms = isSame ? { to, value: 1n } : { to: alice.address, value: 0n };
      const fee = { type: 'legacy', chainId: 1, nonce, gas: 21_000n, gasPrice: gasPrice * 2n } as const;
      replacement = await client.sendRawTransaction({ serializedTransaction: await alice.signTransaction({ ...fee, ...terms }) });
      await client.mine({ blocks: 1 });
    });
    if (isSame) expect([end, await client.getBalance({ address: to })]).toEqual(['settled', 1n]);
    else
      expect(isLatchkeyError(end, 'network/transaction-dropped') && end.context).toMatchObject({
        chainId: 'eip155:1',
        hash,
        by: replacement,
      });
    chain.dispose();
  });
});

describe('replacing a waiting transaction', () => {
  /** Sends and leaves it waiting. */
  const wait = async (request: Omit<TransactionRequest, 'from'>): Promise<string> => {
    await fixture.client.setAutomine(false);
    return send(request);
  };
  const replace = (
    mode: 'speed-up' | 'cancel',
    hash: string,
    events: SendEvent[] = [],
    signal: AbortSignal = neverAborted(),
  ): Promise<string> => {
    const request = { from: fixture.accountId(fixture.alice.address), hash, mode };
    return session.replaceTransaction?.(request, signal, (event) => events.push(event)) ?? Promise.reject(new Error('Not supported'));
  };
  /** Makes the wallet add to the nonces that it is asked for, and reports each such request. */
  const changeNonces = (added: number, onSend: () => void = () => undefined) => {
    const request = fixture.wallet.provider.request.bind(fixture.wallet.provider);
    return vi.spyOn(fixture.wallet.provider, 'request').mockImplementation((call) => {
      if (call.method !== 'eth_sendTransaction') return request(call);
      onSend();
      const [transaction] = (call.params ?? []) as readonly Readonly<Record<string, unknown>>[];
      const nonce = `0x${(Number(transaction?.['nonce']) + added).toString(16)}`;
      return request({ ...call, params: [{ ...transaction, nonce }] });
    });
  };
  const read = (hash: string) => fixture.client.getTransaction({ hash: hash as `0x${string}` });
  const receipt = (hash: string) =>
    fixture.client.getTransactionReceipt({ hash: hash as `0x${string}` }).then(
      ({ status }) => status,
      () => null,
    );

  it.each([undefined, 'slow', 'fast'] as const)('speeds it up: same nonce, both fees at least a tenth higher; speed %s', async (speed) => {
    const to = newAddress();
    const hash = await wait({ to, value: 7n, ...(speed === undefined ? {} : { speed }) });
    const events: SendEvent[] = [];
    const replacement = await replace('speed-up', hash, events);
    const [before, after] = await Promise.all([read(hash).catch(() => null), read(replacement)]);
    expect(after).toMatchObject({ to: to.toLowerCase(), value: 7n, from: fixture.alice.address.toLowerCase() });
    if (before !== null) expect(after.nonce).toBe(before.nonce);
    expect(events.map(({ type }) => type)).toEqual(['broadcast', 'broadcast']);
    await fixture.client.mine({ blocks: 1 });
    expect([await receipt(hash), await receipt(replacement)]).toEqual([null, 'success']);
    expect(await fixture.client.getBalance({ address: to })).toBe(7n);
  });

  it('keeps the gas limit and raises the fee by at least a tenth', async () => {
    await fixture.client.setAutomine(false);
    const { alice, client } = fixture;
    const nonce = await client.getTransactionCount({ address: alice.address });
    const fees = { maxFeePerGas: 900_000_000_000n, maxPriorityFeePerGas: 70_000_000_003n };
    const signed = await alice.signTransaction({ type: 'eip1559', chainId: 1, nonce, gas: 30_000n, to: alice.address, value: 1n, ...fees });
    const hash = await client.sendRawTransaction({ serializedTransaction: signed });
    const after = await read(await replace('speed-up', hash));
    // The wallet signs transactions from before EIP-1559.
    expect(after).toMatchObject({ nonce, gas: 30_000n, gasPrice: 990_000_000_001n });
    await client.mine({ blocks: 1 });
  });

  it('keeps a transaction from before EIP-1559 as it is', async () => {
    await fixture.client.setAutomine(false);
    const { alice, client } = fixture;
    const nonce = await client.getTransactionCount({ address: alice.address });
    const terms = { type: 'legacy', chainId: 1, nonce, gas: 21_000n, gasPrice: 50_000_000_000n } as const;
    const signed = await alice.signTransaction({ ...terms, to: newAddress(), value: 1n });
    const replacement = await replace('speed-up', await client.sendRawTransaction({ serializedTransaction: signed }));
    expect(await read(replacement)).toMatchObject({ nonce, type: 'legacy', gasPrice: 55_000_000_001n });
    await client.mine({ blocks: 1 });
    expect(await receipt(replacement)).toBe('success');
  });

  it('speeds up a token transfer', async () => {
    const to = newAddress();
    await fixture.mint(fixture.contracts.dollar, fixture.alice.address, 100n);
    const replacement = await replace('speed-up', await wait({ to, value: 40n, asset: fixture.asset(fixture.contracts.dollar) }));
    await fixture.client.mine({ blocks: 1 });
    expect([await receipt(replacement), await fixture.balanceOf(fixture.contracts.dollar, to)]).toEqual(['success', 40n]);
  });

  it('cancels it: the recipient gets nothing, and both chains of evidence agree', async () => {
    const to = newAddress();
    const hash = await wait({ to, value: 7n });
    const events: SendEvent[] = [];
    const trace = await firstValueFrom(fixture.chain.followTransaction({ hash, network: fixture.network }).pipe(map((each) => each.trace)));
    const replacement = await replace('cancel', hash, events);
    const sent = events.at(-1);
    expect(fixture.chain.areExclusive(trace ?? '', sent?.type === 'broadcast' ? (sent.trace ?? '') : '')).toBe(true);
    await fixture.client.mine({ blocks: 1 });
    expect([await receipt(hash), await receipt(replacement), await fixture.client.getBalance({ address: to })]).toEqual([
      null,
      'success',
      0n,
    ]);
    expect(await read(replacement)).toMatchObject({ to: fixture.alice.address.toLowerCase(), value: 0n, input: '0x' });
  });

  it('refuses what is in a block or unknown, and a fee that is too high', async () => {
    const to = newAddress();
    const mined = await sendAndMine({ to, value: 1n });
    const before = sendCount();
    const reasonOf = async (run: Promise<unknown>): Promise<unknown> => {
      const error = await errorOf(run);
      return isLatchkeyError(error, 'send/not-replaceable') ? error.context.reason : isLatchkeyError(error) ? error.code : error;
    };
    expect(await reasonOf(replace('speed-up', mined))).toBe('settled');
    expect(await reasonOf(replace('speed-up', `0x${'f'.repeat(64)}`))).toBe('unknown');
    const hash = await wait({ to, value: 1n });
    const request = { from: fixture.accountId(fixture.alice.address), hash, mode: 'speed-up', maxFee: 1n } as const;
    expect(await reasonOf(session.replaceTransaction?.(request, neverAborted()) ?? Promise.resolve())).toBe('send/fee-too-high');
    expect(sendCount()).toBe(before + 1);
    await fixture.client.mine({ blocks: 1 });
  });

  it('tells a second transaction of a wallet that chooses nonces itself', async () => {
    const to = newAddress();
    const hash = await wait({ to, value: 7n });
    const spy = changeNonces(1);
    const error = await errorOf(replace('speed-up', hash));
    spy.mockRestore();
    expect(isLatchkeyError(error, 'send/not-replaced') && error.context).toMatchObject({ hash });
    await fixture.client.mine({ blocks: 1 });
  });

  it.each([
    [0, { trace: expect.any(String) }],
    [1, { isSeparate: true }],
  ])('tells the same of one that is approved after its sender left; nonces changed by %i', async (added, found) => {
    const to = newAddress();
    const hash = await wait({ to, value: 7n });
    const sender = new AbortController();
    const spy = changeNonces(added, () => queueMicrotask(() => sender.abort()));
    const events: SendEvent[] = [];
    expect(await errorOf(replace('speed-up', hash, events, sender.signal))).toBe(sender.signal.reason);
    await vi.waitFor(() => expect(events).toHaveLength(2));
    spy.mockRestore();
    const sent = events[0]?.type === 'broadcast' ? events[0].hash : '';
    expect(events).toEqual([
      { type: 'broadcast', hash: sent },
      { type: 'late-broadcast', hash: sent, ...found },
    ]);
    await fixture.client.mine({ blocks: 1 });
    expect(await fixture.client.getBalance({ address: to })).toBe(added === 0 ? 7n : 14n);
  });
});

describe('watching pending transactions', () => {
  it('emits at a poll that finds new ones, and never fails', async () => {
    const clock = new FakeClock();
    const chain = new Eip155Chain({ clock });
    let count = 0;
    const subscription = chain.watchPending({ network: fixture.network, pollMs: 1_000 }).subscribe(() => {
      count += 1;
    });
    const poll = async (): Promise<void> => {
      const before = fixture.proxy.methods.length;
      clock.advance(1_000);
      await vi.waitFor(() => expect(fixture.proxy.methods.slice(before)).toContain('eth_getFilterChanges'));
      await vi.waitFor(() => expect(fixture.proxy.pendingRequests).toBe(0));
    };
    await vi.waitFor(() => expect(fixture.proxy.methods).toContain('eth_newPendingTransactionFilter'));
    await poll();
    expect(count).toBe(0);
    await sendAndMine({ to: newAddress(), value: 1n });
    await poll();
    await vi.waitFor(() => expect(count).toBe(1));
    subscription.unsubscribe();
    chain.dispose();
  });
});
