import * as v from 'valibot';
import type { ChainId } from '../caip/caip-2.js';
import { type AccountId, chainIdOf, isAccountId } from '../caip/caip-10.js';
import type { AssetId } from '../caip/caip-19.js';
import { sanitizeName } from '../connection/connector-label.js';
import { safeWebLink } from '../directory/safe-link.js';
import { assetOf } from '../tokens/token-address.js';
import { filteredArray, flagSchema, orNull } from '../wire.js';

/** A coin or token that can be swapped. */
export interface SwapToken {
  readonly chainId: ChainId;
  /** CAIP-19; `null` for the network's own coin. */
  readonly asset: AssetId | null;
  /** Cleaned of control, bidirectional and invisible characters. */
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  /** Remote URL, for the image service only. */
  readonly iconUrl: string | null;
  /** Its allowance can be signed. @see https://eips.ethereum.org/EIPS/eip-2612 */
  readonly hasPermit: boolean;
}

/** An offer to swap. Base units. */
export interface SwapQuote {
  /** `null`: the service gives it none. */
  readonly id: string | null;
  readonly fromAmount: bigint;
  readonly toAmount: bigint;
}

/** Gas prices in wei. */
export interface GasPrices {
  readonly standard: bigint;
  /** `null`: the service gives none. */
  readonly fast: bigint | null;
  readonly instant: bigint | null;
}

interface BuiltTransaction {
  readonly from: AccountId;
  readonly to: AccountId;
  /** Hex. */
  readonly data: string;
  /** `null`: left to the wallet. */
  readonly gas: bigint | null;
  /** Wei; `null`: left to the wallet. */
  readonly gasPrice: bigint | null;
}

/** Transaction that swaps. */
export interface BuiltSwap extends BuiltTransaction {
  /** Base units of the token that is given. */
  readonly amount: bigint;
}

/** Transaction that allows the exchange to take a token. */
export interface BuiltApproval extends BuiltTransaction {
  /** Wei. */
  readonly value: bigint;
}

const MAX_DECIMALS = 77;
const MAX_ID_LENGTH = 512;

const nameSchema = v.pipe(v.unknown(), v.transform(sanitizeName));
/** A 256-bit number: digits, hex, or a JSON number. */
const unitsSchema = v.pipe(
  v.union([
    v.pipe(v.string(), v.regex(/^(?:\d{1,78}|0x[0-9a-f]{1,64})$/i)),
    v.pipe(v.number(), v.safeInteger('it is not a safe integer'), v.minValue(0)),
  ]),
  v.transform((value) => BigInt(value)),
);
const accountSchema = v.custom<AccountId>(isAccountId);

const tokenSchema = v.object({
  name: nameSchema,
  symbol: v.pipe(nameSchema, v.nonEmpty()),
  address: accountSchema,
  decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_DECIMALS)),
  logoUri: orNull(v.pipe(v.unknown(), v.transform(safeWebLink))),
  eip2612: flagSchema,
});

const tokenOf = ({ name, symbol, address, decimals, logoUri, eip2612 }: v.InferOutput<typeof tokenSchema>): readonly SwapToken[] => {
  const chainId = chainIdOf(address);
  const asset = assetOf(chainId, address);
  if (asset === undefined) return [];
  return [{ chainId, asset, name: name === '' ? symbol : name, symbol, decimals, iconUrl: logoUri, hasPermit: eip2612 }];
};

/** Reply to a request for the tokens that can be swapped: invalid ones are dropped. */
export const swapTokensSchema = v.pipe(
  v.object({ tokens: filteredArray(tokenSchema) }),
  v.transform(({ tokens }): readonly SwapToken[] => tokens.flatMap(tokenOf)),
);

/** Reply to a request for quotes, the best one first. Invalid ones are dropped. */
export const quotesSchema = v.pipe(
  v.object({
    quotes: filteredArray(
      v.object({ id: orNull(v.pipe(v.string(), v.maxLength(MAX_ID_LENGTH))), fromAmount: unitsSchema, toAmount: unitsSchema }),
    ),
  }),
  v.transform(({ quotes }): readonly SwapQuote[] => quotes),
);

/** Reply to a request for an allowance, in base units. */
export const allowanceSchema = v.pipe(
  v.object({ allowance: unitsSchema }),
  v.transform(({ allowance }) => allowance),
);

/** Reply to a request for gas prices. */
export const gasPricesSchema = v.pipe(
  v.object({ standard: unitsSchema, fast: orNull(unitsSchema), instant: orNull(unitsSchema) }),
  v.transform((prices): GasPrices => prices),
);

const transactionEntries = {
  from: accountSchema,
  to: accountSchema,
  data: v.pipe(v.string(), v.regex(/^0x(?:[0-9a-f]{2})*$/i)),
  eip155: v.fallback(v.object({ gas: orNull(unitsSchema), gasPrice: orNull(unitsSchema) }), { gas: null, gasPrice: null }),
};

/** Reply to a request for the transaction of a swap. */
export const builtSwapSchema = v.pipe(
  v.object({ tx: v.object({ ...transactionEntries, amount: unitsSchema }) }),
  v.transform(({ tx: { eip155, ...transaction } }): BuiltSwap => ({ ...transaction, ...eip155 })),
);

/** Reply to a request for the transaction of an approval. */
export const builtApprovalSchema = v.pipe(
  v.object({ tx: v.object({ ...transactionEntries, value: unitsSchema }) }),
  v.transform(({ tx: { eip155, ...transaction } }): BuiltApproval => ({ ...transaction, ...eip155 })),
);
