import { hexToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import { bitcoinNetwork, type NamespaceAccount } from '../engine/keys/namespace.js';
import { toProviderError, unsupportedMethod } from '../engine/provider-error.js';
import type { WalletIdentity } from './identity.js';
import type { SandboxProvider } from './sandbox-provider.js';
import { SharedAccounts } from './shared-accounts.js';
import { psbtBase64, psbtHex } from './standard-wallet.js';

/** Methods of the request API. */
const METHODS: readonly string[] = [
  'getInfo',
  'getAddresses',
  'getAccounts',
  'signMessage',
  'signPsbt',
  'sendTransfer',
  'wallet_disconnect',
];

/** Parameters or answers of any shape. */
type Fields = Readonly<Record<string, unknown>>;

type ChangeListener = (accounts: readonly string[]) => void;

/** An answer to a request. @see https://github.com/stacksgov/sips/blob/main/sips/sip-030/sip-030-wallet-interface.md */
type RpcAnswer = { readonly jsonrpc: '2.0'; readonly id: string } & ({ readonly result: unknown } | { readonly error: object });

const base64OfHex = (value: unknown): unknown => (typeof value === 'string' ? base64.encode(hexToBytes(value)) : value);

/** The kind of an address by its look. */
const kindOf = (address: string): string => {
  if (/^(?:bc|tb|bcrt)1p/.test(address)) return 'p2tr';
  if (/^(?:bc|tb|bcrt)1q/.test(address)) return 'p2wpkh';
  return /^[32]/.test(address) ? 'p2sh' : 'p2pkh';
};

/**
 * A Bitcoin wallet as injected scripts bring it: `request` with a JSON-RPC answer, and beside it the older functions of UniSat, whose PSBTs
 * are in hex.
 * @see https://docs.unisat.io/dev-center/open-api-documentation/unisat-wallet
 */
export class BitcoinProvider {
  readonly #provider: SandboxProvider;
  readonly #accounts: SharedAccounts;
  readonly #chainId: string;
  readonly #listeners = new Map<ChangeListener, () => void>();

  constructor(provider: SandboxProvider, chainId: string) {
    this.#provider = provider;
    this.#accounts = new SharedAccounts(provider, 'bip122');
    this.#chainId = chainId;
  }

  /** Never rejects: an error is an answer. */
  request = async (method: string, params: Fields = {}): Promise<RpcAnswer> => {
    const id = crypto.randomUUID();
    try {
      return { jsonrpc: '2.0', id, result: await this.#answer(method, params) };
    } catch (error) {
      return { jsonrpc: '2.0', id, error: toProviderError(error).toJSON() };
    }
  };

  /** The payment address of the chosen account. */
  requestAccounts = async (): Promise<readonly string[]> => this.#first(await this.#accounts.connect());

  /** The same without asking anybody. */
  getAccounts = async (): Promise<readonly string[]> => this.#first(await this.#accounts.connect(true));

  getPublicKey = async (): Promise<string> => (await this.#accounts.connect(true))[0]?.publicKey ?? '';

  getNetwork = async (): Promise<string> =>
    bitcoinNetwork(this.#chainId).name === 'mainnet' ? 'livenet' : bitcoinNetwork(this.#chainId).name;

  /** In base64. @param kind `ecdsa`, or `bip322-simple` */
  signMessage = async (message: string, kind = 'ecdsa'): Promise<unknown> => {
    const { signature } = await this.#ask('signMessage', {
      account: this.#payment(),
      message,
      protocol: kind === 'ecdsa' ? 'ecdsa' : 'bip322',
    });
    return base64OfHex(signature);
  };

  /** In hex, both ways. */
  signPsbt = async (hex: string, options: { readonly toSignInputs?: readonly Fields[] } = {}): Promise<unknown> => {
    const signInputs = options.toSignInputs?.map(({ index, address, sighashTypes }) => ({
      index,
      address: address ?? this.#payment(),
      ...(sighashTypes === undefined ? {} : { sighashTypes }),
    }));
    const { psbt } = await this.#ask('signPsbt', { account: this.#payment(), psbt: psbtBase64(hex), signInputs });
    return typeof psbt === 'string' ? psbtHex(psbt) : psbt;
  };

  /** Answers with the transaction's id. @param sats whole satoshi */
  sendBitcoin = async (recipientAddress: string, sats: number): Promise<unknown> =>
    (await this.#ask('sendTransfer', { account: this.#payment(), recipientAddress, amount: String(sats) }))['txid'];

  disconnect = (): Promise<void> => this.#accounts.disconnect();

  on = (event: string, listener: ChangeListener): void => {
    if (event === 'accountsChanged')
      this.#listeners.set(
        listener,
        this.#accounts.watch((accounts) => listener(this.#first(accounts))),
      );
  };

  removeListener = (_event: string, listener: ChangeListener): void => {
    this.#listeners.get(listener)?.();
    this.#listeners.delete(listener);
  };

  #first(accounts: readonly NamespaceAccount[]): readonly string[] {
    // Malformed answers of a fault reach the page as they came.
    if (!Array.isArray(accounts)) return accounts as readonly never[];
    return accounts.slice(0, 1).map(({ address }: NamespaceAccount) => address);
  }

  #payment(): string {
    return this.#accounts.all[0]?.address ?? '';
  }

  async #ask(method: string, params: Fields): Promise<Fields> {
    // A fault may answer anything, also nothing.
    return Object(await this.#provider.request({ method, params }));
  }

  async #answer(method: string, params: Fields): Promise<unknown> {
    switch (method) {
      case 'getInfo':
        return { version: '0.1.0', methods: METHODS, supports: ['WBIP004'] };
      case 'getAddresses':
      case 'getAccounts': {
        const addresses = this.#describe(await this.#accounts.connect(), params['purposes']);
        return method === 'getAccounts' ? addresses : { addresses };
      }
      case 'signMessage':
        return this.#signMessage(params);
      case 'signPsbt':
        return this.#signPsbt(params);
      case 'sendTransfer':
        return this.#sendTransfer(params);
      case 'wallet_disconnect':
        await this.#accounts.disconnect();
        return null;
      default:
        throw unsupportedMethod(method);
    }
  }

  #describe(accounts: readonly NamespaceAccount[], purposes: unknown): unknown {
    // Malformed answers of a fault reach the page as they came.
    if (!Array.isArray(accounts)) return accounts;
    return accounts
      .filter(({ purpose }) => !Array.isArray(purposes) || purposes.includes(purpose))
      .map(({ address, publicKey, purpose, path }: NamespaceAccount) => {
        const kind = kindOf(address);
        return { symbol: 'BTC', type: kind, addressType: kind, address, publicKey, purpose, derivationPath: path, walletType: 'software' };
      });
  }

  async #signMessage({ address = this.#payment(), message, protocol }: Fields): Promise<unknown> {
    const wanted = typeof protocol === 'string' ? { protocol: protocol.toLowerCase() } : {};
    const { signature } = await this.#ask('signMessage', { account: address, message, ...wanted });
    return { address, signature: base64OfHex(signature), protocol: String(protocol ?? 'ECDSA').toUpperCase() };
  }

  /** `psbt` in base64 with `signInputs` by address, or `hex` with `signAtIndex`: both shapes are in use, and the answer is in the same. */
  async #signPsbt({ psbt, hex, signInputs, signAtIndex, broadcast }: Fields): Promise<unknown> {
    const indexes = typeof signAtIndex === 'number' ? [signAtIndex] : Array.isArray(signAtIndex) ? signAtIndex : null;
    const listed = Object.entries(Object(signInputs)).flatMap(([address, places]) =>
      Array.isArray(places) ? places.map((index: unknown) => ({ address, index })) : [],
    );
    const answer = await this.#ask('signPsbt', {
      account: this.#payment(),
      psbt: typeof hex === 'string' ? psbtBase64(hex) : psbt,
      signInputs: indexes === null ? listed : indexes.map((index: unknown) => ({ address: this.#payment(), index })),
      broadcast,
    });
    const signed = answer['psbt'];
    const { txid } = answer as { readonly txid?: unknown };
    return {
      ...(typeof hex === 'string' && typeof signed === 'string' ? { hex: psbtHex(signed) } : { psbt: signed }),
      ...(txid === undefined ? {} : { txid }),
    };
  }

  #sendTransfer({ recipients, address, amount }: Fields): Promise<unknown> {
    const [first] = Array.isArray(recipients) ? recipients : [{ address, amount }];
    return this.#ask('sendTransfer', { account: this.#payment(), recipientAddress: first?.address, amount: String(first?.amount) });
  }
}

/** Puts a Bitcoin wallet into the page and into the list of those that are there. @see https://github.com/jmonlabs/wbips/blob/main/wbips/WBIP004.md */
export const listBitcoinProvider = ({ name, icon, rdns }: WalletIdentity, provider: BitcoinProvider): void => {
  // A property of the window, which ids of this list name.
  const id = `${rdns.replaceAll(/\W/g, '_')}_bitcoin`;
  const page = window as Window & { btc_providers?: object[] };
  Object.defineProperty(page, id, { value: provider, configurable: true });
  page.btc_providers ??= [];
  page.btc_providers.push(Object.freeze({ id, name, icon, methods: METHODS }));
};
