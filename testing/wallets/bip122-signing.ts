import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import type { Psbt } from 'bitcoinjs-lib';
import { type Bip122TestKey, taprootSecret } from './bip122-keys.js';

/** An input of a PSBT to sign. */
export interface Bip122TestInput {
  readonly index: number;
  readonly sighashTypes?: readonly number[] | undefined;
}

const { Fn } = secp256k1.Point;

const numberOf = (bytes: Uint8Array): bigint => bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

/** The curve operations that bitcoinjs-lib needs for taproot. */
const CURVE = {
  isXOnlyPoint: (point: Uint8Array): boolean => {
    try {
      schnorr.utils.lift_x(numberOf(point));
      return true;
    } catch {
      return false;
    }
  },
  xOnlyPointAddTweak: (point: Uint8Array, tweak: Uint8Array): { parity: 0 | 1; xOnlyPubkey: Uint8Array } | null => {
    const sum = schnorr.utils.lift_x(numberOf(point)).add(secp256k1.Point.BASE.multiplyUnsafe(Fn.create(numberOf(tweak))));
    // The point at infinity is not a key.
    if (sum.is0()) return null;
    return { parity: sum.y % 2n === 0n ? 0 : 1, xOnlyPubkey: sum.toBytes(true).subarray(1) };
  },
};

/** Loads bitcoinjs-lib, which only signing needs. */
const loadSdk = async (): Promise<typeof import('bitcoinjs-lib')> => {
  const sdk = await import('bitcoinjs-lib');
  sdk.initEccLib(CURVE);
  return sdk;
};

const signerOf = (key: Bip122TestKey) => ({
  publicKey: key.type === 'p2tr' ? secp256k1.getPublicKey(taprootSecret(key.secret), true) : key.publicKey,
  sign: (hash: Uint8Array) => secp256k1.sign(hash, key.secret, { prehash: false, lowS: true }),
  signSchnorr: (hash: Uint8Array) => schnorr.sign(hash, taprootSecret(key.secret)),
});

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, index) => byte === b[index]);

/** Returns whether an input spends an output of the key. */
const isOwn = (psbt: Psbt, index: number, { script }: Bip122TestKey, sdk: typeof import('bitcoinjs-lib')): boolean => {
  const input = psbt.data.inputs[index];
  const spent = psbt.txInputs[index];
  if (input === undefined || spent === undefined) return false;
  if (input.witnessUtxo !== undefined) return sameBytes(input.witnessUtxo.script, script);
  if (input.nonWitnessUtxo === undefined) return false;
  const output = sdk.Transaction.fromBuffer(input.nonWitnessUtxo).outs[spent.index];
  return output !== undefined && sameBytes(output.script, script);
};

/**
 * Signs a base64 PSBT with these keys: the given inputs, or all inputs that the keys can sign.
 * @throws Error if a given input does not belong to the keys
 * @see BIP-174, BIP-371
 */
export const signTestPsbt = async (
  base64: string,
  keys: readonly Bip122TestKey[],
  { inputs, finalize = false }: { readonly inputs?: readonly Bip122TestInput[] | undefined; readonly finalize?: boolean } = {},
): Promise<string> => {
  const sdk = await loadSdk();
  const psbt = sdk.Psbt.fromBase64(base64);
  const requestedInputs: readonly Bip122TestInput[] = inputs ?? psbt.txInputs.map((_input, index) => ({ index }));
  for (const { index, sighashTypes } of requestedInputs) {
    const key = keys.find((each) => isOwn(psbt, index, each, sdk));
    if (key === undefined) {
      if (inputs === undefined) continue;
      throw new Error(`Input ${index} does not belong to the wallet`);
    }
    psbt.signInput(index, signerOf(key), sighashTypes === undefined ? undefined : [...sighashTypes]);
    if (finalize) psbt.finalizeInput(index);
  }
  return psbt.toBase64();
};

/** Extracts the transaction of a fully signed PSBT. @internal */
export const extractTestTransaction = async (base64: string): Promise<{ readonly hex: string; readonly txid: string }> => {
  const { Psbt: Reader } = await loadSdk();
  const psbt = Reader.fromBase64(base64);
  for (const [index, input] of psbt.data.inputs.entries()) {
    if (input.finalScriptSig === undefined && input.finalScriptWitness === undefined) psbt.finalizeInput(index);
  }
  const transaction = psbt.extractTransaction(true);
  return { hex: transaction.toHex(), txid: transaction.getId() };
};
