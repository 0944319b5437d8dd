import { beforeEach, describe, expect, it } from 'vitest';
import { HttpBundler } from '../../../../adapters/bundler/http-bundler.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { RpcServer } from '../support/rpc-server.js';

const OPERATION = '0xoperation';

describe('HttpBundler', () => {
  let server: RpcServer;
  let clock: FakeClock;

  const getReceipt = (): Promise<unknown> =>
    new HttpBundler({ clock }).userOperationReceipt(server.url, OPERATION).catch((error: unknown) => error);

  beforeEach(async () => {
    server = await RpcServer.start();
    clock = new FakeClock();
  });

  it('requests a receipt in one call', async () => {
    server.responses.set('eth_getUserOperationReceipt', { result: { success: true } });
    expect(await getReceipt()).toEqual({ id: 1, jsonrpc: '2.0', result: { success: true } });
    expect(server.calls).toEqual([{ id: 1, jsonrpc: '2.0', method: 'eth_getUserOperationReceipt', params: [OPERATION] }]);
    expect(server.headers[0]).toMatchObject({ 'content-type': 'application/json' });
    expect(clock.pending).toBe(0);
  });

  it('follows no redirect of a bundler that a wallet names, and sends it no credentials', async () => {
    const settings: (RequestInit | undefined)[] = [];
    const fetch = (_: unknown, init?: RequestInit): Promise<Response> => {
      settings.push(init);
      return Promise.resolve(Response.json({ id: 1, jsonrpc: '2.0', result: {} }));
    };
    await new HttpBundler({ clock, fetch }).userOperationReceipt('https://bundler.example', OPERATION, { isForeign: true });
    expect(settings).toMatchObject([{ redirect: 'error', credentials: 'omit', referrerPolicy: 'no-referrer' }]);
  });

  it('times out after ten seconds', async () => {
    server.mode = 'never';
    const pending = getReceipt();
    await expect.poll(() => server.calls.length).toBe(1);
    await clock.run(9_999);
    expect(clock.pending).toBe(1);
    await clock.run(1);
    expect(await pending).toMatchObject({ code: 'json-rpc/unavailable' });
  });

  it.each([['<html>'], [''], ['{"id":1}'], ['{"jsonrpc":"2.0","id":1,"method":"x"}']])('rejects %j', async (text) => {
    server.mode = { text };
    expect(await getReceipt()).toMatchObject({ code: 'json-rpc/unavailable', context: { url: server.url } });
  });
});
