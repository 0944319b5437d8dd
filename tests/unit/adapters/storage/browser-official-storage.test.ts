import { describe, expect, it } from 'vitest';
import { codeOf } from '../../../../testing/contracts/test-api.js';
import { OfficialBrowser, TestLocalStorage } from '../support/official-browser.js';

const SESSION = 'wc@2:client:0.3//session';

describe('BrowserOfficialStorage', () => {
  it('reads official keys from localStorage without IndexedDB, and no others', async () => {
    const browser = new OfficialBrowser();
    browser.mode = 'old';
    browser.local = new TestLocalStorage({ [SESSION]: '[]', theme: 'dark', WALLETCONNECT_DEEPLINK_CHOICE: '{}', wc_storage_version: '1' });
    expect(Object.fromEntries(await browser.storage.entries())).toEqual({ [SESSION]: '[]', wc_storage_version: '1' });
    await browser.storage.remove([SESSION, 'theme', 'WALLETCONNECT_DEEPLINK_CHOICE']);
    expect(Object.keys(browser.local)).toEqual(['theme', 'WALLETCONNECT_DEEPLINK_CHOICE', 'wc_storage_version']);
  });

  it('lists database entries first, and removes keys from both', async () => {
    const browser = new OfficialBrowser();
    await browser.fill({ [SESSION]: 'new' });
    browser.local = new TestLocalStorage({ [SESSION]: 'old' });
    expect(await browser.storage.entries()).toEqual([
      [SESSION, 'new'],
      [SESSION, 'old'],
    ]);
    await browser.storage.remove([SESSION]);
    expect(await browser.storage.entries()).toEqual([]);
  });

  it('is empty without storage, and for a foreign database', async () => {
    const bare = new OfficialBrowser();
    bare.mode = 'old';
    expect(await bare.storage.entries()).toEqual([]);
    const other = new OfficialBrowser();
    await other.fill({ [SESSION]: '[]' }, 'another');
    expect(await other.storage.entries()).toEqual([]);
  });

  it('closes the database after each call', async () => {
    const browser = new OfficialBrowser();
    await browser.fill({ [SESSION]: '[]' });
    await browser.storage.entries();
    await browser.storage.remove(['nothing']);
    expect(await browser.isFree()).toBe(true);
  });

  it('times out after three seconds', async () => {
    const browser = new OfficialBrowser();
    await browser.fill({ [SESSION]: '[]' });
    browser.mode = 'silent';
    const code = codeOf(browser.storage.entries());
    browser.clock.advance(3_000);
    expect(await code).toBe('storage/unavailable');
  });
});
