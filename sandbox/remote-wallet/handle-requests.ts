import type { PendingRequestTypes, ProposalTypes } from '@walletconnect/types';
import { callChain } from '../wallet/engine/call-chain.js';
import { visible } from '../wallet/engine/describe.js';
import { concerns, type Fault, holdResponse } from '../wallet/engine/fault.js';
import { handleRequest } from '../wallet/engine/handle-request.js';
import type { MethodContext } from '../wallet/engine/method.js';
import type { Prompt } from '../wallet/engine/prompt.js';
import { ProviderError } from '../wallet/engine/provider-error.js';
import { Subscriptions } from '../wallet/engine/subscriptions.js';
import type { WalletState } from '../wallet/engine/wallet-state.js';
import { appName, describeApp, type VerifyResult } from './describe-app.js';
import { methodsOf, networksOf, refusalOf, supportedNamespaces, withSession } from './namespaces.js';
import { type RemoteContext, type RemoteOutcome, type RequestSource, toErrorObject } from './remote-context.js';

/** EIP-1193 code for a rejection by the user. The WalletConnect protocol has its own code. */
const PROVIDER_REJECTED = 4001;

/** Returns the EVM chain id of a CAIP-2 id; `null` for other namespaces, which have one chain each. */
const evmChain = (chain: string): number | null => (chain.startsWith('eip155:') ? Number(chain.split(':')[1]) : null);

/** Context of a request on the chain that it names. The wallet itself may be on another chain. */
const contextOf = (source: RequestSource, chain: string, context: RemoteContext): MethodContext => {
  const state = (): WalletState => ({ ...context.state(), chainId: evmChain(chain) ?? context.state().chainId });
  return {
    // This wallet keeps permissions by session.
    origin: source.topic,
    method: source.method,
    state,
    update: (change) => context.update(change),
    ask: (prompt) => context.ask(source, prompt),
    hasPrompt: () => false,
    node: (method, params, other) => callChain(context.state(), other ?? state().chainId, method, params),
    runExclusive: (key, task) => context.mutex.run(key, task),
    drop: () => void context.client.core.relayer.transportClose(),
    // A session cannot push subscription events.
    subscriptions: new Subscriptions(() => undefined),
  };
};

/** Handles a session request with the methods of the injected wallet, or applies the fault set by a test. */
export const handleSessionRequest = async (pending: PendingRequestTypes.Struct, context: RemoteContext): Promise<RemoteOutcome> => {
  const { id, topic, params } = pending;
  const { method, params: values } = params.request;
  const { client, sdk } = context;
  const source = { id, method, topic, url: client.session.get(topic).peer.metadata.url };
  const { fault } = context.state();

  const request = { type: 'request' as const, id: String(id), method, params: values };
  const reply = await handleRequest(request, contextOf(source, params.chainId, context));
  if (reply === null) return { outcome: 'pending' };
  if (context.isObsolete(id)) return { outcome: 'abandoned' };
  if ('result' in reply) {
    const respond = (): Promise<void> => client.respond({ topic, response: { id, jsonrpc: '2.0', result: reply.result } });
    await respond();
    if (concerns(fault, method) && fault.mode === 'double-response') await respond();
    return { outcome: 'responded' };
  }
  const errorObject = toErrorObject('error' in reply ? reply.error : reply.thrown);
  const error = 'error' in reply && errorObject.code === PROVIDER_REJECTED ? sdk.getSdkError('USER_REJECTED') : errorObject;
  // The SDK types `data` as a string, but nodes and wallets send any value.
  await client.respond({ topic, response: { id, jsonrpc: '2.0', error: error as { code: number; message: string; data?: string } } });
  return { outcome: 'failed', code: error.code };
};

/** Method name of proposals in logs and faults. */
export const PROPOSE = 'wc_sessionPropose';

/** Publish options of a proposal response. @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods#wc_sessionpropose */
const ANSWER = { ttl: 300, tag: 1101, prompt: false };

