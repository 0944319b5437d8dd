import type { ChainErrorCode, CodeTables } from '../error-tables.js';

/** Errors of addresses and transactions that only the code of a chain meets, once it is loaded. */
export const CHAIN_ERRORS: CodeTables<ChainErrorCode> = {
  messages: {
    'address/wrong-namespace': ({ value, namespace, expected }) => `"${value}" is an address of ${namespace}: give one of ${expected}`,
    'address/wrong-network': ({ value, chainId }) => `"${value}" belongs to another network than ${chainId}`,
    'network/unknown-outcome': ({ hash }) => `The transaction ${hash} was sent; whether it was confirmed is not known yet`,
    'network/wrong-node': ({ chainId, nodeChainId }) => `The node for ${chainId} answers for ${nodeChainId}: check its address`,
    'network/transaction-dropped': ({ hash }) => `The transaction ${hash} came into no block and no longer can: send it again`,
    'network/transaction-reverted': ({ hash }) => `The transaction ${hash} was confirmed but failed`,
  },
  recovery: {
    'address/wrong-namespace': 'ask-user',
    'address/wrong-network': 'ask-user',
    'network/unknown-outcome': 'none',
    'network/wrong-node': 'reconfigure',
    'network/transaction-dropped': 'retry',
    'network/transaction-reverted': 'none',
  },
};
