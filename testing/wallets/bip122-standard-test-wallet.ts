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

/** Bytes behind base64; what a test has the wallet answer instead stays as it is. */
const bytesOf = (answer: unknown): unknown => {
  try {
    return base64.decode(String(answer));
  } catch {
    return answer;
  }
};

/** The wallet as one of the Wallet Standard. @see https://github.com/ExodusMovement/bitcoin-wallet-standard */
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
    return [{ signedPsbt: bytesOf(await wallet.ask('signPsbt', { psbt: base64.encode(psbt), inputs })) }];
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
          const shared = await wallet.ask('connect');
          return { accounts: Array.isArray(shared) ? accounts() : shared };
        },
      },
      'bitcoin:disconnect': { version: '1.0.0', disconnect: () => wallet.ask('disconnect') },
      'bitcoin:signMessage': {
        version: '1.0.0',
        signMessage: async ({ account, message }: { readonly account: { readonly address: string }; readonly message: Uint8Array }) => {
          const text = new TextDecoder().decode(message);
          const isLegacy = /^[1mn]/.test(account.address);
          const asked = { address: account.address, message: text, protocol: isLegacy ? 'ecdsa' : 'bip322' };
          return [{ signedMessage: message, signature: bytesOf(await wallet.ask('signMessage', asked)) }];
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
