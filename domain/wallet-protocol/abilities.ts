import type { Namespace } from '../caip/namespace.js';

/** What an app has a wallet do. */
export type Ability = 'sign-message' | 'sign-typed-data' | 'send-transaction';

/** The calls that each takes in each namespace: one of them is enough. */
export const ABILITIES: Readonly<Record<Ability, Readonly<Partial<Record<Namespace, readonly string[]>>>>> = {
  'sign-message': {
    eip155: ['personal_sign'],
    solana: ['solana_signMessage'],
    bip122: ['signMessage'],
    polkadot: ['polkadot_signMessage'],
  },
  'sign-typed-data': { eip155: ['eth_signTypedData_v4'] },
  'send-transaction': {
    eip155: ['eth_sendTransaction'],
    solana: ['solana_signAndSendTransaction', 'solana_signTransaction'],
    bip122: ['sendTransfer', 'signPsbt'],
    polkadot: ['polkadot_signTransaction'],
  },
};
