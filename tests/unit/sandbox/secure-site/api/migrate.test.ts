import { readdirSync, readFileSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPglite } from '../../../../../sandbox/process/open-pglite.js';
import { migrate } from '../../../../../sandbox/secure-site/api/migrate.js';
import { SECURE_SITE_SCHEMA } from '../../../../../sandbox/secure-site/api/schema.js';
import { beginWallet, createWallet, releaseSecret, SecureSiteWorld, type TestDevice, VAULT } from './secure-site-world.js';

/** Tables as earlier versions created them, in order. */
const FOLDER = new URL('schemas/', import.meta.url);
const EARLIER = readdirSync(FOLDER).sort();
/** The last version without a table of versions. */
const UNNUMBERED = 'without numbers';
const TABLES = SECURE_SITE_SCHEMA.flatMap((text) => /CREATE TABLE IF NOT EXISTS (\w+)/.exec(text)?.[1] ?? []);

type Row = Readonly<Record<string, unknown>>;

let database: PGlite;
let world: SecureSiteWorld;
let owner: TestDevice;
/** Rows that today's API has written, by table. */
let written: ReadonlyMap<string, readonly Row[]>;

const query = async (text: string, parameters: readonly unknown[] = []) => database.query<Row>(text, [...parameters]);
const rowsOf = async (text: string): Promise<readonly Row[]> => (await query(text)).rows;

beforeAll(async () => {
  database = await openPglite();
});
afterAll(() => database.close());

beforeEach(async () => {
  await database.exec('DROP SCHEMA IF EXISTS site CASCADE; CREATE SCHEMA site; SET search_path TO site');
  world = await SecureSiteWorld.create();
  const frame = await world.frame();
  await world.login(frame);
  owner = await createWallet(frame);
  // A second user, whose wallet is begun.
  const other = await world.frame();
  await world.login(other, 'bob@example.com');
  await beginWallet(other);
  const tables = await Promise.all(TABLES.map(async (table) => [table, (await world.query(`SELECT * FROM ${table}`, [])).rows] as const));
  // Rows are objects.
  written = new Map(tables as readonly (readonly [string, readonly Row[]])[]);
});

/** Tables have no order. */
const sorted = (rows: readonly Row[]): readonly Row[] => {
  const textOf = (row: Row): string => JSON.stringify(Object.entries(row).sort());
  return [...rows].sort((a, b) => textOf(a).localeCompare(textOf(b)));
};

const columnsOf = async (table: string): Promise<readonly string[]> =>
  (
    await rowsOf(`SELECT column_name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = '${table}'`)
  ).map(({ column_name: name }) => String(name));

/** A database of an earlier version with the rows that it would have had. */
const openEarlier = async (file: string): Promise<void> => {
  await database.exec(file === UNNUMBERED ? `${SECURE_SITE_SCHEMA.join(';')};` : readFileSync(new URL(file, FOLDER), 'utf8'));
  for (const [table, rows] of written) {
    const columns = await columnsOf(table);
    for (const row of rows) {
      const values = Object.entries(row).filter(([name]) => columns.includes(name));
      if (values.length === 0) continue;
      const names = values.map(([name]) => name).join(', ');
      const places = values.map((_, index) => `$${index + 1}`).join(', ');
      await query(
        `INSERT INTO ${table} (${names}) VALUES (${places})`,
        values.map(([, value]) => value),
      );
    }
  }
};

const catalog = async () => ({
  columns: await rowsOf(`SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns
WHERE table_schema = current_schema() ORDER BY table_name, column_name`),
  constraints: await rowsOf(`SELECT conrelid::regclass::text AS table_name, conname, pg_get_constraintdef(oid) AS text FROM pg_constraint
WHERE connamespace = current_schema()::regnamespace ORDER BY table_name, conname`),
  indexes: await rowsOf(`SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = current_schema() ORDER BY indexname`),
});
const versions = () => rowsOf('SELECT version, applied_at FROM secure_site_versions ORDER BY version');
const today = async () => {
  await database.exec('DROP SCHEMA site CASCADE; CREATE SCHEMA site');
  await migrate(query);
  return { tables: await catalog(), versions: (await versions()).map(({ version }) => version) };
};

describe('a database of the secure site', () => {
  it.each([...EARLIER, UNNUMBERED])(
    'of the version %s has the tables of a new one afterwards, and the rows that today’s API would have written',
    async (file) => {
      const expected = await today();
      await database.exec('DROP SCHEMA site CASCADE; CREATE SCHEMA site');
      await openEarlier(file);
      const before = await Promise.all(TABLES.map(columnsOf));
      await migrate(query);
      expect(await catalog()).toEqual(expected.tables);
      expect((await versions()).map(({ version }) => version)).toEqual(expected.versions);
      for (const [index, table] of TABLES.entries()) {
        const had = (before[index]?.length ?? 0) > 0;
        const rows = await rowsOf(`SELECT * FROM ${table}`);
        expect(sorted(rows), table).toEqual(had ? sorted(written.get(table) ?? []) : []);
      }
    },
  );

  it.each(EARLIER)('of the version %s works: the user finds the wallet, and the device gets its secret', async (file) => {
    await openEarlier(file);
    await migrate(query);
    const migrated = await SecureSiteWorld.over(query);
    const frame = await migrated.frame();
    await migrated.login(frame);
    expect(await frame.session()).toMatchObject({ wallet: owner.wallet, otherWallet: null, email: 'alice@example.com', provider: 'email' });
    expect(await releaseSecret(frame, owner)).toMatchObject({ secret: owner.secret, vault: VAULT });
  });

  it('of a version that kept the key of replaced words has none for a wallet without words', async () => {
    await openEarlier('1-first.sql');
    await query(`UPDATE secure_site_wallets SET recovery_wraps = '[]'`);
    await migrate(query);
    expect(await rowsOf('SELECT recovery_key FROM secure_site_wallets')).toEqual([{ recovery_key: null }]);
  });

  it('is changed once', async () => {
    await openEarlier('1-first.sql');
    await migrate(query);
    const applied = await versions();
    // Written since, by today's API.
    await query(`UPDATE secure_site_accounts SET provider = 'google', subject = 'a', email = NULL WHERE email = 'bob@example.com'`);
    const rows = await rowsOf('SELECT * FROM secure_site_accounts ORDER BY id');
    await migrate(query);
    expect(await versions()).toEqual(applied);
    expect(await rowsOf('SELECT * FROM secure_site_accounts ORDER BY id')).toEqual(rows);
  });

  it('is left as it is if a change fails', async () => {
    await openEarlier('1-first.sql');
    const before = await catalog();
    // An index on it cannot be created.
    await query('CREATE VIEW secure_site_passkeys AS SELECT 1 AS wallet');
    await expect(migrate(query)).rejects.toThrow('secure_site_passkeys');
    await query('DROP VIEW secure_site_passkeys');
    expect(await catalog()).toEqual(before);
  });

  it('of a later version is refused', async () => {
    await migrate(query);
    await query('INSERT INTO secure_site_versions VALUES (1000, 0)');
    await expect(migrate(query)).rejects.toThrow('later version of the secure site');
  });
});
