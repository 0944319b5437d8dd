import { hexToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import { bitcoinNetwork, type NamespaceAccount } from '../engine/keys/namespace.js';
import { toProviderError, unsupportedMethod } from '../engine/provider-error.js';
import type { WalletIdentity } from './identity.js';
import type { SandboxProvider } from './sandbox-provider.js';
import { SharedAccounts } from './shared-accounts.js';
import { psbtBase64, psbtHex } from './standard-wallet.js';

/** Methods of `request`. */
const METHODS: readonly string[] = [
  'getInfo',
  'getAddresses',
  'getAccounts',
  'signMessage',
  'signPsbt',
  'sendTransfer',
  'wallet_disconnect',
];

/** Parameters or results of any shape. */
type Fields = Readonly<Record<string, unknown>>;

type ChangeListener = (accounts: readonly string[]) => void;

/** A JSON-RPC response. @see https://github.com/stacksgov/sips/blob/main/sips/sip-030/sip-030-wallet-interface.md */
type RpcResponse = { readonly jsonrpc: '2.0'; readonly id: string } & ({ readonly result: unknown } | { readonly error: object });

const base64OfHex = (value: unknown): unknown => (typeof value === 'string' ? base64.encode(hexToBytes(value)) : value);

/** Returns an address's type by its prefix. */
const kindOf = (address: string): string => {
  if (/^(?:bc|tb|bcrt)1p/.test(address)) return 'p2tr';
  if (/^(?:bc|tb|bcrt)1q/.test(address)) return 'p2wpkh';
  return /^[32]/.test(address) ? 'p2sh' : 'p2pkh';
};

/**
 * An injected Bitcoin wallet: `request` with JSON-RPC responses, and UniSat's older functions, which use hex PSBTs.
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

  /** Never rejects: errors are returned as responses. */
  request = async (method: string, params: Fields = {}): Promise<RpcResponse> => {
    const id = crypto.randomUUID();
    try {
      return { jsonrpc: '2.0', id, result: await this.#handle(method, params) };
    } catch (error) {
      return { jsonrpc: '2.0', id, error: toProviderError(error).toJSON() };
    }
  };

  /** Returns the payment address of the selected account. */
  requestAccounts = async (): Promise<readonly string[]> => this.#first(await this.#accounts.connect());

  /** Like `requestAccounts`, without asking the user. */
  getAccounts = async (): Promise<readonly string[]> => this.#first(await this.#accounts.connect(true));

  getPublicKey = async (): Promise<string> => (await this.#accounts.connect(true))[0]?.publicKey ?? '';

  getNetwork = async (): Promise<string> =>
    bitcoinNetwork(this.#chainId).name === 'mainnet' ? 'livenet' : bitcoinNetwork(this.#chainId).name;

  /** Returns a signature in base64. @param kind `ecdsa` or `bip322-simple` */
  signMessage = async (message: string, kind = 'ecdsa'): Promise<unknown> => {
    const { signature } = await this.#call('signMessage', {
      account: this.#payment(),
      message,
      protocol: kind === 'ecdsa' ? 'ecdsa' : 'bip322',
    });
    return base64OfHex(signature);
  };

  /** Signs a PSBT in hex and returns it in hex. */
  signPsbt = async (hex: string, options: { readonly toSignInputs?: readonly Fields[] } = {}): Promise<unknown> => {
    const signInputs = options.toSignInputs?.map(({ index, address, sighashTypes }) => ({
      index,
      address: address ?? this.#payment(),
      ...(sighashTypes === undefined ? {} : { sighashTypes }),
    }));
    const { psbt } = await this.#call('signPsbt', { account: this.#payment(), psbt: psbtBase64(hex), signInputs });
    return typeof psbt === 'string' ? psbtHex(psbt) : psbt;
  };

  /** Returns the transaction's id. @param sats integer in satoshi */
  sendBitcoin = async (recipientAddress: string, sats: number): Promise<unknown> =>
    (await this.#call('sendTransfer', { account: this.#payment(), recipientAddress, amount: String(sats) }))['txid'];

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
    // Invalid results of a fault are passed through unchanged.
    if (!Array.isArray(accounts)) return accounts as readonly never[];
    return accounts.slice(0, 1).map(({ address }: NamespaceAccount) => address);
  }

  #payment(): string {
    return this.#accounts.all[0]?.address ?? '';
  }

  async #call(method: string, params: Fields): Promise<Fields> {
    // A fault may resolve with any value, even undefined.
    return Object(await this.#provider.request({ method, params }));
  }

  async #handle(method: string, params: Fields): Promise<unknown> {
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
    // Invalid results of a fault are passed through unchanged.
    if (!Array.isArray(accounts)) return accounts;
    return accounts
      .filter(({ purpose }) => !Array.isArray(purposes) || purposes.includes(purpose))
      .map(({ address, publicKey, purpose, path }: NamespaceAccount) => {
        const kind = kindOf(address);
        return { symbol: 'BTC', type: kind, addressType: kind, address, publicKey, purpose, derivationPath: path, walletType: 'software' };
      });
  }

  async #signMessage({ address = this.#payment(), message, protocol }: Fields): Promise<unknown> {
    const options = typeof protocol === 'string' ? { protocol: protocol.toLowerCase() } : {};
    const { signature } = await this.#call('signMessage', { account: address, message, ...options });
    return { address, signature: base64OfHex(signature), protocol: String(protocol ?? 'ECDSA').toUpperCase() };
  }

  /** Accepts `psbt` in base64 with `signInputs` by address, or `hex` with `signAtIndex`. The result has the format of the input. */
  async #signPsbt({ psbt, hex, signInputs, signAtIndex, broadcast }: Fields): Promise<unknown> {
    const requestedIndexes = typeof signAtIndex === 'number' ? [signAtIndex] : Array.isArray(signAtIndex) ? signAtIndex : null;
    const listed = Object.entries(Object(signInputs)).flatMap(([address, indexes]) =>
      Array.isArray(indexes) ? indexes.map((index: unknown) => ({ address, index })) : [],
    );
    const result = await this.#call('signPsbt', {
      account: this.#payment(),
      psbt: typeof hex === 'string' ? psbtBase64(hex) : psbt,
      signInputs: requestedIndexes === null ? listed : requestedIndexes.map((index: unknown) => ({ address: this.#payment(), index })),
      broadcast,
    });
    const signed = result['psbt'];
    const { txid } = result as { readonly txid?: unknown };
    return {
      ...(typeof hex === 'string' && typeof signed === 'string' ? { hex: psbtHex(signed) } : { psbt: signed }),
      ...(txid === undefined ? {} : { txid }),
    };
  }

  #sendTransfer({ recipients, address, amount }: Fields): Promise<unknown> {
    const [first] = Array.isArray(recipients) ? recipients : [{ address, amount }];
    return this.#call('sendTransfer', { account: this.#payment(), recipientAddress: first?.address, amount: String(first?.amount) });
  }
}

/**
 * Adds a Bitcoin wallet to the page and to its list of Bitcoin providers. @see https://github.com/jmonlabs/wbips/blob/main/wbips/WBIP004.md
 */
export const listBitcoinProvider = ({ name, icon, rdns }: WalletIdentity, provider: BitcoinProvider): void => {
  // Ids of the list are properties of `window`.
  const id = `${rdns.replaceAll(/\W/g, '_')}_bitcoin`;
  const page = window as Window & { btc_providers?: object[] };
  Object.defineProperty(page, id, { value: provider, configurable: true });
  page.btc_providers ??= [];
  page.btc_providers.push(Object.freeze({ id, name, icon, methods: METHODS }));
};
