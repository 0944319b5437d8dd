import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Eip155Reader } from '../../../../adapters/eip155/viem/eip155-reader.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { isLatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { codeOf, patient, settled } from '../../../../testing/contracts/test-api.js';
import { JsonRpcNode, receipt } from '../support/json-rpc-node.js';
import { ALICE, BOB, testNetwork } from '../support/networks.js';

const HASH = `0x${'a'.repeat(64)}`;

let first: JsonRpcNode;
let second: JsonRpcNode;
let clock: FakeClock;
let reader: Eip155Reader;

beforeEach(async () => {
  [first, second] = await Promise.all([JsonRpcNode.start(), JsonRpcNode.start()]);
  first.answers.set('eth_getBalance', () => '0x1');
  second.answers.set('eth_getBalance', () => '0x2');
  clock = new FakeClock();
  reader = new Eip155Reader(clock);
});

afterEach(async () => {
  reader.dispose();
  await Promise.all([first.stop(), second.stop()]);
});

const balance = async (...urls: readonly string[]): Promise<bigint> =>
  (await reader.getBalance({ address: ALICE, network: testNetwork(1, ...urls) }, patient())).value;

const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

describe('reading a balance', () => {
  it('asks the first URL with the latest block, and no other', async () => {
    expect(await balance(first.url, second.url)).toBe(1n);
    expect(first.requests).toEqual([{ method: 'eth_getBalance', params: [ALICE, 'latest'] }]);
    expect(second.requests).toEqual([]);
  });

  it.each([
    ['refuses', { status: 403 }],
    ['is overloaded', { status: 503 }],
    ['answers nonsense', 'nonsense'],
    ['answers with an error', { rpcError: -32000 }],
  ] as const)('goes on to the next URL when one %s', async (_what, mode) => {
    first.mode = mode;
    expect(await balance(first.url, second.url)).toBe(2n);
  });

  it('goes on to the next URL when nobody is there, and when the URL is none', async () => {
    const nobody = await JsonRpcNode.start();
    const { url } = nobody;
    await nobody.stop();
    expect(await balance(url, 'no url', second.url)).toBe(2n);
  });

  it('tries again after a while when it is sent away', async () => {
    first.mode = { status: 429 };
    const reading = balance(first.url);
    while (first.requests.length < 2) await settled();
    first.mode = 'working';
    expect(await reading).toBe(1n);
  });

  it('says that the network cannot be reached when every URL failed', async () => {
    first.mode = { status: 500 };
    second.mode = 'nonsense';
    const error = await errorOf(balance(first.url, second.url));
    expect(isLatchkeyError(error, 'network/rpc-failed') && error.context).toEqual({ chainId: 'eip155:1', method: 'eth_getBalance' });
  });

  it('says so at once for a network without URLs', async () => {
    expect(await codeOf(balance())).toBe('network/rpc-failed');
  });

  it('takes no more than 10 s for each URL', async () => {
    first.mode = 'silent';
    const reading = errorOf(balance(first.url));
    while (first.requests.length < 1) await settled();
    clock.advance(9_999);
    await settled();
    clock.advance(1);
    const error = await reading;
    expect(isLatchkeyError(error, 'network/timeout') && error.context).toEqual({
      chainId: 'eip155:1',
      method: 'eth_getBalance',
      timeoutMs: 10_000,
    });
    expect(clock.pending).toBe(0);
  });

  it.each(['0xzz', 'text', {}, null])('does not take %j for a balance', async (answer) => {
    first.answers.set('eth_getBalance', () => answer);
    expect(await codeOf(balance(first.url))).toBe('network/rpc-failed');
  });

  it('reads for addresses only', async () => {
    const reading = reader.getBalance({ address: 'alice.eth', network: testNetwork(1, first.url) }, patient());
    expect(await codeOf(reading)).toBe('address/invalid');
    expect(first.requests).toEqual([]);
  });

  it('stops when told to, whatever the node does later', async () => {
    first.mode = 'silent';
    const controller = new AbortController();
    const reading = errorOf(reader.getBalance({ address: ALICE, network: testNetwork(1, first.url) }, controller.signal));
    while (first.requests.length < 1) await settled();
    controller.abort('gone');
    expect(await reading).toBe('gone');
    expect(clock.pending).toBe(0);
  });

  it('ends what is under way, socket and all, when it is disposed of', async () => {
    first.mode = 'silent';
    const reading = errorOf(balance(first.url));
    while (first.requests.length < 1) await settled();
    reader.dispose();
    expect(isLatchkeyError(await reading, 'config/disposed')).toBe(true);
    while ((await first.connections()) > 0) await settled();
    expect(clock.pending).toBe(0);
  });
});

