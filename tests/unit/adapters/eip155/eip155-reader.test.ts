import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Eip155Reader } from '../../../../adapters/eip155/nodes/eip155-reader.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { isLatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { codeOf, flushPromises, neverAborted } from '../../../../testing/contracts/test-api.js';
import { JsonRpcClient } from '../support/json-rpc-node.js';
import { ALICE, testNetwork } from '../support/networks.js';
import { abortWhilePending, errorOf } from '../support/outcomes.js';

let first: JsonRpcClient;
let second: JsonRpcClient;
let clock: FakeClock;
let reader: Eip155Reader;

beforeEach(async () => {
  [first, second] = await Promise.all([JsonRpcClient.start(), JsonRpcClient.start()]);
  first.responses.set('eth_getBalance', () => '0x1');
  second.responses.set('eth_getBalance', () => '0x2');
  clock = new FakeClock();
  reader = new Eip155Reader({ clock });
});

afterEach(() => reader.dispose());

const balance = async (...urls: readonly string[]): Promise<bigint> =>
  (await reader.getBalance({ address: ALICE, network: testNetwork(1, ...urls) }, neverAborted())).value;

/** Resolves once the first node has received a request. */
const firstRequest = async (): Promise<void> => {
  while (first.requests.length < 1) await flushPromises();
};

/** Advances the clock by much less than a timeout. */
const tick = async (): Promise<void> => {
  await flushPromises();
  clock.advance(5);
};

/** Advances the clock until a promise is settled. */
const settle = async <T>(promise: Promise<T>): Promise<T> => {
  let isSettled = false;
  const onSettled = (): void => {
    isSettled = true;
  };
  promise.then(onSettled, onSettled);
  while (!isSettled) await tick();
  return promise;
};

describe('getBalance', () => {
  it('reads the latest block from the first URL only', async () => {
    expect(await balance(first.url, second.url)).toBe(1n);
    expect(first.requests).toEqual([{ method: 'eth_getBalance', params: [ALICE, 'latest'] }]);
    expect(second.requests).toEqual([]);
  });

  it.each([
    ['returns 403', { status: 403 }],
    ['returns 503', { status: 503 }],
    ['returns malformed JSON', 'nonsense'],
    ['returns an RPC error', { rpcError: -32000 }],
    ['returns an empty body', { body: '' }],
    ['returns no result', { body: '{"jsonrpc":"2.0","id":1}' }],
    ['returns HTML', { body: '<!doctype html><title>Sign in</title>' }],
  ] as const)('falls back to the next URL when one %s', async (_what, mode) => {
    first.mode = mode;
    expect(await balance(first.url, second.url)).toBe(2n);
  });

  it('falls back when a URL is unreachable or invalid', async () => {
    const { url } = first;
    await first.stop();
    expect(await balance(url, 'no url', second.url)).toBe(2n);
  });

  it('retries after a pause on 429', async () => {
    first.mode = { status: 429 };
    const reading = balance(first.url);
    while (first.requests.length < 2) await tick();
    first.mode = 'working';
    expect(await settle(reading)).toBe(1n);
  });

  it('rejects with network/rpc-failed when every URL failed', async () => {
    first.mode = { status: 500 };
    second.mode = 'nonsense';
    const error = await settle(errorOf(balance(first.url, second.url)));
    expect(isLatchkeyError(error, 'network/rpc-failed') && error.context).toEqual({ chainId: 'eip155:1', method: 'eth_getBalance' });
  });

  it('rejects immediately for a network without URLs', async () => {
    expect(await codeOf(balance())).toBe('network/rpc-failed');
  });

  it('times out after 10 s per URL', async () => {
    first.mode = 'silent';
    const reading = errorOf(balance(first.url));
    await firstRequest();
    clock.advance(9_999);
    await flushPromises();
    clock.advance(1);
    const error = await reading;
    expect(isLatchkeyError(error, 'network/timeout') && error.context).toEqual({
      chainId: 'eip155:1',
      method: 'eth_getBalance',
      timeoutMs: 10_000,
    });
    expect(clock.pending).toBe(0);
  });

  it.each(['0xzz', 'text', {}, null])('rejects %j as a balance', async (response) => {
    first.responses.set('eth_getBalance', () => response);
    expect(await codeOf(balance(first.url))).toBe('network/rpc-failed');
  });

  it('rejects a value that is not an address', async () => {
    const reading = reader.getBalance({ address: 'alice.eth', network: testNetwork(1, first.url) }, neverAborted());
    expect(await codeOf(reading)).toBe('address/invalid');
    expect(first.requests).toEqual([]);
  });

  it('rejects on abort', async () => {
    first.mode = 'silent';
    const request = { address: ALICE, network: testNetwork(1, first.url) };
    expect(await abortWhilePending((signal) => reader.getBalance(request, signal), firstRequest)).toBe('aborted');
    expect(clock.pending).toBe(0);
  });

  it('aborts pending reads and closes sockets on dispose', async () => {
    first.mode = 'silent';
    const reading = errorOf(balance(first.url));
    await firstRequest();
    reader.dispose();
    expect(isLatchkeyError(await reading, 'config/disposed')).toBe(true);
    while ((await first.connections()) > 0) await flushPromises();
    expect(clock.pending).toBe(0);
  });
});

