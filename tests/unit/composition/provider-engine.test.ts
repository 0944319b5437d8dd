import { describe, expect, it } from 'vitest';
import { flushPromises } from '../../../application/ports/clock.fake.js';
import { resultFrom } from '../../../application/shared/result-from.js';
import { walletconnect } from '../../../composition/modules/walletconnect.module.js';
import { UniversalProvider } from '../../../composition/universal-provider.js';
import { FakeClient, providerSession } from '../application/wallet-protocol/provider/support/fake-client.js';
import { fakes, client as latchkeyClient } from './support/client.js';

const session = (topic = 'topic') => {
  const { eip155 } = providerSession().namespaces;
  const expiry = 1_800_000_000;
  return {
    ...providerSession({ topic, namespaces: eip155 === undefined ? {} : { eip155 } }),
    ...{ expiry, peer: { metadata: { name: 'Phone', description: '', url: 'https://phone.example', icons: [] } } },
  };
};

/** An app with its own provider. The test acts as the provider's wallet. */
const start = async (wallet = new FakeClient(), deps = fakes()) => {
  const provider = await UniversalProvider.init({ client: wallet, logger: 'silent' });
  const app = latchkeyClient({ modules: [walletconnect()], universalProvider: provider, debug: true }, deps);
  await app.latchkey.ready;
  return { ...app, wallet, provider, pairing: () => app.latchkey.useCases.watchConnection.current().pairing };
};

type App = Awaited<ReturnType<typeof start>>;

/** Pairs. Resolves once the provider waits for the wallet, with the pending result. */
const startPairing = async (app: App) => {
  const result = resultFrom(app.latchkey.useCases.pairWallet.execute());
  result.catch(() => undefined);
  await expect.poll(() => app.wallet.approvals.length).toBe(1);
  return { result };
};

const connect = async (deps = fakes()): Promise<App> => {
  const app = await start(new FakeClient(), deps);
  const { result } = await startPairing(app);
  app.wallet.approve(session());
  await result;
  return app;
};

const status = ({ latchkey }: App) => latchkey.getAccount('eip155').status;

describe('an app with its own universal provider', () => {
  it('connects with it, and shows its URI', async () => {
    const app = await start();
    const { result } = await startPairing(app);
    expect(app.pairing().wcUri).toBe('wc:abc@2');
    expect(app.wallet.proposals).toMatchObject([{ optionalNamespaces: { eip155: { chains: ['eip155:1', 'eip155:137'] } } }]);
    app.wallet.approve(session());
    expect(await result).toMatchObject({ isConnected: true, connectedWalletInfo: { name: 'Phone' } });
    expect([app.provider.session?.topic, app.pairing().wcUri]).toEqual(['topic', undefined]);
    app.latchkey.dispose();
  });

  it('sends requests through its client', async () => {
    const app = await connect();
    await app.latchkey.switchNetwork('eip155:137');
    expect(app.wallet.requests).toMatchObject([{ topic: 'topic', chainId: 'eip155:1', request: { method: 'switchNetwork' } }]);
    app.latchkey.dispose();
  });

  it('disconnects when the wallet does', async () => {
    const app = await connect();
    app.wallet.sessions.clear();
    app.wallet.emitEvent('session_delete', { topic: 'other' });
    expect(status(app)).toBe('connected');
    app.wallet.emitEvent('session_delete', { topic: 'topic' });
    await flushPromises();
    expect([status(app), app.wallet.disconnected]).toEqual(['disconnected', []]);
    app.latchkey.dispose();
  });

  it('disconnects the session of the provider', async () => {
    const app = await connect();
    await app.latchkey.disconnect();
    expect(app.wallet.disconnected).toMatchObject([{ topic: 'topic', reason: { code: 6000 } }]);
    expect(status(app)).toBe('disconnected');
    app.latchkey.dispose();
  });

  it('restores the session of the provider after a reload, and leaves it connected on dispose', async () => {
    const deps = fakes();
    const before = await connect(deps);
    before.latchkey.dispose();
    expect(before.wallet.disconnected).toEqual([]);
    const after = await start(before.wallet, fakes({ storage: deps.storage }));
    expect(status(after)).toBe('connected');
    after.latchkey.dispose();
    const lost = await start(new FakeClient(), fakes({ storage: deps.storage }));
    expect(status(lost)).toBe('disconnected');
    lost.latchkey.dispose();
  });

  it.each([
    [{ code: 5000, message: 'User rejected.' }, 'wallet/rejected'],
    [{ code: 5100, message: 'Unsupported chains.' }, 'wallet-protocol/unsupported-chains'],
    [new Error('Proposal expired'), 'wallet/request-failed'],
  ])('reports %j as an error of connecting', async (error, code) => {
    const app = await start();
    const { result } = await startPairing(app);
    app.wallet.reject(error);
    await expect(result).rejects.toMatchObject({ code });
    app.latchkey.dispose();
  });

  it('raises the alert for a message of the provider', async () => {
    const app = await start();
    const { result } = await startPairing(app);
    app.wallet.reject(new Error('JWT validation error: JWT Token is not yet valid'));
    await expect(result).rejects.toMatchObject({ code: 'wallet/request-failed' });
    expect(app.latchkey.useCases.watchModal.current().alert).toMatchObject({ open: true, message: 'Session Expired' });
    app.latchkey.dispose();
  });

  it('cancels the pairing of the provider with the attempt', async () => {
    const app = await start();
    const run = app.latchkey.useCases.pairWallet.execute().subscribe();
    await expect.poll(() => app.wallet.approvals.length).toBe(1);
    run.unsubscribe();
    app.wallet.approve(session());
    await expect.poll(() => app.wallet.disconnected).toMatchObject([{ topic: 'topic' }]);
    expect(status(app)).toBe('disconnected');
    app.latchkey.dispose();
  });
});
