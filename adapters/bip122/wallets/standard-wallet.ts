import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import type { BitcoinNetworkName } from '../../../domain/network/bitcoin-network.js';
import type { BitcoinWallet, WalletAddress } from '../bitcoin-wallet.js';
import { callMember, listenTo, listOf, member, requireList } from './member.js';

/** Wallet Standard chains. @see https://github.com/wallet-standard/wallet-standard/blob/master/extensions/bitcoin.md */
const CHAINS: Readonly<Record<BitcoinNetworkName, string>> = {
  main: 'bitcoin:mainnet',
  test: 'bitcoin:testnet',
  test4: 'bitcoin:testnet4',
  signet: 'bitcoin:signet',
  regtest: 'bitcoin:regtest',
};

const hexOf = (bytes: unknown): string | undefined => (bytes instanceof Uint8Array ? bytesToHex(bytes) : undefined);

const base64Of = (bytes: unknown): unknown => (bytes instanceof Uint8Array ? base64.encode(bytes) : bytes);

/** Multi-chain wallets share accounts of all their namespaces. An account without chains is assumed to be Bitcoin. */
const isBitcoinAccount = (account: unknown): boolean => {
  const chains = member(account, 'chains');
  return !Array.isArray(chains) || chains.some((chain) => String(chain).startsWith('bitcoin:'));
};

const isOnChain = (account: unknown, name: BitcoinNetworkName): boolean => listOf(member(account, 'chains')).includes(CHAINS[name]);

/** Converts to an unvalidated wallet address. Not every version of the standard has `purpose`. */
const toAddress = (account: unknown): WalletAddress => ({
  address: member(account, 'address'),
  purpose: member(account, 'purpose'),
  publicKey: hexOf(member(account, 'publicKey')),
});

/**
 * A wallet with the Bitcoin features of the Wallet Standard.
 * @see https://github.com/ExodusMovement/bitcoin-wallet-standard
 */
export const standardWallet = (wallet: object): BitcoinWallet => {
  const feature = (name: string): unknown => member(member(wallet, 'features'), name);
  const run = (name: string, method: string, ...inputs: readonly unknown[]): Promise<unknown> =>
    callMember(feature(name), method, ...inputs);
  let shared: readonly unknown[] = [];

  const accountOf = (address: string): unknown => {
    const account = shared.find((each) => member(each, 'address') === address);
    if (account === undefined) throw Object.assign(new Error('The wallet does not share this address'), { code: 4100 });
    return account;
  };
  const updateAccounts = (accounts: unknown): readonly WalletAddress[] => {
    shared = requireList(accounts, 'bitcoin:connect').filter(isBitcoinAccount);
    return shared.map(toAddress);
  };
  const network = (): BitcoinNetworkName | null => {
    const [account] = shared;
    // The table's keys are network names.
    const found = (Object.keys(CHAINS) as BitcoinNetworkName[]).filter((name) => isOnChain(account, name));
    // An account on several chains does not identify the active network.
    return found.length === 1 ? (found[0] ?? null) : null;
  };

  const signRequest = ({ psbt, inputs }: Parameters<NonNullable<BitcoinWallet['signPsbt']>>[0]): object => {
    const addresses = [...new Set(inputs.map(({ address }) => address))];
    const name = network();
    return {
      psbt: base64.decode(psbt),
      inputsToSign: addresses.map((address) => ({
        account: accountOf(address),
        signingIndexes: inputs.filter((input) => input.address === address).map(({ index }) => index),
      })),
      ...(name === null ? {} : { chain: CHAINS[name] }),
    };
  };
  const signingMethods = (): Pick<BitcoinWallet, 'signPsbt' | 'signAndSendPsbt'> => {
    const [sign, signAndSend] = ['bitcoin:signTransaction', 'bitcoin:signAndSendTransaction'];
    // Prefer signing alone, so that the transaction can be checked before it is broadcast.
    if (feature(sign) !== undefined)
      return {
        signPsbt: async (request) => base64Of(member(listOf(await run(sign, 'signTransaction', signRequest(request)))[0], 'signedPsbt')),
      };
    if (feature(signAndSend) === undefined) return {};
    return {
      signAndSendPsbt: async (request) => member(listOf(await run(signAndSend, 'signAndSendTransaction', signRequest(request)))[0], 'txId'),
    };
  };
  return {
    provider: wallet,
    connect: async () => {
      const response = await run('bitcoin:connect', 'connect', { purposes: ['payment', 'ordinals'] });
      return updateAccounts(member(response, 'accounts') ?? member(wallet, 'accounts'));
    },
    addresses: async () => updateAccounts(member(wallet, 'accounts')),
    network: async () => network(),
    signMessage: async ({ address, message }) => {
      const response = await run('bitcoin:signMessage', 'signMessage', { account: accountOf(address), message: utf8ToBytes(message) });
      return base64Of(member(listOf(response)[0], 'signature'));
    },
    ...signingMethods(),
    ...(feature('bitcoin:disconnect') === undefined ? {} : { disconnect: () => run('bitcoin:disconnect', 'disconnect') }),
    listen: ({ addressesChanged }) => {
      const onChange = (changed: unknown): void => {
        const accounts = member(changed, 'accounts');
        // Ignores malformed change events.
        if (Array.isArray(accounts)) addressesChanged(updateAccounts(accounts));
      };
      const unsubscribers = ['standard:events', 'bitcoin:events'].map((name) => listenTo(feature(name), 'change', onChange));
      return () => {
        for (const unsubscribe of unsubscribers) unsubscribe();
      };
    },
  };
};
