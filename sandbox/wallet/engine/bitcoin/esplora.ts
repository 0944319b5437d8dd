import type { NamespaceNode } from '../keys/namespace.js';
import { chainUnreachable, invalidParams, ProviderError } from '../provider-error.js';

/** A coin that an address holds. Satoshi. */
export interface Coin {
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
export const readCoins = async (node: NamespaceNode, address: string): Promise<readonly Coin[]> => {
  // The API fixes the shape.
  const coins = (await (await read(node, `/address/${address}/utxo`)).json()) as readonly Coin[];
  return [...coins].sort((one, other) => Number(other.status.confirmed) - Number(one.status.confirmed));
};

/** A transaction as hex. */
export const readTransactionHex = async (node: NamespaceNode, txid: string): Promise<string> =>
  (await read(node, `/tx/${txid}/hex`)).text();

/** What a transaction pays to be in one of the next blocks, in satoshi per virtual byte; at least what nodes relay. */
export const readFeeRate = async (node: NamespaceNode): Promise<number> => {
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
