import type { PendingRequestTypes } from '@walletconnect/types';
import { answerRequest } from '../wallet/engine/answer-request.js';
import { askNode } from '../wallet/engine/ask-node.js';
import { concerns } from '../wallet/engine/fault.js';
import type { MethodContext } from '../wallet/engine/method.js';
import { Subscriptions } from '../wallet/engine/subscriptions.js';
import type { WalletState } from '../wallet/engine/wallet-state.js';
import type { Asker, RemoteContext, RemoteOutcome } from './remote-context.js';
import { toErrorObject } from './to-error-object.js';

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
