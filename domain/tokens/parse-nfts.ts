import * as v from 'valibot';
import { type ChainId, isChainId } from '../caip/caip-2.js';
import { sanitizeName } from '../connection/connector-label.js';
import { safeWebLink } from '../directory/safe-link.js';
import { cursorSchema, filteredArray, flagSchema, orNull } from '../wire.js';

/** An NFT that an account holds. */
export interface Nft {
  /** Unique in the replies of the service. */
  readonly id: string;
  readonly chainId: ChainId;
  /** Cleaned of control, bidirectional and invisible characters; may be empty. */
  readonly name: string;
  readonly collection: string;
  /** Contract on eip155, mint on Solana. */
  readonly address: string;
  /** Decimal on eip155; `null` on Solana. */
  readonly tokenId: string | null;
  /** Copies of it, of ERC-1155. */
  readonly quantity: bigint;
  /** Remote URL, for the image service only. */
  readonly imageUrl: string | null;
  readonly isSpam: boolean;
  /** Name of another collection or NFT that this one imitates: its own looks the same, but is written with other letters. */
  readonly resembles?: string;
}

/** A page of NFTs. */
export interface NftPage {
  readonly items: readonly Nft[];
  /** Cursor of the next page; `null` after the last one. */
  readonly next: string | null;
}

const MAX_TEXT_LENGTH = 512;
const textSchema = v.pipe(v.string(), v.nonEmpty(), v.maxLength(MAX_TEXT_LENGTH));
const nameSchema = v.pipe(v.unknown(), v.transform(sanitizeName));
/** Digits of a 256-bit number. */
const WHOLE = /^\d{1,78}$/;

const nftSchema = v.pipe(
  v.object({
    id: textSchema,
    chainId: v.custom<ChainId>(isChainId),
    name: nameSchema,
    collection: nameSchema,
    address: textSchema,
    token_id: orNull(v.pipe(v.string(), v.regex(WHOLE))),
    quantity: v.fallback(v.pipe(v.string(), v.regex(WHOLE)), '1'),
    image_url: orNull(v.pipe(v.unknown(), v.transform(safeWebLink))),
    is_spam: flagSchema,
  }),
  v.transform(
    ({ token_id, quantity, image_url, is_spam, ...nft }): Nft => ({
      ...nft,
      tokenId: token_id,
      quantity: BigInt(quantity),
      imageUrl: image_url,
      isSpam: is_spam,
    }),
  ),
);

/** Reply to a request for the NFTs of an account, an extension of the specification's table. */
export const nftsSchema = v.pipe(
  v.object({ data: filteredArray(nftSchema), next: cursorSchema }),
  v.transform(({ data, next }): NftPage => ({ items: data, next })),
);
