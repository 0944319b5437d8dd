import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { base58, base64 } from '@scure/base';
import { bitcoinNetwork, type NamespaceAccount, type OfferedChains } from '../engine/keys/namespace.js';
import type { WalletIdentity } from './identity.js';
import type { SandboxProvider } from './sandbox-provider.js';
import { publicKeyBytes, SharedAccounts } from './shared-accounts.js';

/** Supported transaction versions. */
const VERSIONS = Object.freeze(['legacy', 0] as const);

interface AccountInput {
  readonly account: { readonly address: string };
}

interface TransactionInput extends AccountInput {
  readonly transaction: Uint8Array;
  readonly options?: { readonly commitment?: string; readonly preflightCommitment?: string };
}

/** Returns a Wallet Standard account by address. */
type ToStandardAccount = (address: string) => object;

/** Returns a function that calls a method of the wallet. */
const callerOf =
  (provider: SandboxProvider) =>
  async (method: string, params: object): Promise<Readonly<Record<string, unknown>>> =>
    // A fault may resolve with any value, even undefined.
    Object(await provider.request({ method, params }));

/** Runs inputs one at a time, because each one asks the user. */
const each = async <Input, Output>(inputs: readonly Input[], run: (input: Input) => Promise<Output>): Promise<readonly Output[]> => {
  const outputs: Output[] = [];
  for (const input of inputs) outputs.push(await run(input));
  return outputs;
};

/** Decodes a string; other values, which come from faults, are passed through unchanged. */
const decoded = (value: unknown, decode: (text: string) => Uint8Array): unknown => (typeof value === 'string' ? decode(value) : value);

/**
 * Features of a Solana wallet.
 * @see https://github.com/anza-xyz/wallet-standard/tree/master/packages/core/features
 */
const solanaFeatures = (provider: SandboxProvider, toAccount: ToStandardAccount): Readonly<Record<string, object>> => {
  const call = callerOf(provider);

  const signTransaction = async (...inputs: readonly TransactionInput[]): Promise<readonly object[]> => {
    const [first] = inputs;
    if (first === undefined) return [];
    const { address: pubkey } = first.account;
    const [transactions, isOne] = [inputs.map(({ transaction }) => base64.encode(transaction)), inputs.length === 1];
    const result = isOne
      ? await call('solana_signTransaction', { transaction: transactions[0], pubkey })
      : await call('solana_signAllTransactions', { transactions, pubkey });
    const signed: readonly unknown[] = isOne
      ? [result['transaction']]
      : Array.isArray(result['transactions'])
        ? result['transactions']
        : [];
    return signed.map((text) => ({ signedTransaction: decoded(text, base64.decode) }));
  };

  return {
    'solana:signMessage': {
      version: '1.1.0',
      signMessage: (...inputs: readonly (AccountInput & { readonly message: Uint8Array })[]) =>
        each(inputs, async ({ account, message }) => {
          const { signature } = await call('solana_signMessage', { message: base58.encode(message), pubkey: account.address });
          return { signedMessage: message, signature: decoded(signature, base58.decode) };
        }),
    },
    'solana:signTransaction': { version: '1.0.0', supportedTransactionVersions: VERSIONS, signTransaction },
    'solana:signAndSendTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: VERSIONS,
      signAndSendTransaction: (...inputs: readonly TransactionInput[]) =>
        each(inputs, async ({ account, transaction, options = {} }) => {
          const params = { transaction: base64.encode(transaction), pubkey: account.address, sendOptions: options };
          return { signature: decoded((await call('solana_signAndSendTransaction', params))['signature'], base58.decode) };
        }),
    },
    'solana:signIn': {
      version: '1.0.0',
      signIn: (...inputs: readonly object[]) =>
        each(inputs.length === 0 ? [{}] : inputs, async (input) => {
          const { address, signedMessage, signature } = await call('solana_signIn', input);
          return {
            account: toAccount(String(address)),
            signedMessage: decoded(signedMessage, base64.decode),
            signature: decoded(signature, base64.decode),
          };
        }),
    },
  };
};

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

/** Signature hash types by name. @see https://developer.bitcoin.org/devguide/transactions.html#signature-hash-types */
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
 * Signing features of a Bitcoin wallet. Messages are signed with ECDSA, or with BIP-322 for taproot addresses.
 * @see https://github.com/ExodusMovement/bitcoin-wallet-standard
 */
