import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { type Hex, hexToBytes, serializeTransaction } from 'viem';
import { beforeEach, describe, expect, it } from 'vitest';
import { phraseOf } from '../../../../../sandbox/secure-site/keys/accounts.js';
import {
  addDeviceChallenge,
  exportChallenge,
  policyChallenge,
  rotationChallenge,
  signingChallenge,
  wrapChallenge,
} from '../../../../../sandbox/secure-site/keys/confirmation.js';
import { DeviceSecrets } from '../../../../../sandbox/secure-site/keys/device-secrets.js';
import { evmDigestOf, type Payload } from '../../../../../sandbox/secure-site/keys/effects.js';
import { encodeParts, fromBase64Url, toBase64Url } from '../../../../../sandbox/secure-site/keys/encode.js';
import { KeyWorker, KeyWorkerError } from '../../../../../sandbox/secure-site/keys/key-worker.js';
import type { KeyResults } from '../../../../../sandbox/secure-site/keys/messages.js';
import { ANY_ORIGIN, encodePolicy, type OriginLimits, type Policy } from '../../../../../sandbox/secure-site/keys/policy.js';
import type { SpendLog } from '../../../../../sandbox/secure-site/keys/spend-log.js';
import type { Vault } from '../../../../../sandbox/secure-site/keys/vault.js';
import { openContents } from '../../../../../sandbox/secure-site/keys/vault-contents.js';
import { InlineWorker } from './inline-worker.js';
import { softwarePasskey } from './software-passkey.js';
import { fill, SECRETS } from './support.js';

const { server, recovery } = SECRETS;
const WALLET = 'wallet-1';
const APP = 'https://app.example';
const OTHER_APP = 'https://other.example';
const TOKEN = '0x5fbdb2315678afecb367f032d93f642f64180aa3';
const BOB = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const HOUR_MS = 3_600_000;
const GAS = 21_000n;
const ORDERS = [{ pair: 'device-server', device: 'device-2', secrets: { server: fill(0xbb) } }] as const;
/** A device of the attacker. */
const ADDED = {
  device: 'device-9',
  frame: 'f'.repeat(43),
  agreementKey: 'BI8J9nYYhlUdHs_YlkxbJMTUAUVUscYOomxjEZSZXLi6BsACi6tcXhczJ0OADbefC8r0-sGNhMbRzNLIzE83KI0',
};

const mine = softwarePasskey(1);
const other = softwarePasskey(2, 'EdDSA');

const send = (value: bigint, nonce = 0, data: Hex = '0x', to: Hex = BOB): Payload => ({
  kind: 'evm-transaction',
  bytes: new Uint8Array(
    hexToBytes(
      serializeTransaction({ type: 'eip1559', chainId: 1, nonce, to, value, data, gas: GAS, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n }),
    ),
  ),
});
/** A token's amount is its last word. */
const tokens = (amount: bigint, nonce = 0): Payload =>
  send(0n, nonce, `0xa9059cbb${BOB.slice(2).toLowerCase().padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`, TOKEN);
const TEXT: Payload = { kind: 'evm-message', bytes: new TextEncoder().encode('Hello') };
const DIGEST: Payload = { kind: 'evm-digest', bytes: fill(3) };

const limit = (amount: bigint, origin = APP, contracts: readonly string[] = []): OriginLimits => ({
  origin,
  assets: [
    { asset: 'eip155:1/native', amount: String(amount) },
    { asset: `eip155:1/erc20:${TOKEN}`, amount: '100' },
  ],
  contracts,
});
const policyOf = (...limits: readonly OriginLimits[]): Policy => ({ passkeys: [mine.passkey], limits });

let now: number;
let devices: DeviceSecrets;
let worker: InlineWorker;
let client: KeyWorker;
let created: KeyResults['create'];
/** Vault of the present policy. */
let vault: Vault;
let log: SpendLog | null;

beforeEach(async () => {
  now = Date.parse('2026-01-01T12:00:00Z');
  devices = new DeviceSecrets(null);
  worker = new InlineWorker('policy', { now: () => now, devices });
  client = new KeyWorker(worker);
  created = await client.request('create', {
    wallet: WALLET,
    wraps: [
      { pair: 'device-server', device: 'device-1', secrets: { server } },
      { pair: 'server-recovery', device: '', secrets: { server, recovery } },
    ],
  });
  vault = created.vault;
  log = null;
});

