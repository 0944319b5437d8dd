import { hexToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import type { RemoteSession } from '../../../application/ports/remote-session.port.js';
import type { ChainId } from '../../../domain/caip/caip-2.js';
import { type BitcoinNetworkName, bitcoinChainId, bitcoinNetworkOf } from '../../../domain/network/bitcoin-network.js';
import { addressesOn, allowsMethod, chainsOf } from '../../../domain/wallet-protocol/session-namespaces.js';
import type { BitcoinWallet, WalletAddress } from '../bitcoin-wallet.js';
import { listOf, member } from './member.js';

/** @see https://docs.reown.com/advanced/multichain/rpc-reference/bitcoin-rpc */
const ADDRESSES_CHANGED = 'bip122_addressesChanged';

const NAMESPACE = 'bip122';

/** Over the wallet protocol signatures are hex; base64 is understood too. */
const signatureOf = (signature: unknown): unknown =>
  typeof signature === 'string' && /^(?:[0-9a-f]{2})+$/i.test(signature) ? base64.encode(hexToBytes(signature)) : signature;

/**
 * A wallet elsewhere, by the bip122 methods of the wallet protocol. It begins on `chainId` if the session shares an account
 * there, else on the first chain where it does.
 * @see https://docs.reown.com/advanced/multichain/rpc-reference/bitcoin-rpc
 */
export const remoteWallet = (remote: RemoteSession, begin: ChainId): BitcoinWallet => {
  const life = new AbortController();
  const shares = (chainId: ChainId): boolean => remote.live && addressesOn(remote.namespaces, NAMESPACE, chainId).length > 0;
  const nearest = (chainId: ChainId): ChainId =>
    shares(chainId) ? chainId : (chainsOf(remote.namespaces, NAMESPACE).find(shares) ?? chainId);
  let chainId = nearest(begin);
  const listeners = new Set<() => void>();
  const allows = (method: string): boolean => allowsMethod(remote.namespaces, chainId, method);
  const ask = (method: string, params: unknown): Promise<unknown> => {
    if (!allows(method)) return Promise.reject(Object.assign(new Error(`The wallet does not allow ${method}`), { code: 4200 }));
    return remote.request({ chainId, method, params }, life.signal);
  };
  const account = (): string | undefined => addressesOn(remote.namespaces, NAMESPACE, chainId)[0];

  const addresses = async (): Promise<readonly WalletAddress[]> => {
    if (!remote.live) return [];
    const shared = addressesOn(remote.namespaces, NAMESPACE, chainId).map((address) => ({ address, purpose: 'payment' }));
    if (shared.length === 0 || !allows('getAccountAddresses')) return shared;
    try {
      // A wallet shows nobody anything for this; one that fails has shared its first address all the same.
      const told = listOf(await ask('getAccountAddresses', { account: account() }));
      const known = told.map((item) => ({
        address: typeof item === 'string' ? item : member(item, 'address'),
        purpose: member(item, 'intention') === 'ordinal' ? 'ordinals' : 'payment',
        publicKey: member(item, 'publicKey'),
        path: member(item, 'path'),
      }));
      return [...shared.map((own) => known.find(({ address }) => address === own.address) ?? own), ...known];
    } catch {
      return shared;
    }
  };

  return {
    provider: remote,
    connect: addresses,
    addresses,
    network: async () => bitcoinNetworkOf(chainId),
    switchNetwork: async (name: BitcoinNetworkName) => {
      // A CAIP-2 id that this list gives is well formed.
      const target = bitcoinChainId(name) as ChainId;
      if (!shares(target)) throw Object.assign(new Error(`The wallet has not approved ${target}`), { code: 4902 });
      chainId = target;
      for (const listener of listeners) listener();
    },
    signMessage: async ({ address, message, protocol }) =>
      signatureOf(member(await ask('signMessage', { account: account(), address, message, protocol }), 'signature')),
    ...(allows('signPsbt')
      ? {
          signPsbt: async ({ psbt, inputs }) => {
            const signInputs = inputs.map(({ index, address, sighashTypes }) => ({
              index,
              address,
              ...(sighashTypes === undefined ? {} : { sighashTypes: [...sighashTypes] }),
            }));
            return member(await ask('signPsbt', { account: account(), psbt, signInputs, broadcast: false }), 'psbt');
          },
        }
      : {}),
    sendTransfer: async ({ from, to, sats }) =>
      member(await ask('sendTransfer', { account: from, recipientAddress: to, amount: String(sats) }), 'txid'),
    disconnect: () => remote.disconnect(new AbortController().signal),
    listen: ({ addressesChanged, networkChanged, disconnected }) => {
      listeners.add(networkChanged);
      const listening = remote.events$.subscribe((event) => {
        if (event.type === 'ended') disconnected();
        else if (event.type === 'namespaces-changed') {
          const before = chainId;
          chainId = nearest(chainId);
          if (chainId === before) addressesChanged();
          else networkChanged();
        } else if (event.chainId === chainId && (event.name === ADDRESSES_CHANGED || event.name === 'accountsChanged')) addressesChanged();
      });
      return () => {
        life.abort();
        listeners.delete(networkChanged);
        listening.unsubscribe();
      };
    },
  };
};
