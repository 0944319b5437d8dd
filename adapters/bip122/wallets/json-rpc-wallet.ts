import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import type { PsbtInput } from '../../../application/ports/wallet-calls.js';
import type { BitcoinNetworkName } from '../../../domain/network/bitcoin-network.js';
import type { BitcoinWallet, WalletAddress } from '../bitcoin-wallet.js';
import { callMember, listenTo, member, requireList } from './member.js';

/** Network names. @see https://docs.xverse.app/sats-connect/bitcoin-methods */
const NETWORKS: Readonly<Record<BitcoinNetworkName, string>> = {
  main: 'Mainnet',
  test: 'Testnet',
  test4: 'Testnet4',
  signet: 'Signet',
  regtest: 'Regtest',
};

/** Leather's network names. @see https://leather.gitbook.io/developers */
const LEATHER_NETWORKS: Readonly<Record<BitcoinNetworkName, string>> = {
  main: 'mainnet',
  test: 'testnet',
  test4: 'testnet4',
  signet: 'signet',
  regtest: 'devnet',
};

/** Sends a JSON-RPC request to a provider. Some providers return an error response where others throw. @see SIP-030 */
const createRequest =
  (provider: object) =>
  async (method: string, params?: unknown): Promise<unknown> => {
    const response = await callMember(provider, 'request', method, ...(params === undefined ? [] : [params])).catch((thrown: unknown) => {
      // Leather rejects with the whole response.
      throw member(thrown, 'error') ?? thrown;
    });
    const error = member(response, 'error');
    if (error != null) throw error;
    return member(response, 'result');
  };

/** @see https://www.jsonrpc.org/specification#error_object */
const METHOD_NOT_FOUND = -32_601;

const byAddress = (inputs: readonly PsbtInput[]): Readonly<Record<string, readonly number[]>> => {
  const indexes: Record<string, number[]> = {};
  for (const { address, index } of inputs) indexes[address] = [...(indexes[address] ?? []), index];
  return indexes;
};

const listenToAll = (provider: object, events: Readonly<Record<string, () => void>>): (() => void) => {
  const unsubscribers = Object.entries(events).map(([event, handler]) => listenTo(provider, event, handler));
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe();
  };
};

/**
 * A wallet with the sats-connect API, as WBIP004 wallets have.
 * @see https://docs.xverse.app/sats-connect, https://github.com/stacksgov/sips/blob/main/sips/sip-030
 */
export const satsConnectWallet = (provider: object): BitcoinWallet => {
  const request = createRequest(provider);
  const readAddresses = (response: unknown): readonly WalletAddress[] =>
    requireList(member(response, 'addresses') ?? response, 'getAddresses')
      // Stacks addresses are marked as such.
      .filter((item) => member(item, 'purpose') !== 'stacks' && member(item, 'symbol') !== 'STX')
      .map((item) => ({
        address: member(item, 'address'),
        purpose: member(item, 'purpose'),
        publicKey: member(item, 'publicKey'),
        path: member(item, 'path'),
      }));
  const network = async (): Promise<BitcoinNetworkName | null> => {
    const name = member(member(await request('wallet_getNetwork'), 'bitcoin'), 'name');
    // The table's keys are network names.
    return (Object.keys(NETWORKS) as BitcoinNetworkName[]).find((each) => NETWORKS[each] === name) ?? null;
  };
  return {
    provider,
    connect: async (requestedNetwork) => {
      const purposes = ['payment', 'ordinals'];
      try {
        const network = requestedNetwork === null ? {} : { network: NETWORKS[requestedNetwork] };
        return readAddresses(await request('wallet_connect', { addresses: purposes, ...network }));
      } catch (error) {
        // Only newer wallets store connections; others return their addresses each time.
        if (member(error, 'code') !== METHOD_NOT_FOUND) throw error;
        return readAddresses(await request('getAddresses', { purposes }));
      }
    },
    addresses: async () => readAddresses(await request('wallet_getAccount')),
    network,
    switchNetwork: (name) => request('wallet_changeNetwork', { name: NETWORKS[name] }),
    signMessage: async ({ address, message, protocol }) =>
      member(await request('signMessage', { address, message, protocol: protocol === 'ecdsa' ? 'ECDSA' : 'BIP322' }), 'signature'),
    signPsbt: async ({ psbt, inputs }) =>
      member(await request('signPsbt', { psbt, signInputs: byAddress(inputs), broadcast: false }), 'psbt'),
    sendTransfer: async ({ to, sats }) =>
      member(await request('sendTransfer', { recipients: [{ address: to, amount: Number(sats) }] }), 'txid'),
    disconnect: () => request('wallet_disconnect'),
    listen: ({ addressesChanged, networkChanged, disconnected }) =>
      listenToAll(provider, {
        accountChange: () => addressesChanged(),
        networkChange: networkChanged,
        disconnect: disconnected,
      }),
  };
};

/**
 * Leather: the same JSON-RPC format with other parameters. PSBTs are hex, and addresses are shared only after a prompt.
 * @see https://leather.gitbook.io/developers/bitcoin-methods
 */
export const leatherWallet = (provider: object): BitcoinWallet => {
  const request = createRequest(provider);
  let network: BitcoinNetworkName | null = null;
  let lastAddresses: readonly WalletAddress[] = [];
  const networkParams = (): object => (network === null ? {} : { network: LEATHER_NETWORKS[network] });
  return {
    provider,
    connect: async (requestedNetwork) => {
      network = requestedNetwork;
      const response = await request('getAddresses', networkParams());
      lastAddresses = requireList(member(response, 'addresses'), 'getAddresses')
        .filter((item) => member(item, 'symbol') !== 'STX')
        .map((item) => ({
          address: member(item, 'address'),
          purpose: member(item, 'type') === 'p2tr' ? 'ordinals' : 'payment',
          publicKey: member(item, 'publicKey'),
          path: member(item, 'derivationPath'),
        }));
      return lastAddresses;
    },
    // No method reads the addresses without a prompt.
    addresses: async () => lastAddresses,
    signMessage: async ({ message, isTaproot }) =>
      member(await request('signMessage', { message, paymentType: isTaproot ? 'p2tr' : 'p2wpkh', ...networkParams() }), 'signature'),
    signPsbt: async ({ psbt, inputs }) => {
      const allowedSighash = [...new Set(inputs.flatMap(({ sighashTypes = [] }) => sighashTypes))];
      const hex = member(
        await request('signPsbt', {
          hex: bytesToHex(base64.decode(psbt)),
          signAtIndex: inputs.map(({ index }) => index),
          ...(allowedSighash.length === 0 ? {} : { allowedSighash }),
          broadcast: false,
          ...networkParams(),
        }),
        'hex',
      );
      return typeof hex === 'string' && /^(?:[0-9a-f]{2})+$/i.test(hex) ? base64.encode(hexToBytes(hex)) : hex;
    },
    sendTransfer: async ({ to, sats }) =>
      member(await request('sendTransfer', { recipients: [{ address: to, amount: String(sats) }], ...networkParams() }), 'txid'),
    listen: ({ addressesChanged }) => listenToAll(provider, { accountChange: () => addressesChanged() }),
  };
};
