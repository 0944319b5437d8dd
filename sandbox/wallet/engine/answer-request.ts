import { concerns, type Fault, untilLate } from './fault.js';
import type { OtherNamespace } from './keys/namespace.js';
import type { PageRequest, Reply } from './messages.js';
import type { Method, MethodContext } from './method.js';
import { ACCOUNT_METHODS } from './methods/accounts.js';
import { BITCOIN_METHODS } from './methods/bitcoin.js';
import { CHAIN_METHODS } from './methods/chains.js';
import { NODE_METHODS } from './methods/node.js';
import { POLKADOT_METHODS } from './methods/polkadot.js';
import { SIGNING_METHODS } from './methods/signing.js';
import { SOLANA_METHODS } from './methods/solana.js';
import { TRANSACTION_METHODS } from './methods/transactions.js';
import { toProviderError, unsupportedMethod } from './provider-error.js';

const EIP155_METHODS = { ...NODE_METHODS, ...ACCOUNT_METHODS, ...CHAIN_METHODS, ...SIGNING_METHODS, ...TRANSACTION_METHODS };

const METHODS: ReadonlyMap<string, Method> = new Map(
  Object.entries({ ...EIP155_METHODS, ...SOLANA_METHODS, ...BITCOIN_METHODS, ...POLKADOT_METHODS }),
);

/** Every method of the wallet, by namespace. */
export const KNOWN_METHODS: Readonly<Record<'eip155' | OtherNamespace, readonly string[]>> = {
  eip155: Object.keys(EIP155_METHODS),
  solana: Object.keys(SOLANA_METHODS),
  bip122: Object.keys(BITCOIN_METHODS),
  polkadot: Object.keys(POLKADOT_METHODS),
};

const answer = async ({ id, method, params }: PageRequest, context: MethodContext): Promise<Reply> => {
  try {
    const run = METHODS.get(method);
    if (run === undefined) throw unsupportedMethod(method);
    return { type: 'reply', id, result: (await run(params, context)) ?? null };
  } catch (error) {
    return { type: 'reply', id, error: toProviderError(error).toJSON() };
  }
};

const misbehave = async (fault: Fault, request: PageRequest, context: MethodContext): Promise<Reply | null> => {
  const { id, method } = request;
  switch (fault.mode) {
    case 'reject-all':
      return { type: 'reply', id, error: { code: 4001, message: 'The person rejected the request.' } };
    case 'never-answer':
      return null;
    case 'drop':
      context.drop();
      return null;
    case 'answer-garbage':
      return { type: 'reply', id, result: 'answer' in fault ? fault.answer : { garbage: method } };
    case 'answer-error':
      return { type: 'reply', id, thrown: fault.error };
    case 'answer-late': {
      const reply = await answer(request, context);
      await untilLate(fault, context.state);
      return reply;
    }
    case 'answer-twice':
      return answer(request, context);
  }
};

/** Answers one request, or misbehaves as a test wants it; `null` is silence for ever. Never throws. */
export const answerRequest = (request: PageRequest, context: MethodContext): Promise<Reply | null> => {
  const { fault } = context.state();
  return concerns(fault, request.method) ? misbehave(fault, request, context) : answer(request, context);
};
