import { ed25519 } from '@noble/curves/ed25519.js';
import { decodeAddress } from '@polkadot/util-crypto';
import { base58 } from '@scure/base';
import { Verifier } from 'bip322-js';
import { recoverMessageAddress } from 'viem';
import type { Namespace } from '../../domain/caip/namespace.js';
import type { Kit } from './pages/kit/main.js';
import { buildPage } from './support/built-page.js';
import { expect, test } from './support/fixtures.js';

declare const kit: Promise<Kit>;

const MESSAGE = 'grüß Gott';

/** Namespaces and the second network that the wallet supports. */
const OTHERS: readonly (readonly [Namespace, string])[] = [
  ['eip155', 'eip155:137'],
  ['solana', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'],
  ['bip122', 'bip122:000000000933ea01ad0ee984209779ba'],
  ['polkadot', 'polkadot:e143f23803ac50e8f6f8e62695d1ce9e'],
];

/** Verifies a signature with a library that Latchkey does not use for it. */
const isSigned: Readonly<Record<string, (address: string, signature: string) => Promise<boolean> | boolean>> = {
  // viem accepts any hex signature.
  eip155: async (address, signature) =>
    (await recoverMessageAddress({ message: MESSAGE, signature: signature as `0x${string}` })) === address,
  solana: (address, signature) => ed25519.verify(base58.decode(signature), new TextEncoder().encode(MESSAGE), base58.decode(address)),
  bip122: (address, signature) => Verifier.verifySignature(address, MESSAGE, signature),
  polkadot: (address, signature) =>
    ed25519.verify(
      Buffer.from(signature.slice(-128), 'hex'),
      new TextEncoder().encode(`<Bytes>${MESSAGE}</Bytes>`),
      decodeAddress(address),
    ),
};

test.describe('wallets of latchkey/testing @chains', () => {
  let files = '';
  test.beforeAll(async () => {
    files = await buildPage({ folder: 'tests/e2e/pages/kit' });
  });

  test('connect, sign, reject, switch and disconnect in four namespaces without an extension, a network or a key', async ({
    page,
    serve,
  }) => {
    const { origin } = await serve({ files, meta: null, scripts: [] });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    // There is no node. Reads fail, but this test does not need them.
    await page.route('**/node', (route) =>
      route.fulfill({ json: { jsonrpc: '2.0', id: 1, error: { code: -32_000, message: 'No node' } } }),
    );
    await page.goto(origin);
    await page.evaluate(async () => void (await kit));

    const signatures: (readonly [Namespace, string, string])[] = [];
    for (const [namespace, other] of OTHERS) {
      const address = (await page.evaluate(async (name) => (await kit).connect(name), namespace)) ?? '';
      const sign = (): Promise<string> =>
        page.evaluate(async ([name, text]) => (await kit).sign(name, text), [namespace, MESSAGE] as const);
      signatures.push([namespace, address, await sign()]);
      expect(await page.evaluate(async (name) => (await kit).signRejected(name, 'wallet'), namespace)).toBe('wallet/rejected');
      expect(await page.evaluate(async (chainId) => (await kit).moveTo(chainId), other)).toBe(other);
      await page.evaluate(async (name) => (await kit).client.disconnect(name), namespace);
      expect(await page.evaluate(async (name) => (await kit).client.getAccount(name).status, namespace)).toBe('disconnected');
    }
    const addresses = await page.evaluate(async () => (await kit).pair());
    for (const [index, [namespace]] of OTHERS.entries()) {
      const signature = await page.evaluate(async ([name, text]) => (await kit).sign(name, text), [namespace, MESSAGE] as const);
      signatures.push([namespace, addresses[index] ?? '', signature]);
      expect(await page.evaluate(async (name) => (await kit).signRejected(name, 'phone'), namespace)).toBe('wallet/rejected');
    }
    await page.evaluate(async () => (await kit).client.disconnect());
    await expect.poll(() => page.evaluate(async () => (await kit).phone.sessions)).toEqual([]);

    for (const [namespace, address, signature] of signatures) {
      expect([namespace, await isSigned[namespace]?.(address, signature)]).toEqual([namespace, true]);
    }
    expect(requests.filter((url) => !url.startsWith(origin) && !/^(data|blob):/.test(url))).toEqual([]);
  });
});