/** The code of a refusal; `null` if the worker did it. */
const codeOf = (result: Promise<unknown>): Promise<string | null> =>
  result.then(
    () => null,
    (error: unknown) => {
      if (error instanceof KeyWorkerError) return error.code;
      throw error;
    },
  );

/** Signs, and stores the log as a page does. @param nonce with which a passkey begins the log */
const sign = async (payloads: readonly Payload[], origin = APP, by: typeof mine | null = null, nonce?: string) => {
  const confirmation = by === null ? {} : { assertion: by.assert(signingChallenge(payloads, nonce)) };
  const signed = await client.request('sign', { wallet: WALLET, origin, payloads, ...confirmation });
  log = signed.log ?? log;
  return signed;
};

/** Sets a policy, confirmed by a passkey, and keeps the vault as the server does. */
const set = async (policy: Policy, by: typeof mine | null = mine) => {
  const counter = (vault.version === 2 ? vault.counter : 0) + 1;
  const confirmation = by === null ? {} : { assertion: by.assert(policyChallenge(WALLET, counter, policy)) };
  const result = await client.request('set-policy', { wallet: WALLET, vault, policy, ...confirmation });
  vault = result.vault;
  log = result.log ?? log;
  return result;
};

const unlockWith = (opened: Vault, pair: 'device-server' | 'server-recovery' = 'device-server') =>
  client.request('unlock', {
    wallet: WALLET,
    seenEpoch: 0,
    vault: opened,
    wrap: created.wraps.find((each) => each.pair === pair)!,
    secrets: pair === 'device-server' ? { server } : { server, recovery },
  });

let reloads = 0;
/** Another worker: the page was reloaded. */
const reload = async (stored: SpendLog | null): Promise<void> => {
  reloads += 1;
  worker = new InlineWorker(`reloaded ${reloads}`, { now: () => now, devices });
  client = new KeyWorker(worker);
  await unlockWith(vault);
  if (stored !== null) expect(await client.request('resume-log', { wallet: WALLET, log: stored })).toBe(true);
};

describe('a wallet without passkeys and limits', () => {
  it('signs everything that the user approves, as before', async () => {
    for (const payload of [TEXT, DIGEST, send(10n), tokens(5n), send(0n, 0, '0x12345678', TOKEN)])
      expect((await sign([payload])).log).toBeNull();
  });
});

