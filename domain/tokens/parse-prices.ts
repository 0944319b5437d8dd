import * as v from 'valibot';
import { sanitizeName } from '../connection/connector-label.js';
import { safeWebLink } from '../directory/safe-link.js';
import { filteredArray, orNull } from '../wire.js';

/** Price of a coin or token. */
export interface TokenPrice {
  readonly symbol: string;
  readonly name: string;
  /** Of one whole unit, in US dollars. */
  readonly priceUsd: number;
  /** Change within 24 hours, as a share: 0.05 is five percent more. `null`: the service does not tell it. */
  readonly change24h: number | null;
  /** Remote URL, for the image service only. */
  readonly iconUrl: string | null;
}

const nameSchema = v.pipe(v.unknown(), v.transform(sanitizeName));
const finiteSchema = v.pipe(v.number(), v.finite());

const priceSchema = v.object({
  name: nameSchema,
  symbol: nameSchema,
  price: v.pipe(finiteSchema, v.minValue(0)),
  change24h: orNull(v.pipe(finiteSchema, v.minValue(-1))),
  iconUrl: orNull(v.pipe(v.unknown(), v.transform(safeWebLink))),
});

/** Reply to a request for prices. */
export const pricesSchema = v.pipe(
  v.object({ fungibles: filteredArray(priceSchema) }),
  v.transform(({ fungibles }): readonly TokenPrice[] => fungibles.map(({ price, ...fungible }) => ({ ...fungible, priceUsd: price }))),
);
