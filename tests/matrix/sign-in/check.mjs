/** Sends real requests to the servers of the guide, and runs the store's contract with `pg`. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { getRequestListener } from '@hono/node-server';
import express from 'express';
import { signInStoreContract } from 'latchkey/testing';
import pg from 'pg';
import { evm, SiteBrowser, testSignIn } from '../../../tests/matrix/sign-in-flow.mjs';

const origin = 'https://app.example';
Object.assign(process.env, { SITE_ORIGIN: origin, SIGN_IN_SECRET: randomBytes(32).toString('hex') });
const [{ app: expressApp }, { app: honoApp }, { createStore }] = await Promise.all(
  ['express', 'hono', 'store'].map((name) => import(`./built/${name}.js`)),
);

/** An app that sets a cookie of its own and parses bodies before the recipe does. */
const busyApp = express()
  .use((_, response, next) => {
    response.cookie('theme', 'dark');
    next();
  })
  .use(express.json())
  .use(expressApp);

const servers = [];
/** Starts a server on a free port of the device, behind which the site's origin is another one, as behind a proxy. */
const start = async (listener) => {
  const server = createServer(listener);
  servers.push(server);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, origin };
};
after(() => {
  for (const server of servers) server.close();
});

const apps = { Express: expressApp, 'Express, with middleware': busyApp, Hono: getRequestListener(honoApp.fetch) };
for (const [name, listener] of Object.entries(apps)) {
  testSignIn(name, () => start(listener));
  it(`${name}: other endpoints know who is signed in`, async () => {
    const { url } = await start(listener);
    const browser = new SiteBrowser(url, origin);
    assert.equal((await browser.fetch('/api/account')).status, 401);
    await browser.signIn(evm);
    assert.deepEqual(await (await browser.fetch('/api/account')).json(), { address: evm.accountAddress });
  });
}

it('Express keeps the cookies of the app', async () => {
  const { url } = await start(busyApp);
  const browser = new SiteBrowser(url, origin);
  await browser.send('nonce');
  assert.deepEqual(
    browser.setCookies.map((cookie) => /^(?:__Host-)?[a-z]+/.exec(cookie)?.[0]),
    ['theme', '__Host-latchkey'],
  );
});

/** Postgres at DATABASE_URL; without it PGlite, over Postgres's protocol. Tables are in a schema of their own, which is dropped. */
describe('postgresStore with pg', () => {
  const schema = `latchkey_${randomBytes(8).toString('hex')}`;
  let pool;
  let close = async () => undefined;

  before(async () => {
    const { DATABASE_URL } = process.env;
    let connectionString = DATABASE_URL;
    if (!DATABASE_URL) {
      const db = await PGlite.create();
      const server = new PGLiteSocketServer({ db, host: '127.0.0.1', port: 0, maxConnections: 10 });
      await server.start();
      connectionString = `postgres://postgres@${server.getServerConn()}/postgres`;
      close = async () => {
        await server.stop();
        await db.close();
      };
    }
    pool = new pg.Pool({ connectionString, options: `-c search_path=${schema}` });
    await pool.query(`CREATE SCHEMA ${schema}`);
    const { rows } = await pool.query('SELECT version()');
    process.stdout.write(`The contract of the store runs on ${DATABASE_URL ? 'DATABASE_URL' : 'PGlite'}: ${rows[0].version}\n`);
  });
  after(async () => {
    await pool?.query(`DROP SCHEMA ${schema} CASCADE`);
    await pool?.end();
    await close();
  });

  const expect = (actual) => ({
    toBe: (expected) => assert.equal(actual, expected),
    toEqual: (expected) => assert.deepEqual(actual, expected),
  });
  signInStoreContract({ describe, it, expect }, 'postgresStore', async () => {
    const store = await createStore(pool);
    await pool.query('TRUNCATE latchkey_nonces, latchkey_sessions');
    return store;
  });
});
