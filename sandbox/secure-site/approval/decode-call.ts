import type { Hex } from './approval-request.js';

/** Amounts from here on are shown as unlimited: half of all values. */
const UNLIMITED = 2n ** 128n;

/** A parameter of a decoded call. */
export interface CallParameter {
  readonly label: string;
  readonly type: 'address' | 'amount' | 'number' | 'flag';
  readonly value: string;
}

/** What a call of a contract does. */
export interface DecodedCall {
  readonly name: string;
  /**
   * `transfer`: moves tokens. `allowance`: lets someone else move tokens. `approve-zero`: ends an allowance where tokens have amounts; where they have
   * numbers, lets someone else move number 0.
   */
  readonly effect: 'transfer' | 'allowance' | 'revoke' | 'approve-zero' | 'other';
  readonly parameters: readonly CallParameter[];
}

interface Signature {
  readonly name: string;
  readonly effect: DecodedCall['effect'];
  readonly parameters: readonly (readonly [label: string, type: CallParameter['type']])[];
}

/** Selectors of the calls that are shown in words. @see https://www.4byte.directory */
const SIGNATURES: Readonly<Record<string, Signature>> = {
  a9059cbb: {
    name: 'transfer',
    effect: 'transfer',
    parameters: [
      ['To', 'address'],
      ['Amount', 'amount'],
    ],
  },
  '23b872dd': {
    name: 'transferFrom',
    effect: 'transfer',
    parameters: [
      ['From', 'address'],
      ['To', 'address'],
      ['Amount or id', 'number'],
    ],
  },
  '42842e0e': {
    name: 'safeTransferFrom',
    effect: 'transfer',
    parameters: [
      ['From', 'address'],
      ['To', 'address'],
      ['Token id', 'number'],
    ],
  },
  '095ea7b3': {
    name: 'approve',
    effect: 'allowance',
    parameters: [
      ['Spender', 'address'],
      ['Amount', 'amount'],
    ],
  },
  '39509351': {
    name: 'increaseAllowance',
    effect: 'allowance',
    parameters: [
      ['Spender', 'address'],
      ['Amount', 'amount'],
    ],
  },
  a22cb465: {
    name: 'setApprovalForAll',
    effect: 'allowance',
    parameters: [
      ['Operator', 'address'],
      ['Allowed', 'flag'],
    ],
  },
  '87517c45': {
    name: 'approve',
    effect: 'allowance',
    parameters: [
      ['Token', 'address'],
      ['Spender', 'address'],
      ['Amount', 'number'],
      ['Until', 'number'],
    ],
  },
  d505accf: {
    name: 'permit',
    effect: 'allowance',
    parameters: [
      ['Owner', 'address'],
      ['Spender', 'address'],
      ['Amount', 'amount'],
    ],
  },
  d0e30db0: { name: 'deposit', effect: 'other', parameters: [] },
  '2e1a7d4d': { name: 'withdraw', effect: 'other', parameters: [['Amount', 'number']] },
};

/** Parameters after the listed ones, in words of 32 bytes. */
const MORE_WORDS: Readonly<Record<string, number>> = { d505accf: 4 };

const APPROVE = '095ea7b3';
const WORD = 64;
const ADDRESS = /^0{24}[\da-f]{40}$/;

const readWord = (word: string, [label, type]: readonly [string, CallParameter['type']]): CallParameter | null => {
  const number = BigInt(`0x${word}`);
  switch (type) {
    case 'address':
      return ADDRESS.test(word) ? { label, type, value: `0x${word.slice(24)}` } : null;
    case 'flag':
      return number > 1n ? null : { label, type, value: number === 1n ? 'yes' : 'no' };
    default:
      return { label, type, value: number.toString() };
  }
};

/**
 * Decodes a call whose parameters have a fixed length. `null` for others, and for data that is not exactly such a call: contracts ignore
 * bytes at the end, which could have a meaning that is not shown.
 * @see https://docs.soliditylang.org/en/latest/abi-spec.html
 */
export const decodeCall = (data: Hex): DecodedCall | null => {
  const selector = data.slice(2, 10).toLowerCase();
  const signature = Object.hasOwn(SIGNATURES, selector) ? SIGNATURES[selector] : undefined;
  if (signature === undefined) return null;
  const body = data.slice(10).toLowerCase();
  const words = signature.parameters.length + (MORE_WORDS[selector] ?? 0);
  if (body.length !== words * WORD) return null;
  const read = signature.parameters.map((parameter, index) => readWord(body.slice(index * WORD, (index + 1) * WORD), parameter));
  const parameters = read.filter((each) => each !== null);
  if (parameters.length !== signature.parameters.length) return null;
  const isRevoked =
    signature.effect === 'allowance' &&
    parameters.some(({ label, value }) => /^(?:Amount|Allowed)$/.test(label) && /^(?:0|no)$/.test(value));
  if (!isRevoked || signature.name === 'increaseAllowance') return { name: signature.name, effect: signature.effect, parameters };
  return { name: signature.name, effect: selector === APPROVE ? 'approve-zero' : 'revoke', parameters };
};

/** Tests whether an amount is so high that it is no limit. */
export const isUnlimited = (amount: string): boolean => BigInt(amount) >= UNLIMITED;
