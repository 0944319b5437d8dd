import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type BundleFile,
  DIGEST,
  type DocumentBundle,
  digestOfManifest,
  integrityOf,
  MANIFEST,
  type ManifestKey,
  parseManifest,
  SIGNATURE,
  signerOf,
} from './document-bundle.js';

/** A bundle and its signature's file. */
export interface SignedBundle {
  readonly bundle: DocumentBundle;
  readonly signature: string;
}

/** Options of {@link BundleStore.open}. */
export interface BundleStoreOptions {
  readonly current: DocumentBundle;
  /** Has signed the kept bundles, too. */
  readonly key: ManifestKey;
  /** Folder with a folder for each bundle, named after its digest. `null`: there is only the current one. */
  readonly folder: string | null;
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Writes a bundle into a folder that is named after its digest. */
export const writeBundle = async (folder: string, { bundle, signature }: SignedBundle): Promise<void> => {
  const target = join(folder, bundle.digest);
  await mkdir(target, { recursive: true });
  for (const { path, body } of bundle.files.values()) await writeFile(join(target, path), body);
  await writeFile(join(target, SIGNATURE), signature);
  // Last, so that a folder with a manifest is whole.
  await writeFile(join(target, MANIFEST), bundle.manifest);
};

const hasBundle = (folder: string, digest: string): Promise<boolean> =>
  access(join(folder, digest, MANIFEST)).then(
    () => true,
    (error: unknown) => {
      if (isMissing(error)) return false;
      throw error;
    },
  );

/** Reads a bundle, and tests its signature and each file. @throws Error if it is not what its digest says, or another key has signed it */
const readBundle = async (folder: string, digest: string, publicKey: string): Promise<SignedBundle> => {
  const source = join(folder, digest);
  const manifest = await readFile(join(source, MANIFEST), 'utf8');
  const listed = parseManifest(manifest);
  if (listed === null || digestOfManifest(manifest) !== digest) throw new Error(`The manifest of the bundle ${digest} has another digest.`);
  const signature = await readFile(join(source, SIGNATURE), 'utf8');
  if (signerOf(digest, signature) !== publicKey) throw new Error(`The bundle ${digest} is not signed by this site's key ${publicKey}.`);
  const files: BundleFile[] = [];
  for (const { path, type, integrity } of listed) {
    const body = await readFile(join(source, path));
    if (integrityOf(body) !== integrity) throw new Error(`${path} of the bundle ${digest} was changed.`);
    files.push({ path, type, body });
  }
  return { bundle: { digest, manifest, files: new Map(files.map((file) => [file.path, file])) }, signature };
};

/** The bundles that a site serves: the current one, and those that it has kept for apps that pin them. */
export class BundleStore {
  readonly #folder: string | null;
  readonly #current: SignedBundle;
  readonly #publicKey: string;
  readonly #loaded = new Map<string, SignedBundle>();

  private constructor(folder: string | null, current: SignedBundle, publicKey: string) {
    this.#folder = folder;
    this.#current = current;
    this.#publicKey = publicKey;
  }

  /** Keeps the current bundle in the folder. */
  static async open({ current, key, folder }: BundleStoreOptions): Promise<BundleStore> {
    const signed = { bundle: current, signature: key.sign(current.digest) };
    if (folder !== null) await writeBundle(folder, signed);
    return new BundleStore(folder, signed, key.publicKey);
  }

  /** `null` if the site does not have it, or no more. @throws Error if a kept one was changed, or another key has signed it */
  async find(digest: string): Promise<SignedBundle | null> {
    if (digest === this.#current.bundle.digest) return this.#current;
    if (this.#folder === null || !DIGEST.test(digest)) return null;
    // Also if it was loaded: when the operator has removed the folder of a bundle with a hole, no app gets it.
    if (!(await hasBundle(this.#folder, digest))) return null;
    const bundle = this.#loaded.get(digest) ?? (await readBundle(this.#folder, digest, this.#publicKey));
    this.#loaded.set(digest, bundle);
    return bundle;
  }
}
