import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import type { PsbtInput } from '../../../application/ports/wallet-calls.js';
import type { BitcoinNetworkName } from '../../../domain/network/bitcoin-network.js';
import type { BitcoinWallet, WalletAddress } from '../bitcoin-wallet.js';
import { callMember, listenTo, member, requireList } from './member.js';

/** Names of networks. @see https://docs.xverse.app/sats-connect/bitcoin-methods */
const NETWORKS: Readonly<Record<BitcoinNetworkName, string>> = {
  main: 'Mainnet',
  test: 'Testnet',
  test4: 'Testnet4',
  signet: 'Signet',
  regtest: 'Regtest',
};

/** Names of networks in Leather. @see https://leather.gitbook.io/developers */
const LEATHER_NETWORKS: Readonly<Record<BitcoinNetworkName, string>> = {
  main: 'mainnet',
  test: 'testnet',
  test4: 'testnet4',
  signet: 'signet',
  regtest: 'devnet',
};

/** Asks a provider by JSON-RPC. Some answer with an error where others throw it. @see SIP-030 */
const askOf =
  (provider: object) =>
  async (method: string, params?: unknown): Promise<unknown> => {
    const answer = await callMember(provider, 'request', method, ...(params === undefined ? [] : [params])).catch((thrown: unknown) => {
      // Leather rejects with the whole response.
      throw member(thrown, 'error') ?? thrown;
    });
    const error = member(answer, 'error');
    if (error != null) throw error;
    return member(answer, 'result');
  };

/** @see https://www.jsonrpc.org/specification#error_object */
const METHOD_NOT_FOUND = -32_601;

const byAddress = (inputs: readonly PsbtInput[]): Readonly<Record<string, readonly number[]>> => {
  const found: Record<string, number[]> = {};
  for (const { address, index } of inputs) found[address] = [...(found[address] ?? []), index];
  return found;
};

const listenToAll = (provider: object, events: Readonly<Record<string, () => void>>): (() => void) => {
  const stops = Object.entries(events).map(([event, hear]) => listenTo(provider, event, hear));
  return () => {
    for (const stop of stops) stop();
  };
};

/**
 * A wallet with the requests of sats-connect, as WBIP004 wallets have.
 * @see https://docs.xverse.app/sats-connect, https://github.com/stacksgov/sips/blob/main/sips/sip-030
 */
export const satsConnectWallet = (provider: object): BitcoinWallet => {
  const ask = askOf(provider);
  const readAddresses = (answer: unknown): readonly WalletAddress[] =>
    requireList(member(answer, 'addresses') ?? answer, 'getAddresses')
      // What is no Bitcoin address is named so.
      .filter((item) => member(item, 'purpose') !== 'stacks' && member(item, 'symbol') !== 'STX')
      .map((item) => ({
        address: member(item, 'address'),
        purpose: member(item, 'purpose'),
        publicKey: member(item, 'publicKey'),
        path: member(item, 'path'),
      }));
  const network = async (): Promise<BitcoinNetworkName | null> => {
    const name = member(member(await ask('wallet_getNetwork'), 'bitcoin'), 'name');
    // The keys are those names.
    return (Object.keys(NETWORKS) as BitcoinNetworkName[]).find((each) => NETWORKS[each] === name) ?? null;
  };
  return {
    provider,
    connect: async (wanted) => {
      const purposes = ['payment', 'ordinals'];
      try {
        const network = wanted === null ? {} : { network: NETWORKS[wanted] };
        return readAddresses(await ask('wallet_connect', { addresses: purposes, ...network }));
      } catch (error) {
        // Only wallets of the newer kind remember who is connected; the others give their addresses each time.
        if (member(error, 'code') !== METHOD_NOT_FOUND) throw error;
        return readAddresses(await ask('getAddresses', { purposes }));
      }
    },
    addresses: async () => readAddresses(await ask('wallet_getAccount')),
    network,
    switchNetwork: (name) => ask('wallet_changeNetwork', { name: NETWORKS[name] }),
    signMessage: async ({ address, message, protocol }) =>
      member(await ask('signMessage', { address, message, protocol: protocol === 'ecdsa' ? 'ECDSA' : 'BIP322' }), 'signature'),
    signPsbt: async ({ psbt, inputs }) => member(await ask('signPsbt', { psbt, signInputs: byAddress(inputs), broadcast: false }), 'psbt'),
    sendTransfer: async ({ to, sats }) =>
      member(await ask('sendTransfer', { recipients: [{ address: to, amount: Number(sats) }] }), 'txid'),
    disconnect: () => ask('wallet_disconnect'),
    listen: ({ addressesChanged, networkChanged, disconnected }) =>
      listenToAll(provider, {
        accountChange: () => addressesChanged(),
        networkChange: networkChanged,
        disconnect: disconnected,
      }),
  };
};

/**
 * Leather: the same envelope, other parameters. PSBTs are hex there, and it shares addresses only when its owner says so.
 * @see https://leather.gitbook.io/developers/bitcoin-methods
 */
export const leatherWallet = (provider: object): BitcoinWallet => {
  const ask = askOf(provider);
  let network: BitcoinNetworkName | null = null;
  let known: readonly WalletAddress[] = [];
  const onNetwork = (): object => (network === null ? {} : { network: LEATHER_NETWORKS[network] });
  return {
    provider,
    connect: async (wanted) => {
      network = wanted;
      const answer = await ask('getAddresses', onNetwork());
      known = requireList(member(answer, 'addresses'), 'getAddresses')
        .filter((item) => member(item, 'symbol') !== 'STX')
        .map((item) => ({
          address: member(item, 'address'),
          purpose: member(item, 'type') === 'p2tr' ? 'ordinals' : 'payment',
          publicKey: member(item, 'publicKey'),
          path: member(item, 'derivationPath'),
        }));
      return known;
    },
    // It has no call that tells without asking.
    addresses: async () => known,
    signMessage: async ({ message, isTaproot }) =>
      member(await ask('signMessage', { message, paymentType: isTaproot ? 'p2tr' : 'p2wpkh', ...onNetwork() }), 'signature'),
    signPsbt: async ({ psbt, inputs }) => {
      const allowedSighash = [...new Set(inputs.flatMap(({ sighashTypes = [] }) => sighashTypes))];
      const hex = member(
        await ask('signPsbt', {
          hex: bytesToHex(base64.decode(psbt)),
          signAtIndex: inputs.map(({ index }) => index),
          ...(allowedSighash.length === 0 ? {} : { allowedSighash }),
          broadcast: false,
          ...onNetwork(),
        }),
        'hex',
      );
      return typeof hex === 'string' && /^(?:[0-9a-f]{2})+$/i.test(hex) ? base64.encode(hexToBytes(hex)) : hex;
    },
    sendTransfer: async ({ to, sats }) =>
      member(await ask('sendTransfer', { recipients: [{ address: to, amount: String(sats) }], ...onNetwork() }), 'txid'),
    listen: ({ addressesChanged }) => listenToAll(provider, { accountChange: () => addressesChanged() }),
  };
};
