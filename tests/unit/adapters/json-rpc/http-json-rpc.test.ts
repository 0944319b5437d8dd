import { beforeEach, describe, expect, it } from 'vitest';
import { HttpJsonRpc, type HttpJsonRpcOptions } from '../../../../adapters/json-rpc/http-json-rpc.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { abortWhilePending } from '../support/outcomes.js';
import { RpcServer } from '../support/rpc-server.js';

const READ = { method: 'eth_getBalance', params: ['0x1', 'latest'] };
const SEND = { method: 'eth_sendRawTransaction', params: ['0x02'] };

describe('HttpJsonRpc', () => {
  let first: RpcServer;
  let second: RpcServer;
  let clock: FakeClock;

  const rpc = (options: Partial<HttpJsonRpcOptions> = {}): HttpJsonRpc => new HttpJsonRpc({ clock, ...options });
  const methods = (server: RpcServer): readonly string[] => server.calls.map(({ method }) => method);
  const thrown = (promise: Promise<unknown>): Promise<unknown> => promise.then(String, (error: unknown) => error);

  beforeEach(async () => {
    [first, second] = await Promise.all([RpcServer.start(), RpcServer.start()]);
    clock = new FakeClock();
    for (const server of [first, second]) {
      server.responses.set(READ.method, { result: '0x2a' });
      server.responses.set(SEND.method, { result: '0xhash' });
    }
  });

  it('pings a URL with the method "test" before its first use only', async () => {
    const node = rpc().open([first.url]);
    expect(first.calls).toEqual([]);
    await node.request(READ);
    await node.request({ method: READ.method });
    expect(first.calls[0]).toEqual({ id: 1, jsonrpc: '2.0', method: 'test', params: [] });
    expect(methods(first)).toEqual(['test', READ.method, READ.method]);
    expect(first.calls[1]).toMatchObject({ jsonrpc: '2.0', ...READ });
    expect(first.calls[2]).toMatchObject({ params: [] });
    expect(first.headers[1]).toMatchObject({ accept: 'application/json', 'content-type': 'application/json' });
    expect(clock.pending).toBe(0);
  });

  it('shares the ping among concurrent requests', async () => {
    const node = rpc().open([first.url]);
    expect(await Promise.all([node.request(READ), node.request(READ), node.request(READ)])).toEqual(['0x2a', '0x2a', '0x2a']);
    expect(first.requestCount('test')).toBe(1);
  });

  it('sends no ping if disabled', async () => {
    await rpc({ ping: false }).open([first.url]).request(READ);
    expect(methods(first)).toEqual([READ.method]);
  });

  it('accepts any ping response, and retries a failed ping later', async () => {
    first.responses.set('test', { error: { code: -32_601, message: 'Method not found' } });
    expect(await rpc().open([first.url]).request(READ)).toBe('0x2a');
    first.mode = 'down';
    const node = rpc().open([first.url]);
    expect(await thrown(node.request(READ))).toMatchObject({
      code: 'json-rpc/unavailable',
      message: `Unavailable HTTP RPC url at ${first.url}`,
    });
    first.mode = 'working';
    expect(await node.request(READ)).toBe('0x2a');
    expect(first.requestCount('test')).toBe(2);
  });

  it('times out after ten seconds, falls back, and prefers the working URL', async () => {
    const node = rpc({ ping: false }).open([first.url, second.url]);
    const results: unknown[] = [];
    first.mode = 'never';
    const pending = node.request(READ).then((result) => results.push(result));
    await expect.poll(() => first.calls.length).toBe(1);
    await clock.run(9_999);
    expect(second.calls).toEqual([]);
    await clock.run(1);
    await pending;
    expect(results).toEqual(['0x2a']);
    await node.request(READ);
    expect([first.calls.length, second.calls.length]).toEqual([1, 2]);
    second.mode = 'down';
    first.mode = 'working';
    expect(await node.request(READ)).toBe('0x2a');
    expect(clock.pending).toBe(0);
  });

  it('never sends a transaction twice, but falls back if the first URL was unreachable', async () => {
    const node = rpc({ ping: false }).open([first.url, second.url]);
    first.mode = { status: 502 };
    expect(await thrown(node.request(SEND))).toMatchObject({ code: 'json-rpc/unavailable' });
    expect(second.calls).toEqual([]);
    first.mode = 'down';
    expect(await rpc().open([first.url, second.url]).request(SEND)).toBe('0xhash');
    expect(methods(second)).toEqual(['test', SEND.method]);
  });

  it.each([
    ['HTML', { text: '<html>' }],
    ['an empty body', { text: '' }],
    ['HTTP 502', { status: 502 }],
    ['JSON without a result', { text: '{"jsonrpc":"2.0","id":2}' }],
    ['a request', { text: '{"jsonrpc":"2.0","id":2,"method":"eth_call"}' }],
    ['a response with another id', 'other-id'],
  ] as const)('rejects %s', async (_, mode) => {
    first.mode = mode;
    const node = rpc({ ping: false }).open([first.url]);
    expect(await thrown(node.request(READ))).toMatchObject({ code: 'json-rpc/unavailable', context: { url: first.url } });
    expect(await rpc({ ping: false }).open([first.url, second.url]).request(READ)).toBe('0x2a');
  });

  it('does not let one request wait for another', async () => {
    const node = rpc({ ping: false }).open([first.url]);
    first.mode = 'never';
    const anotherCall = async (): Promise<void> => {
      await expect.poll(() => first.calls.length).toBe(1);
      first.mode = 'working';
      expect(await node.request(READ)).toBe('0x2a');
    };
    expect(await abortWhilePending((signal) => node.request(READ, signal), anotherCall)).toBe('aborted');
  });

  it('keeps a shared ping when the first caller aborts', async () => {
    first.mode = 'never';
    const node = rpc().open([first.url, second.url]);
    const controller = new AbortController();
    const aborted = thrown(node.request(READ, controller.signal));
    const other = node.request(READ);
    await expect.poll(() => first.calls.length).toBe(1);
    controller.abort('aborted');
    expect(await aborted).toBe('aborted');
    await clock.run(10_000);
    expect(await other).toBe('0x2a');
    expect([methods(first), methods(second)]).toEqual([['test'], ['test', READ.method]]);
  });
});
