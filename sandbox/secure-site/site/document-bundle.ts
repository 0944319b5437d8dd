import { createHash, createPrivateKey, createPublicKey, type KeyObject, randomBytes, sign, verify } from 'node:crypto';
import * as v from 'valibot';
import type { KeysDocument, WorkerScript } from '../documents/open-keys.js';
import { encodeFields, fromBase64Url, toBase64Url } from '../protocol/encoding.js';

/** A file of a bundle. */
export interface BundleFile {
  /** Below the bundle's folder, without a slash. */
  readonly path: string;
  /** Its `Content-Type`. */
  readonly type: string;
  readonly body: Buffer;
}

/** The files of the documents. They are served in a folder that is named after their digest, and never change. */
export interface DocumentBundle {
  /** SHA-256 of the manifest, in hex. */
  readonly digest: string;
  /** The manifest as it is served. */
  readonly manifest: string;
  readonly files: ReadonlyMap<string, BundleFile>;
}

/** Folder of a bundle. @see docs/internals/secure-site-bundle.md */
export const folderOf = (digest: string): string => `/f/${digest}/`;

/** Name of the manifest in the folder. */
export const MANIFEST = 'manifest.json';
/** Name of the manifest's signature. */
export const SIGNATURE = 'manifest.json.sig';
/** Path of the deployment's configuration, which is in no bundle. */
export const CONFIG_PATH = '/config.json';
/** Name of the frame's document in the folder. */
export const FRAME_DOCUMENT = 'sdk';
/**
 * Documents that paths of the site lead to, those of the current bundle: the frame, the window that it opens, the user's own page, the page
 * behind mailed links, and that of social logins.
 */
export const LINKED_DOCUMENTS = [FRAME_DOCUMENT, 'window', 'dashboard', 'device', 'social'] as const satisfies readonly string[];
/** Name of the operations document in the folder. */
export const OPERATIONS = 'operations';
/** Documents on the origin of the keys, and the script of the worker that each may start. */
const KEY_DOCUMENTS = { keys: 'worker.js', 'window-keys': 'window-worker.js' } as const satisfies Readonly<
  Record<KeysDocument, WorkerScript>
>;
/** Script of both. */
export const KEYS_SCRIPT = 'keys-page.js';

/** Tests whether a file of a bundle is a document on the origin of the keys. */
export const isKeysDocument = (path: string): path is KeysDocument => Object.hasOwn(KEY_DOCUMENTS, path);

/** The worker's script that a document on the origin of the keys may start. */
export const workerOf = (document: KeysDocument): WorkerScript => KEY_DOCUMENTS[document];

/** Tests whether a file of a bundle is a worker's script. */
export const isWorkerScript = (path: string): boolean => Object.values<string>(KEY_DOCUMENTS).includes(path);

/** Tests whether a file is on the origin of the keys, which has no other files: other code there could read the keys. */
export const isOfKeys = (path: string): boolean => isKeysDocument(path) || isWorkerScript(path) || path === KEYS_SCRIPT;

const FORMAT = 'latchkey-secure-site/1';
const PURPOSE = 'latchkey/secure-site-manifest/1';

/** A digest: 64 hex digits in lower case. */
export const DIGEST = /^[\da-f]{64}$/;

/** The value of `integrity`. @see https://www.w3.org/TR/sri-2/ */
export const integrityOf = (body: Uint8Array): string => `sha384-${createHash('sha384').update(body).digest('base64')}`;

const fileSchema = v.strictObject({
  path: v.pipe(v.string(), v.regex(/^[\w-]+(?:\.[\w-]+)*$/)),
  type: v.pipe(v.string(), v.regex(/^[\w/;=+. -]+$/)),
  size: v.pipe(v.number(), v.integer(), v.minValue(0)),
  integrity: v.pipe(v.string(), v.regex(/^sha384-[\w+/]{64}$/)),
});
const manifestSchema = v.strictObject({ format: v.literal(FORMAT), files: v.array(fileSchema) });

