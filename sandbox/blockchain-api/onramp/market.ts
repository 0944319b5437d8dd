import { createHash } from 'node:crypto';
import { formatUnits, parseUnits } from 'viem';
import type { ChainSource } from '../chain-source.js';
import type { Prices } from '../prices.js';

/** A fungible token that is for sale. */
export interface SoldToken {
  /** CAIP-19. */
  readonly asset: string;
  readonly symbol: string | null;
  readonly decimals: number;
}

/** A coin or token on a network that it is delivered on. */
export interface Delivery {
  readonly source: ChainSource;
  /** CAIP-19. */
  readonly asset: string;
  /** As the index has it; `null` for the coin. */
  readonly token: string | null;
  readonly decimals: number;
  readonly network: ProviderNetwork;
}

/** A currency for sale. */
export interface Currency {
  readonly id: string;
  readonly name: string;
  readonly symbol: string;
  readonly deliveries: readonly Delivery[];
}

/** A network as providers name it. */
interface ProviderNetwork {
  /** In options and quotes. */
  readonly name: string;
  readonly displayName: string;
  /** In wallets and links. */
  readonly blockchain: string;
  /** Reference of an EVM chain, else the CAIP-2 id. */
  readonly chainId: string;
}

/** The chains of the sandbox on which providers sell, by CAIP-2 id. */
const NETWORKS: Readonly<Record<string, Omit<ProviderNetwork, 'chainId'>>> = {
  'eip155:1': { name: 'ethereum-mainnet', displayName: 'Ethereum', blockchain: 'ethereum' },
  'eip155:137': { name: 'polygon-mainnet', displayName: 'Polygon', blockchain: 'polygon' },
};

const SOLANA: Omit<ProviderNetwork, 'chainId'> = { name: 'solana-mainnet', displayName: 'Solana', blockchain: 'solana' };

const networkOf = ({ chainId, namespace }: ChainSource): ProviderNetwork | null => {
  if (namespace === 'solana') return { ...SOLANA, chainId };
  const known = NETWORKS[chainId];
  return known === undefined ? null : { ...known, chainId: chainId.slice('eip155:'.length) };
};

/** Sells for these, with the asset whose price feed is their rate in US dollars; the dollar needs none. */
const RATES: Readonly<Record<string, string | null>> = { USD: null, EUR: 'iso4217:EUR' };

/** The asset of the price feed with the rate of the euro. */
export const EURO = { asset: 'iso4217:EUR', symbol: 'EUR' };

/** Currencies to pay with. */
export const PAYMENT_CURRENCIES: readonly string[] = Object.keys(RATES);

/** Least and most that each method takes, in each currency. */
export const PAYMENT_LIMITS = [
  { id: 'card', min: '10.00', max: '7500.00' },
  { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
] as const;

/** Decimals of prices. */
const PRICE_DECIMALS = 8;
/** Decimals of money. */
export const CENTS = 2;

/** The stated fee of the provider: 1.5 % of the payment, and a quarter for the network. */
const FEE_PER_MILLE = 15n;
const NETWORK_FEE_CENTS = 25n;

const toPrice = (price: number): bigint => BigInt(Math.round(price * 10 ** PRICE_DECIMALS));

const divideUp = (value: bigint, divisor: bigint): bigint => (value + divisor - 1n) / divisor;

/** Formats cents with both digits. */
export const formatCents = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(CENTS, '0')}`;

const AMOUNT = /^\d{1,20}(?:\.(\d{1,30}))?$/;

/** Reads an amount; `null` for text that is none, or has more digits than there are. */
export const readAmount = (text: string, decimals: number): bigint | null => {
  const match = AMOUNT.exec(text);
  return match === null || (match[1] ?? '').length > decimals ? null : parseUnits(text, decimals);
};

/** Parts of a payment, in cents. */
export interface Bill {
  readonly total: bigint;
  readonly fee: bigint;
  readonly networkFee: bigint;
  /** For what is bought. */
  readonly subtotal: bigint;
}

/** Exchange rate: whole units of a currency for one of a payment currency, as a fraction. */
export interface Rate {
  /** Price of the payment currency and of the bought one, in US dollars with {@link PRICE_DECIMALS} decimals. */
  readonly payment: bigint;
  readonly purchase: bigint;
}

/** Splits what is paid; `null` if the fees are all of it. */
export const billOf = (total: bigint): Bill | null => {
  const fee = divideUp(total * FEE_PER_MILLE, 1_000n);
  const subtotal = total - fee - NETWORK_FEE_CENTS;
  return subtotal <= 0n ? null : { total, fee, networkFee: NETWORK_FEE_CENTS, subtotal };
};

/** The bill of an amount to buy, rounded up. */
export const billFor = (units: bigint, decimals: number, { payment, purchase }: Rate): Bill => {
  const subtotal = divideUp(units * purchase * 100n, payment * 10n ** BigInt(decimals));
  const total = divideUp((subtotal + NETWORK_FEE_CENTS) * 1_000n, 1_000n - FEE_PER_MILLE);
  return { total, fee: total - subtotal - NETWORK_FEE_CENTS, networkFee: NETWORK_FEE_CENTS, subtotal };
};

/** Base units for a subtotal, rounded down. */
export const unitsFor = (subtotal: bigint, decimals: number, { payment, purchase }: Rate): bigint =>
  (subtotal * payment * 10n ** BigInt(decimals)) / (purchase * 100n);

/** Formats base units. */
export const formatDelivery = (units: bigint, { decimals }: Delivery): string => formatUnits(units, decimals);

/** A stable id, as providers have them. */
const idOf = (symbol: string): string => {
  const hex = createHash('sha256').update(`latchkey sandbox ${symbol}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
};

