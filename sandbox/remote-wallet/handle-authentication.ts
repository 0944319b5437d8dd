import type { AuthTypes, SignClientTypes, Verify } from '@walletconnect/types';
import { stringToHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describeMessage, visible } from '../wallet/engine/describe.js';
import { KNOWN_METHODS } from '../wallet/engine/handle-request.js';
import { keyOf } from '../wallet/engine/keyring.js';
import { type Prompt, text, warning } from '../wallet/engine/prompt.js';
import { ProviderError } from '../wallet/engine/provider-error.js';
import type { WalletState } from '../wallet/engine/wallet-state.js';
import { appName, describeApp } from './describe-app.js';
import { chainName, withSession } from './namespaces.js';
import type { RemoteContext, RemoteOutcome } from './remote-context.js';

/** Method name of sign-in requests in logs and prompts. */
export const AUTHENTICATE = 'wc_sessionAuthenticate';

/** A sign-in request: new, or restored from the SDK's storage. */
export interface SignInRequest extends Pick<SignClientTypes.EventArguments['session_authenticate'], 'id' | 'topic' | 'params'> {
  readonly verifyContext?: Verify.Context | undefined;
}

/** Host and port of a URL; `null` if it is none. */
const hostOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).host : null);

/** Prompt of a sign-in request. @param message the message of the first chain @param chains CAIP-2 ids of the messages */
const describeSignIn = (
  state: WalletState,
  { params: { requester, authPayload }, verifyContext }: SignInRequest,
  message: string,
  chains: readonly string[],
): Prompt => {
  const { metadata } = requester;
  const { kind, facts } = describeMessage(state, state.selected, stringToHex(message));
  const names = state.chains.filter(({ chainId }) => chains.includes(chainName(chainId))).map(({ name }) => name);
  return {
    kind,
    title: `Sign in to ${appName(metadata)}`,
    approveLabel: 'Sign in',
    facts: [
      ...describeApp(metadata, verifyContext?.verified),
      text('Permissions', 'Connect the account, and prove that it is yours. It cannot move funds without your approval.'),
      text('Networks', names.join(', ')),
      // One message per network; they differ in the chain id.
      ...facts.filter(({ label }) => label !== 'Network'),
      ...(authPayload.domain === hostOf(metadata.url)
        ? []
        : [warning(`The message is for ${visible(authPayload.domain)}, not for ${visible(metadata.url)}.`)]),
    ],
  };
};

/**
 * Handles a sign-in request: asks the user once, for the message of the first chain, and signs it for every chain that the wallet supports.
 * Requests without a supported chain are rejected automatically.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/session-authenticated-events
 */
export const handleAuthentication = async (request: SignInRequest, context: RemoteContext): Promise<RemoteOutcome> => {
  const { client, sdk } = context;
  const { id, topic, params } = request;
  const reject = async (reason: { readonly code: number; readonly message: string }): Promise<RemoteOutcome> => {
    await client.rejectSessionAuthenticate({ id, reason });
    return { outcome: 'failed', code: reason.code };
  };

  const state = context.state();
  const address = state.selected;
  const key = keyOf(state.accounts, address);
  if (key === undefined) throw new Error(`The wallet has no account ${address}.`);
  const supported = state.chains.map(({ chainId }) => chainName(chainId));
  if (!params.authPayload.chains.some((chain) => supported.includes(chain))) return reject(sdk.getSdkError('UNSUPPORTED_CHAINS'));
  const authPayload = sdk.populateAuthPayload({
    authPayload: params.authPayload,
    chains: supported,
    methods: [...KNOWN_METHODS.eip155],
  });
  const messages = authPayload.chains.map((chain) => {
    const iss = `did:pkh:${chain}:${address}`;
    return { iss, message: client.formatAuthMessage({ request: authPayload, iss }) };
  });
  const source = { id, method: AUTHENTICATE, url: params.requester.metadata.url, topic };
  try {
    await context.ask(source, describeSignIn(state, request, messages[0]?.message ?? '', authPayload.chains));
  } catch (error) {
    if (context.isObsolete(id)) return { outcome: 'abandoned' };
    if (!(error instanceof ProviderError) || error.code !== 4001) throw error;
    return reject(sdk.getSdkError('USER_REJECTED'));
  }
  const auths: AuthTypes.Cacao[] = [];
  for (const { iss, message } of messages) {
    const signature = await privateKeyToAccount(key).signMessage({ message });
    auths.push(sdk.buildAuthObject(authPayload, { t: 'eip191', s: signature }, iss));
  }
  const { session } = await client.approveSessionAuthenticate({ id, auths });
  if (session !== undefined) context.update((current) => withSession(current, session, [address]));
  return { outcome: 'responded' };
};
