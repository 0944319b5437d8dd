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

/** Whatever a person with the disk in hand could read: texts, bytes as hex, and bytes as text. */
const dump = (store: FakeRecordStore): string =>
  [...store.persisted]
    .flatMap(([key, value]) => [key, ...Object.values(typeof value === 'object' && value !== null ? value : { value })])
    .map((part) =>
      part instanceof ArrayBuffer || part instanceof Uint8Array ? Buffer.from(part as Uint8Array).toString('latin1') : String(part),
    )
    .flatMap((text) => [text, Buffer.from(text, 'latin1').toString('hex')])
    .join('\n');

describe('the keys of pairings and sessions', () => {
  it('are found again by the page that set them, by other tabs and after a reload', async () => {
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

  it('are listed by name without being opened, those of other tabs and of this page alone included', async () => {
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

  it('are none where nothing opens them any more', async () => {
    const store = await storeWithKey();
    const tab = store.otherTab();
    expect([...(await new KeyVault(tab, new KeyCipher(tab, undefined)).names())]).toEqual([]);
    store.damage('@latchkey/wc/cipher');
    const vault = vaultOver(store.otherTab());
    expect([[...(await vault.names())], await vault.load('topic')]).toEqual([[], false]);
  });

  it('never lie in the browser in clear', async () => {
    const store = await storeWithKey();
    expect(store.persisted.size).toBe(2);
    expect(dump(store)).not.toContain(KEY);
    expect(dump(store)).not.toContain(Buffer.from(KEY, 'hex').toString('latin1'));
    const sealing = [...store.persisted.values()].find((value) => value instanceof CryptoKey);
    expect([sealing?.extractable, sealing?.usages]).toEqual([false, ['encrypt', 'decrypt']]);
  });

  it('open under their own name only', async () => {
    const store = await storeWithKey();
    const sealed = [...store.persisted].find(([key]) => key.endsWith('/topic'));
    store.damage('@latchkey/wc/key/other', sealed?.[1]);
    const vault = vaultOver(store.otherTab());
    expect([await vault.load('other'), await vault.load('topic')]).toEqual([false, true]);
  });

  it.each([
    ['it is a text', 'key/topic', KEY],
    ['it has nothing in it', 'key/topic', {}],
    ['it has another shape', 'key/topic', { iv: 'text', sealed: [1] }],
    ['it has bytes of somebody else', 'key/topic', { iv: new Uint8Array(12), sealed: new ArrayBuffer(80) }],
    ['what opens it is lost', 'cipher', undefined],
    ['what opens it is something else', 'cipher', 'something else'],
  ])('are not there when the record is damaged, and new ones are: %s', async (_, name, damage) => {
    const store = await storeWithKey();
    store.damage(`@latchkey/wc/${name}`, damage);
    const vault = vaultOver(store.otherTab());
    expect(await vault.load('topic')).toBe(false);
    await vault.set('topic', KEY);
    expect(await vaultOver(store.otherTab()).load('topic')).toBe(true);
  });

  it('are sealed with one key by tabs that begin at once', async () => {
    const store = new FakeRecordStore();
    const tabs = [1, 2, 3].map(() => vaultOver(store.otherTab()));
    await Promise.all(tabs.map((tab, index) => tab.set(`topic ${index}`, KEY)));
    const after = vaultOver(store.otherTab());
    expect(await Promise.all([0, 1, 2].map((index) => after.load(`topic ${index}`)))).toEqual([true, true, true]);
  });

  it('are made once for all tabs that claim one at once', async () => {
    const store = new FakeRecordStore();
    const tabs = [1, 2, 3].map((tab) => ({ vault: vaultOver(store.otherTab()), own: `${tab}`.repeat(64) }));
    await Promise.all(tabs.map(({ vault, own }) => vault.claim('seed', () => own)));
    const [first, ...others] = tabs.map(({ vault }) => vault.get('seed'));
    expect(others).toEqual([first, first]);
    expect(first).toMatch(/^(1{64}|2{64}|3{64})$/);
  });

  it('are gone everywhere once they are removed, also while they are being sealed', async () => {
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

  it('are said to outlive the page only where they can be sealed', async () => {
    const store = new FakeRecordStore();
    const [sealing, open] = [vaultOver(store), new KeyVault(store, new KeyCipher(store, undefined))];
    await sealing.set('kept', KEY);
    await open.set('lost', KEY);
    expect([await sealing.areKept(['kept']), await open.areKept(['lost']), await open.areKept(['unknown'])]).toEqual([true, false, false]);
    expect([await sealing.areKept([]), await sealing.areKept(['kept', 'lost'])]).toEqual([true, false]);
  });

  it('live as long as the page where nothing can be sealed', async () => {
    const store = new FakeRecordStore();
    const vault = vaultOver(store, undefined);
    // What a page without a secure context has instead.
    const bare = new KeyVault(store, new KeyCipher(store, undefined));
    await bare.set('topic', KEY);
    await bare.claim('seed', () => KEY);
    expect([bare.get('topic'), await bare.load('topic'), bare.get('seed'), store.persisted.size]).toEqual([KEY, true, KEY, 0]);
    expect(await vault.load('topic')).toBe(false);
  });
});
