import { base64 } from '@scure/base';
import type { Bip122TestKey, Bip122TestNetwork } from './bip122-keys.js';
import type { Bip122TestEngine } from './bip122-test-wallet-options.js';
import { TEST_WALLET_ICON } from './test-wallet-icon.js';

const CHAINS: Readonly<Record<Bip122TestNetwork, string>> = {
  main: 'bitcoin:mainnet',
  test: 'bitcoin:testnet',
  regtest: 'bitcoin:regtest',
};

interface SignInput {
  readonly psbt: Uint8Array;
  readonly inputsToSign: readonly { readonly signingIndexes: readonly number[] }[];
}

/** Decodes base64; other responses that a test set are returned unchanged. */
const decodeBase64 = (response: unknown): unknown => {
  try {
    return base64.decode(String(response));
  } catch {
    return response;
  }
};

/** Wallet Standard interface of a Bitcoin test wallet. @see https://github.com/ExodusMovement/bitcoin-wallet-standard */
export const standardTestWallet = (wallet: Bip122TestEngine): object => {
  const accountOf = (key: Bip122TestKey, index: number) => ({
    address: key.addressOn(wallet.network),
    publicKey: key.publicKey,
    chains: [CHAINS[wallet.network]],
    features: ['bitcoin:signMessage', 'bitcoin:signTransaction'],
    purpose: index === 0 ? 'payment' : 'ordinals',
  });
  const accounts = () => wallet.shared.map(accountOf);
  const sign = async ({ psbt, inputsToSign }: SignInput): Promise<readonly unknown[]> => {
    const inputs = inputsToSign.flatMap(({ signingIndexes }) => signingIndexes.map((index) => ({ index })));
    return [{ signedPsbt: decodeBase64(await wallet.request('signPsbt', { psbt: base64.encode(psbt), inputs })) }];
  };
  return {
    version: '1.0.0',
    name: wallet.name,
    icon: TEST_WALLET_ICON,
    chains: Object.values(CHAINS),
    get accounts() {
      return accounts();
    },
    features: {
      'bitcoin:connect': {
        version: '1.0.0',
        connect: async () => {
          const shared = await wallet.request('connect');
          return { accounts: Array.isArray(shared) ? accounts() : shared };
        },
      },
      'bitcoin:disconnect': { version: '1.0.0', disconnect: () => wallet.request('disconnect') },
      'bitcoin:signMessage': {
        version: '1.0.0',
        signMessage: async ({ account, message }: { readonly account: { readonly address: string }; readonly message: Uint8Array }) => {
          const text = new TextDecoder().decode(message);
          const isLegacy = /^[1mn]/.test(account.address);
          const request = { address: account.address, message: text, protocol: isLegacy ? 'ecdsa' : 'bip322' };
          return [{ signedMessage: message, signature: decodeBase64(await wallet.request('signMessage', request)) }];
        },
      },
      'bitcoin:signTransaction': { version: '1.0.0', signTransaction: sign },
      'standard:events': {
        version: '1.0.0',
        on: (_event: 'change', listener: (changed: unknown) => void) => wallet.on('change', () => listener({ accounts: accounts() })),
      },
    },
  };
};
