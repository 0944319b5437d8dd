import * as v from 'valibot';

/** Metadata in the URI of an NFT. @see https://eips.ethereum.org/EIPS/eip-721 */
interface NftMetadata {
  readonly name: string | null;
  readonly image: string | null;
}

/** Content of a `data:` URL. @see https://datatracker.ietf.org/doc/html/rfc2397 */
interface DataUrl {
  readonly contentType: string;
  readonly bytes: Buffer;
}

const NONE: NftMetadata = { name: null, image: null };

const DATA_URL = /^data:([^,;]*)((?:;[^,;]*)*),(.*)$/is;

const textSchema = v.fallback(v.nullable(v.pipe(v.string(), v.nonEmpty())), null);
const metadataSchema = v.object({ name: textSchema, image: textSchema });

/** Reads a `data:` URL; `null` for any other. */
export const readDataUrl = (url: string): DataUrl | null => {
  const [, contentType, parameters = '', content = ''] = DATA_URL.exec(url) ?? [];
  if (contentType === undefined) return null;
  if (/;base64$/i.test(parameters)) return { contentType, bytes: Buffer.from(content, 'base64') };
  try {
    return { contentType, bytes: Buffer.from(decodeURIComponent(content)) };
  } catch {
    // A percent sign in plain text.
    return { contentType, bytes: Buffer.from(content) };
  }
};

/** Reads metadata that is in the URI itself. Metadata on other servers is not: the service is offline. */
export const readNftMetadata = (uri: string | null): NftMetadata => {
  const content = uri === null ? null : readDataUrl(uri);
  if (content === null) return NONE;
  try {
    const parsed = v.safeParse(metadataSchema, JSON.parse(content.bytes.toString()));
    return parsed.success ? parsed.output : NONE;
  } catch {
    return NONE;
  }
};

/** Addresses of pages in names, which honest collections do not have. */
const PAGE_ADDRESS =
  /https?:|www\.|\b[\w-]+\.(?:app|art|cc|club|co|com|example|finance|gift|io|live|me|net|online|org|shop|site|top|xyz)\b/i;

/** Rule of spam: the name of the NFT or its collection has the address of a page. */
export const isSpam = ({ name, collection }: { readonly name: string; readonly collection: string }): boolean =>
  PAGE_ADDRESS.test(name) || PAGE_ADDRESS.test(collection);
