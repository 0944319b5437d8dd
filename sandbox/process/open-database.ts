import { openPglite } from './open-pglite.js';

/** Runs a statement with parameters `$1`, `$2` and so on. @throws any error of the database */
export type Query = (text: string, parameters: readonly unknown[]) => Promise<{ readonly rows: readonly unknown[] }>;

/** An open Postgres. */
export interface Database {
  readonly query: Query;
  stop(): Promise<void>;
}

/** Opens the Postgres at a URL; `null` for a new one in memory. */
export const openDatabase = async (url: string | null): Promise<Database> => {
  if (url === null) {
    const database = await openPglite();
    return { query: (text, parameters) => database.query(text, [...parameters]), stop: () => database.close() };
  }
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({ connectionString: url });
  return { query: (text, parameters) => pool.query(text, [...parameters]), stop: () => pool.end() };
};
