import { hexToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import type { RemoteSession } from '../../../application/ports/remote-session.port.js';
import { parseBitcoinAddressOn } from '../../../domain/account/bitcoin-address.js';
import type { ChainId } from '../../../domain/caip/caip-2.js';
import { type BitcoinNetworkName, bitcoinChainId, bitcoinNetworkOf } from '../../../domain/network/bitcoin-network.js';
import { addressesOn, allowsMethod, chainsOf } from '../../../domain/wallet-protocol/session-namespaces.js';
import { asRecord, attempt, parseJson } from '../../../domain/wire.js';
import type { BitcoinWallet, WalletAddress } from '../bitcoin-wallet.js';
import { listOf, member } from './member.js';

/** @see https://docs.reown.com/advanced/multichain/rpc-reference/bitcoin-rpc */
const ADDRESSES_CHANGED = 'bip122_addressesChanged';

const NAMESPACE = 'bip122';
const GET_ADDRESSES = 'getAccountAddresses';
/** Session property with a cached `getAccountAddresses` result. */
const ADDRESSES_PROPERTY = 'bip122_getAccountAddresses';

/** Reads the result of `getAccountAddresses`, a list or lists by intention; drops addresses that are not valid on the chain. */
const toAddresses = (response: unknown, chainId: ChainId): readonly WalletAddress[] => {
  const lists = Array.isArray(response) ? [['', response] as const] : Object.entries(asRecord(response));
  return lists
    .flatMap(([intention, list]) => listOf(list).map((item) => ({ item, intention: member(item, 'intention') ?? intention })))
    .map(({ item, intention }) => ({
      address: typeof item === 'string' ? item : member(item, 'address'),
      purpose: String(intention).startsWith('ordinal') ? 'ordinals' : 'payment',
      publicKey: member(item, 'publicKey'),
      path: member(item, 'path'),
    }))
    .filter(({ address }) => isAddressOn(address, chainId));
};

const isAddressOn = (address: unknown, chainId: ChainId): boolean =>
  attempt(() => typeof address === 'string' && parseBitcoinAddressOn(address, chainId) !== null) ?? false;

/** WalletConnect signatures are hex; base64 is accepted too. */
const signatureOf = (signature: unknown): unknown =>
  typeof signature === 'string' && /^(?:[0-9a-f]{2})+$/i.test(signature) ? base64.encode(hexToBytes(signature)) : signature;

/**
 * Bitcoin wallet over a remote session, with the bip122 methods of WalletConnect. Starts on `startChainId` if the session shares an account
 * there, else on the first chain that has one.
 * @see https://docs.reown.com/advanced/multichain/rpc-reference/bitcoin-rpc
 */
export const remoteWallet = (remote: RemoteSession, startChainId: ChainId): BitcoinWallet => {
  const controller = new AbortController();
  const sharesAccounts = (chainId: ChainId): boolean => remote.isLive && addressesOn(remote.namespaces, NAMESPACE, chainId).length > 0;
  const pickChainId = (chainId: ChainId): ChainId =>
    sharesAccounts(chainId) ? chainId : (chainsOf(remote.namespaces, NAMESPACE).find(sharesAccounts) ?? chainId);
  let chainId = pickChainId(startChainId);
  const listeners = new Set<() => void>();
  const allows = (method: string): boolean => allowsMethod(remote.namespaces, chainId, method);
  const request = (method: string, params: unknown, quiet?: true): Promise<unknown> => {
    if (!allows(method)) return Promise.reject(Object.assign(new Error(`The wallet does not allow ${method}`), { code: 4200 }));
    return remote.request({ chainId, method, params, ...(quiet && { quiet }) }, controller.signal);
  };
  const account = (): string | undefined => addressesOn(remote.namespaces, NAMESPACE, chainId)[0];

  /** The last `getAccountAddresses` result, and the address it was requested for. */
  let fetched: { readonly account: string | undefined; readonly addresses: readonly WalletAddress[] } = {
    account: undefined,
    addresses: [],
  };
  const cachedAddresses = (): readonly WalletAddress[] =>
    fetched.account === account()
      ? fetched.addresses
      : toAddresses(parseJson(remote.sessionProperties?.[ADDRESSES_PROPERTY] ?? ''), chainId);
  const addresses = (): readonly WalletAddress[] => {
    if (!remote.isLive) return [];
    const shared = addressesOn(remote.namespaces, NAMESPACE, chainId).map((address) => ({ address, purpose: 'payment' }));
    const more = cachedAddresses();
    return shared.length === 0 ? [] : [...shared.map((own) => more.find(({ address }) => address === own.address) ?? own), ...more];
  };
  let notifyAddressesChanged: () => void = () => undefined;
  /**
   * Requests addresses that the session does not list. The request needs no approval, but the wallet may be offline, so it is not awaited.
   */
  const fetchAddresses = async (): Promise<void> => {
    const requested = account();
    if (requested === undefined || !allows(GET_ADDRESSES)) return;
    try {
      fetched = { account: requested, addresses: toAddresses(await request(GET_ADDRESSES, { account: requested }, true), chainId) };
      notifyAddressesChanged();
    } catch {
      // The address in the session is enough to connect.
    }
  };
  const fetchMissingAddresses = (): void => {
    if (cachedAddresses().length === 0) void fetchAddresses();
  };

  return {
    provider: remote,
    connect: async () => {
      fetchMissingAddresses();
      return addresses();
    },
    addresses: async () => addresses(),
    network: async () => bitcoinNetworkOf(chainId),
    switchNetwork: async (name: BitcoinNetworkName) => {
      // The CAIP-2 id of a built-in network is well-formed.
      const target = bitcoinChainId(name) as ChainId;
      if (!sharesAccounts(target)) throw Object.assign(new Error(`The wallet has not approved ${target}`), { code: 4902 });
      chainId = target;
      for (const listener of listeners) listener();
      fetchMissingAddresses();
    },
    signMessage: async ({ address, message, protocol }) =>
      signatureOf(member(await request('signMessage', { account: account(), address, message, protocol }), 'signature')),
    ...(allows('signPsbt')
      ? {
          signPsbt: async ({ psbt, inputs }) => {
            const signInputs = inputs.map(({ index, address, sighashTypes }) => ({
              index,
              address,
              ...(sighashTypes === undefined ? {} : { sighashTypes: [...sighashTypes] }),
            }));
            return member(await request('signPsbt', { account: account(), psbt, signInputs, broadcast: false }), 'psbt');
          },
        }
      : {}),
    sendTransfer: async ({ from, to, sats }) =>
      member(await request('sendTransfer', { account: from, recipientAddress: to, amount: String(sats) }), 'txid'),
    disconnect: () => remote.disconnect(new AbortController().signal),
    listen: ({ addressesChanged, networkChanged, disconnected }) => {
      listeners.add(networkChanged);
      notifyAddressesChanged = addressesChanged;
      const subscription = remote.events$.subscribe((event) => {
        if (event.type === 'ended') disconnected();
        else if (event.type === 'namespaces-changed') {
          const before = chainId;
          chainId = pickChainId(chainId);
          if (chainId === before) addressesChanged();
          else networkChanged();
          fetchMissingAddresses();
        } else if (event.chainId === chainId && (event.name === ADDRESSES_CHANGED || event.name === 'accountsChanged')) {
          addressesChanged();
          void fetchAddresses();
        }
      });
      return () => {
        controller.abort();
        listeners.delete(networkChanged);
        subscription.unsubscribe();
      };
    },
  };
};
