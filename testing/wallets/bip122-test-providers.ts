import { base64, hex } from '@scure/base';
import { membersOf } from '../../domain/wire.js';
import type { Bip122TestNetwork } from './bip122-keys.js';
import type { Bip122TestEngine } from './bip122-test-wallet-options.js';
import { walletError } from './wallet-error.js';

/** UniSat's calls. @see https://docs.unisat.io/dev/open-api-documentation/unisat-wallet */
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

/** `request` of sats-connect. @see https://docs.xverse.app/sats-connect */
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
  // The keys are those names.
  const found = (Object.keys(names) as Bip122TestNetwork[]).find((each) => names[each] === name);
  if (found === undefined) throw walletError(-32_602, 'The wallet does not know this network');
  return found;
};

/** The wallet as UniSat: one address, which the first key has. */
export const unisatTestProvider = (wallet: Bip122TestEngine): UnisatTestProvider => {
  const stops = new Map<unknown, () => void>();
  const accounts = (): readonly string[] => wallet.shared.slice(0, 1).map((key) => key.addressOn(wallet.network));
  const require = () => {
    const [key] = wallet.shared;
    if (key === undefined) throw walletError(4100, 'The site may not use this wallet');
    return key;
  };
  return {
    requestAccounts: async () => {
      const answer = await wallet.ask('connect');
      return answer === wallet.shared || Array.isArray(answer) ? accounts() : answer;
    },
    getAccounts: async () => accounts(),
    getPublicKey: async () => hex.encode(require().publicKey),
    getChain: async () => ({ enum: CHAINS[wallet.network], name: NAMES[wallet.network], network: wallet.network }),
    switchChain: async (chain) => wallet.ask('switchNetwork', networkNamed(CHAINS, chain)),
    signMessage: (message, type = 'ecdsa') => wallet.ask('signMessage', { message, protocol: type === 'ecdsa' ? 'ecdsa' : 'bip322' }),
    signPsbt: async (psbt, { autoFinalized = true, toSignInputs } = {}) => {
      const signed = await wallet.ask('signPsbt', { psbt: base64.encode(hex.decode(psbt)), inputs: toSignInputs, finalise: autoFinalized });
      return typeof signed === 'string' && signed.startsWith('cHNidP8') ? hex.encode(base64.decode(signed)) : signed;
    },
    sendBitcoin: async (to, sats) => {
      if (!wallet.pays) throw walletError(4200, 'The wallet does not pay by itself');
      return wallet.ask('sendTransfer', { to, sats });
    },
    disconnect: () => wallet.ask('disconnect'),
    on: (event, listener) => {
      if (event === 'accountsChanged')
        stops.set(
          listener,
          wallet.on('accounts', () => listener(accounts())),
        );
      if (event === 'networkChanged')
        stops.set(
          listener,
          wallet.on('network', () => listener(wallet.network)),
        );
    },
    removeListener: (_event, listener) => stops.get(listener)?.(),
  };
};

/** Codes of sats-connect where they are others than EIP-1193's. */
const CODES: ReadonlyMap<unknown, number> = new Map([
  [4001, -32_000],
  [4200, -32_001],
  [4100, -32_002],
]);

/** The wallet as one of sats-connect: addresses for payments and for ordinals. */
export const satsConnectTestProvider = (wallet: Bip122TestEngine): SatsConnectTestProvider => {
  const addresses = (): readonly unknown[] =>
    wallet.shared.map((key, index) => ({
      address: key.addressOn(wallet.network),
      publicKey: hex.encode(key.publicKey),
      purpose: index === 0 ? 'payment' : 'ordinals',
      addressType: key.type,
      walletType: 'software',
    }));
  const answer = async (method: string, params: unknown): Promise<unknown> => {
    // Each method has its own parameters.
    const given = membersOf(params);
    switch (method) {
      case 'wallet_connect':
      case 'getAddresses': {
        const shared = await wallet.ask('connect');
        return Array.isArray(shared) ? { addresses: addresses() } : shared;
      }
      case 'wallet_getAccount':
        if (wallet.shared.length === 0) throw walletError(4100, 'Access denied');
        return { addresses: addresses() };
      case 'wallet_getNetwork':
        return { bitcoin: { name: NAMES[wallet.network] } };
      case 'wallet_changeNetwork':
        return wallet.ask('switchNetwork', networkNamed(NAMES, given['name']));
      case 'wallet_disconnect':
        return wallet.ask('disconnect');
      case 'signMessage': {
        const protocol = given['protocol'] === 'ECDSA' ? 'ecdsa' : 'bip322';
        return { ...given, signature: await wallet.ask('signMessage', { ...given, protocol }) };
      }
      case 'signPsbt': {
        const inputs = Object.values(membersOf(given['signInputs']) as Readonly<Record<string, readonly number[]>>).flat();
        return { psbt: await wallet.ask('signPsbt', { psbt: given['psbt'], inputs: inputs.map((index) => ({ index })) }) };
      }
      case 'sendTransfer': {
        if (!wallet.pays) throw walletError(4200, 'The wallet does not pay by itself');
        const [{ address, amount }] = given['recipients'] as readonly [{ readonly address: string; readonly amount: number }];
        return { txid: await wallet.ask('sendTransfer', { to: address, sats: amount }) };
      }
      default:
        throw walletError(-32_601, `${method} is not supported`);
    }
  };
  return {
    request: async (method, params) => {
      try {
        return { jsonrpc: '2.0', id: '1', result: await answer(method, params) };
      } catch (error) {
        const { code, message } = membersOf(error);
        return { jsonrpc: '2.0', id: '1', error: { code: CODES.get(code) ?? code ?? -32_603, message } };
      }
    },
    addListener: (event, listener) => {
      if (event === 'accountChange') return wallet.on('accounts', () => listener({ type: event }));
      return event === 'networkChange' ? wallet.on('network', () => listener({ type: event })) : () => undefined;
    },
  };
};
