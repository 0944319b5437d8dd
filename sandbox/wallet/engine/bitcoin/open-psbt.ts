import type { Psbt } from 'bitcoinjs-lib';
import type { BitcoinKey } from '../keys/bitcoin-keys.js';
import type { BitcoinNetwork } from '../keys/namespace.js';
import { invalidParams, unauthorized } from '../provider-error.js';
import { type BitcoinLibrary, type LibraryNetwork, libraryNetwork, loadBitcoin, signerOf } from './bitcoin-library.js';

/** Where an output goes, or an input comes from. Satoshi; `null` where the PSBT does not say. */
export interface PsbtEnd {
  /** `null` where the script has no address. */
  readonly address: string | null;
  readonly value: bigint | null;
  /** Whether the wallet holds the address. */
  readonly isOwn: boolean;
}

/** An input that the site wants signed. */
export interface InputToSign {
  readonly index: number;
  readonly key: BitcoinKey;
  readonly sighashTypes?: readonly number[];
}

/** A PSBT as the wallet reads and signs it. */
export interface OpenPsbt {
  readonly inputs: readonly PsbtEnd[];
  readonly outputs: readonly PsbtEnd[];
  /** The inputs whose address one of these keys has, none signed yet. */
  signable(keys: readonly BitcoinKey[]): readonly InputToSign[];
  /** @throws ProviderError 4100 when an input is not the key's, −32602 when it cannot be signed */
  sign(inputs: readonly InputToSign[]): void;
  /** Base64. */
  encoded(): string;
  /** Finalised: hex of the transaction, and its id. @throws ProviderError −32602 when a signature is missing */
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
    throw invalidParams(`The PSBT cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
};

const prevoutOf = ({ Transaction }: BitcoinLibrary, psbt: Psbt, index: number): { script: Uint8Array; value: bigint } | null => {
  const input = psbt.data.inputs[index];
  if (input?.witnessUtxo !== undefined) return input.witnessUtxo;
  const out =
    input?.nonWitnessUtxo === undefined ? undefined : Transaction.fromBuffer(input.nonWitnessUtxo).outs[psbt.txInputs[index]?.index ?? -1];
  return out ?? null;
};

/** Adds what a signer of this kind needs and the site left out. */
const complete = ({ payments }: BitcoinLibrary, psbt: Psbt, index: number, key: BitcoinKey, network: LibraryNetwork): void => {
  const input = psbt.data.inputs[index];
  if (key.kind === 'p2tr' && input?.tapInternalKey === undefined)
    psbt.updateInput(index, { tapInternalKey: key.publicKeyBytes.subarray(1) });
  if (key.kind !== 'p2sh-p2wpkh' || input?.redeemScript !== undefined) return;
  const { output } = payments.p2wpkh({ pubkey: key.publicKeyBytes, network });
  if (output !== undefined) psbt.updateInput(index, { redeemScript: output });
};

/**
 * Opens a PSBT in base64.
 * @param own every address of the account that is to sign
 * @throws ProviderError −32602 when it is none
 * @see BIP-174
 */
export const openPsbt = async (base64: string, own: readonly BitcoinKey[], network: BitcoinNetwork): Promise<OpenPsbt> => {
  const library = await loadBitcoin();
  const params = libraryNetwork(library, network);
  const psbt = readPsbt(library, base64, params);
  const isOwn = (address: string | null): boolean => own.some((key) => key.address === address);
  const inputs = psbt.txInputs.map((_, index): PsbtEnd => {
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
    sign: (wanted) => {
      for (const { index, key, sighashTypes } of wanted) {
        if (inputs[index]?.address !== key.address) throw unauthorized(`Input ${index} does not belong to ${key.address}.`);
        try {
          complete(library, psbt, index, key, params);
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
        throw invalidParams(`The transaction is not complete: ${error instanceof Error ? error.message : String(error)}`);
      }
    },
  };
};
