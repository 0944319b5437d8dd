import type { Psbt } from 'bitcoinjs-lib';
import type { BitcoinKey } from '../keys/bitcoin-keys.js';
import type { BitcoinNetwork } from '../keys/namespace.js';
import { invalidParams, unauthorized } from '../provider-error.js';
import { type BitcoinLibrary, type LibraryNetwork, libraryNetwork, loadBitcoin, signerOf } from './bitcoin-library.js';

/** An input or output of a PSBT. Value in satoshi; `null` if unknown. */
export interface PsbtEntry {
  /** `null` if the script has no address. */
  readonly address: string | null;
  readonly value: bigint | null;
  /** True if the wallet owns the address. */
  readonly isOwn: boolean;
}

/** An input to sign, as requested by the site. */
export interface InputToSign {
  readonly index: number;
  readonly key: BitcoinKey;
  readonly sighashTypes?: readonly number[];
}

/** A parsed PSBT. */
export interface OpenPsbt {
  readonly inputs: readonly PsbtEntry[];
  readonly outputs: readonly PsbtEntry[];
  /** Returns the inputs that one of these keys can sign. */
  signable(keys: readonly BitcoinKey[]): readonly InputToSign[];
  /** Signs inputs. @throws ProviderError 4100 when an input does not belong to its key, −32602 when it cannot be signed */
  sign(inputs: readonly InputToSign[]): void;
  /** Returns the PSBT in base64. */
  encoded(): string;
  /** Finalizes and returns the transaction in hex and its id. @throws ProviderError −32602 when a signature is missing */
  transaction(): { readonly hex: string; readonly txid: string };
}

const addressOf = ({ address }: BitcoinLibrary, script: Uint8Array, network: LibraryNetwork): string | null => {
  try {
    return address.fromOutputScript(script, network);
  } catch {
    return null;
  }
};

const readPsbt = ({ Psbt }: BitcoinLibrary, base64: string, network: LibraryNetwork): Psbt => {
  try {
    return Psbt.fromBase64(base64, { network });
  } catch (error) {
    throw invalidParams(`Invalid PSBT: ${error instanceof Error ? error.message : String(error)}`);
  }
};

const prevoutOf = ({ Transaction }: BitcoinLibrary, psbt: Psbt, index: number): { script: Uint8Array; value: bigint } | null => {
  const input = psbt.data.inputs[index];
  if (input?.witnessUtxo !== undefined) return input.witnessUtxo;
  const out =
    input?.nonWitnessUtxo === undefined ? undefined : Transaction.fromBuffer(input.nonWitnessUtxo).outs[psbt.txInputs[index]?.index ?? -1];
  return out ?? null;
};

/** Adds signing data that the site omitted and this key type needs. */
const addSigningData = ({ payments }: BitcoinLibrary, psbt: Psbt, index: number, key: BitcoinKey, network: LibraryNetwork): void => {
  const input = psbt.data.inputs[index];
  if (key.kind === 'p2tr' && input?.tapInternalKey === undefined)
    psbt.updateInput(index, { tapInternalKey: key.publicKeyBytes.subarray(1) });
  if (key.kind !== 'p2sh-p2wpkh' || input?.redeemScript !== undefined) return;
  const { output } = payments.p2wpkh({ pubkey: key.publicKeyBytes, network });
  if (output !== undefined) psbt.updateInput(index, { redeemScript: output });
};

/**
 * Parses a PSBT in base64.
 * @param own all keys of the signing account
 * @throws ProviderError −32602 for an invalid PSBT
 * @see BIP-174
 */
export const openPsbt = async (base64: string, own: readonly BitcoinKey[], network: BitcoinNetwork): Promise<OpenPsbt> => {
  const library = await loadBitcoin();
  const params = libraryNetwork(library, network);
  const psbt = readPsbt(library, base64, params);
  const isOwn = (address: string | null): boolean => own.some((key) => key.address === address);
  const inputs = psbt.txInputs.map((_, index): PsbtEntry => {
    const prevout = prevoutOf(library, psbt, index);
    const address = prevout === null ? null : addressOf(library, prevout.script, params);
    return { address, value: prevout?.value ?? null, isOwn: isOwn(address) };
  });
  return {
    inputs,
    outputs: psbt.txOutputs.map(({ script, value }) => {
      const address = addressOf(library, script, params);
      return { address, value, isOwn: isOwn(address) };
    }),
    signable: (keys) =>
      inputs.flatMap(({ address }, index) => keys.filter((key) => key.address === address).map((key): InputToSign => ({ index, key }))),
    sign: (requested) => {
      for (const { index, key, sighashTypes } of requested) {
        if (inputs[index]?.address !== key.address) throw unauthorized(`Input ${index} does not belong to ${key.address}.`);
        try {
          addSigningData(library, psbt, index, key, params);
          psbt.signInput(index, signerOf(key), sighashTypes === undefined ? undefined : [...sighashTypes]);
        } catch (error) {
          throw invalidParams(`Input ${index} cannot be signed: ${error instanceof Error ? error.message : String(error)}`);
        }
      }
    },
    encoded: () => psbt.toBase64(),
    transaction: () => {
      try {
        const transaction = psbt.finalizeAllInputs().extractTransaction(true);
        return { hex: transaction.toHex(), txid: transaction.getId() };
      } catch (error) {
        throw invalidParams(`The transaction is incomplete: ${error instanceof Error ? error.message : String(error)}`);
      }
    },
  };
};
