import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import type { BitcoinNetworkName } from '../../../domain/network/bitcoin-network.js';
import { asRecord } from '../../../domain/wire.js';
import type { BitcoinWallet, WalletAddress } from '../bitcoin-wallet.js';
import { callMember, hasMethod, listenTo, member, requireList } from './member.js';

/** Chain names. @see https://docs.unisat.io/dev/open-api-documentation/unisat-wallet */
const CHAINS: Readonly<Record<BitcoinNetworkName, string>> = {
  main: 'BITCOIN_MAINNET',
  test: 'BITCOIN_TESTNET',
  test4: 'BITCOIN_TESTNET4',
  signet: 'BITCOIN_SIGNET',
  regtest: 'BITCOIN_REGTEST',
};

/** Network names of the older API. */
const NETWORKS: Readonly<Record<string, BitcoinNetworkName>> = {
  livenet: 'main',
  mainnet: 'main',
  testnet: 'test',
  testnet4: 'test4',
  signet: 'signet',
  regtest: 'regtest',
};

const nameOfChain = (chain: unknown): BitcoinNetworkName | null =>
  // The table's keys are network names.
  (Object.keys(CHAINS) as BitcoinNetworkName[]).find((name) => CHAINS[name] === chain) ?? null;

/** Converts a hex PSBT to base64; some wallets already return base64. */
const psbtOf = (response: unknown): unknown =>
  typeof response === 'string' && /^(?:[0-9a-f]{2})+$/i.test(response) ? base64.encode(hexToBytes(response)) : response;

/**
 * A wallet with UniSat's API, or OKX's, which differs in how it is opened. It shares one address at a time.
 * @see https://docs.unisat.io/dev/open-api-documentation/unisat-wallet
 * @see https://web3.okx.com/build/dev-docs/sdks/chains/bitcoin/provider
 */
export const unisatWallet = (provider: object, dialect: 'unisat' | 'okx'): BitcoinWallet => {
  const call = (name: string, ...parameters: readonly unknown[]): Promise<unknown> => callMember(provider, name, ...parameters);

  const withPublicKey = async (addresses: readonly unknown[]): Promise<readonly WalletAddress[]> => {
    if (addresses.length === 0 || !hasMethod(provider, 'getPublicKey')) return addresses.map((address) => ({ address }));
    // The public key is only needed to spend from some address types.
    const publicKey = await call('getPublicKey').catch(() => undefined);
    return addresses.map((address, index) => (index === 0 ? { address, publicKey } : { address }));
  };

  const network = async (): Promise<BitcoinNetworkName | null> => {
    if (hasMethod(provider, 'getChain')) return nameOfChain(member(await call('getChain'), 'enum'));
    return hasMethod(provider, 'getNetwork') ? (NETWORKS[String(await call('getNetwork'))] ?? null) : null;
  };

  /** The API has no address parameter: the user may have switched accounts, and another address must not sign. */
  const requireActiveAddress = async (address: string): Promise<void> => {
    if (!hasMethod(provider, 'getAccounts')) return;
    const [active] = requireList(await call('getAccounts'), 'getAccounts');
    // Session addresses are lower case where case is not significant.
    if (active !== address && String(active).toLowerCase() !== address)
      throw Object.assign(new Error('Another account is active in the wallet'), { code: 4100 });
  };

  return {
    provider,
    connect: async () => {
      if (dialect === 'okx' && hasMethod(provider, 'connect')) {
        const { address, publicKey } = asRecord(await call('connect'));
        return [{ address, publicKey }];
      }
      return withPublicKey(requireList(await call('requestAccounts'), 'requestAccounts'));
    },
    addresses: async () => withPublicKey(requireList(await call('getAccounts'), 'getAccounts')),
    network,
    ...(hasMethod(provider, 'switchChain')
      ? { switchNetwork: (name: BitcoinNetworkName) => call('switchChain', CHAINS[name]) }
      : hasMethod(provider, 'switchNetwork')
        ? { switchNetwork: (name: BitcoinNetworkName) => call('switchNetwork', name === 'main' ? 'livenet' : 'testnet') }
        : {}),
    signMessage: async ({ address, message, protocol }) => {
      await requireActiveAddress(address);
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
      await requireActiveAddress(from);
      return call('sendBitcoin', to, Number(sats));
    },
    ...(hasMethod(provider, 'disconnect') ? { disconnect: () => call('disconnect') } : {}),
    listen: ({ addressesChanged, networkChanged }) => {
      const onAccountsChanged = (payload: unknown): void => {
        if (Array.isArray(payload)) addressesChanged(payload.map((address) => ({ address })));
        else addressesChanged();
      };
      const unsubscribers = [
        listenTo(provider, 'accountsChanged', onAccountsChanged),
        listenTo(provider, 'accountChanged', () => addressesChanged()),
        listenTo(provider, 'networkChanged', networkChanged),
        listenTo(provider, 'chainChanged', networkChanged),
      ];
      return () => {
        for (const unsubscribe of unsubscribers) unsubscribe();
      };
    },
  };
};
