import * as v from 'valibot';
import type { ChainHistoryRequest } from '../../../application/ports/chain-services.js';
import { parseBitcoinAddressOn } from '../../../domain/account/bitcoin-address.js';
import type { ActivityItem, FungibleTransfer } from '../../../domain/activity/activity-item.js';
import type { HistoryPage } from '../../../domain/activity/parse-history.js';
import { formatUnits } from '../../../domain/money/units.js';
import type { Network } from '../../../domain/network/network.js';
import { flagSchema, lenient } from '../../../domain/wire.js';
import type { Esplora } from './esplora.js';
import { sats, txid } from './esplora-responses.js';

/** Confirmed transactions of a page. Some services send more. @see https://github.com/Blockstream/esplora/blob/master/API.md */
const PAGE_SIZE = 25;

const outputSchema = v.object({ scriptpubkey_address: lenient(v.string()), value: sats });
const transactionSchema = v.object({
  txid,
  vin: v.array(v.object({ prevout: v.nullish(outputSchema) })),
  vout: v.array(outputSchema),
  status: v.object({ confirmed: flagSchema, block_time: lenient(v.pipe(v.number(), v.safeInteger(), v.minValue(0))) }),
});
const transactionsSchema = v.array(transactionSchema);

type Output = v.InferOutput<typeof outputSchema>;

const sumOf = (outputs: readonly Output[]): bigint => outputs.reduce((sum, { value }) => sum + value, 0n);

/** The address of all outputs; `null` if they have several or none. */
const addressOf = (outputs: readonly Output[]): string | null => {
  const [first, ...others] = new Set(outputs.map(({ scriptpubkey_address }) => scriptpubkey_address));
  return first === undefined || others.length > 0 ? null : first;
};

interface Context {
  readonly address: string;
  readonly network: Network;
  /** Time of transactions that are in no block yet. */
  readonly nowMs: number;
}

const smallerOf = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** A transaction as seen from an address: what it has received, or what others have got of it, without its change. */
const itemOf = (
  { txid: hash, vin, vout, status }: v.InferOutput<typeof transactionSchema>,
  { address, network, nowMs }: Context,
): ActivityItem => {
  const isOwn = ({ scriptpubkey_address }: Output): boolean => scriptpubkey_address === address;
  const inputs = vin.flatMap(({ prevout }) => prevout ?? []);
  const [spent, received] = [sumOf(inputs.filter(isOwn)), sumOf(vout.filter(isOwn))];
  // Outputs without a value carry data.
  const paid = vout.filter((output) => !isOwn(output) && output.value > 0n);
  const isIncoming = received > spent;
  const direction = isIncoming ? 'in' : paid.length === 0 ? 'self' : 'out';
  // Where others have paid too, as at a marketplace, the address has sent no more than it lost.
  const sent = smallerOf(sumOf(paid), spent - received);
  const value = isIncoming ? received - spent : paid.length === 0 ? received : sent;
  const { name, symbol, decimals } = network.nativeCurrency;
  const transfer: FungibleTransfer = {
    ...{ kind: 'fungible', direction, quantity: formatUnits(value, decimals), valueUsd: null, name, symbol, iconUrl: null },
  };
  return {
    id: hash,
    chainId: network.caipNetworkId,
    operation: isIncoming ? 'receive' : 'send',
    status: status.confirmed ? 'confirmed' : 'pending',
    hash,
    minedAtMs: status.block_time === undefined ? nowMs : status.block_time * 1_000,
    sentFrom: isIncoming ? addressOf(inputs.filter((input) => !isOwn(input))) : address,
    sentTo: isIncoming ? address : paid.length === 0 ? address : addressOf(paid),
    transfers: [transfer],
  };
};

/** Reads `/address/:address/txs`. @throws Error for an invalid response */
export const readTransactions = (response: unknown, context: Context): HistoryPage => {
  const transactions = v.parse(transactionsSchema, response);
  const confirmed = transactions.filter(({ status }) => status.confirmed);
  return {
    items: transactions.map((transaction) => itemOf(transaction, context)),
    next: confirmed.length < PAGE_SIZE ? null : (confirmed.at(-1)?.txid ?? null),
  };
};

/**
 * Reads a page of the history of an address, newest first: those in no block come with the first page.
 * @throws LatchkeyError `address/…`, `network/rpc-failed`, `network/timeout`, `network/wrong-node`
 */
export const readHistory = (
  esplora: Esplora,
  { address, network, cursor }: ChainHistoryRequest,
  signal: AbortSignal,
): Promise<HistoryPage> => {
  const { address: normal } = parseBitcoinAddressOn(address, network.caipNetworkId);
  const path = cursor === null ? `/address/${normal}/txs` : `/address/${normal}/txs/chain/${encodeURIComponent(cursor)}`;
  const context = { address: normal, network, nowMs: esplora.clock.now() };
  return esplora.read(network, path, (response) => readTransactions(response, context), signal);
};
