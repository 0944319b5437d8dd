import { type CreatedRemoteWallet, createRemoteWallet, type Relay, startRelay } from '@latchkey/sandbox';
import { filter, firstValueFrom, map } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ServerSignIn } from '../../adapters/sign-in/server-sign-in.js';
import type { Latchkey } from '../../application/latchkey.js';
import { MODAL_STORE, type ModalStore } from '../../application/modal/modal.store.js';
import { FakeBrowser } from '../../application/ports/browser.fake.js';
import { CLOCK } from '../../application/ports/clock.port.js';
import { FakeRecordStore } from '../../application/ports/record-store.fake.js';
import { RECORD_STORE } from '../../application/ports/record-store.port.js';
import { SIGN_IN_SERVICE } from '../../application/ports/sign-in.port.js';
import { FakeStorage } from '../../application/ports/storage.fake.js';
import { resultFrom } from '../../application/shared/result-from.js';
import type { SignInStatus } from '../../application/sign-in/watch-sign-in.use-case.js';
import { createHostContainer } from '../../composition/create-container.js';
import { createLatchkey } from '../../composition/create-latchkey.js';
import { eip155 } from '../../composition/modules/eip155.module.js';
import { walletconnect } from '../../composition/modules/walletconnect.module.js';
import { defineModule } from '../../composition/wire.js';
import { mainnet, polygon } from '../../domain/network/networks/eip155.js';
import { memoryStore } from '../../server/memory-store.js';
import { createSignInHandler, type SignInHandler } from '../../server/sign-in-handler.js';
import { codeOf } from '../../testing/contracts/test-api.js';
import { type CookieFetch, cookieFetch } from '../unit/adapters/support/cookie-fetch.js';

const SITE = 'https://app.example';
/** Not called: the wallet only signs. */
const RPC_URLS = { 1: 'http://127.0.0.1:9', 137: 'http://127.0.0.1:9' };

