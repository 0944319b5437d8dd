import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import type { BitcoinNetworkName } from '../../../domain/network/bitcoin-network.js';
import { membersOf } from '../../../domain/wire.js';
import type { BitcoinWallet, WalletAddress } from '../bitcoin-wallet.js';
import { callMember, hasMethod, listenTo, member, requireList } from './member.js';

/** Names of chains. @see https://docs.unisat.io/dev/open-api-documentation/unisat-wallet */
const CHAINS: Readonly<Record<BitcoinNetworkName, string>> = {
  main: 'BITCOIN_MAINNET',
  test: 'BITCOIN_TESTNET',
  test4: 'BITCOIN_TESTNET4',
  signet: 'BITCOIN_SIGNET',
  regtest: 'BITCOIN_REGTEST',
};

/** Names of networks in the older calls. */
const NETWORKS: Readonly<Record<string, BitcoinNetworkName>> = {
  livenet: 'main',
  mainnet: 'main',
  testnet: 'test',
  testnet4: 'test4',
  signet: 'signet',
  regtest: 'regtest',
};

const nameOfChain = (chain: unknown): BitcoinNetworkName | null =>
  // The keys are those names.
  (Object.keys(CHAINS) as BitcoinNetworkName[]).find((name) => CHAINS[name] === chain) ?? null;

/** A text may say it in hex. A wallet that gives base64 instead is understood too. */
const psbtOf = (answer: unknown): unknown =>
  typeof answer === 'string' && /^(?:[0-9a-f]{2})+$/i.test(answer) ? base64.encode(hexToBytes(answer)) : answer;

/**
 * A wallet with UniSat's calls, or with OKX's, which differ in how it is opened. It shares one address at a time.
 * @see https://docs.unisat.io/dev/open-api-documentation/unisat-wallet
 * @see https://web3.okx.com/build/dev-docs/sdks/chains/bitcoin/provider
 */
export const unisatWallet = (provider: object, dialect: 'unisat' | 'okx'): BitcoinWallet => {
  const call = (name: string, ...parameters: readonly unknown[]): Promise<unknown> => callMember(provider, name, ...parameters);

  const withKey = async (addresses: readonly unknown[]): Promise<readonly WalletAddress[]> => {
    if (addresses.length === 0 || !hasMethod(provider, 'getPublicKey')) return addresses.map((address) => ({ address }));
    // Without its key some transactions cannot be built; everything else works.
    const publicKey = await call('getPublicKey').catch(() => undefined);
    return addresses.map((address, index) => (index === 0 ? { address, publicKey } : { address }));
  };

  const network = async (): Promise<BitcoinNetworkName | null> => {
    if (hasMethod(provider, 'getChain')) return nameOfChain(member(await call('getChain'), 'enum'));
    return hasMethod(provider, 'getNetwork') ? (NETWORKS[String(await call('getNetwork'))] ?? null) : null;
  };

  /** Its calls name no address: what is asked of one must not come from another that its owner went to meanwhile. */
  const require = async (address: string): Promise<void> => {
    if (!hasMethod(provider, 'getAccounts')) return;
    const [active] = requireList(await call('getAccounts'), 'getAccounts');
    // Addresses of sessions are in lower case where case says nothing.
    if (active !== address && String(active).toLowerCase() !== address)
      throw Object.assign(new Error('The wallet is on another account'), { code: 4100 });
  };

  return {
    provider,
    connect: async () => {
      if (dialect === 'okx' && hasMethod(provider, 'connect')) {
        const { address, publicKey } = membersOf(await call('connect'));
        return [{ address, publicKey }];
      }
      return withKey(requireList(await call('requestAccounts'), 'requestAccounts'));
    },
    addresses: async () => withKey(requireList(await call('getAccounts'), 'getAccounts')),
    network,
    ...(hasMethod(provider, 'switchChain')
      ? { switchNetwork: (name: BitcoinNetworkName) => call('switchChain', CHAINS[name]) }
      : hasMethod(provider, 'switchNetwork')
        ? { switchNetwork: (name: BitcoinNetworkName) => call('switchNetwork', name === 'main' ? 'livenet' : 'testnet') }
        : {}),
    signMessage: async ({ address, message, protocol }) => {
      await require(address);
      return call('signMessage', message, protocol === 'ecdsa' ? 'ecdsa' : 'bip322-simple');
    },
    ...(hasMethod(provider, 'signPsbt')
      ? {
          signPsbt: async ({ psbt, inputs }) => {
            const toSignInputs = inputs.map(({ index, address, sighashTypes }) => ({
              index,
              address,
              ...(sighashTypes === undefined ? {} : { sighashTypes: [...sighashTypes] }),
            }));
            return psbtOf(await call('signPsbt', bytesToHex(base64.decode(psbt)), { autoFinalized: false, toSignInputs }));
          },
        }
      : {}),
    sendTransfer: async ({ from, to, sats }) => {
      await require(from);
      return call('sendBitcoin', to, Number(sats));
    },
    ...(hasMethod(provider, 'disconnect') ? { disconnect: () => call('disconnect') } : {}),
    listen: ({ addressesChanged, networkChanged }) => {
      const hear = (payload: unknown): void => {
        if (Array.isArray(payload)) addressesChanged(payload.map((address) => ({ address })));
        else addressesChanged();
      };
      const stops = [
        listenTo(provider, 'accountsChanged', hear),
        listenTo(provider, 'accountChanged', () => addressesChanged()),
        listenTo(provider, 'networkChanged', networkChanged),
        listenTo(provider, 'chainChanged', networkChanged),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
};
