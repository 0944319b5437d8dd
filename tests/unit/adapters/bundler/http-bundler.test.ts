import { beforeEach, describe, expect, it } from 'vitest';
import { HttpBundler } from '../../../../adapters/bundler/http-bundler.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { RpcServer } from '../support/rpc-server.js';

const OPERATION = '0xoperation';

describe('a bundler over HTTP', () => {
  let server: RpcServer;
  let clock: FakeClock;

  const ask = (): Promise<unknown> =>
    new HttpBundler({ clock }).userOperationReceipt(server.url, OPERATION).catch((error: unknown) => error);

  beforeEach(async () => {
    server = await RpcServer.start();
    clock = new FakeClock();
  });

  it('asks for one receipt, by one call with the operation as its only parameter', async () => {
    server.answers.set('eth_getUserOperationReceipt', { result: { success: true } });
    expect(await ask()).toEqual({ id: 1, jsonrpc: '2.0', result: { success: true } });
    expect(server.calls).toEqual([{ id: 1, jsonrpc: '2.0', method: 'eth_getUserOperationReceipt', params: [OPERATION] }]);
    expect(server.headers[0]).toMatchObject({ 'content-type': 'application/json' });
    expect(clock.pending).toBe(0);
  });

  it('waits ten seconds and no longer', async () => {
    server.mode = 'never';
    const asked = ask();
    await expect.poll(() => server.calls.length).toBe(1);
    await clock.run(9_999);
    expect(clock.pending).toBe(1);
    await clock.run(1);
    expect(await asked).toMatchObject({ code: 'json-rpc/unavailable' });
  });

  it.each([['<html>'], [''], ['{"id":1}'], ['{"jsonrpc":"2.0","id":1,"method":"x"}']])('takes %j for no answer', async (text) => {
    server.mode = { text };
    expect(await ask()).toMatchObject({ code: 'json-rpc/unavailable', context: { url: server.url } });
  });
});
