import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { equalBytes } from '@noble/curves/utils.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { initEccLib, Psbt, Transaction } from 'bitcoinjs-lib';
import type { PsbtInput } from '../../../application/ports/wallet-calls.js';
import type { BitcoinAddress } from '../../../domain/account/bitcoin-address.js';
import type { BitcoinSpendType } from '../../../domain/money/bitcoin-sizes.js';
import type { Outpoint } from '../esplora/esplora-responses.js';

const bytesToBigInt = (bytes: Uint8Array): bigint => bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

/** Gives bitcoinjs-lib an ECC library for taproot, in JavaScript rather than WebAssembly. @see BIP-341 */
const initCurve = (): void => {
  initEccLib({
    isXOnlyPoint: (point) => {
      try {
        schnorr.utils.lift_x(bytesToBigInt(point));
        return true;
      } catch {
        return false;
      }
    },
    xOnlyPointAddTweak: (point, tweak) => {
      const { Fn, BASE } = secp256k1.Point;
      const sum = schnorr.utils.lift_x(bytesToBigInt(point)).add(BASE.multiplyUnsafe(Fn.create(bytesToBigInt(tweak))));
      // The point at infinity.
      if (sum.is0()) return null;
      return { parity: sum.y % 2n === 0n ? 0 : 1, xOnlyPubkey: sum.toBytes(true).subarray(1) };
    },
  });
};

initCurve();

/** Replaceable by fee, no lock time. @see BIP-125 */
const REPLACEABLE = 0xffff_fffd;

/** An address whose coins one key can spend. */
export type SpendableAddress = BitcoinAddress & { readonly type: BitcoinSpendType };

/** An output to spend. */
export interface PsbtCoin {
  readonly txid: string;
  readonly vout: number;
  /** Satoshis. */
  readonly value: bigint;
  /** The full previous transaction in hex; required for all types but P2TR. */
  readonly transaction?: string;
}

export interface PsbtOptions {
  readonly coins: readonly PsbtCoin[];
  /** The sender's output script. */
  readonly script: Uint8Array;
  readonly type: BitcoinSpendType;
  /** Hex; required for P2SH and P2TR. */
  readonly publicKey?: string | undefined;
  /** Redeem script of a P2SH address. */
  readonly redeemScript?: Uint8Array | undefined;
  readonly outputs: readonly { readonly script: Uint8Array; readonly value: bigint }[];
}

/** Builds a replaceable PSBT in base64. @see BIP-125, BIP-174, BIP-371 */
export const buildPsbt = ({ coins, script, type, publicKey, redeemScript, outputs }: PsbtOptions): string => {
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

/** The inputs of a PSBT that spend outputs of a script. @throws Error for an invalid PSBT */
export const inputsOf = (base64: string, script: Uint8Array, address: string): readonly PsbtInput[] => {
  const psbt = Psbt.fromBase64(base64);
  return psbt.txInputs.flatMap((_input, index) => {
    const spent = spentScript(psbt, index);
    return spent !== undefined && equalBytes(spent, script) ? [{ index, address }] : [];
  });
};

/** Satoshis that a PSBT pays to a recipient; `null` if it pays anyone else than the recipient and the sender. */
export const paidTo = (base64: string, recipient: Uint8Array, sender: Uint8Array): bigint | null => {
  const [first, ...others] = Psbt.fromBase64(base64).txOutputs;
  const isPayment = first !== undefined && equalBytes(first.script, recipient) && others.every(({ script }) => equalBytes(script, sender));
  return isPayment ? BigInt(first.value) : null;
};

/** The outputs that a PSBT spends. @throws Error for an invalid PSBT */
export const coinsOf = (base64: string): readonly Outpoint[] =>
  Psbt.fromBase64(base64).txInputs.map(({ hash, index }) => ({ txid: bytesToHex(hash.slice().reverse()), vout: index }));

/**
 * The txid of a PSBT once it is signed. `null` if the txid covers signatures, as for P2PKH.
 * @see BIP-141
 */
export const signedTxid = (base64: string): string | null => {
  const psbt = Psbt.fromBase64(base64);
  const transaction = Transaction.fromBuffer(psbt.data.globalMap.unsignedTx.toBuffer());
  for (const [index, { witnessUtxo, redeemScript }] of psbt.data.inputs.entries()) {
    if (witnessUtxo === undefined) return null;
    // The scriptSig of P2SH-P2WPKH is known before signing: one push of the redeem script.
    if (redeemScript !== undefined) transaction.setInputScript(index, Uint8Array.of(redeemScript.length, ...redeemScript));
  }
  return transaction.getId();
};

/**
 * Parses a signed PSBT and checks that its transaction is unchanged.
 * @throws Error for another transaction or an invalid PSBT
 */
export const readSignedPsbt = (unsigned: string, signed: string): Psbt => {
  const [original, psbt] = [Psbt.fromBase64(unsigned), Psbt.fromBase64(signed)];
  const transactionOf = ({ data }: Psbt): Uint8Array => data.globalMap.unsignedTx.toBuffer();
  if (!equalBytes(transactionOf(original), transactionOf(psbt))) throw new Error('The wallet signed a different transaction');
  return psbt;
};

/**
 * Finalizes a signed PSBT and extracts its transaction, in hex.
 * @param unsigned the PSBT sent to the wallet: the signed one must have the same transaction
 * @throws Error for another transaction, a missing signature or an invalid one
 */
export const finalizePsbt = (unsigned: string, signed: string): { readonly hex: string; readonly txid: string } => {
  const psbt = readSignedPsbt(unsigned, signed);
  for (const [index, input] of psbt.data.inputs.entries()) {
    if (input.finalScriptSig !== undefined || input.finalScriptWitness !== undefined) continue;
    psbt.finalizeInput(index);
  }
  // Skips the fee rate check: the outputs are already verified.
  const transaction = psbt.extractTransaction(true);
  return { hex: transaction.toHex(), txid: transaction.getId() };
};
