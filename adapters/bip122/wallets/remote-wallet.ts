import { hexToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import type { RemoteSession } from '../../../application/ports/remote-session.port.js';
import { readBitcoinAddressOn } from '../../../domain/account/bitcoin-address.js';
import type { ChainId } from '../../../domain/caip/caip-2.js';
import { type BitcoinNetworkName, bitcoinChainId, bitcoinNetworkOf } from '../../../domain/network/bitcoin-network.js';
import { addressesOn, allowsMethod, chainsOf } from '../../../domain/wallet-protocol/session-namespaces.js';
import { attempt, membersOf, readJson } from '../../../domain/wire.js';
import type { BitcoinWallet, WalletAddress } from '../bitcoin-wallet.js';
import { listOf, member } from './member.js';

/** @see https://docs.reown.com/advanced/multichain/rpc-reference/bitcoin-rpc */
const ADDRESSES_CHANGED = 'bip122_addressesChanged';

const NAMESPACE = 'bip122';
const GET_ADDRESSES = 'getAccountAddresses';
/** Where a session brings the answer of that call along. */
const ADDRESSES = 'bip122_getAccountAddresses';

/** Reads the answer of `getAccountAddresses`, or lists of it by what they are for; what is no address of the chain is left out. */
const toAddresses = (answer: unknown, chainId: ChainId): readonly WalletAddress[] => {
  const lists = Array.isArray(answer) ? [['', answer] as const] : Object.entries(membersOf(answer));
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
  attempt(() => typeof address === 'string' && readBitcoinAddressOn(address, chainId) !== null) ?? false;

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
  const ask = (method: string, params: unknown, quiet?: true): Promise<unknown> => {
    if (!allows(method)) return Promise.reject(Object.assign(new Error(`The wallet does not allow ${method}`), { code: 4200 }));
    return remote.request({ chainId, method, params, ...(quiet && { quiet }) }, life.signal);
  };
  const account = (): string | undefined => addressesOn(remote.namespaces, NAMESPACE, chainId)[0];

  /** What the wallet told when it was asked for the addresses of an account. */
  let told: { readonly of: string | undefined; readonly addresses: readonly WalletAddress[] } = { of: undefined, addresses: [] };
  const known = (): readonly WalletAddress[] =>
    told.of === account() ? told.addresses : toAddresses(readJson(remote.sessionProperties?.[ADDRESSES] ?? ''), chainId);
  const addresses = (): readonly WalletAddress[] => {
    if (!remote.live) return [];
    const shared = addressesOn(remote.namespaces, NAMESPACE, chainId).map((address) => ({ address, purpose: 'payment' }));
    const more = known();
    return shared.length === 0 ? [] : [...shared.map((own) => more.find(({ address }) => address === own.address) ?? own), ...more];
  };
  let hear: () => void = () => undefined;
  /** Asks for what the session does not tell. A wallet shows nobody anything for this, but it may be asleep: nobody waits for it. */
  const learn = async (): Promise<void> => {
    const of = account();
    if (of === undefined || !allows(GET_ADDRESSES)) return;
    try {
      told = { of, addresses: toAddresses(await ask(GET_ADDRESSES, { account: of }, true), chainId) };
      hear();
    } catch {
      // It has shared its first address all the same.
    }
  };
  const learnUnlessKnown = (): void => {
    if (known().length === 0) void learn();
  };

  return {
    provider: remote,
    connect: async () => {
      learnUnlessKnown();
      return addresses();
    },
    addresses: async () => addresses(),
    network: async () => bitcoinNetworkOf(chainId),
    switchNetwork: async (name: BitcoinNetworkName) => {
      // A CAIP-2 id that this list gives is well formed.
      const target = bitcoinChainId(name) as ChainId;
      if (!shares(target)) throw Object.assign(new Error(`The wallet has not approved ${target}`), { code: 4902 });
      chainId = target;
      for (const listener of listeners) listener();
      learnUnlessKnown();
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
      hear = addressesChanged;
      const listening = remote.events$.subscribe((event) => {
        if (event.type === 'ended') disconnected();
        else if (event.type === 'namespaces-changed') {
          const before = chainId;
          chainId = nearest(chainId);
          if (chainId === before) addressesChanged();
          else networkChanged();
          learnUnlessKnown();
        } else if (event.chainId === chainId && (event.name === ADDRESSES_CHANGED || event.name === 'accountsChanged')) {
          addressesChanged();
          void learn();
        }
      });
      return () => {
        life.abort();
        listeners.delete(networkChanged);
        listening.unsubscribe();
      };
    },
  };
};
