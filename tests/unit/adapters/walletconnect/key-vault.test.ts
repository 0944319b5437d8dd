import { describe, expect, it } from 'vitest';
import { KeyCipher } from '../../../../adapters/walletconnect/key-cipher.js';
import { KeyVault } from '../../../../adapters/walletconnect/key-vault.js';
import { FakeRecordStore } from '../../../../application/ports/record-store.fake.js';

const KEY = '5eed'.repeat(16);

const vaultOver = (store: FakeRecordStore, subtle: SubtleCrypto | undefined = crypto.subtle): KeyVault =>
  new KeyVault(store, new KeyCipher(store, subtle));

const storeWithKey = async (): Promise<FakeRecordStore> => {
  const store = new FakeRecordStore();
  await vaultOver(store).set('topic', KEY);
  return store;
};

/** Everything readable on disk: texts, bytes as hex, and bytes as text. */
const dump = (store: FakeRecordStore): string =>
  [...store.persisted]
    .flatMap(([key, value]) => [key, ...Object.values(typeof value === 'object' && value !== null ? value : { value })])
    .map((part) =>
      part instanceof ArrayBuffer || part instanceof Uint8Array ? Buffer.from(part as Uint8Array).toString('latin1') : String(part),
    )
    .flatMap((text) => [text, Buffer.from(text, 'latin1').toString('hex')])
    .join('\n');