describe('a passkey', () => {
  it('is added by its own confirmation, and then by that of one that is there', async () => {
    expect(await codeOf(set(policyOf(), null))).toBe('passkey-needed');
    expect(await codeOf(set(policyOf(), other))).toBe('unknown-passkey');
    await set(policyOf());
    const both = { passkeys: [mine.passkey, other.passkey], limits: [] };
    expect(await codeOf(set(both, other))).toBe('unknown-passkey');
    expect((await set(both)).policy).toEqual({ ...both, counter: 2 });
    // Each of them counts now.
    await sign([send(1n)], APP, other);
    expect((await set({ passkeys: [other.passkey], limits: [] }, other)).policy.counter).toBe(3);
    expect(await codeOf(sign([send(1n)], APP, mine))).toBe('unknown-passkey');
  });

  it('confirms one digest, and no other', async () => {
    await set(policyOf());
    const assertion = mine.assert(signingChallenge([send(1n)]));
    const request = (payloads: readonly Payload[]) => client.request('sign', { wallet: WALLET, origin: APP, payloads, assertion });
    for (const payloads of [[send(2n)], [send(1n, 1)], [DIGEST], [send(1n), send(1n)]])
      expect(await codeOf(request(payloads))).toBe('wrong-assertion');
    const { signatures } = await request([send(1n)]);
    const key = fromBase64Url(created.accounts.eip155.publicKey);
    expect(secp256k1.verify(signatures[0]!.subarray(0, 64), evmDigestOf(send(1n)), key, { prehash: false })).toBe(true);
    // Each digest of several is confirmed, in their order.
    const several = [send(1n), DIGEST];
    const confirmed = { wallet: WALLET, origin: APP, assertion: mine.assert(signingChallenge(several)) };
    expect(await codeOf(client.request('sign', { ...confirmed, payloads: several.toReversed() }))).toBe('wrong-assertion');
    expect((await client.request('sign', { ...confirmed, payloads: several })).signatures).toHaveLength(2);
  });

  it('of a text changes no policy, also if its bytes are those of such a change', async () => {
    await set(policyOf());
    const none: Policy = { passkeys: [], limits: [] };
    const parts = ['latchkey/confirmation/1', 'set-policy', WALLET, 2, toBase64Url(sha256(encodePolicy(none)))];
    const assertion = mine.assert(signingChallenge([{ kind: 'solana', bytes: encodeParts(parts) }]));
    expect(await codeOf(client.request('set-policy', { wallet: WALLET, vault, policy: none, assertion }))).toBe('wrong-assertion');
  });

  it('confirms another device, and no other one than that', async () => {
    await set(policyOf());
    const added = { ...ADDED, agreementKey: await client.request('make-agreement-key', {}) };
    const addedServer = fill(0xbb);
    const assertion = mine.assert(addDeviceChallenge(WALLET, added, addedServer));
    const add = (changes: Partial<typeof added> = {}, secret = addedServer) =>
      client.request('add-device', { wallet: WALLET, added: { ...added, ...changes }, server: secret, assertion });
    const agreementKey = await client.request('make-agreement-key', {});
    for (const changes of [{ device: 'device-8' }, { frame: 'g'.repeat(43) }, { agreementKey }])
      expect(await codeOf(add(changes))).toBe('wrong-assertion');
    expect(await codeOf(add({}, fill(0xcc)))).toBe('wrong-assertion');
    expect((await add()).wrap).toMatchObject({ pair: 'device-server', device: added.device });
  });

  it('is not needed for a text', async () => {
    await set(policyOf());
    await sign([TEXT]);
  });

  it('is there after a reload, in the vault that the server has', async () => {
    await set(policyOf());
    await reload(log);
    expect(await codeOf(sign([send(1n)]))).toBe('passkey-needed');
    await sign([send(1n)], APP, mine);
  });

  it('stays when the data key is replaced, which it confirms', async () => {
    await set(policyOf());
    const rotate = (by: typeof mine | null) => {
      const confirmation = by === null ? {} : { assertion: by.assert(rotationChallenge(WALLET, 1, ORDERS)) };
      return client.request('rotate', { wallet: WALLET, vault, wraps: ORDERS, ...confirmation });
    };
    expect(await codeOf(rotate(null))).toBe('passkey-needed');
    const next = await rotate(mine);
    const { secrets } = ORDERS[0];
    await client.request('unlock', { wallet: WALLET, seenEpoch: 2, vault: next.vault, wrap: next.wraps[0]!, secrets });
    expect(await codeOf(sign([send(1n)]))).toBe('passkey-needed');
  });

  it('confirms the export of the phrase, also with the recovery secret', async () => {
    await set(policyOf());
    const window = new KeyWorker(new InlineWorker('window', { now: () => now, canExport: true, devices }));
    const wrap = created.wraps.find(({ pair }) => pair === 'server-recovery')!;
    const request = { wallet: WALLET, vault, wrap, secrets: { server, recovery } };
    expect(await codeOf(window.request('export', request))).toBe('passkey-needed');
    const other = { ...request, assertion: mine.assert(exportChallenge('wallet-2', 1)) };
    expect(await codeOf(window.request('export', other))).toBe('wrong-assertion');
    const confirmed = { ...request, assertion: mine.assert(exportChallenge(WALLET, 1)) };
    expect(await window.request('export', confirmed)).toEqual(phraseOf(worker.drawn[0]!));
  });

  it('that is lost is replaced once a recovery secret has opened the wallet, which adds a device as well', async () => {
    await set(policyOf());
    await client.request('wipe', {});
    await unlockWith(vault, 'server-recovery');
    await client.request('wrap', { wallet: WALLET, wraps: ORDERS });
    // It signs no more than before.
    expect(await codeOf(sign([send(1n)]))).toBe('passkey-needed');
    const replaced = { passkeys: [other.passkey], limits: [] };
    expect(await codeOf(set(replaced, null))).toBe('passkey-needed');
    await set(replaced, other);
    await sign([send(1n)], APP, other);
    expect((await set({ passkeys: [], limits: [] }, null)).policy.passkeys).toEqual([]);
    await sign([send(1n)]);
  });
});

