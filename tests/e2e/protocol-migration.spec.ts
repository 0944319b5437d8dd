import type { Page } from '@playwright/test';
import { verifyMessage } from 'viem';
import { ALICE } from './sandbox/hosts.js';
import { expect, test } from './support/protocol-fixtures.js';
import { connectPages, MESSAGE, signWith, topicOf } from './support/protocol-flows.js';

/** Names of the records that the official client has in a page's browser. @see https://specs.walletconnect.com/2.0 */
const officialRecords = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('WALLET_CONNECT_V2_INDEXED_DB');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const names = await new Promise<readonly IDBValidKey[]>((resolve, reject) => {
      const request = database.transaction('keyvaluestorage').objectStore('keyvaluestorage').getAllKeys();
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    database.close();
    return names.map(String).filter((name) => name.startsWith('wc@2:'));
  });

test.describe('a page that swaps the official client for ours @protocol', () => {
  for (const role of ['app', 'wallet'] as const) {
    test(`goes on with its session as the ${role}, and removes the old records with the first change`, async ({ openApp, openWallet }) => {
      const OLD = '?client=official';
      const [oldApp, oldWallet] = [await openApp(role === 'app' ? OLD : ''), await openWallet(role === 'wallet' ? OLD : '')];
      await connectPages(oldApp, oldWallet);
      await signWith(oldApp, oldWallet);
      const topic = await topicOf(oldApp);
      await (role === 'app' ? oldApp : oldWallet).page.close();

      const app = role === 'app' ? await openApp() : oldApp;
      const wallet = role === 'wallet' ? await openWallet() : oldWallet;
      const { page } = role === 'app' ? app : wallet;
      expect([await topicOf(app), await topicOf(wallet)]).toEqual([topic, topic]);
      expect(await verifyMessage({ address: ALICE, message: MESSAGE, signature: await signWith(app, wallet) })).toBe(true);
      // A request changes nothing of a session.
      expect(await officialRecords(page)).toContain('wc@2:client:0.3:session');

      await wallet.press('update');
      await expect(app.sessions).toContainText([`eip155:137:${ALICE}`]);
      await expect.poll(async () => (await officialRecords(page)).filter((name) => /session|keychain|pairing/.test(name))).toEqual([]);
      await page.reload();
      expect(await topicOf(app)).toBe(topic);
      await signWith(app, wallet);
    });
  }
});
