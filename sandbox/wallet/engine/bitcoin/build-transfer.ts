import type { BitcoinKey, BitcoinKind } from '../keys/bitcoin-keys.js';
import type { BitcoinNetwork, NamespaceNode } from '../keys/namespace.js';
import { chainUnreachable, invalidParams, ProviderError } from '../provider-error.js';
import { type BitcoinLibrary, libraryNetwork, loadBitcoin } from './bitcoin-library.js';

/** An unspent output of an address. Value in satoshi. */
interface Coin {
  readonly txid: string;
  readonly vout: number;
  readonly value: number;
  readonly status: { readonly confirmed: boolean };
}

/** Bitcoin Core's error code for a rejected transaction. @see https://github.com/bitcoin/bitcoin/blob/master/src/rpc/protocol.h */
const VERIFY_REJECTED = -26;

const call = async ({ chainId, url }: NamespaceNode, path: string, init?: RequestInit): Promise<Response> => {
  const response = await fetch(`${url}${path}`, init).catch(() => null);
  if (response === null) throw chainUnreachable(chainId);
  return response;
};

const read = async (node: NamespaceNode, path: string): Promise<Response> => {
  const response = await call(node, path);
  if (!response.ok) throw invalidParams(`The node returned ${response.status}: ${await response.text()}`);
  return response;
};

/** Returns the unspent outputs of an address, confirmed ones first. @see https://github.com/Blockstream/esplora/blob/master/API.md */
const readCoins = async (node: NamespaceNode, address: string): Promise<readonly Coin[]> => {
  // The API defines the shape.
  const coins = (await (await read(node, `/address/${address}/utxo`)).json()) as readonly Coin[];
  return [...coins].sort((one, other) => Number(other.status.confirmed) - Number(one.status.confirmed));
};

/** Returns a transaction in hex. */
const readTransactionHex = async (node: NamespaceNode, txid: string): Promise<string> => (await read(node, `/tx/${txid}/hex`)).text();

/** Returns the fee rate for the next blocks in satoshi per virtual byte, at least the minimum relay fee. */
const readFeeRate = async (node: NamespaceNode): Promise<number> => {
  // The API defines the shape: fee rate by confirmation target.
  const rates = (await (await read(node, '/fee-estimates')).json()) as Readonly<Record<string, number>>;
  return Math.max(rates['3'] ?? rates['6'] ?? 1, 1);
};

/**
 * Broadcasts a transaction.
 * @throws ProviderError −26 with the node's message when it is rejected, 4901 when the node is unreachable
 */
export const broadcastBitcoin = async (node: NamespaceNode, hex: string): Promise<string> => {
  const response = await call(node, '/tx', { method: 'POST', body: hex });
  const message = await response.text();
  if (!response.ok) throw new ProviderError(VERIFY_REJECTED, message);
  return message;
};

/** Virtual bytes of an input by type, of an output, and of the rest. @see https://bitcoinops.org/en/tools/calc-size/ */
const INPUT_VBYTES: Readonly<Record<BitcoinKind, number>> = { p2wpkh: 68, p2tr: 58, 'p2sh-p2wpkh': 91, p2pkh: 148 };
const OUTPUT_VBYTES = 43;
const BASE_VBYTES = 11;

/** Change below this amount goes to the miner, because spending it would cost more. In satoshi. */
const DUST_SATS = 546;

/** Sequence number that signals replace-by-fee. @see BIP-125 */
const REPLACEABLE = 0xffff_fffd;

/** A transfer requested by the site. */
export interface TransferOrder {
  readonly from: BitcoinKey;
  readonly to: string;
  readonly sats: bigint;
  /** Change address. Default: the sender. */
  readonly change?: string;
}

interface CoinSelection {
  readonly coins: readonly Coin[];
  readonly changeSats: number;
}

const selectCoins = (coins: readonly Coin[], sats: number, kind: BitcoinKind, rate: number): CoinSelection => {
  let total = 0;
  for (let count = 1; count <= coins.length; count += 1) {
    total += coins[count - 1]?.value ?? 0;
    const fee = Math.ceil((BASE_VBYTES + INPUT_VBYTES[kind] * count + OUTPUT_VBYTES * 2) * rate);
    if (total >= sats + fee) return { coins: coins.slice(0, count), changeSats: total - sats - fee };
  }
  throw invalidParams(`Insufficient funds: the account has ${total} satoshi.`);
};

const scriptOf = ({ address }: BitcoinLibrary, to: string, network: ReturnType<typeof libraryNetwork>): Uint8Array => {
  try {
    return address.toOutputScript(to, network);
  } catch {
    throw invalidParams(`${to} is not an address of this network.`);
  }
};

/**
 * Builds a PSBT in base64 that spends the coins of one address and returns its change.
 * @throws ProviderError −32602 for an invalid address or insufficient funds, 4901 when the node is unreachable
 */
export const buildTransfer = async (order: TransferOrder, node: NamespaceNode, network: BitcoinNetwork): Promise<string> => {
  const { from, to, sats, change = from.address } = order;
  const library = await loadBitcoin();
  const params = libraryNetwork(library, network);
  const recipient = scriptOf(library, to, params);
  const [coins, rate] = await Promise.all([readCoins(node, from.address), readFeeRate(node)]);
  const selection = selectCoins(coins, Number(sats), from.kind, rate);
  const psbt = new library.Psbt({ network: params });
  for (const { txid, vout, value } of selection.coins) {
    const previous = from.kind === 'p2pkh' ? library.Transaction.fromHex(await readTransactionHex(node, txid)).toBuffer() : null;
    const witnessUtxo = { script: scriptOf(library, from.address, params), value: BigInt(value) };
    psbt.addInput({
      hash: txid,
      index: vout,
      sequence: REPLACEABLE,
      ...(previous === null ? { witnessUtxo } : { nonWitnessUtxo: previous }),
    });
  }
  psbt.addOutput({ script: recipient, value: sats });
  if (selection.changeSats >= DUST_SATS) psbt.addOutput({ script: scriptOf(library, change, params), value: BigInt(selection.changeSats) });
  return psbt.toBase64();
};
