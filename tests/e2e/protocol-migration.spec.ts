import type { Page } from '@playwright/test';
import { verifyMessage } from 'viem';
import { ALICE } from './sandbox/hosts.js';
import { expect, test } from './support/protocol-fixtures.js';
import { connectPages, MESSAGE, signWith, topicOf } from './support/protocol-flows.js';

/** Returns the keys of the official client's records in a page's storage. @see https://specs.walletconnect.com/2.0 */
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

test.describe('migration from the official client @protocol', () => {
  test('keeps the session in app and wallet, and removes the old records when it first changes', async ({ openApp, openWallet }) => {
    const OLD = '?client=official';
    const [oldApp, oldWallet] = [await openApp(OLD), await openWallet(OLD)];
    await connectPages(oldApp, oldWallet);
    await signWith(oldApp, oldWallet);
    const topic = await topicOf(oldApp);
    for (const { page } of [oldApp, oldWallet]) await page.close();

    const [app, wallet] = [await openApp(), await openWallet()];
    expect([await topicOf(app), await topicOf(wallet)]).toEqual([topic, topic]);
    expect(await verifyMessage({ address: ALICE, message: MESSAGE, signature: await signWith(app, wallet) })).toBe(true);
    // A request does not change the session.
    for (const { page } of [app, wallet]) expect(await officialRecords(page)).toContain('wc@2:client:0.3:session');

    await wallet.press('update');
    await expect(app.sessions).toContainText([`eip155:137:${ALICE}`]);
    for (const { page } of [app, wallet]) {
      await expect.poll(async () => (await officialRecords(page)).filter((name) => /session|keychain|pairing/.test(name))).toEqual([]);
      await page.reload();
    }
    for (const { sessions } of [app, wallet]) await expect(sessions).toContainText([`eip155:137:${ALICE}`]);
    expect([await topicOf(app), await topicOf(wallet)]).toEqual([topic, topic]);
    await signWith(app, wallet);
  });
});
