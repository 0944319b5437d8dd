import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toChainId } from '../../domain/caip/caip-2.js';
import { openPglite } from '../../sandbox/process/open-pglite.js';
import { POSTGRES_SCHEMA, postgresStore } from '../../server/postgres-store.js';
import { signInStoreContract } from '../../testing/contracts/sign-in-store.contract.js';

let database: PGlite;
beforeAll(async () => {
  database = await openPglite();
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
  const rowsOf = async (table: string) => (await database.query(`SELECT * FROM ${table}`)).rows.length;

  it('deletes the rows that have expired when it adds one', async () => {
    const store = await emptyStore();
    await store.addNonce({ browserId: 'a', nonce: 'first', expiresAt: 2 }, 1);
    await store.addNonce({ browserId: 'b', nonce: 'second', expiresAt: 3 }, 2);
    expect(await rowsOf('latchkey_nonces')).toBe(1);
    const session = { chainId: toChainId('eip155:1'), accountAddress: '0x', message: '', signature: '', signedInAt: 1 };
    await store.addSession({ ...session, signInId: 'a', expiresAt: 2 }, 1);
    await store.addSession({ ...session, signInId: 'b', expiresAt: 3 }, 2);
    expect(await rowsOf('latchkey_sessions')).toBe(1);
  });

  it('has no more than fifty nonces of a browser', async () => {
    const store = await emptyStore();
    for (let index = 0; index < 52; index += 1) await store.addNonce({ browserId: 'a', nonce: String(index), expiresAt: 1_000 }, 1);
    expect(await rowsOf('latchkey_nonces')).toBe(50);
  });
});
