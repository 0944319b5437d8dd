import { describe, expect, it } from 'vitest';
import { DeepLinkChoice } from '../../../../adapters/sign-client/deep-link-choice.js';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import { FakeKeyValueStorage } from '../../../../application/ports/key-value-storage.fake.js';
import { FakeLogger } from '../../../../application/ports/logger.fake.js';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';

const KEY = 'WALLETCONNECT_DEEPLINK_CHOICE';
const WALLET = { href: 'phone://', name: 'Phone' };
const TEXT = JSON.stringify(WALLET);

const fixture = (local: Record<string, string>, own: Record<string, unknown> = {}) => {
  const parts = { local: new FakeStorage(local), storage: new FakeKeyValueStorage(own), logger: new FakeLogger() };
  const choice = new DeepLinkChoice(parts);
  const emitted: unknown[] = [];
  const read = () => choice.pairedWallet$().subscribe((wallet) => emitted.push(wallet));
  return { ...parts, choice, emitted, read };
};

describe('DeepLinkChoice', () => {
  it('reads localStorage synchronously', () => {
    const { read, emitted } = fixture({ [KEY]: TEXT }, { [KEY]: { href: 'other://', name: 'Other' } });
    read();
    expect(emitted).toEqual([WALLET]);
  });

  it.each([
    ['an object', WALLET, WALLET],
    ['a text', TEXT, WALLET],
    ['an unsafe link', { href: 'javascript:alert(1)', name: 'Phone' }, null],
    ['nothing', undefined, null],
  ])('reads the storage of the client if localStorage has none: %s', async (_, stored, wallet) => {
    const { read, emitted } = fixture({}, stored === undefined ? {} : { [KEY]: stored });
    read();
    await flushPromises();
    expect(emitted).toEqual([wallet]);
  });

  it('is removed from both', async () => {
    const { choice, local, storage } = fixture({ [KEY]: TEXT }, { [KEY]: WALLET });
    choice.forget();
    await flushPromises();
    expect([local.get(KEY), storage.texts.size]).toEqual([null, 0]);
  });

  it('does not fail if the storage fails', async () => {
    const { choice, storage, logger, read, emitted } = fixture({});
    storage.mode = 'broken';
    read();
    choice.forget();
    await flushPromises();
    expect(emitted).toEqual([null]);
    expect(logger.entries.map(({ level }) => level)).toEqual(['warn', 'warn']);
  });
});
