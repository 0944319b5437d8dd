import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import type { BitcoinNetworkName } from '../../../domain/network/bitcoin-network.js';
import type { BitcoinWallet, WalletAddress } from '../bitcoin-wallet.js';
import { callMember, listenTo, listOf, member, requireList } from './member.js';

/** Chains of the Wallet Standard. @see https://github.com/wallet-standard/wallet-standard/blob/master/extensions/bitcoin.md */
const CHAINS: Readonly<Record<BitcoinNetworkName, string>> = {
  main: 'bitcoin:mainnet',
  test: 'bitcoin:testnet',
  test4: 'bitcoin:testnet4',
  signet: 'bitcoin:signet',
  regtest: 'bitcoin:regtest',
};

const hexOf = (bytes: unknown): string | undefined => (bytes instanceof Uint8Array ? bytesToHex(bytes) : undefined);

const base64Of = (bytes: unknown): unknown => (bytes instanceof Uint8Array ? base64.encode(bytes) : bytes);

/** Whether an account is Bitcoin's: a wallet of several families shares accounts of all of them. One that names no chain at all is taken for ours. */
const isOurs = (account: unknown): boolean => {
  const chains = member(account, 'chains');
  return !Array.isArray(chains) || chains.some((chain) => String(chain).startsWith('bitcoin:'));
};

const inChain = (account: unknown, name: BitcoinNetworkName): boolean => listOf(member(account, 'chains')).includes(CHAINS[name]);

/** What an address is for; by its own word, else by its order and kind, as the standard has no field for it in all versions. */
const toAddress = (account: unknown): WalletAddress => ({
  address: member(account, 'address'),
  purpose: member(account, 'purpose'),
  publicKey: hexOf(member(account, 'publicKey')),
});

/**
 * A wallet with Bitcoin features of the Wallet Standard.
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
  const take = (accounts: unknown): readonly WalletAddress[] => {
    shared = requireList(accounts, 'bitcoin:connect').filter(isOurs);
    return shared.map(toAddress);
  };
  const network = (): BitcoinNetworkName | null => {
    const [account] = shared;
    // The keys are those names.
    const found = (Object.keys(CHAINS) as BitcoinNetworkName[]).filter((name) => inChain(account, name));
    // An account for several chains says nothing of where the wallet is.
    return found.length === 1 ? (found[0] ?? null) : null;
  };

  const toSign = ({ psbt, inputs }: Parameters<NonNullable<BitcoinWallet['signPsbt']>>[0]): object => {
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
  const signing = (): Pick<BitcoinWallet, 'signPsbt' | 'signAndSendPsbt'> => {
    const [sign, signAndSend] = ['bitcoin:signTransaction', 'bitcoin:signAndSendTransaction'];
    // What is signed is looked at before it is broadcast, where the wallet lets us.
    if (feature(sign) !== undefined)
      return {
        signPsbt: async (request) => base64Of(member(listOf(await run(sign, 'signTransaction', toSign(request)))[0], 'signedPsbt')),
      };
    if (feature(signAndSend) === undefined) return {};
    return {
      signAndSendPsbt: async (request) => member(listOf(await run(signAndSend, 'signAndSendTransaction', toSign(request)))[0], 'txId'),
    };
  };
  return {
    provider: wallet,
    connect: async () => {
      const answer = await run('bitcoin:connect', 'connect', { purposes: ['payment', 'ordinals'] });
      return take(member(answer, 'accounts') ?? member(wallet, 'accounts'));
    },
    addresses: async () => take(member(wallet, 'accounts')),
    network: async () => network(),
    signMessage: async ({ address, message }) => {
      const answer = await run('bitcoin:signMessage', 'signMessage', { account: accountOf(address), message: utf8ToBytes(message) });
      return base64Of(member(listOf(answer)[0], 'signature'));
    },
    ...signing(),
    ...(feature('bitcoin:disconnect') === undefined ? {} : { disconnect: () => run('bitcoin:disconnect', 'disconnect') }),
    listen: ({ addressesChanged }) => {
      const hear = (changed: unknown): void => {
        const accounts = member(changed, 'accounts');
        // A wallet that says something meaningless has said nothing.
        if (Array.isArray(accounts)) addressesChanged(take(accounts));
      };
      const stops = ['standard:events', 'bitcoin:events'].map((name) => listenTo(feature(name), 'change', hear));
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
};
