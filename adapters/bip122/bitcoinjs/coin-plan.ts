import accumulative from 'coinselect/accumulative.js';
import type { BitcoinAddress } from '../../../domain/account/bitcoin-address.js';
import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { type BitcoinSpendType, dustLimitSats, inputVbytes, outputVbytes, transactionVbytes } from '../../../domain/money/bitcoin-sizes.js';
import type { Utxo } from '../esplora/esplora-answers.js';

/** Outputs below this stay where they are: small ones may carry what is worth more than their satoshi. */
export const LEAST_COIN_SATS = 1_000n;

/** Bytes that the library counts for every input and output by itself. */
const LIBRARY_INPUT = 41;
const LIBRARY_OUTPUT = 9;

/** What is to be paid, and from what. */
export interface PaymentOrder {
  /** CAIP-2, for errors. */
  readonly chainId: string;
  readonly utxos: readonly Utxo[];
  /** The address of the coins; what is left goes back there. */
  readonly from: BitcoinAddress & { readonly type: BitcoinSpendType };
  readonly to: BitcoinAddress;
  /** Satoshi; counts for nothing with `all`. */
  readonly value: bigint;
  readonly all: boolean;
  /** Whole satoshi a virtual byte. */
  readonly rate: number;
}

/** Which coins pay, and what becomes of them. All satoshi. */
export interface CoinPlan {
  readonly coins: readonly Utxo[];
  /** What the recipient gets. */
  readonly value: bigint;
  /** What comes back; 0 where that would be dust, which goes to the fee. */
  readonly change: bigint;
  readonly fee: bigint;
  readonly vbytes: number;
}

const sumOf = (coins: readonly Utxo[]): bigint => coins.reduce((sum, { value }) => sum + value, 0n);

/** Confirmed ones first, the largest first: fewer inputs cost less. */
const inOrder = (utxos: readonly Utxo[]): readonly Utxo[] =>
  utxos
    .filter(({ value }) => value >= LEAST_COIN_SATS)
    .sort((a, b) => Number(b.confirmed) - Number(a.confirmed) || Number(b.value - a.value));

/**
 * Chooses coins and computes fee and change to the satoshi.
 * @throws LatchkeyError `send/invalid-amount`, `send/dust`, `send/above-balance`, `send/insufficient-fee-funds`
 */
export const planCoins = (order: PaymentOrder): CoinPlan => {
  const { chainId, from, to, value, all, rate } = order;
  if (!all && value <= 0n) throw new LatchkeyError('send/invalid-amount', { value: String(value) });
  const minimum = dustLimitSats(to.type, to.script.length);
  if (!all && value < minimum) throw new LatchkeyError('send/dust', { chainId, value: String(value), minimum: String(minimum) });
  const coins = inOrder(order.utxos);
  const balance = sumOf(coins);
  if (balance < value || balance === 0n)
    throw new LatchkeyError('send/above-balance', { chainId, asset: null, value: String(value), balance: String(balance) });
  const feeOf = (count: number, withChange: boolean): { readonly vbytes: number; readonly fee: bigint } => {
    const scripts = withChange ? [to.script.length, from.script.length] : [to.script.length];
    const vbytes = transactionVbytes(
      Array.from({ length: count }, () => from.type),
      scripts,
    );
    return { vbytes, fee: BigInt(vbytes) * BigInt(rate) };
  };
  const lacking = (fee: bigint): LatchkeyError =>
    new LatchkeyError('send/insufficient-fee-funds', { chainId, fee: String(fee), balance: String(balance) });

  if (all) {
    // A coin that costs more than it holds would make the recipient poorer.
    const cost = BigInt(Math.ceil(inputVbytes(from.type)) * rate);
    const worth = coins.filter(({ value: held }) => held > cost);
    const { vbytes, fee } = feeOf(worth.length, false);
    const rest = sumOf(worth) - fee;
    if (rest < minimum) throw lacking(fee);
    return { coins: worth, value: rest, change: 0n, fee, vbytes };
  }

  const sized = coins.map((coin) => ({
    coin,
    value: Number(coin.value),
    // One more than the size rounded up: the library leaves out what segwit adds once.
    script: { length: Math.ceil(inputVbytes(from.type)) + 1 - LIBRARY_INPUT },
  }));
  const paid = { value: Number(value), script: { length: outputVbytes(to.script.length) - LIBRARY_OUTPUT } };
  const chosen = accumulative(sized, [paid], rate).inputs?.map(({ coin }) => coin);
  if (chosen === undefined) throw lacking(feeOf(Math.max(1, coins.length), false).fee);
  const spent = sumOf(chosen);
  const back = feeOf(chosen.length, true);
  const change = spent - value - back.fee;
  if (change >= dustLimitSats(from.type, from.script.length)) return { coins: chosen, value, change, ...back };
  const { vbytes, fee } = feeOf(chosen.length, false);
  if (spent - value < fee) throw lacking(fee);
  return { coins: chosen, value, change: 0n, fee: spent - value, vbytes };
};
