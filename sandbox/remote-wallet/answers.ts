import type { PendingRequestTypes, ProposalTypes } from '@walletconnect/types';
import { answerRequest } from '../wallet/engine/answer-request.js';
import { askNode } from '../wallet/engine/ask-node.js';
import { visible } from '../wallet/engine/describe.js';
import { concerns, type Fault, untilLate } from '../wallet/engine/fault.js';
import type { MethodContext } from '../wallet/engine/method.js';
import { ProviderError } from '../wallet/engine/provider-error.js';
import type { Question } from '../wallet/engine/question.js';
import { Subscriptions } from '../wallet/engine/subscriptions.js';
import type { WalletState } from '../wallet/engine/wallet-state.js';
import { methodsOf, networksOf, refusalOf, supportedNamespaces, withSession } from './namespaces.js';
import { type Asker, type RemoteContext, type RemoteOutcome, toErrorObject } from './remote-context.js';

/** EIP-1193's code of a person's no; the wallet protocol has one of its own. */
const PROVIDER_REJECTED = 4001;

/** The EVM chain of a CAIP-2 id; `null` for the chains of other namespaces, of which the wallet has one each. */
const evmChain = (chain: string): number | null => (chain.startsWith('eip155:') ? Number(chain.split(':')[1]) : null);

/** The wallet as it is on the chain of one request: apps name the chain with each request, and the wallet need not be there. */
const contextOf = (asker: Asker, chain: string, context: RemoteContext): MethodContext => {
  const state = (): WalletState => ({ ...context.state(), chainId: evmChain(chain) ?? context.state().chainId });
  return {
    // Permissions of this wallet are kept by session.
    origin: asker.topic,
    method: asker.method,
    state,
    update: (change) => context.update(change),
    ask: (question) => context.ask(asker, question),
    isAsking: () => false,
    node: (method, params, other) => askNode(context.state(), other ?? state().chainId, method, params),
    inTurn: (key, task) => context.turns.take(key, task),
    drop: () => void context.client.core.relayer.transportClose(),
    // A session has no way to push what a subscription brings.
    subscriptions: new Subscriptions(() => undefined),
  };
};

/** Answers a request of a session with the methods of the injected wallet: asks, signs, sends; or misbehaves as a test wants it. */
export const answerSessionRequest = async (pending: PendingRequestTypes.Struct, context: RemoteContext): Promise<RemoteOutcome> => {
  const { id, topic, params } = pending;
  const { method, params: values } = params.request;
  const { client, sdk } = context;
  const asker = { id, method, topic, url: client.session.get(topic).peer.metadata.url };
  const { fault } = context.state();

  const request = { type: 'request' as const, id: String(id), method, params: values };
  const reply = await answerRequest(request, contextOf(asker, params.chainId, context));
  if (reply === null) return { outcome: 'pending' };
  if (context.isOver(id)) return { outcome: 'abandoned' };
  if ('result' in reply) {
    const respond = (): Promise<void> => client.respond({ topic, response: { id, jsonrpc: '2.0', result: reply.result } });
    await respond();
    if (concerns(fault, method) && fault.mode === 'answer-twice') await respond();
    return { outcome: 'answered' };
  }
  const given = toErrorObject('error' in reply ? reply.error : reply.thrown);
  const error = 'error' in reply && given.code === PROVIDER_REJECTED ? sdk.getSdkError('USER_REJECTED') : given;
  // The official type says that `data` is a text; nodes and wallets send any value.
  await client.respond({ topic, response: { id, jsonrpc: '2.0', error: error as { code: number; message: string; data?: string } } });
  return { outcome: 'failed', code: error.code };
};

/** Method under which proposals stand in the log and in faults. */
export const PROPOSE = 'wc_sessionPropose';

/** Seconds and kind of an answer to a proposal. @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods#wc_sessionpropose */
const ANSWER = { ttl: 300, tag: 1101, prompt: false };

