import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Eip155Reader } from '../../../../adapters/eip155/nodes/eip155-reader.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { isLatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { codeOf, patient, settled } from '../../../../testing/contracts/test-api.js';
import { JsonRpcNode } from '../support/json-rpc-node.js';
import { ALICE, testNetwork } from '../support/networks.js';
import { errorOf, leave } from '../support/outcomes.js';

let first: JsonRpcNode;
let second: JsonRpcNode;
let clock: FakeClock;
let reader: Eip155Reader;

beforeEach(async () => {
  [first, second] = await Promise.all([JsonRpcNode.start(), JsonRpcNode.start()]);
  first.answers.set('eth_getBalance', () => '0x1');
  second.answers.set('eth_getBalance', () => '0x2');
  clock = new FakeClock();
  reader = new Eip155Reader({ clock });
});

afterEach(() => reader.dispose());

const balance = async (...urls: readonly string[]): Promise<bigint> =>
  (await reader.getBalance({ address: ALICE, network: testNetwork(1, ...urls) }, patient())).value;

/** Until the first node was asked. */
const asked = async (): Promise<void> => {
  while (first.requests.length < 1) await settled();
};

/** A little time passes: far less than a URL may take. */
const moment = async (): Promise<void> => {
  await settled();
  clock.advance(5);
};

/** Lets time pass until a promise is settled. */
const passing = async <T>(promise: Promise<T>): Promise<T> => {
  let over = false;
  const end = (): void => {
    over = true;
  };
  promise.then(end, end);
  while (!over) await moment();
  return promise;
};

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
    ['gives nothing', { body: '' }],
    ['gives no answer of JSON-RPC', { body: '{"jsonrpc":"2.0","id":1}' }],
    ['gives HTML', { body: '<!doctype html><title>Sign in</title>' }],
  ] as const)('goes on to the next URL when one %s', async (_what, mode) => {
    first.mode = mode;
    expect(await balance(first.url, second.url)).toBe(2n);
  });

  it('goes on to the next URL when nobody is there, and when the URL is none', async () => {
    const { url } = first;
    await first.stop();
    expect(await balance(url, 'no url', second.url)).toBe(2n);
  });

  it('tries again after a while when it is sent away', async () => {
    first.mode = { status: 429 };
    const reading = balance(first.url);
    while (first.requests.length < 2) await moment();
    first.mode = 'working';
    expect(await passing(reading)).toBe(1n);
  });

  it('says that the network cannot be reached when every URL failed', async () => {
    first.mode = { status: 500 };
    second.mode = 'nonsense';
    const error = await passing(errorOf(balance(first.url, second.url)));
    expect(isLatchkeyError(error, 'network/rpc-failed') && error.context).toEqual({ chainId: 'eip155:1', method: 'eth_getBalance' });
  });

  it('says so at once for a network without URLs', async () => {
    expect(await codeOf(balance())).toBe('network/rpc-failed');
  });

  it('takes no more than 10 s for each URL', async () => {
    first.mode = 'silent';
    const reading = errorOf(balance(first.url));
    await asked();
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
    const request = { address: ALICE, network: testNetwork(1, first.url) };
    expect(await leave((signal) => reader.getBalance(request, signal), asked)).toBe('left');
    expect(clock.pending).toBe(0);
  });

  it('ends what is under way, socket and all, when it is disposed of', async () => {
    first.mode = 'silent';
    const reading = errorOf(balance(first.url));
    await asked();
    reader.dispose();
    expect(isLatchkeyError(await reading, 'config/disposed')).toBe(true);
    while ((await first.connections()) > 0) await settled();
    expect(clock.pending).toBe(0);
  });
});

describe('the nodes of a network', () => {
  it('are sent JSON as such, and as text where it is the RPC service, which needs no leave of the browser then', async () => {
    await balance(first.url);
    await balance(`${first.url}/v1/?chainId=eip155:1&projectId=abc`);
    expect([...new Set(first.headers.map((headers) => headers['content-type']))]).toEqual(['application/json', 'text/plain']);
  });

  it('are sent the credentials of their address in a header', async () => {
    expect(await balance(first.url.replace('//', '//user:p%40ss@'))).toBe(1n);
    expect(first.headers.at(-1)?.authorization).toBe(`Basic ${btoa('user:p@ss')}`);
  });

  it('are asked for their chain once, before anything else', async () => {
    await balance(first.url);
    await balance(first.url);
    expect(first.chainChecks).toBe(1);
  });

  it('are not believed on another chain', async () => {
    first.chainId = 137;
    expect(await balance(first.url, second.url)).toBe(2n);
    expect(first.requests).toEqual([]);
    const error = await errorOf(balance(first.url));
    expect(isLatchkeyError(error, 'network/wrong-node') && error.context).toEqual({ chainId: 'eip155:1', nodeChainId: 'eip155:137' });
  });

  it('are not asked again for what a contract refused', async () => {
    first.mode = { rpcError: 3 };
    const reading = reader.request({ method: 'eth_call', params: [], network: testNetwork(1, first.url, second.url) }, patient());
    // The chain is asked for first, and refused as well: that node says nothing.
    expect(await errorOf(reading)).toBe(null);
    first.mode = 'working';
    await balance(first.url);
    first.mode = { rpcError: 3 };
    const network = testNetwork(1, first.url);
    const refused = await errorOf(reader.request({ method: 'eth_call', params: [], network }, patient()));
    expect(isLatchkeyError(refused, 'network/rpc-failed') && refused.cause).toMatchObject({ name: 'NodeError', code: 3 });
  });

  it('are never sent a signed transaction twice', async () => {
    await balance(first.url, second.url);
    first.mode = { rpcError: -32000 };
    const network = testNetwork(1, first.url, second.url);
    const sending = reader.request({ method: 'eth_sendRawTransaction', params: ['0x00'], network }, patient());
    expect(isLatchkeyError(await errorOf(sending), 'network/rpc-failed')).toBe(true);
    expect(second.requests).toEqual([]);
  });

  it('take at most a thousand calls in one request', async () => {
    first.answers.set('eth_getBalance', ([address]) => address);
    const calls = Array.from({ length: 2_001 }, (_, index) => ({ method: 'eth_getBalance', params: [`0x${index.toString(16)}`] }));
    const answers = await reader.requestAll(calls, testNetwork(1, first.url), patient());
    expect(answers.map((answer) => 'result' in answer && answer.result)).toEqual(calls.map(({ params }) => params[0]));
    expect(first.batches.sort((a, b) => a - b)).toEqual([1, 1_000, 1_000]);
  });

  it('are asked in the order in which they answer best, where that is wanted', async () => {
    const ranking = new Eip155Reader({ clock, rank: true });
    const read = async (): Promise<bigint> =>
      (await ranking.getBalance({ address: ALICE, network: testNetwork(1, first.url, second.url) }, patient())).value;
    expect(await read()).toBe(1n);
    while (second.chainChecks < 1) await settled();
    first.mode = { status: 403 };
    for (let sample = 0; sample < 3; sample += 1) {
      clock.advance(4_000);
      expect(await read()).toBe(2n);
      await settled();
    }
    first.mode = 'working';
    const before = first.requests.length;
    expect(await read()).toBe(2n);
    expect(first.requests.length).toBe(before);
    ranking.dispose();
  });
});
