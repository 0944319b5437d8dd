import type { BitcoinAddressType } from '../account/bitcoin-address.js';

/** Types of outputs that can be spent with one key. P2SH is assumed to be P2SH-P2WPKH, the only P2SH type with a single key. */
export type BitcoinSpendType = Extract<BitcoinAddressType, 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2tr'>;

/** Tests whether outputs of this type can be spent with one key. */
export const isBitcoinSpendType = (type: BitcoinAddressType): type is BitcoinSpendType =>
  type === 'p2pkh' || type === 'p2sh' || type === 'p2wpkh' || type === 'p2tr';

/**
 * Input weights with the largest usual signature (72 bytes with low S, 64 for Schnorr), without the witness count byte of non-witness
 * inputs.
 * @see BIP-141
 */
const INPUT_WEIGHTS: Readonly<Record<BitcoinSpendType, { readonly weight: number; readonly witness: boolean }>> = {
  p2pkh: { weight: 4 * (36 + 1 + 107 + 4), witness: false },
  p2sh: { weight: 4 * (36 + 1 + 23 + 4) + 108, witness: true },
  p2wpkh: { weight: 4 * (36 + 1 + 4) + 108, witness: true },
  p2tr: { weight: 4 * (36 + 1 + 4) + 66, witness: true },
};

const varIntBytes = (value: number): number => (value < 0xfd ? 1 : value <= 0xffff ? 3 : 5);

/** Virtual bytes of an input of this type. */
export const inputVbytes = (type: BitcoinSpendType): number => INPUT_WEIGHTS[type].weight / 4;

/** Virtual bytes of an output with a script of this length. */
export const outputVbytes = (scriptLength: number): number => 8 + varIntBytes(scriptLength) + scriptLength;

/**
 * Size of a transaction, rounded up to whole virtual bytes.
 * @param scriptLengths of its outputs
 * @see BIP-141
 */
export const transactionVbytes = (inputs: readonly BitcoinSpendType[], scriptLengths: readonly number[]): number => {
  const hasWitness = inputs.some((type) => INPUT_WEIGHTS[type].witness);
  const baseWeight = 4 * (4 + varIntBytes(inputs.length) + varIntBytes(scriptLengths.length) + 4);
  const witnessMarkers = hasWitness ? 2 + inputs.filter((type) => !INPUT_WEIGHTS[type].witness).length : 0;
  const inputsWeight = inputs.reduce((sum, type) => sum + INPUT_WEIGHTS[type].weight, 0);
  const outputsWeight = scriptLengths.reduce((sum, length) => sum + 4 * outputVbytes(length), 0);
  return Math.ceil((baseWeight + witnessMarkers + inputsWeight + outputsWeight) / 4);
};

/** Fee rate for spending dust, in satoshi per virtual byte (Bitcoin Core's default). */
const DUST_RATE = 3;
/** Virtual bytes of the input that would spend the output. */
const SPEND_VBYTES = { legacy: 148, witness: 67 };

/**
 * Dust limit of an output, in satoshi. Nodes do not relay transactions with smaller outputs.
 * @see https://github.com/bitcoin/bitcoin/blob/master/src/policy/policy.cpp GetDustThreshold
 */
export const dustLimitSats = (type: BitcoinAddressType, scriptLength: number): bigint => {
  const spend = type === 'p2pkh' || type === 'p2sh' ? SPEND_VBYTES.legacy : SPEND_VBYTES.witness;
  return BigInt(DUST_RATE * (outputVbytes(scriptLength) + spend));
};
