import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import type { Psbt } from 'bitcoinjs-lib';
import { type Bip122TestKey, taprootSecret } from './bip122-keys.js';

/** An input of a PSBT that a test wallet is to sign. */
export interface Bip122TestInput {
  readonly index: number;
  readonly sighashTypes?: readonly number[] | undefined;
}

const { Fn } = secp256k1.Point;

const numberOf = (bytes: Uint8Array): bigint => bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

/** The curve as bitcoinjs-lib wants it for taproot. */
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
    // The one point that is none.
    if (sum.is0()) return null;
    return { parity: sum.y % 2n === 0n ? 0 : 1, xOnlyPubkey: sum.toBytes(true).subarray(1) };
  },
};

/** bitcoinjs-lib, which only who signs needs. */
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

/** Whether the output that an input spends belongs to a key. */
const isOwn = (psbt: Psbt, index: number, { script }: Bip122TestKey, sdk: typeof import('bitcoinjs-lib')): boolean => {
  const input = psbt.data.inputs[index];
  const spent = psbt.txInputs[index];
  if (input === undefined || spent === undefined) return false;
  if (input.witnessUtxo !== undefined) return sameBytes(input.witnessUtxo.script, script);
  if (input.nonWitnessUtxo === undefined) return false;
  const paid = sdk.Transaction.fromBuffer(input.nonWitnessUtxo).outs[spent.index];
  return paid !== undefined && sameBytes(paid.script, script);
};

/**
 * Signs a PSBT in base64 as a wallet with these keys does: the given inputs, or all that are its own.
 * @throws Error when an input that was asked for is not its own
 * @see BIP-174, BIP-371
 */
export const signTestPsbt = async (
  base64: string,
  keys: readonly Bip122TestKey[],
  { inputs, finalise = false }: { readonly inputs?: readonly Bip122TestInput[] | undefined; readonly finalise?: boolean } = {},
): Promise<string> => {
  const sdk = await loadSdk();
  const psbt = sdk.Psbt.fromBase64(base64);
  const wanted: readonly Bip122TestInput[] = inputs ?? psbt.txInputs.map((_input, index) => ({ index }));
  for (const { index, sighashTypes } of wanted) {
    const key = keys.find((each) => isOwn(psbt, index, each, sdk));
    if (key === undefined) {
      if (inputs === undefined) continue;
      throw new Error(`Input ${index} is not the wallet's`);
    }
    psbt.signInput(index, signerOf(key), sighashTypes === undefined ? undefined : [...sighashTypes]);
    if (finalise) psbt.finalizeInput(index);
  }
  return psbt.toBase64();
};

/** The transaction of a PSBT that is signed throughout, in hex. @internal */
export const extractTestTransaction = async (base64: string): Promise<{ readonly hex: string; readonly txid: string }> => {
  const { Psbt: Reader } = await loadSdk();
  const psbt = Reader.fromBase64(base64);
  for (const [index, input] of psbt.data.inputs.entries()) {
    if (input.finalScriptSig === undefined && input.finalScriptWitness === undefined) psbt.finalizeInput(index);
  }
  const transaction = psbt.extractTransaction(true);
  return { hex: transaction.toHex(), txid: transaction.getId() };
};
