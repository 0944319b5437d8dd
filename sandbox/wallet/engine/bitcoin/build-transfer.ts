import type { BitcoinKey, BitcoinKind } from '../keys/bitcoin-keys.js';
import type { BitcoinNetwork, NamespaceNode } from '../keys/namespace.js';
import { chainUnreachable, invalidParams, ProviderError } from '../provider-error.js';
import { type BitcoinLibrary, libraryNetwork, loadBitcoin } from './bitcoin-library.js';

/** A coin that an address holds. Satoshi. */
interface Coin {
  readonly txid: string;
  readonly vout: number;
  readonly value: number;
  readonly status: { readonly confirmed: boolean };
}

/** What a node says when it does not take a transaction. @see https://github.com/bitcoin/bitcoin/blob/master/src/rpc/protocol.h */
const REFUSED = -26;

const call = async ({ chainId, url }: NamespaceNode, path: string, init?: RequestInit): Promise<Response> => {
  const response = await fetch(`${url}${path}`, init).catch(() => null);
  if (response === null) throw chainUnreachable(chainId);
  return response;
};

const read = async (node: NamespaceNode, path: string): Promise<Response> => {
  const response = await call(node, path);
  if (!response.ok) throw invalidParams(`The node answers ${response.status}: ${await response.text()}`);
  return response;
};

/** The coins of an address, confirmed ones first. @see https://github.com/Blockstream/esplora/blob/master/API.md */
const readCoins = async (node: NamespaceNode, address: string): Promise<readonly Coin[]> => {
  // The API fixes the shape.
  const coins = (await (await read(node, `/address/${address}/utxo`)).json()) as readonly Coin[];
  return [...coins].sort((one, other) => Number(other.status.confirmed) - Number(one.status.confirmed));
};

/** A transaction as hex. */
const readTransactionHex = async (node: NamespaceNode, txid: string): Promise<string> => (await read(node, `/tx/${txid}/hex`)).text();

/** What a transaction pays to be in one of the next blocks, in satoshi per virtual byte; at least what nodes relay. */
const readFeeRate = async (node: NamespaceNode): Promise<number> => {
  // The API fixes the shape: rate by the number of blocks.
  const rates = (await (await read(node, '/fee-estimates')).json()) as Readonly<Record<string, number>>;
  return Math.max(rates['3'] ?? rates['6'] ?? 1, 1);
};

/**
 * Sends a transaction.
 * @throws ProviderError −26 with the node's words when it is refused, 4901 when the node is gone
 */
export const broadcastBitcoin = async (node: NamespaceNode, hex: string): Promise<string> => {
  const response = await call(node, '/tx', { method: 'POST', body: hex });
  const words = await response.text();
  if (!response.ok) throw new ProviderError(REFUSED, words);
  return words;
};

/** Virtual bytes of an input by its kind, and of what a transaction has besides. @see https://bitcoinops.org/en/tools/calc-size/ */
const INPUT_VBYTES: Readonly<Record<BitcoinKind, number>> = { p2wpkh: 68, p2tr: 58, 'p2sh-p2wpkh': 91, p2pkh: 148 };
const OUTPUT_VBYTES = 43;
const BASE_VBYTES = 11;

/** Change below this is left to the miner: nobody could spend it sensibly. Satoshi. */
const DUST_SATS = 546;

/** Can be replaced by one that pays more. @see BIP-125 */
const REPLACEABLE = 0xffff_fffd;

/** A transfer that the site asks for. */
export interface TransferOrder {
  readonly from: BitcoinKey;
  readonly to: string;
  readonly sats: bigint;
  /** Where what is left goes; the sender by default. */
  readonly change?: string;
}

interface Choice {
  readonly coins: readonly Coin[];
  readonly changeSats: number;
}

const choose = (coins: readonly Coin[], sats: number, kind: BitcoinKind, rate: number): Choice => {
  let total = 0;
  for (let count = 1; count <= coins.length; count += 1) {
    total += coins[count - 1]?.value ?? 0;
    const fee = Math.ceil((BASE_VBYTES + INPUT_VBYTES[kind] * count + OUTPUT_VBYTES * 2) * rate);
    if (total >= sats + fee) return { coins: coins.slice(0, count), changeSats: total - sats - fee };
  }
  throw invalidParams(`The account holds ${total} satoshi, which is less than the amount and the fee.`);
};

const scriptOf = ({ address }: BitcoinLibrary, to: string, library: ReturnType<typeof libraryNetwork>): Uint8Array => {
  try {
    return address.toOutputScript(to, library);
  } catch {
    throw invalidParams(`${to} is no address of this network.`);
  }
};

/**
 * Builds a PSBT in base64 that pays from the coins of one address, with its change.
 * @throws ProviderError −32602 when the address is none of the network's or the coins do not suffice, 4901 when the node is gone
 */
export const buildTransfer = async (order: TransferOrder, node: NamespaceNode, network: BitcoinNetwork): Promise<string> => {
  const { from, to, sats, change = from.address } = order;
  const library = await loadBitcoin();
  const params = libraryNetwork(library, network);
  const recipient = scriptOf(library, to, params);
  const [coins, rate] = await Promise.all([readCoins(node, from.address), readFeeRate(node)]);
  const chosen = choose(coins, Number(sats), from.kind, rate);
  const psbt = new library.Psbt({ network: params });
  for (const { txid, vout, value } of chosen.coins) {
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
  if (chosen.changeSats >= DUST_SATS) psbt.addOutput({ script: scriptOf(library, change, params), value: BigInt(chosen.changeSats) });
  return psbt.toBase64();
};
