import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { badRequest, type Route, type RouteCall } from '../route.js';
import {
  billOf,
  CENTS,
  formatCents,
  formatDelivery,
  type Market,
  PAYMENT_CURRENCIES,
  PAYMENT_LIMITS,
  readAmount,
  unitsFor,
} from './market.js';

/** Initial values of the provider's page. */
export interface Order {
  readonly wallets: readonly { readonly address: string; readonly blockchains: readonly string[]; readonly assets: readonly string[] }[];
  /** Network that is selected. */
  readonly network: string;
  /** Amount to buy, as text. */
  readonly amount: string;
}

/** Services behind the routes of buying. */
export interface OnrampServices {
  readonly market: Market;
  /** Returns the link to the page of the provider for an order. */
  readonly open: (order: Order) => string;
}

const textSchema = v.pipe(v.string(), v.nonEmpty(), v.maxLength(128));
const quoteSchema = v.object({ purchaseCurrency: textSchema, paymentCurrency: textSchema, amount: textSchema, network: textSchema });
const namesSchema = v.pipe(v.array(textSchema), v.maxLength(100));
const walletsSchema = v.pipe(
  v.array(v.object({ address: textSchema, blockchains: namesSchema, assets: v.optional(namesSchema, []) })),
  v.nonEmpty(),
  v.maxLength(10),
);
const urlSchema = v.object({
  destinationWallets: walletsSchema,
  defaultNetwork: textSchema,
  partnerUserId: textSchema,
  defaultExperience: v.literal('buy'),
  presetCryptoAmount: v.optional(v.pipe(v.number(), v.finite(), v.minValue(0))),
  presetFiatAmount: v.optional(v.pipe(v.number(), v.finite(), v.minValue(0))),
});

/** @throws RequestError */
const parseBody = <Schema extends v.GenericSchema>(schema: Schema, { body }: RouteCall): v.InferOutput<Schema> => {
  const parsed = v.safeParse(schema, body);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw badRequest(v.getDotPath(issue) ?? 'body', issue.message);
};

const LIMITS = PAYMENT_LIMITS.map(({ min, max }) => ({ min: readAmount(min, CENTS) ?? 0n, max: readAmount(max, CENTS) ?? 0n }));

const options = async ({ market }: OnrampServices): Promise<unknown> => ({
  paymentCurrencies: PAYMENT_CURRENCIES.map((id) => ({ id, payment_method_limits: PAYMENT_LIMITS })),
  purchaseCurrencies: (await market.currencies()).map(({ id, name, symbol, deliveries }) => ({
    id,
    name,
    symbol,
    networks: deliveries.map(({ source, token, network }) => ({
      name: network.name,
      display_name: network.displayName,
      chain_id: network.chainId,
      contract_address: token === null ? '' : source.showAddress(token),
    })),
  })),
});

const quote = async (call: RouteCall, { market }: OnrampServices): Promise<unknown> => {
  const { purchaseCurrency, paymentCurrency, amount, network } = parseBody(quoteSchema, call);
  const currency = (await market.currencies()).find(({ id, symbol }) => id === purchaseCurrency || symbol === purchaseCurrency);
  if (currency === undefined) throw badRequest('purchaseCurrency', `There is no currency ${purchaseCurrency}.`);
  const delivery = currency.deliveries.find((each) => each.network.name === network);
  if (delivery === undefined) throw badRequest('network', `${currency.symbol} is not sold on ${network}.`);
  if (!PAYMENT_CURRENCIES.includes(paymentCurrency)) throw badRequest('paymentCurrency', `There is no currency ${paymentCurrency}.`);
  const total = readAmount(amount, CENTS);
  if (total === null || !LIMITS.some(({ min, max }) => total >= min && total <= max))
    throw badRequest('amount', `${amount} is not within the limits of a payment method.`);
  const rate = await market.rate(delivery.asset, paymentCurrency);
  const bill = billOf(total);
  if (rate === null || bill === null) throw badRequest('purchaseCurrency', `${currency.symbol} has no price.`);
  const paid = (cents: bigint) => ({ amount: formatCents(cents), currency: paymentCurrency });
  return {
    quoteId: randomUUID(),
    coinbaseFee: paid(bill.fee),
    networkFee: paid(bill.networkFee),
    paymentSubtotal: paid(bill.subtotal),
    paymentTotal: paid(bill.total),
    purchaseAmount: { amount: formatDelivery(unitsFor(bill.subtotal, delivery.decimals, rate), delivery), currency: currency.symbol },
  };
};

const url = async (call: RouteCall, { open }: OnrampServices): Promise<unknown> => {
  const { destinationWallets, defaultNetwork, presetCryptoAmount } = parseBody(urlSchema, call);
  if (!destinationWallets.some(({ blockchains }) => blockchains.includes(defaultNetwork)))
    throw badRequest('defaultNetwork', `The wallet is not on ${defaultNetwork}.`);
  // JSON numbers have no exponent that a person would type.
  const amount =
    presetCryptoAmount === undefined ? '' : presetCryptoAmount.toLocaleString('en-US', { maximumFractionDigits: 18, useGrouping: false });
  return { url: open({ wallets: destinationWallets, network: defaultNetwork, amount }) };
};

/** The routes of buying: currencies, prices, and the link to the page of the provider. */
export const onrampRoutes = (services: OnrampServices): readonly Route[] => [
  { method: 'GET', path: '/v1/onramp/options', handle: () => options(services) },
  { method: 'POST', path: '/v1/onramp/quote', handle: (call) => quote(call, services) },
  { method: 'POST', path: '/v1/generators/onrampurl', handle: (call) => url(call, services) },
];