describe('code in the page that drives the worker as it likes, with all secrets that pass through the page', () => {
  it('gets no signature of what a passkey protects, and no wrap that would open the wallet elsewhere', async () => {
    const before = created.vault;
    await set(policyOf(limit(50n)));
    const stored = log;
    await reload(stored);
    const forged = softwarePasskey(9);
    const named = { passkeys: [{ ...forged.passkey, id: mine.passkey.id }], limits: [] };
    const targets = [
      [send(1n)],
      [tokens(1n)],
      [DIGEST],
      [send(0n, 0, '0x095ea7b3', TOKEN)],
      [{ kind: 'solana', bytes: fill(0xff, 9) }],
    ] as const;
    const attempts: readonly (() => Promise<unknown>)[] = [
      // An older vault, another policy, and none.
      () => unlockWith(before),
      () => client.request('wipe', {}).then(() => unlockWith(before)),
      () => unlockWith({ ...before, version: 1 }),
      () => unlockWith(vault.version === 2 ? { ...vault, counter: vault.counter + 1 } : vault),
      () => set({ passkeys: [], limits: [] }, null),
      () => set({ passkeys: [], limits: [] }, forged),
      () => set(named, { ...forged, assert: (challenge) => ({ ...forged.assert(challenge), credential: mine.passkey.id }) }),
      () => set({ ...policyOf(limit(10n ** 30n)) }, null),
      // Secrets of its own.
      () => client.request('wrap', { wallet: WALLET, wraps: ORDERS }),
      () => client.request('wrap', { wallet: WALLET, wraps: ORDERS, assertion: mine.assert(wrapChallenge(WALLET, [])) }),
      () => client.request('add-device', { wallet: WALLET, added: ADDED, server: fill(0xbb) }),
      () => client.request('rotate', { wallet: WALLET, vault, wraps: ORDERS }),
      // The names of another wallet or app, and a log that it has made up.
      () => client.request('create', { wallet: WALLET, wraps: ORDERS }),
      () => client.request('resume-log', { wallet: WALLET, log: { wallet: WALLET, spends: [], mac: 'A'.repeat(43) } }),
    ];
    for (const attempt of attempts) {
      await attempt().catch(() => undefined);
      for (const payloads of targets) {
        for (const origin of [APP, OTHER_APP, ANY_ORIGIN, 'https://secure.example']) {
          expect(await codeOf(sign(payloads, origin))).toMatch(/^(?:passkey-needed|locked)$/);
          const assertion = forged.assert(signingChallenge(payloads));
          const request = { wallet: WALLET, origin, payloads };
          expect(await codeOf(client.request('sign', { ...request, assertion }))).toMatch(/^(?:unknown-passkey|locked)$/);
          const renamed = { ...assertion, credential: mine.passkey.id };
          expect(await codeOf(client.request('sign', { ...request, assertion: renamed }))).toMatch(/^(?:wrong-assertion|locked)$/);
        }
      }
      await unlockWith(vault).catch(() => undefined);
    }
    // The user's passkey does.
    await reload(stored);
    for (const payloads of targets) await sign(payloads, APP, mine);
  });

  it('cannot roll back to the vault of before in a worker that has opened a newer one, nor with the newest one unsealed', async () => {
    const before = created.vault;
    await set(policyOf());
    expect(await codeOf(unlockWith(before))).toBe('rolled-back');
    await client.request('wipe', {});
    expect(await codeOf(unlockWith(before))).toBe('rolled-back');
    // The number, the version and the epoch are authenticated.
    if (vault.version !== 2) throw new Error('The vault has no policy');
    for (const changed of [
      { ...vault, counter: 2 },
      { ...vault, epoch: 2 },
      { ...vault, sealed: `B${vault.sealed.slice(1)}` },
    ])
      expect(await codeOf(unlockWith(changed))).toMatch(/^(?:not-opened|epochs-differ)$/);
    const older = vault;
    await unlockWith(vault);
    await set(policyOf(limit(5n)));
    expect(await codeOf(unlockWith(older))).toBe('rolled-back');
    expect(await codeOf(client.request('set-policy', { wallet: WALLET, vault: older, policy: policyOf() }))).toBe('rolled-back');
  });

  it('cannot roll back in another worker of the browser either, once it was opened or the server has it', async () => {
    const before = created.vault;
    const inNewWorker = (opened: Vault): Promise<string | null> => {
      client = new KeyWorker(new InlineWorker('another', { now: () => now, devices }));
      return codeOf(unlockWith(opened));
    };
    await set(policyOf());
    // The server may have refused it.
    expect(await inNewWorker(before)).toBeNull();
    expect(await inNewWorker(vault)).toBeNull();
    expect(await inNewWorker(before)).toBe('rolled-back');
    await inNewWorker(vault);
    const older = vault;
    await set(policyOf(limit(5n)));
    await client.request('keep-policy', { wallet: WALLET });
    expect(await inNewWorker(older)).toBe('rolled-back');
  });

  it('finds the policy sealed, with a key that is another for each', async () => {
    await set(policyOf());
    expect(JSON.stringify(vault)).not.toContain(mine.passkey.id);
    expect(await openContents(vault, fill(0))).toBeNull();
  });
});

