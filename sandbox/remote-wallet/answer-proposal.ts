import type { ProposalTypes } from '@walletconnect/types';
import { visible } from '../wallet/engine/describe.js';
import type { Fault } from '../wallet/engine/fault.js';
import { ProviderError } from '../wallet/engine/provider-error.js';
import type { Question } from '../wallet/engine/question.js';
import { untilLate } from '../wallet/engine/until-late.js';
import { methodsOf, networksOf, refusalOf, supportedNamespaces, withSession } from './namespaces.js';
import type { RemoteContext, RemoteOutcome } from './remote-context.js';
import { toErrorObject } from './to-error-object.js';

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
