import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import type { Page } from '@playwright/test';

/** Returns everything that a page has stored in the browser as lines of text, bytes in hex. */
export const everythingStored = (page: Page): Promise<readonly string[]> =>
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
    const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const stored = [asText({ ...localStorage }), asText({ ...sessionStorage }), document.cookie, asText(history.state), location.href];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await resultOf(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const records = database.transaction(store).objectStore(store);
        const [keys, values] = await Promise.all([resultOf(records.getAllKeys()), resultOf(records.getAll())]);
        stored.push(...keys.map((key, index) => `${name} ${store} ${String(key)}\n${asText(values[index])}`));
      }
      database.close();
    }
    for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys()) stored.push(`${name} ${url}`);
    return stored.flatMap((text) => text.split('\n'));
  });

/** @see https://www.rfc-editor.org/rfc/rfc8410 */
const X25519_PREFIX = '302e020100300506032b656e04220420';

const publicKeyOf = (secret: string): string => {
  const key = createPrivateKey({ key: Buffer.from(X25519_PREFIX + secret, 'hex'), format: 'der', type: 'pkcs8' });
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');
};

/**
 * Finds plain secrets of the wallet protocol: pairing URIs, symmetric keys whose hash is a topic, and private keys whose public key is
 * stored. They are detected by their properties, wherever they are stored.
 * @param topics topics known to the relay, in addition to those in the texts
 */
export const secretsIn = (texts: readonly string[], topics: readonly string[] = []): readonly string[] => {
  const hexStrings = new Set(texts.flatMap((text) => text.toLowerCase().match(/[0-9a-f]{64}/g) ?? []));
  const allTopics = new Set([...hexStrings, ...topics]);
  const keys = [...hexStrings].filter((hex) => {
    const topic = createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex');
    return allTopics.has(topic) || allTopics.has(publicKeyOf(hex));
  });
  return [...texts.filter((text) => /wc:[0-9a-f]+@2|symKey=/i.test(text)), ...keys];
};
