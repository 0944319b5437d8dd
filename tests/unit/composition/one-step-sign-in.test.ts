import { filter, firstValueFrom } from 'rxjs';
import { expect, it, onTestFinished } from 'vitest';
import { ServerSignIn } from '../../../adapters/sign-in/server-sign-in.js';
import { CONNECT_SIGN_IN } from '../../../application/connect/connect-sign-in.js';
import { BROWSER } from '../../../application/ports/browser.port.js';
import { CLOCK } from '../../../application/ports/clock.port.js';
import { SIGN_IN_SERVICE } from '../../../application/ports/sign-in.port.js';
import { FakeStorage } from '../../../application/ports/storage.fake.js';
import { SIGN_IN_STORE } from '../../../application/sign-in/sign-in.store.js';
import { createHostContainer } from '../../../composition/create-container.js';
import { createLatchkey } from '../../../composition/create-latchkey.js';
import { solana } from '../../../composition/modules/solana.module.js';
import { defineModule, type LatchkeyModule } from '../../../composition/wire.js';
import { solana as solanaMainnet } from '../../../domain/network/networks/solana.js';
import type { SignInState } from '../../../domain/sign-in/sign-in-state.js';
import { memoryStore } from '../../../server/memory-store.js';
import { createSignInHandler } from '../../../server/sign-in-handler.js';
import { solanaTestSigner } from '../../../testing/wallets/solana-test-signer.js';
import { SolanaTestWallet } from '../../../testing/wallets/solana-test-wallet.js';
import type { SolanaTestWalletOptions } from '../../../testing/wallets/solana-test-wallet-options.js';
import { cookieFetch } from '../adapters/support/cookie-fetch.js';
import { fakes } from './support/client.js';

/** An app with a server, and a wallet of the page; the promise resolves when the account is signed in, or has to sign in. */
const connectWith = async (options: Partial<SolanaTestWalletOptions> = {}, ...modules: readonly LatchkeyModule[]) => {
  const wallet = new SolanaTestWallet({ accounts: [await solanaTestSigner(new Uint8Array(32).fill(1))], ...options });
  const { clock, browser } = fakes();
  const { fetch } = cookieFetch(
    'https://app.example',
    createSignInHandler({
      ...{ origins: ['https://app.example'], secret: 'a secret of at least 32 characters', store: memoryStore(), now: () => clock.now() },
    }),
  );
  const service = new ServerSignIn({ storage: new FakeStorage(), options: { statement: 'Sign in to Example' }, browser, clock, fetch });
  const container = createHostContainer();
  const ports = defineModule((wire) => {
    wire(CLOCK, [], () => clock);
    wire(BROWSER, [], () => browser);
    wire(SIGN_IN_SERVICE, [], () => service);
  });
  const latchkey = createLatchkey({
    networks: [solanaMainnet],
    container,
    modules: [ports, solana({ wallets: [wallet.wallet] }), ...modules],
  });
  onTestFinished(() => latchkey.dispose());
  const isKnown = ({ solana: own }: SignInState): boolean => own?.status === 'signed-in' || own?.status === 'signed-out';
  const known = firstValueFrom(container.get(SIGN_IN_STORE).state$.pipe(filter(isKnown)));
  await latchkey.connect({ connectorId: 'Test wallet', namespace: 'solana' });
  return { status: (await known).solana?.status, methods: wallet.requests.map(({ method }) => method) };
};

it('connects and signs in with one prompt, verified by the server', async () => {
  expect(await connectWith()).toEqual({ status: 'signed-in', methods: ['solana:signIn'] });
});

it('connects first if the wallet cannot, or the app does not want to', async () => {
  const expected = { status: 'signed-out', methods: ['standard:connect'] };
  expect(await connectWith({ unsupportedFeatures: ['solana:signIn'] })).toEqual(expected);
  expect(
    await connectWith(
      {},
      defineModule((wire) => wire(CONNECT_SIGN_IN, [], () => null)),
    ),
  ).toEqual(expected);
});
