import type { AuthTypes, SignClientTypes } from '@walletconnect/types';
import { recoverMessageAddress } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import type { InteropWorld } from './interop-world.js';
import { ADDRESS, CHAINS } from './settle.js';

/** The first account of the public test phrase. */
const ACCOUNT = mnemonicToAccount(`${'test '.repeat(11)}junk`);

// viem imports its curve at the first use, which is to be before any clock is moved.
await recoverMessageAddress({ message: '', signature: await ACCOUNT.signMessage({ message: '' }) });

/** What the app asks for. */
export const SIGN_IN: AuthTypes.SessionAuthenticateParams = {
  chains: CHAINS,
  domain: 'app.example',
  uri: 'https://app.example/login',
  nonce: '32891756',
  statement: 'Sign in to the app.',
  resources: ['https://app.example/terms'],
};

/** The methods of the session that comes with it. */
export const SIGN_IN_METHODS = ['personal_sign', 'eth_sendTransaction'];

type Asked = SignClientTypes.EventArguments['session_authenticate'];

/** The app asks for a sign-in, the wallet scans. */
export const askToSignIn = async ({ app, wallet }: InteropWorld, params: Partial<AuthTypes.SessionAuthenticateParams> = {}) => {
  const { uri, response } = await app.authenticate({ ...SIGN_IN, ...params });
  const answered = app.ended(response(), 'response() of authenticate()', 400_000);
  await wallet.pair(uri);
  return { answered };
};

/** What the wallet signs on each chain. @param tamper of the text that is signed */
export const signFor = async ({ wallet }: InteropWorld, { params }: Asked, chains: readonly string[], tamper = (text: string) => text) => {
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
