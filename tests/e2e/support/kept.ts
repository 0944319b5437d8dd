import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import type { Page } from '@playwright/test';

/** Everything that a page has left in its browser, as text: one line each, bytes in hex. */
export const everythingKept = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const asText = (value: unknown): string => {
      if (value instanceof ArrayBuffer) return asText(new Uint8Array(value));
      if (ArrayBuffer.isView(value))
        return Array.from(new Uint8Array(value.buffer, value.byteOffset, value.byteLength), (byte) =>
          byte.toString(16).padStart(2, '0'),
        ).join('');
      if (value instanceof CryptoKey) return `a key, ${value.extractable ? 'readable' : 'not readable'}`;
      if (typeof value !== 'object' || value === null) return String(value);
      return Object.entries(value)
        .map(([key, each]) => `${key} ${asText(each)}`)
        .join('\n');
    };
    const answer = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const kept = [asText({ ...localStorage }), asText({ ...sessionStorage }), document.cookie, asText(history.state), location.href];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await answer(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const records = database.transaction(store).objectStore(store);
        const [keys, values] = await Promise.all([answer(records.getAllKeys()), answer(records.getAll())]);
        kept.push(...keys.map((key, index) => `${name} ${store} ${String(key)}\n${asText(values[index])}`));
      }
      database.close();
    }
    for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys()) kept.push(`${name} ${url}`);
    return kept.flatMap((text) => text.split('\n'));
  });

/** @see https://www.rfc-editor.org/rfc/rfc8410 */
const X25519_PREFIX = '302e020100300506032b656e04220420';

const publicKeyOf = (secret: string): string => {
  const key = createPrivateKey({ key: Buffer.from(X25519_PREFIX + secret, 'hex'), format: 'der', type: 'pkcs8' });
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');
};

/**
 * Secrets of the wallet protocol in clear: a pairing URI, a key whose hash is a topic, and a key whose other half is among the texts.
 * They are found by what they are, not by where they should not be.
 * @param topics those that the relay knows of, beside those in the texts
 */
export const secretsIn = (texts: readonly string[], topics: readonly string[] = []): readonly string[] => {
  const words = new Set(texts.flatMap((text) => text.toLowerCase().match(/[0-9a-f]{64}/g) ?? []));
  const known = new Set([...words, ...topics]);
  const keys = [...words].filter((word) => {
    const topic = createHash('sha256').update(Buffer.from(word, 'hex')).digest('hex');
    return known.has(topic) || known.has(publicKeyOf(word));
  });
  return [...texts.filter((text) => /wc:[0-9a-f]+@2|symKey=/i.test(text)), ...keys];
};