const bitcoinFeatures = (provider: SandboxProvider): Readonly<Record<string, object>> => {
  const call = callerOf(provider);

  const signPsbt = (input: SigningInput, broadcast: boolean): Promise<Readonly<Record<string, unknown>>> => {
    const account = input.inputsToSign[0]?.account.address;
    return call('signPsbt', { account, psbt: base64.encode(input.psbt), signInputs: signInputsOf(input), broadcast });
  };

  return {
    'bitcoin:signMessage': {
      version: '1.0.0',
      signMessage: (...inputs: readonly { readonly account: StandardAccount; readonly message: Uint8Array }[]) =>
        each(inputs, async ({ account, message }) => {
          const params = { account: account.address, message: new TextDecoder().decode(message) };
          const { signature } = await call('signMessage', params);
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

/** Converts a PSBT from base64 to hex. Apps use both. */
export const psbtHex = (encoded: string): string => bytesToHex(base64.decode(encoded));

/** Converts a PSBT from hex to base64. */
export const psbtBase64 = (hex: string): string => base64.encode(hexToBytes(hex));

/** @see https://github.com/anza-xyz/wallet-standard/blob/master/packages/core/chains/src/index.ts */
const SOLANA_CHAIN = 'solana:mainnet';

type Listener = (change: { readonly accounts: readonly object[] }) => void;

/** Returns a Wallet Standard wallet with all offered namespaces in one object, like multi-chain wallets. */
export const standardWallet = (identity: WalletIdentity, provider: SandboxProvider, offered: OfferedChains): object => {
  const [solana, bitcoin] = [new SharedAccounts(provider, 'solana'), new SharedAccounts(provider, 'bip122')];
  const bitcoinChain = offered.bip122 === undefined ? null : `bitcoin:${bitcoinNetwork(offered.bip122).name}`;
  const solanaAccount = (account: NamespaceAccount): object => ({
    address: account.address,
    publicKey: publicKeyBytes(account),
    chains: [SOLANA_CHAIN],
    features: ['solana:signMessage', 'solana:signTransaction', 'solana:signAndSendTransaction', 'solana:signIn'],
  });
  const bitcoinAccount = (account: NamespaceAccount): object => ({
    address: account.address,
    publicKey: publicKeyBytes(account),
    purpose: account.purpose ?? 'payment',
    chains: [bitcoinChain],
    features: ['bitcoin:signMessage', 'bitcoin:signTransaction', 'bitcoin:signAndSendTransaction'],
  });
  // Invalid results of a fault are passed through unchanged.
  const toStandard = (accounts: readonly NamespaceAccount[], show: (account: NamespaceAccount) => object): readonly object[] =>
    Array.isArray(accounts) ? accounts.map(show) : accounts;
  const all = (): readonly object[] => [
    ...(offered.solana === undefined ? [] : solana.all.map(solanaAccount)),
    ...(bitcoinChain === null ? [] : bitcoin.all.map(bitcoinAccount)),
  ];
  const on = (_event: 'change', listener: Listener): (() => void) => {
    const unsubscribes = [solana, bitcoin].map((shared) => shared.watch(() => listener({ accounts: all() })));
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
    };
  };
  const connectBitcoin = async ({ silent, purposes }: { silent?: boolean; purposes?: readonly string[] } = {}): Promise<object> => {
    const accounts = await bitcoin.connect(silent);
    const filtered = Array.isArray(accounts)
      ? accounts.filter(({ purpose }) => purposes === undefined || purposes.includes(purpose ?? 'payment'))
      : accounts;
    return { accounts: toStandard(filtered, bitcoinAccount) };
  };
  const connect = async (input: { silent?: boolean } = {}): Promise<object> =>
    offered.solana === undefined ? connectBitcoin(input) : { accounts: toStandard(await solana.connect(input.silent), solanaAccount) };
  const disconnect = async (): Promise<void> => {
    if (offered.solana !== undefined) await solana.disconnect();
    if (bitcoinChain !== null) await bitcoin.disconnect();
  };
  const toAccount = (address: string): object =>
    solana.all.filter((account) => account.address === address).map(solanaAccount)[0] ?? { address };
  return Object.freeze({
    version: '1.0.0',
    name: identity.name,
    icon: identity.icon,
    chains: Object.freeze([...(offered.solana === undefined ? [] : [SOLANA_CHAIN]), ...(bitcoinChain === null ? [] : [bitcoinChain])]),
    features: Object.freeze({
      'standard:connect': { version: '1.0.0', connect },
      'standard:disconnect': { version: '1.0.0', disconnect },
      'standard:events': { version: '1.0.0', on },
      ...(offered.solana === undefined ? {} : solanaFeatures(provider, toAccount)),
      ...(bitcoinChain === null
        ? {}
        : {
            'bitcoin:connect': { version: '1.0.0', connect: connectBitcoin },
            'bitcoin:disconnect': { version: '1.0.0', disconnect: () => bitcoin.disconnect() },
            'bitcoin:events': { version: '1.0.0', on },
            ...bitcoinFeatures(provider),
          }),
    }),
    get accounts() {
      return all();
    },
  });
};

interface WalletsApi {
  register(...wallets: readonly object[]): void;
}

/** Registers a wallet with apps that listen now, and with apps that load later. @see https://github.com/wallet-standard/wallet-standard */
export const registerStandardWallet = (wallet: object): void => {
  const register = ({ register: registerWallet }: WalletsApi): void => registerWallet(wallet);
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
  // The app dispatches this event with its API.
  window.addEventListener('wallet-standard:app-ready', (event) => register((event as CustomEvent<WalletsApi>).detail));
};
