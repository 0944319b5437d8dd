import { messageFacts, namespaceNetwork, visible } from '../describe.js';
import { code, mono, text } from '../facts.js';
import type { Question } from '../question.js';
import type { ReadExtrinsic } from './read-extrinsic.js';

/** The question for a signature over an extrinsic, which the site sends. */
export const describeExtrinsic = (chainId: string, address: string, { call, args, lifetime, tip }: ReadExtrinsic): Question => ({
  kind: 'send-transaction',
  title: 'Sign a transaction',
  approveLabel: 'Sign',
  facts: [
    namespaceNetwork('polkadot', chainId),
    mono('From', address),
    text('Call', call),
    code('Arguments', visible(JSON.stringify(args, null, 2))),
    text('Tip, planck', tip),
    text('Valid', lifetime),
  ],
});

/** The question for a signature over bytes. */
export const describePolkadotMessage = (chainId: string, address: string, bytes: Uint8Array, hex: string): Question => ({
  kind: 'sign-message',
  title: 'Sign a message',
  approveLabel: 'Sign',
  facts: [mono('Account', address), namespaceNetwork('polkadot', chainId), ...messageFacts(bytes, hex)],
});