describe('Eip155Nodes', () => {
  it('sends JSON, but plain text to the RPC service to avoid a CORS preflight', async () => {
    await balance(first.url);
    await balance(`${first.url}/v1/?chainId=eip155:1&projectId=abc`);
    expect([...new Set(first.headers.map((headers) => headers['content-type']))]).toEqual(['application/json', 'text/plain']);
  });

  it('sends URL credentials in a header', async () => {
    expect(await balance(first.url.replace('//', '//user:p%40ss@'))).toBe(1n);
    expect(first.headers.at(-1)?.authorization).toBe(`Basic ${btoa('user:p@ss')}`);
  });

  it('checks the chain id once, before the first call', async () => {
    await balance(first.url);
    await balance(first.url);
    expect(first.chainChecks).toBe(1);
  });

  it('skips nodes on another chain', async () => {
    first.chainId = 137;
    expect(await balance(first.url, second.url)).toBe(2n);
    expect(first.requests).toEqual([]);
    const error = await errorOf(balance(first.url));
    expect(isLatchkeyError(error, 'network/wrong-node') && error.context).toEqual({ chainId: 'eip155:1', nodeChainId: 'eip155:137' });
  });

  it('does not retry a reverted call', async () => {
    first.mode = { rpcError: 3 };
    const reading = reader.request({ method: 'eth_call', params: [], network: testNetwork(1, first.url, second.url) }, neverAborted());
    // The chain check fails as well, so this node is skipped.
    expect(await errorOf(reading)).toBe(null);
    first.mode = 'working';
    await balance(first.url);
    first.mode = { rpcError: 3 };
    const network = testNetwork(1, first.url);
    const refused = await errorOf(reader.request({ method: 'eth_call', params: [], network }, neverAborted()));
    expect(isLatchkeyError(refused, 'network/rpc-failed') && refused.cause).toMatchObject({ name: 'NodeError', code: 3 });
  });

  it('never sends a signed transaction twice', async () => {
    await balance(first.url, second.url);
    first.mode = { rpcError: -32000 };
    const network = testNetwork(1, first.url, second.url);
    const sending = reader.request({ method: 'eth_sendRawTransaction', params: ['0x00'], network }, neverAborted());
    expect(isLatchkeyError(await errorOf(sending), 'network/rpc-failed')).toBe(true);
    expect(second.requests).toEqual([]);
  });

  it('falls back when a node answers one call of several with a rate limit, and keeps the error of a call', async () => {
    const calls = [ALICE, '0x1'].map((address) => ({ method: 'eth_getBalance', params: [address] }));
    const answer = (balance: string, code: number) => (params: readonly unknown[]) => {
      if (params[0] === ALICE) return balance;
      throw Object.assign(new Error('not now'), { code });
    };
    first.responses.set('eth_getBalance', answer('0x1', -32005));
    second.responses.set('eth_getBalance', answer('0x2', -32000));
    const responses = await reader.requestAll(calls, testNetwork(1, first.url, second.url), neverAborted());
    expect(responses).toMatchObject([{ result: '0x2' }, { error: { code: -32000 } }]);
  });

  it('sends at most a thousand calls per request', async () => {
    first.responses.set('eth_getBalance', ([address]) => address);
    const calls = Array.from({ length: 2_001 }, (_, index) => ({ method: 'eth_getBalance', params: [`0x${index.toString(16)}`] }));
    const responses = await reader.requestAll(calls, testNetwork(1, first.url), neverAborted());
    expect(responses.map((response) => 'result' in response && response.result)).toEqual(calls.map(({ params }) => params[0]));
    expect(first.batches.sort((a, b) => a - b)).toEqual([1, 1_000, 1_000]);
  });

  it('ranks nodes by measured speed and stability if enabled', async () => {
    const ranking = new Eip155Reader({ clock, rank: true });
    const read = async (): Promise<bigint> =>
      (await ranking.getBalance({ address: ALICE, network: testNetwork(1, first.url, second.url) }, neverAborted())).value;
    expect(await read()).toBe(1n);
    while (second.chainChecks < 1) await flushPromises();
    first.mode = { status: 403 };
    for (let sample = 0; sample < 3; sample += 1) {
      clock.advance(4_000);
      expect(await read()).toBe(2n);
      await flushPromises();
    }
    first.mode = 'working';
    const before = first.requests.length;
    expect(await read()).toBe(2n);
    expect(first.requests.length).toBe(before);
    ranking.dispose();
  });
});