describe('limits', () => {
  const FEE = GAS;

  it('of an app let it spend so much in 24 hours without the passkey, fees included', async () => {
    await set(policyOf(limit(100n + 2n * FEE)));
    await sign([send(60n)]);
    expect(await codeOf(sign([send(41n)]))).toBe('passkey-needed');
    await sign([send(40n)]);
    expect(await codeOf(sign([send(0n)]))).toBe('passkey-needed');
    // What the passkey has confirmed does not count, nor what other apps may.
    await sign([send(1_000n)], APP, mine);
    expect(await codeOf(sign([send(1n)], OTHER_APP))).toBe('passkey-needed');
    now += 23 * HOUR_MS;
    await reload(log);
    expect(await codeOf(sign([send(1n)]))).toBe('passkey-needed');
    now += HOUR_MS;
    await sign([send(60n)]);
    // A clock that is set back does not forget.
    now -= 10 * HOUR_MS;
    expect(await codeOf(sign([send(60n)]))).toBe('passkey-needed');
  });

  it('add up in one request', async () => {
    await set(policyOf(limit(100n + 2n * FEE)));
    expect(await codeOf(sign([send(60n), send(60n, 1)]))).toBe('passkey-needed');
    await sign([send(60n), send(40n, 1)]);
  });

  it('are of tokens and contracts, too', async () => {
    const contract = `eip155:1:${TOKEN}`;
    await set(policyOf(limit(10n ** 9n, APP, [contract])));
    await sign([tokens(100n)]);
    expect(await codeOf(sign([tokens(1n)]))).toBe('passkey-needed');
    await sign([send(0n, 0, '0x12345678', TOKEN)]);
    expect(await codeOf(sign([send(0n, 0, '0x12345678', BOB)]))).toBe('passkey-needed');
    // A contract that may be called does not get an allowance.
    expect(await codeOf(sign([send(0n, 0, '0x095ea7b3', TOKEN)]))).toBe('passkey-needed');
    expect(await codeOf(sign([DIGEST]))).toBe('passkey-needed');
  });

  it('of all other apps are counted together in one worker, as each app has one of its own', async () => {
    await set(policyOf(limit(100n + FEE, ANY_ORIGIN), limit(0n, APP)));
    await sign([send(100n)], OTHER_APP);
    expect(await codeOf(sign([send(1n)], 'https://third.example'))).toBe('passkey-needed');
    expect(await codeOf(sign([send(1n)], APP))).toBe('passkey-needed');
  });

  it('allow nothing on a device whose log is lost or changed, until the passkey has confirmed once', async () => {
    await set(policyOf(limit(10n ** 9n)));
    await sign([send(10n ** 9n - FEE)]);
    const spent = log;
    await reload(null);
    expect(await codeOf(sign([send(1n)]))).toBe('passkey-needed');
    // A text gives no new log either.
    await sign([TEXT]);
    const forgotten = { ...spent!, spends: [] };
    expect(await client.request('resume-log', { wallet: WALLET, log: forgotten })).toBe(false);
    expect(await codeOf(sign([send(1n)]))).toBe('passkey-needed');
    expect(await client.request('resume-log', { wallet: WALLET, log: spent! })).toBe(true);
    expect(await codeOf(sign([send(1n)]))).toBe('passkey-needed');
    await reload(null);
    // No log begins without a nonce of the worker.
    expect((await sign([send(1n)], APP, mine)).log).toBeNull();
    expect(await codeOf(sign([send(1n)]))).toBe('passkey-needed');
    await sign([send(1n)], APP, mine, await client.request('make-nonce', {}));
    await sign([send(1n)]);
  });

  it('are not begun again by an assertion of before, in another worker or in this one', async () => {
    await set(policyOf(limit(100n + FEE)));
    await reload(null);
    const payloads = [send(1_000n)];
    const nonce = await client.request('make-nonce', {});
    const old = [mine.assert(signingChallenge(payloads)), mine.assert(signingChallenge(payloads, nonce))];
    const replay = (index: number) => client.request('sign', { wallet: WALLET, origin: APP, payloads, assertion: old[index]! });
    await replay(1);
    await sign([send(100n)]);
    const attempts: readonly (() => Promise<unknown>)[] = [
      async () => undefined,
      () => reload(null),
      () => client.request('wipe', {}).then(() => unlockWith(vault)),
      () => client.request('make-nonce', {}),
    ];
    for (const attempt of attempts) {
      await attempt();
      // It confirms the same signatures again. With a nonce, it does not even do that.
      await replay(0);
      expect(await codeOf(replay(1))).toBe('wrong-assertion');
      expect(await codeOf(sign([send(1n)]))).toBe('passkey-needed');
    }
  });

  it('hold over several workers of one device, each of which continues the log of the others', async () => {
    await set(policyOf(limit(100n + 4n * FEE)));
    const workers: KeyWorker[] = [];
    for (const stored of [log, log]) {
      await reload(stored);
      workers.push(client);
    }
    /** As a page does: it continues the log that is stored. */
    const spend = async (at: number, amount: bigint): Promise<void> => {
      client = workers[at]!;
      await client.request('resume-log', { wallet: WALLET, log: log! });
      await sign([send(amount)]);
    };
    // The same amount at the same time counts each time.
    await spend(0, 20n);
    await spend(1, 20n);
    await spend(0, 20n);
    expect(log?.spends).toHaveLength(3);
    expect(await codeOf(spend(1, 41n))).toBe('passkey-needed');
    await spend(1, 40n);
    expect(await codeOf(spend(0, 1n))).toBe('passkey-needed');
  });

  it('are not forgotten by a worker that continues an older log', async () => {
    await set(policyOf(limit(100n + FEE)));
    const empty = log!;
    await sign([send(100n)]);
    expect(await client.request('resume-log', { wallet: WALLET, log: empty })).toBe(true);
    expect(await codeOf(sign([send(1n)]))).toBe('passkey-needed');
  });

  it('of a wallet without passkeys refuse what is beyond them, and apps without limits are asked as before', async () => {
    await set({ passkeys: [], limits: [limit(100n + FEE)] }, null);
    await sign([send(100n)]);
    expect(await codeOf(sign([send(1n)]))).toBe('over-limit');
    expect(await codeOf(sign([DIGEST]))).toBe('over-limit');
    await sign([send(10n ** 18n)], OTHER_APP);
    await set({ passkeys: [], limits: [] }, null);
    await sign([send(10n ** 18n)]);
  });

  it('hold over more spends than the log keeps one by one', async () => {
    await set(policyOf(limit(600n * (FEE + 1n))));
    for (let nonce = 0; nonce < 600; nonce += 1) await sign([send(1n, nonce)]);
    expect(log?.spends.length).toBe(512);
    expect(await codeOf(sign([send(1n)]))).toBe('passkey-needed');
  });
});
