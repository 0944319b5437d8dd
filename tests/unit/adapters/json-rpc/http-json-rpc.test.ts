import { beforeEach, describe, expect, it } from 'vitest';
import { HttpJsonRpc, type HttpJsonRpcOptions } from '../../../../adapters/json-rpc/http-json-rpc.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { leave } from '../support/outcomes.js';
import { RpcServer } from '../support/rpc-server.js';

const READ = { method: 'eth_getBalance', params: ['0x1', 'latest'] };
const SEND = { method: 'eth_sendRawTransaction', params: ['0x02'] };

describe('nodes over HTTP', () => {
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
      server.answers.set(READ.method, { result: '0x2a' });
      server.answers.set(SEND.method, { result: '0xhash' });
    }
  });

  it('tries an address with the method test at its first use, and not again', async () => {
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

  it('shares that try among calls that come at once', async () => {
    const node = rpc().open([first.url]);
    expect(await Promise.all([node.request(READ), node.request(READ), node.request(READ)])).toEqual(['0x2a', '0x2a', '0x2a']);
    expect(first.asked('test')).toBe(1);
  });

  it('sends no try where that is turned off', async () => {
    await rpc({ ping: false }).open([first.url]).request(READ);
    expect(methods(first)).toEqual([READ.method]);
  });

  it('counts every answer to the try, also an error; only a server that is not there fails it, and it is tried again later', async () => {
    first.answers.set('test', { error: { code: -32_601, message: 'Method not found' } });
    expect(await rpc().open([first.url]).request(READ)).toBe('0x2a');
    first.mode = 'down';
    const node = rpc().open([first.url]);
    expect(await thrown(node.request(READ))).toMatchObject({
      code: 'json-rpc/unavailable',
      message: `Unavailable HTTP RPC url at ${first.url}`,
    });
    first.mode = 'working';
    expect(await node.request(READ)).toBe('0x2a');
    expect(first.asked('test')).toBe(2);
  });

  it('waits ten seconds for an address and no longer, then asks the next, and begins with that one from then on', async () => {
    const node = rpc({ ping: false }).open([first.url, second.url]);
    const answers: unknown[] = [];
    first.mode = 'never';
    const asked = node.request(READ).then((answer) => answers.push(answer));
    await expect.poll(() => first.calls.length).toBe(1);
    await clock.run(9_999);
    expect(second.calls).toEqual([]);
    await clock.run(1);
    await asked;
    expect(answers).toEqual(['0x2a']);
    await node.request(READ);
    expect([first.calls.length, second.calls.length]).toEqual([1, 2]);
    second.mode = 'down';
    first.mode = 'working';
    expect(await node.request(READ)).toBe('0x2a');
    expect(clock.pending).toBe(0);
  });

  it('hands nothing over to the chain a second time once it may have arrived, but does where the first address was not there at all', async () => {
    const node = rpc({ ping: false }).open([first.url, second.url]);
    first.mode = { status: 502 };
    expect(await thrown(node.request(SEND))).toMatchObject({ code: 'json-rpc/unavailable' });
    expect(second.calls).toEqual([]);
    first.mode = 'down';
    expect(await rpc().open([first.url, second.url]).request(SEND)).toBe('0xhash');
    expect(methods(second)).toEqual(['test', SEND.method]);
  });

  it.each([
    ['a page', { text: '<html>' }],
    ['an empty body', { text: '' }],
    ['a status without JSON', { status: 502 }],
    ['JSON that is no answer', { text: '{"jsonrpc":"2.0","id":2}' }],
    ['a call', { text: '{"jsonrpc":"2.0","id":2,"method":"eth_call"}' }],
    ['an answer to another call', 'other-id'],
  ] as const)('takes %s for no answer', async (_, mode) => {
    first.mode = mode;
    const node = rpc({ ping: false }).open([first.url]);
    expect(await thrown(node.request(READ))).toMatchObject({ code: 'json-rpc/unavailable', context: { url: first.url } });
    expect(await rpc({ ping: false }).open([first.url, second.url]).request(READ)).toBe('0x2a');
  });

  it('does not let one call wait for another', async () => {
    const node = rpc({ ping: false }).open([first.url]);
    first.mode = 'never';
    const anotherCall = async (): Promise<void> => {
      await expect.poll(() => first.calls.length).toBe(1);
      first.mode = 'working';
      expect(await node.request(READ)).toBe('0x2a');
    };
    expect(await leave((signal) => node.request(READ, signal), anotherCall)).toBe('left');
  });

  it('lets the others go on when the one leaves that began the try', async () => {
    first.mode = 'never';
    const node = rpc().open([first.url, second.url]);
    const leaving = new AbortController();
    const left = thrown(node.request(READ, leaving.signal));
    const stays = node.request(READ);
    await expect.poll(() => first.calls.length).toBe(1);
    leaving.abort('left');
    expect(await left).toBe('left');
    await clock.run(10_000);
    expect(await stays).toBe('0x2a');
    expect([methods(first), methods(second)]).toEqual([['test'], ['test', READ.method]]);
  });
});
