import { base64, hex } from '@scure/base';
import { asRecord } from '../../domain/wire.js';
import type { Bip122TestNetwork } from './bip122-keys.js';
import type { Bip122TestEngine } from './bip122-test-wallet-options.js';
import { walletError } from './wallet-error.js';

/** API of UniSat. @see https://docs.unisat.io/dev/open-api-documentation/unisat-wallet */
export interface UnisatTestProvider {
  requestAccounts(): Promise<unknown>;
  getAccounts(): Promise<readonly string[]>;
  getPublicKey(): Promise<string>;
  getChain(): Promise<{ readonly enum: string; readonly name: string; readonly network: string }>;
  switchChain(chain: string): Promise<unknown>;
  signMessage(message: string, type?: string): Promise<unknown>;
  signPsbt(psbt: string, options?: { autoFinalized?: boolean; toSignInputs?: readonly { index: number }[] }): Promise<unknown>;
  sendBitcoin(to: string, sats: number): Promise<unknown>;
  disconnect(): Promise<unknown>;
  on(event: string, listener: (payload: unknown) => void): void;
  removeListener(event: string, listener: (payload: unknown) => void): void;
}

/** API of sats-connect. @see https://docs.xverse.app/sats-connect */
export interface SatsConnectTestProvider {
  request(method: string, params?: unknown): Promise<unknown>;
  addListener(event: string, listener: (payload: unknown) => void): () => void;
}

const CHAINS: Readonly<Record<Bip122TestNetwork, string>> = {
  main: 'BITCOIN_MAINNET',
  test: 'BITCOIN_TESTNET',
  regtest: 'BITCOIN_REGTEST',
};
const NAMES: Readonly<Record<Bip122TestNetwork, string>> = { main: 'Mainnet', test: 'Testnet', regtest: 'Regtest' };

const networkNamed = (names: Readonly<Record<Bip122TestNetwork, string>>, name: unknown): Bip122TestNetwork => {
  // `Object.keys` widens the keys to `string`.
  const found = (Object.keys(names) as Bip122TestNetwork[]).find((each) => names[each] === name);
  if (found === undefined) throw walletError(-32_602, 'The wallet does not know this network');
  return found;
};

/** UniSat interface of a Bitcoin test wallet, with the address of the first key. */
export const unisatTestProvider = (wallet: Bip122TestEngine): UnisatTestProvider => {
  const unsubscribes = new Map<unknown, () => void>();
  const accounts = (): readonly string[] => wallet.shared.slice(0, 1).map((key) => key.addressOn(wallet.network));
  const require = () => {
    const [key] = wallet.shared;
    if (key === undefined) throw walletError(4100, 'The site may not use this wallet');
    return key;
  };
  return {
    requestAccounts: async () => {
      const shared = await wallet.request('connect');
      return shared === wallet.shared || Array.isArray(shared) ? accounts() : shared;
    },
    getAccounts: async () => accounts(),
    getPublicKey: async () => hex.encode(require().publicKey),
    getChain: async () => ({ enum: CHAINS[wallet.network], name: NAMES[wallet.network], network: wallet.network }),
    switchChain: async (chain) => wallet.request('switchNetwork', networkNamed(CHAINS, chain)),
    signMessage: (message, type = 'ecdsa') => wallet.request('signMessage', { message, protocol: type === 'ecdsa' ? 'ecdsa' : 'bip322' }),
    signPsbt: async (psbt, { autoFinalized = true, toSignInputs } = {}) => {
      const signed = await wallet.request('signPsbt', {
        psbt: base64.encode(hex.decode(psbt)),
        inputs: toSignInputs,
        finalize: autoFinalized,
      });
      return typeof signed === 'string' && signed.startsWith('cHNidP8') ? hex.encode(base64.decode(signed)) : signed;
    },
    sendBitcoin: async (to, sats) => {
      if (!wallet.canPay) throw walletError(4200, 'The wallet cannot send');
      return wallet.request('sendTransfer', { to, sats });
    },
    disconnect: () => wallet.request('disconnect'),
    on: (event, listener) => {
      if (event === 'accountsChanged')
        unsubscribes.set(
          listener,
          wallet.on('accounts', () => listener(accounts())),
        );
      if (event === 'networkChanged')
        unsubscribes.set(
          listener,
          wallet.on('network', () => listener(wallet.network)),
        );
    },
    removeListener: (_event, listener) => unsubscribes.get(listener)?.(),
  };
};

/** Error codes of sats-connect by their EIP-1193 codes. */
const CODES: ReadonlyMap<unknown, number> = new Map([
  [4001, -32_000],
  [4200, -32_001],
  [4100, -32_002],
]);

/** sats-connect interface of a Bitcoin test wallet, with a payment and an ordinals address. */
export const satsConnectTestProvider = (wallet: Bip122TestEngine): SatsConnectTestProvider => {
  const addresses = (): readonly unknown[] =>
    wallet.shared.map((key, index) => ({
      address: key.addressOn(wallet.network),
      publicKey: hex.encode(key.publicKey),
      purpose: index === 0 ? 'payment' : 'ordinals',
      addressType: key.type,
      walletType: 'software',
    }));
  const handle = async (method: string, params: unknown): Promise<unknown> => {
    // Each method has its own parameters.
    const input = asRecord(params);
    switch (method) {
      case 'wallet_connect':
      case 'getAddresses': {
        const shared = await wallet.request('connect');
        return Array.isArray(shared) ? { addresses: addresses() } : shared;
      }
      case 'wallet_getAccount':
        if (wallet.shared.length === 0) throw walletError(4100, 'Access denied');
        return { addresses: addresses() };
      case 'wallet_getNetwork':
        return { bitcoin: { name: NAMES[wallet.network] } };
      case 'wallet_changeNetwork':
        return wallet.request('switchNetwork', networkNamed(NAMES, input['name']));
      case 'wallet_disconnect':
        return wallet.request('disconnect');
      case 'signMessage': {
        const protocol = input['protocol'] === 'ECDSA' ? 'ecdsa' : 'bip322';
        return { ...input, signature: await wallet.request('signMessage', { ...input, protocol }) };
      }
      case 'signPsbt': {
        const inputs = Object.values(asRecord(input['signInputs']) as Readonly<Record<string, readonly number[]>>).flat();
        return { psbt: await wallet.request('signPsbt', { psbt: input['psbt'], inputs: inputs.map((index) => ({ index })) }) };
      }
      case 'sendTransfer': {
        if (!wallet.canPay) throw walletError(4200, 'The wallet cannot send');
        const [{ address, amount }] = input['recipients'] as readonly [{ readonly address: string; readonly amount: number }];
        return { txid: await wallet.request('sendTransfer', { to: address, sats: amount }) };
      }
      default:
        throw walletError(-32_601, `${method} is not supported`);
    }
  };
  return {
    request: async (method, params) => {
      try {
        return { jsonrpc: '2.0', id: '1', result: await handle(method, params) };
      } catch (error) {
        const { code, message } = asRecord(error);
        return { jsonrpc: '2.0', id: '1', error: { code: CODES.get(code) ?? code ?? -32_603, message } };
      }
    },
    addListener: (event, listener) => {
      if (event === 'accountChange') return wallet.on('accounts', () => listener({ type: event }));
      return event === 'networkChange' ? wallet.on('network', () => listener({ type: event })) : () => undefined;
    },
  };
};
