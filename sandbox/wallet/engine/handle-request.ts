import { concerns, type Fault, holdResponse } from './fault.js';
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

/** All supported methods by namespace. */
export const KNOWN_METHODS: Readonly<Record<'eip155' | OtherNamespace, readonly string[]>> = {
  eip155: Object.keys(EIP155_METHODS),
  solana: Object.keys(SOLANA_METHODS),
  bip122: Object.keys(BITCOIN_METHODS),
  polkadot: Object.keys(POLKADOT_METHODS),
};

const execute = async ({ id, method, params }: PageRequest, context: MethodContext): Promise<Reply> => {
  try {
    const run = METHODS.get(method);
    if (run === undefined) throw unsupportedMethod(method);
    return { type: 'reply', id, result: (await run(params, context)) ?? null };
  } catch (error) {
    return { type: 'reply', id, error: toProviderError(error).toJSON() };
  }
};

const applyFault = async (fault: Fault, request: PageRequest, context: MethodContext): Promise<Reply | null> => {
  const { id, method } = request;
  switch (fault.mode) {
    case 'reject-all':
      return { type: 'reply', id, error: { code: 4001, message: 'User rejected the request.' } };
    case 'no-response':
      return null;
    case 'drop':
      context.drop();
      return null;
    case 'invalid-response':
      return { type: 'reply', id, result: 'response' in fault ? fault.response : { garbage: method } };
    case 'error-response':
      return { type: 'reply', id, thrown: fault.error };
    case 'late-response': {
      const reply = await execute(request, context);
      await holdResponse(fault, context.state);
      return reply;
    }
    case 'double-response':
      return execute(request, context);
  }
};

/** Handles a request, or applies the fault set by a test. `null` means that no response is ever sent. Never throws. */
export const handleRequest = (request: PageRequest, context: MethodContext): Promise<Reply | null> => {
  const { fault } = context.state();
  return concerns(fault, request.method) ? applyFault(fault, request, context) : execute(request, context);
};
