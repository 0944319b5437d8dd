import type { BitcoinAddressType } from '../account/bitcoin-address.js';

/** How an output that is ours is spent. P2SH is taken for P2SH-P2WPKH: no other is a single person's. */
export type BitcoinSpendType = Extract<BitcoinAddressType, 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2tr'>;

/** Whether outputs of this kind can be spent by one key. */
export const isBitcoinSpendType = (type: BitcoinAddressType): type is BitcoinSpendType =>
  type === 'p2pkh' || type === 'p2sh' || type === 'p2wpkh' || type === 'p2tr';

/**
 * Weight of an input with its largest usual signature (72 bytes with low S, 64 for Schnorr), without the bytes that count
 * of witnesses takes in inputs that have none. @see BIP-141
 */
const INPUT_WEIGHTS: Readonly<Record<BitcoinSpendType, { readonly weight: number; readonly witness: boolean }>> = {
  p2pkh: { weight: 4 * (36 + 1 + 107 + 4), witness: false },
  p2sh: { weight: 4 * (36 + 1 + 23 + 4) + 108, witness: true },
  p2wpkh: { weight: 4 * (36 + 1 + 4) + 108, witness: true },
  p2tr: { weight: 4 * (36 + 1 + 4) + 66, witness: true },
};

const varIntBytes = (value: number): number => (value < 0xfd ? 1 : value <= 0xffff ? 3 : 5);

/** Virtual bytes that an input of this kind adds. */
export const inputVbytes = (type: BitcoinSpendType): number => INPUT_WEIGHTS[type].weight / 4;

/** Virtual bytes of an output with a script of this length. */
export const outputVbytes = (scriptLength: number): number => 8 + varIntBytes(scriptLength) + scriptLength;

/**
 * The size of a transaction, in whole virtual bytes.
 * @param scriptLengths of its outputs
 * @see BIP-141
 */
export const transactionVbytes = (inputs: readonly BitcoinSpendType[], scriptLengths: readonly number[]): number => {
  const hasWitness = inputs.some((type) => INPUT_WEIGHTS[type].witness);
  const head = 4 * (4 + varIntBytes(inputs.length) + varIntBytes(scriptLengths.length) + 4);
  const marks = hasWitness ? 2 + inputs.filter((type) => !INPUT_WEIGHTS[type].witness).length : 0;
  const ins = inputs.reduce((sum, type) => sum + INPUT_WEIGHTS[type].weight, 0);
  const outs = scriptLengths.reduce((sum, length) => sum + 4 * outputVbytes(length), 0);
  return Math.ceil((head + marks + ins + outs) / 4);
};

/** Satoshi a virtual byte that nodes take for the cost of spending dust. */
const DUST_RATE = 3;
/** Virtual bytes of the input that would spend an output. */
const SPEND_VBYTES = { legacy: 148, witness: 67 };

/**
 * The least that an output may hold, in satoshi: nodes do not pass on a transaction with less.
 * @see https://github.com/bitcoin/bitcoin/blob/master/src/policy/policy.cpp GetDustThreshold
 */
export const dustLimitSats = (type: BitcoinAddressType, scriptLength: number): bigint => {
  const spend = type === 'p2pkh' || type === 'p2sh' ? SPEND_VBYTES.legacy : SPEND_VBYTES.witness;
  return BigInt(DUST_RATE * (outputVbytes(scriptLength) + spend));
};