/** A file as the manifest lists it. */
export type ListedFile = Readonly<v.InferOutput<typeof fileSchema>>;

const byPath = (one: { readonly path: string }, other: { readonly path: string }): number =>
  one.path < other.path ? -1 : Number(one.path > other.path);

/** JSON without white space, with its members in this order and its files by path: the same files have the same manifest. */
const formatManifest = (files: readonly ListedFile[]): string => {
  const sorted = [...files].sort(byPath);
  return JSON.stringify({ format: FORMAT, files: sorted.map(({ path, type, size, integrity }) => ({ path, type, size, integrity })) });
};

/** Reads a manifest of another site. `null` for any text that {@link createBundle} would not write. */
export const parseManifest = (text: string): readonly ListedFile[] | null => {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), manifestSchema), text);
  if (!parsed.success) return null;
  const { files } = parsed.output;
  const isUnique = new Set(files.map(({ path }) => path)).size === files.length;
  return isUnique && formatManifest(files) === text ? files : null;
};

/** The digest of a manifest. */
export const digestOfManifest = (manifest: string): string => createHash('sha256').update(manifest).digest('hex');

/** Makes a bundle of files. Builds that share a chunk have the same file. @throws Error for two files of one name */
export const createBundle = (all: readonly BundleFile[]): DocumentBundle => {
  const files = all.filter((file, index) => {
    const first = all.findIndex(({ path }) => path === file.path);
    if (all[first]?.body.equals(file.body) !== true) throw new Error(`The bundle has two different files ${file.path}.`);
    return first === index;
  });
  const manifest = formatManifest(files.map(({ path, type, body }) => ({ path, type, size: body.length, integrity: integrityOf(body) })));
  if (parseManifest(manifest) === null) throw new Error('A file of the bundle has a name or type that a manifest cannot list.');
  return { digest: digestOfManifest(manifest), manifest, files: new Map(files.map((file) => [file.path, file])) };
};

const signatureSchema = v.strictObject({ publicKey: v.string(), signature: v.string() });

/** PKCS #8 and SPKI of an Ed25519 key, up to its 32 bytes. @see https://www.rfc-editor.org/rfc/rfc8410 */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** What the operator signs manifests with. */
export class ManifestKey {
  readonly #key: KeyObject;
  /** Ed25519, base64url. */
  readonly publicKey: string;

  private constructor(key: KeyObject) {
    this.#key = key;
    this.publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(PUBLIC_PREFIX.length).toString('base64url');
  }

  /** @param seed 32 bytes in base64url @throws Error for anything else */
  static import(seed: string): ManifestKey {
    const bytes = Buffer.from(seed, 'base64url');
    if (bytes.length !== 32 || bytes.toString('base64url') !== seed)
      throw new Error(
        'SECURE_SITE_MANIFEST_KEY must be 32 bytes in base64url. Make one with: openssl rand 32 | basenc --base64url | tr -d =',
      );
    return new ManifestKey(createPrivateKey({ key: Buffer.concat([PRIVATE_PREFIX, bytes]), format: 'der', type: 'pkcs8' }));
  }

  /** A key for development: of this process only. */
  static generate(): ManifestKey {
    return ManifestKey.import(randomBytes(32).toString('base64url'));
  }

  /** The content of the signature's file. */
  sign(digest: string): string {
    const signature = toBase64Url(sign(null, encodeFields(PURPOSE, digest), this.#key));
    return `${JSON.stringify({ publicKey: this.publicKey, signature })}\n`;
  }
}

/** Verifies a signature's file. Returns the key that has signed the digest; `null` if none has. */
export const signerOf = (digest: string, text: string): string | null => {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), signatureSchema), text);
  if (!parsed.success) return null;
  const { publicKey, signature } = parsed.output;
  try {
    const key = createPublicKey({ key: Buffer.concat([PUBLIC_PREFIX, fromBase64Url(publicKey)]), format: 'der', type: 'spki' });
    return verify(null, encodeFields(PURPOSE, digest), key, fromBase64Url(signature)) ? publicKey : null;
  } catch {
    return null;
  }
};
