import { beforeEach, describe, expect, it, vi } from 'vitest';
import { UniversalProvider } from '../../../composition/universal-provider.js';
import { RpcServer } from '../adapters/support/rpc-server.js';
import { aSession, FakeClient } from '../application/wallet-protocol/provider/support/fake-client.js';

describe('UniversalProvider', () => {
  let node: RpcServer;

  beforeEach(async () => {
    node = await RpcServer.start();
    node.answers.set('eth_blockNumber', { result: '0x1' });
  });

  it('is ready when init resolves: with the client, its session, its options and its log', async () => {
    const client = new FakeClient(aSession());
    const options = { client, rpcUrl: node.url, disableProviderPing: true };
    const provider = await UniversalProvider.init(options);
    expect([provider.client, provider.session, provider.providerOpts]).toEqual([client, aSession(), options]);
    expect(await provider.request({ method: 'eth_blockNumber' })).toBe('0x1');
    expect(node.calls.map(({ method }) => method)).toEqual(['eth_blockNumber']);
    const heard = vi.fn();
    provider.events.on('chainChanged', heard);
    provider.setDefaultChain('eip155:137');
    expect(heard).toHaveBeenCalledWith('137');
  });

  it('tries a node before its first use, uses further addresses and the address of bundlers', async () => {
    const session = aSession({ sessionProperties: { bundler_name: 'pimlico' } });
    node.answers.set('eth_getUserOperationReceipt', { result: null });
    const urls = { fallbackRpcUrls: { 'eip155:1': [node.url] }, bundlerUrl: `${node.url}/bundler` };
    const provider = await UniversalProvider.init({ client: new FakeClient(session), projectId: 'mine', ...urls });
    expect(await provider.request({ method: 'eth_blockNumber' })).toBe('0x1');
    expect(await provider.request({ method: 'wallet_getCallsStatus', params: ['0xop'] })).toMatchObject({ result: null });
    expect(node.calls.map(({ method }) => method)).toEqual(['test', 'eth_blockNumber', 'eth_getUserOperationReceipt']);
  });

  it('goes on with the session that is named, or says that the client has none of the kind', async () => {
    const client = new FakeClient(aSession());
    client.sessions.set('second', aSession({ topic: 'second' }));
    expect((await UniversalProvider.init({ client, session: { topic: 'second' } })).session?.topic).toBe('second');
    await expect(UniversalProvider.init({ client, session: { topic: 'third' } })).rejects.toThrow(
      "The provided session: third doesn't exist in the Sign client",
    );
  });

  it('has no client before it is started', async () => {
    const provider = new UniversalProvider({ client: new FakeClient() });
    expect(() => provider.client).toThrow('Sign Client not initialized');
    await expect(provider.enable()).rejects.toThrow('Sign Client not initialized');
  });

  it('writes to the log that it was given, by its level, or nowhere', async () => {
    const shown = vi.spyOn(console, 'warn').mockReturnValue(undefined);
    const host = { error: vi.fn(), warn: vi.fn(), info: vi.fn(), debug: vi.fn() };
    for (const logger of [host, 'error', 'silent', 'fatal', 'warn'] as const) {
      const client = new FakeClient(aSession());
      await UniversalProvider.init({ client, logger });
      client.tellEvent('accountsChanged', 'none');
    }
    expect(host.warn).toHaveBeenCalledWith('[latchkey] A wallet told of accounts that are none');
    expect(shown.mock.calls).toEqual([['[latchkey] A wallet told of accounts that are none']]);
  });
});