describe('KeyVault', () => {
  it('finds keys in the same page, in other tabs and after a reload', async () => {
    const store = new FakeRecordStore();
    const vault = vaultOver(store);
    const tab = vaultOver(store.otherTab());
    expect([await tab.load('topic'), tab.get('topic')]).toEqual([false, undefined]);
    await vault.set('topic', KEY);
    expect([vault.get('topic'), tab.get('topic')]).toEqual([KEY, undefined]);
    expect([await tab.load('topic'), tab.get('topic')]).toEqual([true, KEY]);
    const after = vaultOver(store.reload());
    expect([await after.load('topic'), after.get('topic')]).toEqual([true, KEY]);
  });

  it('lists key names without decrypting, including those of other tabs and in-memory keys', async () => {
    const store = new FakeRecordStore();
    const opened: unknown[] = [];
    const { subtle } = crypto;
    const watched = new Proxy(subtle, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        return typeof member !== 'function'
          ? member
          : (...of: readonly unknown[]): unknown => {
              if (name === 'decrypt') opened.push(name);
              return Reflect.apply(member, target, of);
            };
      },
    });
    await vaultOver(store.otherTab()).set('topic', KEY);
    store.damage('@latchkey/wc/key/damaged', KEY);
    const vault = vaultOver(store, watched);
    expect([...(await vault.names())].sort()).toEqual(['damaged', 'topic']);
    store.mode = 'full';
    await vault.set('own', KEY);
    expect([...(await vault.names())].sort()).toEqual(['damaged', 'own', 'topic']);
    expect(opened).toEqual([]);
    expect([await vault.load('topic'), await vault.load('damaged')]).toEqual([true, false]);
  });

  it('returns no keys if they cannot be decrypted any more', async () => {
    const store = await storeWithKey();
    const tab = store.otherTab();
    expect([...(await new KeyVault(tab, new KeyCipher(tab, undefined)).names())]).toEqual([]);
    store.damage('@latchkey/wc/cipher');
    const vault = vaultOver(store.otherTab());
    expect([[...(await vault.names())], await vault.load('topic')]).toEqual([[], false]);
  });

  it('never stores a key in plain text', async () => {
    const store = await storeWithKey();
    expect(store.persisted.size).toBe(2);
    expect(dump(store)).not.toContain(KEY);
    expect(dump(store)).not.toContain(Buffer.from(KEY, 'hex').toString('latin1'));
    const sealing = [...store.persisted.values()].find((value) => value instanceof CryptoKey);
    expect([sealing?.extractable, sealing?.usages]).toEqual([false, ['encrypt', 'decrypt']]);
  });

  it('decrypts a key only under its own name', async () => {
    const store = await storeWithKey();
    const sealed = [...store.persisted].find(([key]) => key.endsWith('/topic'));
    store.damage('@latchkey/wc/key/other', sealed?.[1]);
    const vault = vaultOver(store.otherTab());
    expect([await vault.load('other'), await vault.load('topic')]).toEqual([false, true]);
  });

  it.each([
    ['a string', 'key/topic', KEY],
    ['an empty object', 'key/topic', {}],
    ['an object of another shape', 'key/topic', { iv: 'text', sealed: [1] }],
    ['bytes that were not sealed', 'key/topic', { iv: new Uint8Array(12), sealed: new ArrayBuffer(80) }],
    ['the cipher key is missing', 'cipher', undefined],
    ['the cipher key is invalid', 'cipher', 'something else'],
  ])('ignores a damaged record and stores new keys: %s', async (_, name, damage) => {
    const store = await storeWithKey();
    store.damage(`@latchkey/wc/${name}`, damage);
    const vault = vaultOver(store.otherTab());
    expect(await vault.load('topic')).toBe(false);
    await vault.set('topic', KEY);
    expect(await vaultOver(store.otherTab()).load('topic')).toBe(true);
  });

  it('encrypts with one key in tabs that start at once', async () => {
    const store = new FakeRecordStore();
    const tabs = [1, 2, 3].map(() => vaultOver(store.otherTab()));
    await Promise.all(tabs.map((tab, index) => tab.set(`topic ${index}`, KEY)));
    const after = vaultOver(store.otherTab());
    expect(await Promise.all([0, 1, 2].map((index) => after.load(`topic ${index}`)))).toEqual([true, true, true]);
  });

  it('creates a claimed key once for all tabs', async () => {
    const store = new FakeRecordStore();
    const tabs = [1, 2, 3].map((tab) => ({ vault: vaultOver(store.otherTab()), own: `${tab}`.repeat(64) }));
    await Promise.all(tabs.map(({ vault, own }) => vault.claim('seed', () => own)));
    const [first, ...others] = tabs.map(({ vault }) => vault.get('seed'));
    expect(others).toEqual([first, first]);
    expect(first).toMatch(/^(1{64}|2{64}|3{64})$/);
  });

  it('removes a key everywhere, also while it is being sealed', async () => {
    const store = new FakeRecordStore();
    const vault = vaultOver(store);
    await vault.set('topic', KEY);
    await vault.remove('topic');
    const setting = vault.set('late', KEY);
    await vault.remove('late');
    await setting;
    expect([vault.get('topic'), await vaultOver(store.otherTab()).load('topic')]).toEqual([undefined, false]);
    expect([...store.persisted.keys()].filter((key) => key.includes('/key/'))).toEqual([]);
  });

  it('reports keys as stored only if they are encrypted', async () => {
    const store = new FakeRecordStore();
    const [sealing, open] = [vaultOver(store), new KeyVault(store, new KeyCipher(store, undefined))];
    await sealing.set('kept', KEY);
    await open.set('lost', KEY);
    expect([await sealing.areStored(['kept']), await open.areStored(['lost']), await open.areStored(['unknown'])]).toEqual([
      true,
      false,
      false,
    ]);
    expect([await sealing.areStored([]), await sealing.areStored(['kept', 'lost'])]).toEqual([true, false]);
  });

  it('keeps keys in memory without Web Crypto', async () => {
    const store = new FakeRecordStore();
    const vault = vaultOver(store, undefined);
    // A page outside a secure context.
    const bare = new KeyVault(store, new KeyCipher(store, undefined));
    await bare.set('topic', KEY);
    await bare.claim('seed', () => KEY);
    expect([bare.get('topic'), await bare.load('topic'), bare.get('seed'), store.persisted.size]).toEqual([KEY, true, KEY, 0]);
    expect(await vault.load('topic')).toBe(false);
  });
});