const describeProposal = (proposal: ProposalTypes.Struct, verified: VerifyResult, context: RemoteContext): Prompt => {
  const { metadata } = proposal.proposer;
  const methods = methodsOf(proposal);
  return {
    kind: 'connect',
    title: `Connect ${appName(metadata)}`,
    approveLabel: 'Connect',
    facts: [
      ...describeApp(metadata, verified),
      {
        label: 'Permissions',
        value: 'View the addresses of the selected accounts and request signatures. It cannot move funds without your approval.',
        form: 'text',
      },
      { label: 'Methods', value: methods.length === 0 ? 'None' : methods.map(visible).join('\n'), form: 'code' },
    ],
    networks: networksOf(context.state(), proposal),
  };
};

/** Returns true if a fault applies to proposals, which is the default. */
const concernsProposals = (fault: Fault | null): fault is Fault =>
  fault !== null && (fault.methods === undefined || fault.methods.includes(PROPOSE));

/** Publishes a proposal response directly, because the SDK only sends one correct response. */
const publishResponse = async ({ client }: RemoteContext, { id, pairingTopic }: ProposalTypes.Struct, result: unknown): Promise<void> => {
  const message = await client.core.crypto.encode(pairingTopic, { id, jsonrpc: '2.0', result });
  await client.core.relayer.publish(pairingTopic, message, ANSWER);
};

/**
 * Handles a proposal: asks the user and approves the selection, or applies the fault set by a test. Unsupported proposals are rejected
 * automatically.
 */
export const handleProposal = async (
  proposal: ProposalTypes.Struct,
  verified: VerifyResult,
  context: RemoteContext,
): Promise<RemoteOutcome> => {
  const { client, sdk } = context;
  const { id, pairingTopic } = proposal;
  const reject = async (reason: { readonly code: number; readonly message: string }): Promise<RemoteOutcome> => {
    await client.reject({ id, reason });
    return { outcome: 'failed', code: reason.code };
  };

  const { fault: set } = context.state();
  const fault = concernsProposals(set) ? set : null;
  if (fault?.mode === 'no-response') return { outcome: 'pending' };
  if (fault?.mode === 'drop') {
    await client.core.relayer.transportClose();
    return { outcome: 'pending' };
  }
  if (fault?.mode === 'reject-all') return reject(sdk.getSdkError('USER_REJECTED'));
  if (fault?.mode === 'error-response') return reject(toErrorObject(fault.error));
  if (fault?.mode === 'invalid-response') {
    await publishResponse(context, proposal, 'response' in fault ? fault.response : { garbage: PROPOSE });
    return { outcome: 'responded' };
  }

  const refusal = refusalOf(context.state(), proposal);
  if (refusal !== null) return reject(sdk.getSdkError(refusal));
  const source = { id, method: PROPOSE, url: proposal.proposer.metadata.url, topic: pairingTopic };
  const prompt = describeProposal(proposal, verified, context);
  try {
    const decision = await context.ask(source, prompt);
    const state = context.state();
    const selected = state.accounts.map(({ address }) => address).filter((address) => decision.accounts?.includes(address));
    const accounts = selected.length > 0 ? selected : [state.selected];
    const chains = decision.chains ?? (prompt.networks ?? []).map(({ chainId }) => chainId);
    const supported = supportedNamespaces(state, accounts, chains, context.restriction());
    const namespaces = sdk.buildApprovedNamespaces({ proposal, supportedNamespaces: supported });
    if (fault?.mode === 'late-response') await holdResponse(fault, context.state);
    const { topic } = await client.approve({ id, namespaces });
    const session = client.session.get(topic);
    context.update((current) => withSession(current, session, accounts));
    if (fault?.mode === 'double-response')
      await publishResponse(context, proposal, { relay: { protocol: 'irn' }, responderPublicKey: session.self.publicKey });
    return { outcome: 'responded' };
  } catch (error) {
    if (context.isObsolete(id)) return { outcome: 'abandoned' };
    if (error instanceof ProviderError && error.code === 4001) return reject(sdk.getSdkError('USER_REJECTED'));
    throw error;
  }
};