describe('one approval connects a wallet on the official client and signs in at a server', () => {
  let relay: Relay;
  let wallet: CreatedRemoteWallet;
  let handler: SignInHandler;
  let server: CookieFetch;
  let latchkey: Latchkey;
  let modal: Pick<ModalStore, 'snapshot' | 'snapshot$'>;
  /** Names of the views that the modal has shown. */
  const views = new Set<string>();

  const start = async (supportsSignIn: boolean): Promise<void> => {
    wallet = await createRemoteWallet({ relayUrl: relay.url, rpcUrls: RPC_URLS, supportsSignIn });
  };

  beforeEach(async () => {
    relay = await startRelay({ redeliverAfterMs: 500 });
    handler = createSignInHandler({ origins: [SITE], secret: 'a secret of at least 32 characters', store: memoryStore() });
    server = cookieFetch(SITE, handler);
    views.clear();
    const container = createHostContainer();
    latchkey = createLatchkey({
      container,
      networks: [mainnet, polygon],
      endpoints: { relay: relay.url },
      metadata: { name: 'Test app', description: 'In Node', url: SITE, icons: [] },
      modules: [
        eip155(),
        walletconnect(),
        defineModule((wire) => {
          wire(RECORD_STORE, [], () => new FakeRecordStore());
          wire(SIGN_IN_SERVICE, [CLOCK], (clock) => {
            const options = { statement: 'Sign in to Example', resources: [`${SITE}/terms`] };
            const service = new ServerSignIn({
              storage: new FakeStorage(),
              options,
              browser: new FakeBrowser(),
              clock,
              fetch: server.fetch,
            });
            return Object.assign(service, { getRequired: () => true });
          });
        }),
      ],
    });
    modal = container.get(MODAL_STORE);
    modal.snapshot$.subscribe((snapshot) => (snapshot.modal.open ? views.add(snapshot.view.name) : undefined));
  });

  afterEach(async () => {
    latchkey.dispose();
    await wallet.stop();
    await relay.stop();
  });

  const uri = (): Promise<string> =>
    firstValueFrom(
      latchkey.useCases.watchConnection.execute().pipe(
        map(({ pairing }) => pairing.wcUri ?? ''),
        filter((shown) => shown !== ''),
      ),
    );

  /** Pairs, and lets the wallet's user decide. Returns the outcome. */
  const pair = async (decide: () => Promise<void>) => {
    const paired = resultFrom(latchkey.useCases.pairWallet.execute());
    const decided = async (): Promise<void> => {
      await wallet.control.pair(await uri());
      await wallet.control.nextPrompt();
      await decide();
    };
    await Promise.all([paired.catch(() => undefined), decided()]);
    return paired;
  };

  /** Waits until it is known whether the account is signed in. */
  const signedIn = (): Promise<SignInStatus> =>
    firstValueFrom(latchkey.useCases.watchSignIn.execute().pipe(filter(({ status }) => status === 'signed-in' || status === 'signed-out')));

  const prompts = async (): Promise<readonly string[]> => (await wallet.control.requests()).map(({ method }) => method);

  it('with a wallet that supports it: for every chain, without a second prompt', async () => {
    await start(true);
    const { address } = await pair(() => wallet.control.approve());
    const state = await signedIn();
    expect(state.status).toBe('signed-in');
    expect(await prompts()).toEqual(['wc_sessionAuthenticate']);
    expect(server.requests.filter((request) => request.startsWith('POST'))).toEqual([
      'POST /api/sign-in/nonce',
      'POST /api/sign-in/verify',
    ]);
    expect([modal.snapshot.modal.open, views.has('SIWXSignMessage'), modal.snapshot.snackbar.open]).toEqual([false, false, false]);
    const { sessions } = (await (await server.fetch('/api/sign-in/session')).json()) as { sessions: readonly Record<string, unknown>[] };
    expect(sessions.map(({ chainId, accountAddress }) => [chainId, accountAddress])).toEqual([
      ['eip155:1', address],
      ['eip155:137', address],
    ]);
    // The session works like one without sign-in.
    const signing = resultFrom(latchkey.useCases.signMessage.execute({ message: 'hello' }));
    await wallet.control.nextPrompt();
    await wallet.control.approve();
    expect(await signing).toMatch(/^0x[0-9a-f]{130}$/);
  });

  it('with a wallet that does not: it connects, and the app shows its sign-in prompt', async () => {
    await start(false);
    await pair(() => wallet.control.approve());
    expect((await signedIn()).status).toBe('signed-out');
    expect([await prompts(), [...views]]).toEqual([['wc_sessionPropose'], ['SIWXSignMessage']]);
    const signing = resultFrom(latchkey.useCases.signIn.execute());
    await wallet.control.nextPrompt();
    await wallet.control.approve();
    await signing;
    expect((await signedIn()).status).toBe('signed-in');
  });

  it('with a wallet that declines: an error, and the next URI has a new message', async () => {
    await start(true);
    expect(await codeOf(pair(() => wallet.control.reject()))).toBe('wallet/rejected');
    expect(latchkey.getAccount().isConnected).toBe(false);
    await pair(() => wallet.control.approve());
    expect((await signedIn()).status).toBe('signed-in');
    expect(await prompts()).toEqual(['wc_sessionAuthenticate', 'wc_sessionAuthenticate']);
  });

  it('with a server that refuses: the wallet is disconnected, with the reason', async () => {
    await start(true);
    server.respond = (request) =>
      request.url.endsWith('/verify') ? Response.json({ error: 'wrong-signature' }, { status: 401 }) : undefined;
    await pair(() => wallet.control.approve());
    await expect.poll(() => latchkey.getAccount().isConnected).toBe(false);
    expect(modal.snapshot).toMatchObject({ modal: { open: true }, view: { name: 'Connect' }, snackbar: { open: true, variant: 'error' } });
    await expect.poll(async () => (await wallet.control.state()).sessions.length).toBe(0);
  });
});
