import { beforeEach, describe, expect, it, vi } from 'vitest';
import { UniversalProvider } from '../../../composition/universal-provider.js';
import { RpcServer } from '../adapters/support/rpc-server.js';
import { FakeClient, providerSession } from '../application/wallet-protocol/provider/support/fake-client.js';

describe('UniversalProvider', () => {
  let node: RpcServer;

  beforeEach(async () => {
    node = await RpcServer.start();
    node.responses.set('eth_blockNumber', { result: '0x1' });
  });

  it('has its client, session and options when init resolves', async () => {
    const client = new FakeClient(providerSession());
    const options = { client, rpcUrl: node.url, disableProviderPing: true };
    const provider = await UniversalProvider.init(options);
    expect([provider.client, provider.session, provider.providerOpts]).toEqual([client, providerSession(), options]);
    expect(await provider.request({ method: 'eth_blockNumber' })).toBe('0x1');
    expect(node.calls.map(({ method }) => method)).toEqual(['eth_blockNumber']);
    const listener = vi.fn();
    provider.events.on('chainChanged', listener);
    provider.setDefaultChain('eip155:137');
    expect(listener).toHaveBeenCalledWith('137');
  });

  it('pings an RPC URL before its first use, and uses fallback and bundler URLs', async () => {
    const session = providerSession({ sessionProperties: { bundler_name: 'pimlico' } });
    node.responses.set('eth_getUserOperationReceipt', { result: null });
    const urls = { fallbackRpcUrls: { 'eip155:1': [node.url] }, bundlerUrl: `${node.url}/bundler` };
    const provider = await UniversalProvider.init({ client: new FakeClient(session), projectId: 'mine', ...urls });
    expect(await provider.request({ method: 'eth_blockNumber' })).toBe('0x1');
    expect(await provider.request({ method: 'wallet_getCallsStatus', params: ['0xop'] })).toMatchObject({ result: null });
    expect(node.calls.map(({ method }) => method)).toEqual(['test', 'eth_blockNumber', 'eth_getUserOperationReceipt']);
  });

  it('requests a bundler URL of the wallet only if the app allows it, and follows no redirect', async () => {
    const own = 'https://bundler.example/';
    const fetch = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ id: 1, jsonrpc: '2.0', result: null }));
    const status = async (options: { allowWalletUrls?: boolean }): Promise<unknown> => {
      const client = new FakeClient(providerSession({ sessionProperties: { bundler_url: own } }));
      const provider = await UniversalProvider.init({ client, disableProviderPing: true, ...options });
      return provider.request({ method: 'wallet_getCallsStatus', params: ['0xop'] }).catch(({ code }: { code: string }) => code);
    };
    expect([await status({}), await status({ allowWalletUrls: false }), fetch.mock.calls]).toEqual([
      'wallet-protocol/call-status-not-approved',
      'wallet-protocol/call-status-not-approved',
      [],
    ]);
    expect(await status({ allowWalletUrls: true })).toMatchObject({ result: null });
    expect(fetch.mock.calls.map(([url, init]) => [url, init?.redirect, init?.credentials])).toEqual([[own, 'error', 'omit']]);
    fetch.mockRestore();
  });

  it('restores the given session, or rejects if the client does not have it', async () => {
    const client = new FakeClient(providerSession());
    client.sessions.set('second', providerSession({ topic: 'second' }));
    expect((await UniversalProvider.init({ client, session: { topic: 'second' } })).session?.topic).toBe('second');
    await expect(UniversalProvider.init({ client, session: { topic: 'third' } })).rejects.toThrow(
      "The provided session: third doesn't exist in the Sign client",
    );
  });

  it('throws without init', async () => {
    const provider = new UniversalProvider({ client: new FakeClient() });
    expect(() => provider.client).toThrow('Sign Client not initialized');
    await expect(provider.enable()).rejects.toThrow('Sign Client not initialized');
  });

  it('logs to the given logger or by log level', async () => {
    const consoleWarn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
    const appLogger = { error: vi.fn(), warn: vi.fn(), info: vi.fn(), debug: vi.fn() };
    for (const logger of [appLogger, 'error', 'silent', 'fatal', 'warn'] as const) {
      const client = new FakeClient(providerSession());
      await UniversalProvider.init({ client, logger });
      client.emitSessionEvent('accountsChanged', 'none');
    }
    expect(appLogger.warn).toHaveBeenCalledWith('[latchkey] A wallet emitted invalid accounts');
    expect(consoleWarn.mock.calls).toEqual([['[latchkey] A wallet emitted invalid accounts']]);
  });
});
