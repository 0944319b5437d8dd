import * as v from 'valibot';
import { type ChainId, formatChainId, isChainId } from '../caip/caip-2.js';
import { sanitizeName } from '../connection/connector-label.js';
import { safeWebLink } from '../directory/safe-link.js';
import { filteredArray, filteredArrayOrEmpty } from '../wire.js';
import type { OnrampOptions, PaymentCurrency, PurchaseCurrency, PurchaseNetwork } from './onramp-options.js';
import type { OnrampQuote } from './onramp-quote.js';

const MAX_TEXT_LENGTH = 128;
const textSchema = v.pipe(v.string(), v.nonEmpty(), v.maxLength(MAX_TEXT_LENGTH));
const nameSchema = v.pipe(v.unknown(), v.transform(sanitizeName), v.nonEmpty());
/** Text as documented, or a JSON number without exponent. */
const decimalSchema = v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.regex(/^\d{1,32}(?:\.\d{1,32})?$/));

/** The reference of an EVM chain as documented, or a CAIP-2 id; providers write `0` for chains without one. */
const chainOf = (id: string): ChainId | null => {
  if (isChainId(id)) return id;
  return /^[1-9]\d{0,15}$/.test(id) ? formatChainId('eip155', id) : null;
};

const networkSchema = v.pipe(
  v.object({
    name: textSchema,
    display_name: nameSchema,
    chain_id: v.fallback(v.pipe(v.union([v.string(), v.number()]), v.transform(String)), ''),
    contract_address: v.fallback(v.pipe(v.string(), v.maxLength(MAX_TEXT_LENGTH)), ''),
  }),
  v.transform(
    ({ name, display_name, chain_id, contract_address }): PurchaseNetwork => ({
      name,
      displayName: display_name,
      chainId: chainOf(chain_id),
      contractAddress: contract_address === '' ? null : contract_address,
    }),
  ),
);

const purchaseSchema = v.pipe(
  v.object({ id: textSchema, name: nameSchema, symbol: nameSchema, networks: filteredArrayOrEmpty(networkSchema) }),
  v.transform((currency): PurchaseCurrency => currency),
);

const paymentSchema = v.pipe(
  v.object({
    id: textSchema,
    payment_method_limits: filteredArrayOrEmpty(v.object({ id: textSchema, min: decimalSchema, max: decimalSchema })),
  }),
  v.transform(({ id, payment_method_limits }): PaymentCurrency => ({ id, limits: payment_method_limits })),
);

/** Reply to a request for the currencies to buy and to pay with. Invalid ones are dropped. */
export const onrampOptionsSchema = v.pipe(
  v.object({ paymentCurrencies: filteredArray(paymentSchema), purchaseCurrencies: filteredArray(purchaseSchema) }),
  v.transform((options): OnrampOptions => options),
);

const amountSchema = v.object({ amount: decimalSchema, currency: textSchema });

/** Reply to a request for a quote. */
export const onrampQuoteSchema = v.pipe(
  v.object({
    quoteId: textSchema,
    coinbaseFee: amountSchema,
    networkFee: amountSchema,
    paymentSubtotal: amountSchema,
    paymentTotal: amountSchema,
    purchaseAmount: amountSchema,
  }),
  v.transform((quote): OnrampQuote => ({ ...quote, estimated: false })),
);

/** Reply to a request for the page of the provider. */
export const onrampUrlSchema = v.pipe(
  v.object({ url: v.pipe(v.unknown(), v.transform(safeWebLink), v.string('it has no web link')) }),
  v.transform(({ url }) => url),
);
