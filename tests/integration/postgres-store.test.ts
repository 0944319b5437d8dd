import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { POSTGRES_SCHEMA, postgresStore } from '../../server/postgres-store.js';
import { signInStoreContract } from '../../testing/contracts/sign-in-store.contract.js';

let database: PGlite;
beforeAll(async () => {
  database = await PGlite.create();
});
afterAll(() => database.close());

/** A store with empty tables, in one database for all tests. */
const emptyStore = async () => {
  // Twice, as each start of a server runs them.
  for (const statement of [...POSTGRES_SCHEMA, ...POSTGRES_SCHEMA]) await database.query(statement);
  await database.exec('DELETE FROM latchkey_nonces; DELETE FROM latchkey_sessions');
  return postgresStore((text, parameters) => database.query(text, parameters));
};

signInStoreContract({ describe, it, expect }, 'postgresStore', emptyStore);

describe('postgresStore', () => {
  it('deletes rows that have expired', async () => {
    const store = await emptyStore();
    await store.addNonce({ browserId: 'a', nonce: 'first', expiresAt: 1 });
    await store.takeNonce({ browserId: 'b', nonce: 'other' }, 2);
    expect((await database.query('SELECT * FROM latchkey_nonces')).rows).toEqual([]);
  });
});
