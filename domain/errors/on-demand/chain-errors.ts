import type { ChainErrorCode, CodeTables } from '../error-tables.js';

/** What people call a chain family. */
const NAMES: Readonly<Record<string, string>> = { eip155: 'an EVM chain', solana: 'Solana', bip122: 'Bitcoin', polkadot: 'Polkadot' };
const nameOf = (namespace: string): string => NAMES[namespace] ?? namespace;

/** Errors of addresses and transactions that only the code of a chain meets, once it is loaded. */
export const CHAIN_ERRORS: CodeTables<ChainErrorCode> = {
  messages: {
    'address/wrong-namespace': ({ value, namespace, expected }) =>
      `"${value}" is an address of ${nameOf(namespace)}: enter one of ${nameOf(expected)}`,
    'address/wrong-network': ({ value, chainId }) => `"${value}" belongs to another network than ${chainId}: enter an address of this one`,
    'wallet/wrong-signature': 'The wallet signed with another account, or something else: choose the account in the wallet and sign again',
    'network/unknown-outcome': ({ hash }) =>
      `The transaction ${hash} was sent, and its outcome is not known yet: look it up before you send again`,
    'network/wrong-node': ({ chainId, nodeChainId }) => `The node for ${chainId} answers for ${nodeChainId}: check its address`,
    'network/transaction-dropped': ({ hash }) => `The transaction ${hash} came into no block and no longer can: send it again`,
    'network/transaction-reverted': ({ hash }) =>
      `The transaction ${hash} failed on the chain, and only its fee was paid: look it up before you send again`,
    'network/transaction-partly-reverted': ({ hash }) =>
      `Some calls of the batch ${hash} failed on the chain, others were carried out: look it up before you send again`,
  },
  recovery: {
    'address/wrong-namespace': 'ask-user',
    'address/wrong-network': 'ask-user',
    'wallet/wrong-signature': 'ask-user',
    'network/unknown-outcome': 'none',
    'network/wrong-node': 'reconfigure',
    'network/transaction-dropped': 'retry',
    'network/transaction-reverted': 'none',
    'network/transaction-partly-reverted': 'none',
  },
};
