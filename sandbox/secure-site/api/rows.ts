import * as v from 'valibot';
import type { Query } from '../../process/open-database.js';

/** `bigint` columns are texts in `pg`. */
export const timeColumn = v.pipe(v.union([v.number(), v.string(), v.bigint()]), v.transform(Number), v.safeInteger());

/** Runs a statement and returns its first row; `null` if it has none. @throws any error of the database */
export const firstRow = async <Schema extends v.GenericSchema>(
  query: Query,
  schema: Schema,
  text: string,
  parameters: readonly unknown[],
): Promise<v.InferOutput<Schema> | null> => {
  const { rows } = await query(text, parameters);
  return rows.length === 0 ? null : v.parse(schema, rows[0]);
};

/** Runs a statement and returns whether it has rows. @throws any error of the database */
export const hasRows = async (query: Query, text: string, parameters: readonly unknown[]): Promise<boolean> =>
  (await query(text, parameters)).rows.length > 0;