const describeProposal = (proposal: ProposalTypes.Struct, context: RemoteContext): Question => {
  const { name, description } = proposal.proposer.metadata;
  const methods = methodsOf(proposal);
  return {
    kind: 'connect',
    title: `Connect ${visible(name === '' ? 'an app without a name' : name)}`,
    approveLabel: 'Connect',
    facts: [
      { label: 'Name and address', value: 'as the app gives them; nobody has checked them.', form: 'text' },
      ...(description === '' ? [] : [{ label: 'About', value: visible(description), form: 'text' as const }]),
      {
        label: 'It will',
        value: 'see the addresses of the accounts you choose, and ask you to sign. It cannot move anything by itself.',
        form: 'text',
      },
      { label: 'Methods', value: methods.length === 0 ? 'none named' : methods.map(visible).join('\n'), form: 'code' },
    ],
    networks: networksOf(context.state(), proposal),
  };
};

/** Whether a fault concerns proposals: unless it names methods that are others. */
const concernsProposals = (fault: Fault | null): fault is Fault =>
  fault !== null && (fault.methods === undefined || fault.methods.includes(PROPOSE));

/** Publishes an answer by hand, for faults: the client itself answers a proposal once and well. */
const publishAnswer = async ({ client }: RemoteContext, { id, pairingTopic }: ProposalTypes.Struct, result: unknown): Promise<void> => {
  const message = await client.core.crypto.encode(pairingTopic, { id, jsonrpc: '2.0', result });
  await client.core.relayer.publish(pairingTopic, message, ANSWER);
};

/**
 * Answers a proposal: asks the person, then approves what was chosen; or misbehaves as a test wants it. The wallet refuses by itself what
 * it cannot serve.
 */
export const answerProposal = async (proposal: ProposalTypes.Struct, context: RemoteContext): Promise<RemoteOutcome> => {
  const { client, sdk } = context;
  const { id, pairingTopic } = proposal;
  const reject = async (reason: { readonly code: number; readonly message: string }): Promise<RemoteOutcome> => {
    await client.reject({ id, reason });
    return { outcome: 'failed', code: reason.code };
  };

  const { fault: set } = context.state();
  const fault = concernsProposals(set) ? set : null;
  if (fault?.mode === 'never-answer') return { outcome: 'pending' };
  if (fault?.mode === 'drop') {
    await client.core.relayer.transportClose();
    return { outcome: 'pending' };
  }
  if (fault?.mode === 'reject-all') return reject(sdk.getSdkError('USER_REJECTED'));
  if (fault?.mode === 'answer-error') return reject(toErrorObject(fault.error));
  if (fault?.mode === 'answer-garbage') {
    await publishAnswer(context, proposal, 'answer' in fault ? fault.answer : { garbage: PROPOSE });
    return { outcome: 'answered' };
  }

  const refusal = refusalOf(context.state(), proposal);
  if (refusal !== null) return reject(sdk.getSdkError(refusal));
  const asker = { id, method: PROPOSE, url: proposal.proposer.metadata.url, topic: pairingTopic };
  const question = describeProposal(proposal, context);
  try {
    const decision = await context.ask(asker, question);
    const state = context.state();
    const held = state.accounts.map(({ address }) => address).filter((address) => decision.accounts?.includes(address));
    const accounts = held.length > 0 ? held : [state.selected];
    const chains = decision.chains ?? (question.networks ?? []).map(({ chainId }) => chainId);
    const supported = supportedNamespaces(state, accounts, chains, context.restriction());
    const namespaces = sdk.buildApprovedNamespaces({ proposal, supportedNamespaces: supported });
    if (fault?.mode === 'answer-late') await untilLate(fault, context.state);
    const { topic } = await client.approve({ id, namespaces });
    const session = client.session.get(topic);
    context.update((current) => withSession(current, session, accounts));
    if (fault?.mode === 'answer-twice')
      await publishAnswer(context, proposal, { relay: { protocol: 'irn' }, responderPublicKey: session.self.publicKey });
    return { outcome: 'answered' };
  } catch (error) {
    if (context.isOver(id)) return { outcome: 'abandoned' };
    if (error instanceof ProviderError && error.code === 4001) return reject(sdk.getSdkError('USER_REJECTED'));
    throw error;
  }
};
