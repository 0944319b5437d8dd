import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { base58, base64 } from '@scure/base';
import { bitcoinNetwork, type NamespaceAccount, type OfferedChains } from '../engine/keys/namespace.js';
import type { WalletIdentity } from './identity.js';
import type { SandboxProvider } from './sandbox-provider.js';
import { publicKeyBytes, SharedAccounts } from './shared-accounts.js';

/** Versions of transactions that the wallet reads. */
const VERSIONS = Object.freeze(['legacy', 0] as const);

interface AccountInput {
  readonly account: { readonly address: string };
}

interface TransactionInput extends AccountInput {
  readonly transaction: Uint8Array;
  readonly options?: { readonly commitment?: string; readonly preflightCommitment?: string };
}

/** What of a wallet-standard account a sign-in gives. */
type ToStandardAccount = (address: string) => object;

/** Calls a method of the wallet. */
const askOf =
  (provider: SandboxProvider) =>
  async (method: string, params: object): Promise<Readonly<Record<string, unknown>>> =>
    // A fault may answer anything, also nothing.
    Object(await provider.request({ method, params }));

/** Runs inputs one after another: each is a question of its own. */
const each = async <Input, Output>(inputs: readonly Input[], run: (input: Input) => Promise<Output>): Promise<readonly Output[]> => {
  const outputs: Output[] = [];
  for (const input of inputs) outputs.push(await run(input));
  return outputs;
};

/** Bytes where the wallet gave a text in this encoding; what a fault gave instead goes on as it is. */
const decoded = (value: unknown, decode: (text: string) => Uint8Array): unknown => (typeof value === 'string' ? decode(value) : value);

/**
 * The features of a Solana wallet.
 * @see https://github.com/anza-xyz/wallet-standard/tree/master/packages/core/features
 */
const solanaFeatures = (provider: SandboxProvider, toAccount: ToStandardAccount): Readonly<Record<string, object>> => {
  const ask = askOf(provider);

  const signTransaction = async (...inputs: readonly TransactionInput[]): Promise<readonly object[]> => {
    const [first] = inputs;
    if (first === undefined) return [];
    const { address: pubkey } = first.account;
    const [transactions, isOne] = [inputs.map(({ transaction }) => base64.encode(transaction)), inputs.length === 1];
    const answer = isOne
      ? await ask('solana_signTransaction', { transaction: transactions[0], pubkey })
      : await ask('solana_signAllTransactions', { transactions, pubkey });
    const signed: readonly unknown[] = isOne
      ? [answer['transaction']]
      : Array.isArray(answer['transactions'])
        ? answer['transactions']
        : [];
    return signed.map((text) => ({ signedTransaction: decoded(text, base64.decode) }));
  };

  return {
    'solana:signMessage': {
      version: '1.1.0',
      signMessage: (...inputs: readonly (AccountInput & { readonly message: Uint8Array })[]) =>
        each(inputs, async ({ account, message }) => {
          const { signature } = await ask('solana_signMessage', { message: base58.encode(message), pubkey: account.address });
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
          return { signature: decoded((await ask('solana_signAndSendTransaction', params))['signature'], base58.decode) };
        }),
    },
    'solana:signIn': {
      version: '1.0.0',
      signIn: (...inputs: readonly object[]) =>
        each(inputs.length === 0 ? [{}] : inputs, async (input) => {
          const { address, signedMessage, signature } = await ask('solana_signIn', input);
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
const bitcoinFeatures = (provider: SandboxProvider): Readonly<Record<string, object>> => {
  const ask = askOf(provider);

  const signPsbt = (input: SigningInput, broadcast: boolean): Promise<Readonly<Record<string, unknown>>> => {
    const account = input.inputsToSign[0]?.account.address;
    return ask('signPsbt', { account, psbt: base64.encode(input.psbt), signInputs: signInputsOf(input), broadcast });
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

/** @see https://github.com/anza-xyz/wallet-standard/blob/master/packages/core/chains/src/index.ts */
const SOLANA_CHAIN = 'solana:mainnet';

type Listener = (change: { readonly accounts: readonly object[] }) => void;

/** A wallet of the Wallet Standard with the namespaces that it offers, in one object, as multi-chain wallets bring it. */
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
  // Malformed answers of a fault reach the page as they came.
  const shown = (accounts: readonly NamespaceAccount[], show: (account: NamespaceAccount) => object): readonly object[] =>
    Array.isArray(accounts) ? accounts.map(show) : accounts;
  const all = (): readonly object[] => [
    ...(offered.solana === undefined ? [] : solana.all.map(solanaAccount)),
    ...(bitcoinChain === null ? [] : bitcoin.all.map(bitcoinAccount)),
  ];
  const on = (_event: 'change', listener: Listener): (() => void) => {
    const ends = [solana, bitcoin].map((shared) => shared.watch(() => listener({ accounts: all() })));
    return () => {
      for (const end of ends) end();
    };
  };
  const connectBitcoin = async ({ silent, purposes }: { silent?: boolean; purposes?: readonly string[] } = {}): Promise<object> => {
    const accounts = await bitcoin.connect(silent);
    const wanted = Array.isArray(accounts)
      ? accounts.filter(({ purpose }) => purposes === undefined || purposes.includes(purpose ?? 'payment'))
      : accounts;
    return { accounts: shown(wanted, bitcoinAccount) };
  };
  const connect = async (input: { silent?: boolean } = {}): Promise<object> =>
    offered.solana === undefined ? connectBitcoin(input) : { accounts: shown(await solana.connect(input.silent), solanaAccount) };
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

/** Registers a wallet with apps that listen now, and with those that come later. @see https://github.com/wallet-standard/wallet-standard */
export const registerStandardWallet = (wallet: object): void => {
  const register = ({ register: take }: WalletsApi): void => take(wallet);
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
  // The app's end of the standard dispatches this event with its interface.
  window.addEventListener('wallet-standard:app-ready', (event) => register((event as CustomEvent<WalletsApi>).detail));
};
