import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import type { SandboxProvider } from './sandbox-provider.js';

interface StandardAccount {
  readonly address: string;
}

interface SigningInput {
  readonly psbt: Uint8Array;
  readonly inputsToSign: readonly {
    readonly account: StandardAccount;
    readonly signingIndexes: readonly number[];
    readonly sigHash?: string;
  }[];
}

/** What a signature covers, by name. @see https://developer.bitcoin.org/devguide/transactions.html#signature-hash-types */
const SIGHASH_TYPES: Readonly<Record<string, number>> = {
  ALL: 0x01,
  NONE: 0x02,
  SINGLE: 0x03,
  'ALL|ANYONECANPAY': 0x81,
  'NONE|ANYONECANPAY': 0x82,
  'SINGLE|ANYONECANPAY': 0x83,
};

const signInputsOf = ({ inputsToSign }: SigningInput): readonly object[] =>
  inputsToSign.flatMap(({ account, signingIndexes, sigHash }) => {
    const type = sigHash === undefined ? undefined : SIGHASH_TYPES[sigHash];
    return signingIndexes.map((index) => ({ address: account.address, index, ...(type === undefined ? {} : { sighashTypes: [type] }) }));
  });

/**
 * The features of a Bitcoin wallet that sign. Messages are signed by ECDSA, or by BIP-322 for taproot addresses.
 * @see https://github.com/ExodusMovement/bitcoin-wallet-standard
 */
export const bitcoinFeatures = (provider: SandboxProvider): Readonly<Record<string, object>> => {
  const ask = async (method: string, params: object): Promise<Readonly<Record<string, unknown>>> =>
    // A fault may answer anything, also nothing.
    Object(await provider.request({ method, params }));

  const signPsbt = (input: SigningInput, broadcast: boolean): Promise<Readonly<Record<string, unknown>>> => {
    const account = input.inputsToSign[0]?.account.address;
    return ask('signPsbt', { account, psbt: base64.encode(input.psbt), signInputs: signInputsOf(input), broadcast });
  };

  const each = async <Input>(inputs: readonly Input[], run: (input: Input) => Promise<object>): Promise<readonly object[]> => {
    const outputs: object[] = [];
    for (const input of inputs) outputs.push(await run(input));
    return outputs;
  };

  return {
    'bitcoin:signMessage': {
      version: '1.0.0',
      signMessage: (...inputs: readonly { readonly account: StandardAccount; readonly message: Uint8Array }[]) =>
        each(inputs, async ({ account, message }) => {
          const params = { account: account.address, message: new TextDecoder().decode(message) };
          const { signature } = await ask('signMessage', params);
          return { signedMessage: message, signature: typeof signature === 'string' ? hexToBytes(signature) : signature };
        }),
    },
    'bitcoin:signTransaction': {
      version: '1.0.0',
      signTransaction: (...inputs: readonly SigningInput[]) =>
        each(inputs, async (input) => {
          const { psbt } = await signPsbt(input, false);
          return { signedPsbt: typeof psbt === 'string' ? base64.decode(psbt) : psbt };
        }),
    },
    'bitcoin:signAndSendTransaction': {
      version: '1.0.0',
      signAndSendTransaction: (...inputs: readonly SigningInput[]) =>
        each(inputs, async (input) => ({ txId: (await signPsbt(input, true))['txid'] })),
    },
  };
};

/** Hex of a PSBT in base64, and the other way: both are in use. */
export const psbtHex = (encoded: string): string => bytesToHex(base64.decode(encoded));

/** Base64 of a PSBT in hex. */
export const psbtBase64 = (hex: string): string => base64.encode(hexToBytes(hex));
