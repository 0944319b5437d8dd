import type { AuthTypes, SignClientTypes } from '@walletconnect/types';
import { stringToHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describeMessage } from '../wallet/engine/describe.js';
import { KNOWN_METHODS } from '../wallet/engine/handle-request.js';
import { keyOf } from '../wallet/engine/keyring.js';
import { ProviderError } from '../wallet/engine/provider-error.js';
import { chainName, withSession } from './namespaces.js';
import type { RemoteContext, RemoteOutcome } from './remote-context.js';

/** Method name of sign-in requests in logs and prompts. */
export const AUTHENTICATE = 'wc_sessionAuthenticate';

/**
 * Handles a sign-in request: asks the user once, for the message of the first chain, and signs it for every chain that the wallet supports.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/session-authenticated-events
 */
export const handleAuthentication = async (
  { id, topic, params }: SignClientTypes.EventArguments['session_authenticate'],
  context: RemoteContext,
): Promise<RemoteOutcome> => {
  const { client, sdk } = context;
  const state = context.state();
  const address = state.selected;
  const key = keyOf(state.accounts, address);
  if (key === undefined) throw new Error(`The wallet has no account ${address}.`);
  const chains = state.chains.map(({ chainId }) => chainName(chainId));
  const authPayload = sdk.populateAuthPayload({ authPayload: params.authPayload, chains, methods: [...KNOWN_METHODS.eip155] });
  const messages = authPayload.chains.map((chain) => {
    const iss = `did:pkh:${chain}:${address}`;
    return { iss, message: client.formatAuthMessage({ request: authPayload, iss }) };
  });
  const source = { id, method: AUTHENTICATE, url: params.requester.metadata.url, topic };
  try {
    await context.ask(source, describeMessage(state, address, stringToHex(messages[0]?.message ?? '')));
  } catch (error) {
    if (context.isObsolete(id)) return { outcome: 'abandoned' };
    if (!(error instanceof ProviderError) || error.code !== 4001) throw error;
    const reason = sdk.getSdkError('USER_REJECTED');
    await client.rejectSessionAuthenticate({ id, reason });
    return { outcome: 'failed', code: reason.code };
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
