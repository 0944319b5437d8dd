import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { equalBytes } from '@noble/curves/utils.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { initEccLib, Psbt, Transaction } from 'bitcoinjs-lib';
import type { PsbtInput } from '../../../application/ports/wallet-calls.js';

const numberOf = (bytes: Uint8Array): bigint => bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

/** Gives bitcoinjs-lib the curve that it wants for taproot: in JavaScript, without WebAssembly. @see BIP-341 */
const giveCurve = (): void => {
  initEccLib({
    isXOnlyPoint: (point) => {
      try {
        schnorr.utils.lift_x(numberOf(point));
        return true;
      } catch {
        return false;
      }
    },
    xOnlyPointAddTweak: (point, tweak) => {
      const { Fn, BASE } = secp256k1.Point;
      const sum = schnorr.utils.lift_x(numberOf(point)).add(BASE.multiplyUnsafe(Fn.create(numberOf(tweak))));
      // The one point that is none.
      if (sum.is0()) return null;
      return { parity: sum.y % 2n === 0n ? 0 : 1, xOnlyPubkey: sum.toBytes(true).subarray(1) };
    },
  });
};

giveCurve();

/** Replaceable, and no lock time. @see BIP-125 */
const REPLACEABLE = 0xffff_fffd;

/** An output that is to be spent. */
export interface PsbtCoin {
  readonly txid: string;
  readonly vout: number;
  /** Satoshi. */
  readonly value: bigint;
  /** The whole transaction that made it, in hex; all but P2TR need it. */
  readonly transaction?: string;
}

/** An unsigned transaction. */
export interface PsbtPlan {
  readonly coins: readonly PsbtCoin[];
  /** The script of the address whose coins they are. */
  readonly script: Uint8Array;
  readonly type: 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2tr';
  /** Hex; what P2SH and P2TR need. */
  readonly publicKey?: string | undefined;
  /** The script that P2SH stands for. */
  readonly redeemScript?: Uint8Array | undefined;
  readonly outputs: readonly { readonly script: Uint8Array; readonly value: bigint }[];
}

/** Builds a PSBT, in base64, that can be replaced by one with a higher fee. @see BIP-125, BIP-174, BIP-371 */
export const buildPsbt = ({ coins, script, type, publicKey, redeemScript, outputs }: PsbtPlan): string => {
  const psbt = new Psbt();
  for (const { txid, vout, value, transaction } of coins) {
    const xOnly = publicKey === undefined ? undefined : hexToBytes(publicKey).slice(-32);
    psbt.addInput({
      hash: txid,
      index: vout,
      sequence: REPLACEABLE,
      ...(type === 'p2pkh' ? {} : { witnessUtxo: { script, value } }),
      ...(transaction === undefined ? {} : { nonWitnessUtxo: hexToBytes(transaction) }),
      ...(type === 'p2sh' && redeemScript !== undefined ? { redeemScript } : {}),
      ...(type === 'p2tr' && xOnly !== undefined ? { tapInternalKey: xOnly } : {}),
    });
  }
  for (const output of outputs) psbt.addOutput({ ...output });
  return psbt.toBase64();
};

const spentScript = (psbt: Psbt, index: number): Uint8Array | undefined => {
  const input = psbt.data.inputs[index];
  const spent = psbt.txInputs[index];
  if (input?.witnessUtxo !== undefined) return input.witnessUtxo.script;
  if (input?.nonWitnessUtxo === undefined || spent === undefined) return undefined;
  return Transaction.fromBuffer(input.nonWitnessUtxo).outs[spent.index]?.script;
};

/** The inputs of a PSBT that spend a script's outputs. @throws Error when the text is no PSBT */
export const inputsOf = (base64: string, script: Uint8Array, address: string): readonly PsbtInput[] => {
  const psbt = Psbt.fromBase64(base64);
  return psbt.txInputs.flatMap((_input, index) => {
    const spent = spentScript(psbt, index);
    return spent !== undefined && equalBytes(spent, script) ? [{ index, address }] : [];
  });
};

/**
 * The id that a PSBT's transaction has once it is signed. `null` where signatures are a part of what the id is made of, as for P2PKH.
 * @see BIP-141
 */
export const signedIdOf = (base64: string): string | null => {
  const psbt = Psbt.fromBase64(base64);
  const transaction = Transaction.fromBuffer(psbt.data.globalMap.unsignedTx.toBuffer());
  for (const [index, { witnessUtxo, redeemScript }] of psbt.data.inputs.entries()) {
    if (witnessUtxo === undefined) return null;
    // What stands for the script of P2SH is part of it: its one push.
    if (redeemScript !== undefined) transaction.setInputScript(index, Uint8Array.of(redeemScript.length, ...redeemScript));
  }
  return transaction.getId();
};

/**
 * What a wallet signed, once it is sure that it is what it was given.
 * @throws Error when it is another transaction, or no PSBT
 */
export const readSignedPsbt = (unsigned: string, signed: string): Psbt => {
  const [given, psbt] = [Psbt.fromBase64(unsigned), Psbt.fromBase64(signed)];
  const transactionOf = ({ data }: Psbt): Uint8Array => data.globalMap.unsignedTx.toBuffer();
  if (!equalBytes(transactionOf(given), transactionOf(psbt))) throw new Error('The wallet signed another transaction');
  return psbt;
};

/**
 * The transaction of a signed PSBT, in hex.
 * @param unsigned what was given to the wallet: what it signed must be just that
 * @throws Error when it is another transaction, is not signed throughout, or a signature is none
 */
export const finalisePsbt = (unsigned: string, signed: string): { readonly hex: string; readonly txid: string } => {
  const psbt = readSignedPsbt(unsigned, signed);
  for (const [index, input] of psbt.data.inputs.entries()) {
    if (input.finalScriptSig !== undefined || input.finalScriptWitness !== undefined) continue;
    psbt.finalizeInput(index);
  }
  // The fee is known to be what was asked for: the outputs are.
  const transaction = psbt.extractTransaction(true);
  return { hex: transaction.toHex(), txid: transaction.getId() };
};
