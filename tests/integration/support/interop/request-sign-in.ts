import type { AuthTypes, SignClientTypes } from '@walletconnect/types';
import { recoverMessageAddress } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import type { InteropFixture } from './interop-fixture.js';
import { ADDRESS, CHAINS } from './settle.js';

/** The first account of the public test mnemonic. */
const ACCOUNT = mnemonicToAccount(`${'test '.repeat(11)}junk`);

// viem imports its curve on first use, which must be before the clock is mocked.
await recoverMessageAddress({ message: '', signature: await ACCOUNT.signMessage({ message: '' }) });

/** Authentication request of the app. */
export const SIGN_IN: AuthTypes.SessionAuthenticateParams = {
  chains: CHAINS,
  domain: 'app.example',
  uri: 'https://app.example/login',
  nonce: '32891756',
  statement: 'Sign in to the app.',
  resources: ['https://app.example/terms'],
};

/** Methods of the session that is created with the sign-in. */
export const SIGN_IN_METHODS = ['personal_sign', 'eth_sendTransaction'];

type SessionAuthenticateEvent = SignClientTypes.EventArguments['session_authenticate'];

/** The app sends an authentication request, and the wallet pairs. */
export const requestSignIn = async ({ app, wallet }: InteropFixture, params: Partial<AuthTypes.SessionAuthenticateParams> = {}) => {
  const { uri, response } = await app.authenticate({ ...SIGN_IN, ...params });
  const authenticated = app.settledWithin(response(), 'response() of authenticate()', 400_000);
  await wallet.pair(uri);
  return { authenticated };
};

/** Signs the message for each chain. @param tamper changes the signed message */
export const signFor = async (
  { wallet }: InteropFixture,
  { params }: SessionAuthenticateEvent,
  chains: readonly string[],
  tamper = (text: string) => text,
) => {
  const { signIn } = wallet.party;
  const authPayload = signIn.populateAuthPayload({ authPayload: params.authPayload, chains: [...chains], methods: SIGN_IN_METHODS });
  const auths: AuthTypes.Cacao[] = [];
  for (const chain of chains) {
    const iss = `did:pkh:${chain}:${ADDRESS}`;
    const message = tamper(wallet.client.formatAuthMessage({ request: authPayload, iss }));
    auths.push(signIn.buildAuthObject(authPayload, { t: 'eip191', s: await ACCOUNT.signMessage({ message }) }, iss));
  }
  return auths;
};
