import { mkdir, readFile, writeFile } from 'node:fs/promises';
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
} from './document-bundle.js';

/** A bundle and its signature's file. */
export interface SignedBundle {
  readonly bundle: DocumentBundle;
  readonly signature: string;
}

/** Options of {@link BundleStore.open}. */
export interface BundleStoreOptions {
  readonly current: DocumentBundle;
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

/** Reads a bundle, and tests each file. `null` if there is none. @throws Error if it is not what its digest says */
const readBundle = async (folder: string, digest: string): Promise<SignedBundle | null> => {
  const source = join(folder, digest);
  let manifest: string;
  try {
    manifest = await readFile(join(source, MANIFEST), 'utf8');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
  const listed = parseManifest(manifest);
  if (listed === null || digestOfManifest(manifest) !== digest) throw new Error(`The manifest of the bundle ${digest} has another digest.`);
  const files: BundleFile[] = [];
  for (const { path, type, integrity } of listed) {
    const body = await readFile(join(source, path));
    if (integrityOf(body) !== integrity) throw new Error(`${path} of the bundle ${digest} was changed.`);
    files.push({ path, type, body });
  }
  const signature = await readFile(join(source, SIGNATURE), 'utf8');
  return { bundle: { digest, manifest, files: new Map(files.map((file) => [file.path, file])) }, signature };
};

/** The bundles that a site serves: the current one, and those that it has kept for apps that pin them. */
export class BundleStore {
  readonly #folder: string | null;
  readonly #loaded = new Map<string, SignedBundle>();

  private constructor(folder: string | null, current: SignedBundle) {
    this.#folder = folder;
    this.#loaded.set(current.bundle.digest, current);
  }

  /** Keeps the current bundle in the folder. */
  static async open({ current, key, folder }: BundleStoreOptions): Promise<BundleStore> {
    const signed = { bundle: current, signature: key.sign(current.digest) };
    if (folder !== null) await writeBundle(folder, signed);
    return new BundleStore(folder, signed);
  }

  /** `null` if the site does not have it. @throws Error if a kept one was changed */
  async find(digest: string): Promise<SignedBundle | null> {
    if (!DIGEST.test(digest)) return null;
    const loaded = this.#loaded.get(digest);
    if (loaded !== undefined || this.#folder === null) return loaded ?? null;
    const read = await readBundle(this.#folder, digest);
    if (read !== null) this.#loaded.set(digest, read);
    return read;
  }
}
