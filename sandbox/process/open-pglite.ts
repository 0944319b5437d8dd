import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { SANDBOX_ROOT } from '../build/sandbox-root.js';

const CACHE = join(SANDBOX_ROOT, '.cache');

/** File of an empty cluster, of the version of PGlite that the workspace pins. */
const findCluster = async (): Promise<string> => {
  const manifest: { readonly devDependencies: Readonly<Record<string, string>> } = JSON.parse(
    await readFile(join(SANDBOX_ROOT, 'package.json'), 'utf8'),
  );
  return join(CACHE, `pglite-${manifest.devDependencies['@electric-sql/pglite']}.tar`);
};

/**
 * Opens an empty Postgres in memory. The first one is initialized, which takes eight seconds of processor time, and kept; the next ones are
 * copies of it, which take one.
 */
export const openPglite = async (): Promise<PGlite> => {
  // Few sites need it, and it takes a second to load.
  const { PGlite } = await import('@electric-sql/pglite');
  const path = await findCluster();
  const cluster = await readFile(path).catch(() => null);
  if (cluster !== null) return PGlite.create({ loadDataDir: new Blob([cluster]) });
  const database = await PGlite.create();
  await mkdir(CACHE, { recursive: true });
  // Renamed when complete, because other processes may read it.
  const temporary = `${path}-${randomUUID()}`;
  await writeFile(temporary, Buffer.from(await (await database.dumpDataDir('none')).arrayBuffer()));
  await rename(temporary, path);
  return database;
};
