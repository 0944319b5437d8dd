import * as v from 'valibot';
import { type ChainId, isChainId } from '../caip/caip-2.js';
import { sanitizeName } from '../connection/connector-label.js';
import { safeWebLink } from '../directory/safe-link.js';
import { parseUnits } from '../money/units.js';
import { attempt, filteredArray, orNull } from '../wire.js';
import { assetOf } from './token-address.js';
import type { TokenBalance } from './token-balance.js';

/** No token has more. The limit keeps a hostile service from making amounts of any length. */
const MAX_DECIMALS = 77;
const NUMERIC = /^\d{1,80}(?:\.\d{1,80})?$/;

const nameSchema = v.pipe(v.unknown(), v.transform(sanitizeName));
const priceSchema = orNull(v.pipe(v.number(), v.finite(), v.minValue(0)));

const balanceSchema = v.object({
  name: nameSchema,
  symbol: v.pipe(nameSchema, v.nonEmpty()),
  chainId: v.custom<ChainId>(isChainId),
  address: orNull(v.string()),
  quantity: v.object({
    // Text, as upstream has it.
    decimals: v.pipe(
      v.union([v.string(), v.number()]),
      v.transform(Number),
      v.number(),
      v.integer(),
      v.minValue(0),
      v.maxValue(MAX_DECIMALS),
    ),
    numeric: v.pipe(v.string(), v.regex(NUMERIC)),
  }),
  price: priceSchema,
  value: priceSchema,
  iconUrl: orNull(v.pipe(v.unknown(), v.transform(safeWebLink))),
});

type ReadBalance = v.InferOutput<typeof balanceSchema>;

const balanceOf = (read: ReadBalance): readonly TokenBalance[] => {
  const { name, symbol, chainId, address, quantity, price, value: valueUsd, iconUrl } = read;
  const { decimals, numeric } = quantity;
  const [asset, value] = [assetOf(chainId, address), attempt(() => parseUnits(numeric, decimals))];
  if (asset === undefined || value === undefined) return [];
  return [
    { chainId, asset, name: name === '' ? symbol : name, symbol, decimals, value, priceUsd: price, valueUsd, change24h: null, iconUrl },
  ];
};

/** Reply to a request for the balances of an account: invalid ones are dropped, so that one of them does not hide the others. */
export const balancesSchema = v.pipe(
  v.object({ balances: filteredArray(balanceSchema) }),
  v.transform(({ balances }): readonly TokenBalance[] => balances.flatMap(balanceOf)),
);

/** The balances that are listed: tokens without decimals are mostly spam, and can still be sent by their address. */
export const listedBalances = (balances: readonly TokenBalance[]): readonly TokenBalance[] =>
  balances.filter(({ decimals }) => decimals > 0);
