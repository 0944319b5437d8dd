import { formatUnits } from 'viem';
import { messageFacts, namespaceNetwork } from '../describe.js';
import { mono, text, warning } from '../facts.js';
import type { Question, QuestionFact } from '../question.js';
import type { InputToSign, OpenPsbt, PsbtEnd } from './open-psbt.js';

const bitcoin = (sats: bigint | null): string => (sats === null ? 'an unknown amount' : `${formatUnits(sats, 8)} BTC`);

const sum = (ends: readonly PsbtEnd[]): bigint | null =>
  ends.some(({ value }) => value === null) ? null : ends.reduce((total, { value }) => total + (value ?? 0n), 0n);

const output = ({ address, value, isOwn }: PsbtEnd): readonly QuestionFact[] => [
  mono(isOwn ? 'Change, back to you' : 'To', address ?? 'a script without an address'),
  text(isOwn ? 'Change' : 'Amount', bitcoin(value)),
];

/** Signatures that leave parts of the transaction open. @see https://developer.bitcoin.org/devguide/transactions.html#signature-hash-types */
const coversAll = ({ sighashTypes = [] }: InputToSign): boolean => sighashTypes.every((type) => type === 0 || type === 1);

/** The question for signatures in a PSBT. @param sends whether the wallet broadcasts */
export const describePsbt = (
  chainId: string,
  address: string,
  psbt: OpenPsbt,
  wanted: readonly InputToSign[],
  sends: boolean,
): Question => {
  const [spent, received] = [sum(psbt.inputs), sum(psbt.outputs)];
  return {
    kind: 'send-transaction',
    title: sends ? 'Send bitcoin' : 'Sign a Bitcoin transaction',
    approveLabel: sends ? 'Send' : 'Sign',
    facts: [
      namespaceNetwork('bip122', chainId),
      mono('From', address),
      ...psbt.outputs.flatMap(output),
      text('Fee', spent === null || received === null ? 'unknown' : bitcoin(spent - received)),
      text('Inputs to sign', `${wanted.length} of ${psbt.inputs.length}`),
      ...(wanted.every(coversAll) ? [] : [warning('The signature does not cover the whole transaction: others can still change it.')]),
      ...(sends ? [] : [warning('Whoever gets the signed transaction can complete and send it.')]),
    ],
  };
};

/** The question for a signature over a message. */
export const describeBitcoinMessage = (chainId: string, address: string, message: string, protocol: string): Question => {
  const bytes = new TextEncoder().encode(message);
  return {
    kind: 'sign-message',
    title: 'Sign a message',
    approveLabel: 'Sign',
    facts: [
      mono('Account', address),
      namespaceNetwork('bip122', chainId),
      text('Kind', protocol === 'bip322' ? 'BIP-322, simple' : 'ECDSA'),
      ...messageFacts(bytes, ''),
    ],
  };
};