describe('waiting for a transaction', () => {
  // Hours of waiting take thousands of requests: the node is in memory.
  let answers: Map<string, (params: readonly unknown[]) => unknown>;
  let methods: string[];
  /** Whether the request with this number, from 1, fails. */
  let fails: (request: number) => boolean;

  beforeEach(() => {
    answers = new Map();
    methods = [];
    fails = () => false;
    vi.stubGlobal('fetch', async (_url: string, init: { readonly body: string }) => {
      const { id, method, params } = JSON.parse(init.body);
      methods.push(method);
      const outcome = fails(methods.length)
        ? { error: { code: -32000, message: 'failed' } }
        : { result: answers.get(method)?.(params) ?? null };
      return new Response(JSON.stringify({ jsonrpc: '2.0', id, ...outcome }), { headers: { 'content-type': 'application/json' } });
    });
  });

  const wait = (signal = patient()): Promise<{ readonly blockNumber: bigint }> =>
    reader.waitForTransaction({ hash: HASH, network: testNetwork(1, 'https://rpc.example') }, signal);

  const receipts = (...all: readonly unknown[]): void => {
    const rest = [...all];
    answers.set('eth_getTransactionReceipt', () => (rest.length > 1 ? rest.shift() : rest[0]));
  };

  const pendingTransaction = (nonce: string): void => {
    answers.set('eth_getTransactionByHash', () => ({ hash: HASH, from: ALICE, to: BOB, nonce, value: '0x0' }));
  };

  /** Moves the clock in steps while a promise is waited for, letting answers arrive in between. */
  const passing = async <T>(promise: Promise<T>, stepMs = 100): Promise<T> => {
    let over = false;
    const done = promise.finally(() => {
      over = true;
    });
    done.catch(() => undefined);
    while (!over) {
      await settled();
      clock.advance(stepMs);
    }
    return done;
  };

  it('gives the block as soon as there is one', async () => {
    receipts(null, null, receipt(HASH, '0x1', '0x2a'));
    expect(await passing(wait())).toEqual({ blockNumber: 42n });
    expect([methods.length, clock.pending]).toEqual([3, 0]);
  });

  it('waits on while a node gives a receipt without a block', async () => {
    const early = { ...receipt(HASH, '0x1'), blockNumber: null };
    receipts(early, early, early, early, receipt(HASH, '0x1', '0x2a'));
    expect(await passing(wait())).toEqual({ blockNumber: 42n });
  });

  it('says that the transaction failed', async () => {
    receipts(null, receipt(HASH, '0x0'));
    const error = await passing(errorOf(wait()));
    expect(isLatchkeyError(error, 'network/transaction-reverted') && error.context).toEqual({ chainId: 'eip155:1', hash: HASH });
  });

  it('looks quickly at first, then seldom, and stops when told to', async () => {
    const started = clock.now();
    const looks: number[] = [];
    answers.set('eth_getTransactionReceipt', () => {
      looks.push(clock.now() - started);
      return null;
    });
    const controller = new AbortController();
    const waiting = errorOf(wait(controller.signal));
    while (clock.now() - started < 60_000) {
      await settled();
      clock.advance(250);
    }
    controller.abort('gone');
    expect([await waiting, clock.pending]).toEqual(['gone', 0]);
    expect(looks[0]).toBeLessThan(500);
    expect(looks[2]).toBeLessThan(3_000);
    expect(looks.length).toBeGreaterThan(8);
    expect(looks.length).toBeLessThan(22);
  });

  it('passes over single failures to read', async () => {
    receipts(null, receipt(HASH, '0x1', '0x2a'));
    fails = (request) => request === 1;
    expect(await passing(wait())).toEqual({ blockNumber: 42n });
  });

  it('counts failures in a row only', async () => {
    receipts(null, receipt(HASH, '0x1', '0x2a'));
    fails = (request) => request % 3 !== 0;
    expect(await passing(wait())).toEqual({ blockNumber: 42n });
    expect(methods.length).toBe(6);
  });

  it('gives up when nothing can be read any more', async () => {
    fails = () => true;
    expect(await passing(codeOf(wait()))).toBe('network/rpc-failed');
    expect([methods.length, clock.pending]).toEqual([3, 0]);
  });

  it('does not know the outcome when another transaction took its place', async () => {
    receipts(null);
    pendingTransaction('0x5');
    answers.set('eth_getTransactionCount', () => '0x6');
    const error = await passing(errorOf(wait()));
    expect(isLatchkeyError(error, 'network/unknown-outcome') && error.context).toEqual({ chainId: 'eip155:1', hash: HASH });
  });

  it('still finds a receipt that comes later than its nonce', async () => {
    let counts = 0;
    receipts(null);
    pendingTransaction('0x5');
    answers.set('eth_getTransactionCount', () => {
      counts += 1;
      if (counts === 2) receipts(receipt(HASH, '0x1', '0x2a'));
      return '0x6';
    });
    expect(await passing(wait())).toEqual({ blockNumber: 42n });
  });

  it('waits on while the nonce is free, but not for ever', async () => {
    receipts(null);
    pendingTransaction('0x5');
    answers.set('eth_getTransactionCount', () => '0x5');
    const started = clock.now();
    const error = await passing(errorOf(wait()), 4_000);
    expect(isLatchkeyError(error, 'network/unknown-outcome')).toBe(true);
    expect(clock.now() - started).toBeGreaterThanOrEqual(30 * 60_000);
  });
});
