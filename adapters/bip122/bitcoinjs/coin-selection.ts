import accumulative from 'coinselect/accumulative.js';
import type { BitcoinAddress } from '../../../domain/account/bitcoin-address.js';
import { LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { type BitcoinSpendType, dustLimitSats, inputVbytes, outputVbytes, transactionVbytes } from '../../../domain/money/bitcoin-sizes.js';
import { checkAmountRange } from '../../../domain/send/max-amount.js';
import type { Utxo } from '../esplora/esplora-responses.js';

/** Smaller outputs are never spent: they may hold inscriptions worth more than their satoshis. */
export const MIN_COIN_SATS = 1_000n;

/** Bytes that the library adds for every input and output. */
const LIBRARY_INPUT = 41;
const LIBRARY_OUTPUT = 9;

export interface CoinSelectionOptions {
  /** CAIP-2, for errors. */
  readonly chainId: string;
  readonly utxos: readonly Utxo[];
  /** The sender; change returns to this address. */
  readonly from: BitcoinAddress & { readonly type: BitcoinSpendType };
  readonly to: BitcoinAddress;
  /** Satoshis; ignored with `all`. */
  readonly value: bigint;
  readonly all: boolean;
  /** Satoshis per virtual byte, an integer. */
  readonly rate: number;
}

/** Selected coins and their outcome, in satoshis. */
export interface CoinSelection {
  readonly coins: readonly Utxo[];
  /** Amount for the recipient. */
  readonly value: bigint;
  /** Change; 0 if it would be dust, which is added to the fee. */
  readonly change: bigint;
  readonly fee: bigint;
  readonly vbytes: number;
}

const sumOf = (coins: readonly Utxo[]): bigint => coins.reduce((sum, { value }) => sum + value, 0n);

/** Confirmed first, then largest first: fewer inputs cost less. */
const sortedCoins = (utxos: readonly Utxo[]): readonly Utxo[] =>
  utxos
    .filter(({ value }) => value >= MIN_COIN_SATS)
    .sort((a, b) => Number(b.confirmed) - Number(a.confirmed) || Number(b.value - a.value));

/**
 * Selects coins and computes the exact fee and change.
 * @throws LatchkeyError `send/invalid-amount`, `send/dust`, `send/above-balance`, `send/insufficient-fee-funds`
 */
export const selectCoins = (options: CoinSelectionOptions): CoinSelection => {
  const { chainId, from, to, value, all, rate } = options;
  if (!all && value <= 0n) throw new LatchkeyError('send/invalid-amount', { value: String(value) });
  if (!all) checkAmountRange('bip122', value);
  const minimum = dustLimitSats(to.type, to.script.length);
  if (!all && value < minimum) throw new LatchkeyError('send/dust', { chainId, value: String(value), minimum: String(minimum) });
  const coins = sortedCoins(options.utxos);
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
  const insufficientFunds = (fee: bigint): LatchkeyError =>
    new LatchkeyError('send/insufficient-fee-funds', { chainId, fee: String(fee), balance: String(balance) });

  if (all) {
    // Spending a coin worth less than its input fee would reduce the amount.
    const cost = BigInt(Math.ceil(inputVbytes(from.type)) * rate);
    const spendable = coins.filter(({ value: coinValue }) => coinValue > cost);
    const { vbytes, fee } = feeOf(spendable.length, false);
    const remaining = sumOf(spendable) - fee;
    if (remaining < minimum) throw insufficientFunds(fee);
    return { coins: spendable, value: remaining, change: 0n, fee, vbytes };
  }

  const sized = coins.map((coin) => ({
    coin,
    value: Number(coin.value),
    // One more than the rounded size: the library omits the segwit overhead.
    script: { length: Math.ceil(inputVbytes(from.type)) + 1 - LIBRARY_INPUT },
  }));
  const paid = { value: Number(value), script: { length: outputVbytes(to.script.length) - LIBRARY_OUTPUT } };
  const selected = accumulative(sized, [paid], rate).inputs?.map(({ coin }) => coin);
  if (selected === undefined) throw insufficientFunds(feeOf(Math.max(1, coins.length), false).fee);
  const spent = sumOf(selected);
  const feeWithChange = feeOf(selected.length, true);
  const change = spent - value - feeWithChange.fee;
  if (change >= dustLimitSats(from.type, from.script.length)) return { coins: selected, value, change, ...feeWithChange };
  const { vbytes, fee } = feeOf(selected.length, false);
  if (spent - value < fee) throw insufficientFunds(fee);
  return { coins: selected, value, change: 0n, fee: spent - value, vbytes };
};