/** The offer: coins and tokens of the sandbox's chains that have a price. */
export class Market {
  readonly #sources: ReadonlyMap<string, ChainSource>;
  readonly #tokens: readonly SoldToken[];
  readonly #prices: Prices;

  constructor(sources: ReadonlyMap<string, ChainSource>, tokens: readonly SoldToken[], prices: Prices) {
    this.#sources = sources;
    this.#tokens = tokens;
    this.#prices = prices;
  }

  /** Dollars first. @throws RequestError if a node fails */
  async currencies(): Promise<readonly Currency[]> {
    const found = new Map<string, { readonly name: string; readonly deliveries: Delivery[] }>();
    const add = (symbol: string, name: string, delivery: Delivery): void => {
      const known = found.get(symbol) ?? { name, deliveries: [] };
      known.deliveries.push(delivery);
      found.set(symbol, known);
    };
    for (const source of this.#sources.values()) {
      const network = networkOf(source);
      if (network === null) continue;
      const own = this.#tokens.filter(({ asset }) => asset.startsWith(`${source.chainId}/`));
      const names = await source.describeTokens(own.flatMap(({ asset }) => this.#addressOf(source, asset) ?? []));
      for (const { asset, symbol, decimals } of own) {
        const token = this.#addressOf(source, asset);
        if (symbol !== null && token !== null) add(symbol, names.get(token)?.name ?? symbol, { source, asset, token, decimals, network });
      }
      const { name, symbol, decimals } = source.coin;
      add(symbol, name, { source, asset: source.assetOf(null), token: null, decimals, network });
    }
    const prices = await this.#prices.current([...found.values()].flatMap(({ deliveries }) => deliveries.map(({ asset }) => asset)));
    const currencies = [...found].flatMap(([symbol, { name, deliveries }]): readonly Currency[] => {
      const priced = deliveries.filter(({ asset }) => (prices.get(asset)?.price ?? 0) > 0);
      return priced.length === 0 ? [] : [{ id: idOf(symbol), name, symbol, deliveries: priced }];
    });
    return currencies.toSorted((one, other) => Number(other.symbol === 'SBD') - Number(one.symbol === 'SBD'));
  }

  /** The current rate; `null` without a price. @throws RequestError if a node fails */
  async rate(asset: string, paymentCurrency: string): Promise<Rate | null> {
    const feed = RATES[paymentCurrency];
    if (feed === undefined) return null;
    const prices = await this.#prices.current([asset, ...(feed === null ? [] : [feed])]);
    const [purchase, payment] = [prices.get(asset)?.price ?? 0, feed === null ? 1 : (prices.get(feed)?.price ?? 0)];
    return purchase > 0 && payment > 0 ? { payment: toPrice(payment), purchase: toPrice(purchase) } : null;
  }

  #addressOf(source: ChainSource, asset: string): string | null {
    return source.parseAddress(asset.slice(asset.lastIndexOf(':') + 1));
  }
}
