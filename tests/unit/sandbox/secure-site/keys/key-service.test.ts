import { base58, base64, base64nopad, base64url, base64urlnopad, hex } from '@scure/base';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { deriveKeys, phraseOf, wordsOf } from '../../../../../sandbox/secure-site/keys/accounts.js';
import { DeviceSecrets } from '../../../../../sandbox/secure-site/keys/device-secrets.js';
import { KeyService } from '../../../../../sandbox/secure-site/keys/key-service.js';
import { KeyWorker, KeyWorkerError } from '../../../../../sandbox/secure-site/keys/key-worker.js';
import type { KeyReply, KeyResults } from '../../../../../sandbox/secure-site/keys/messages.js';
import { isStatementSigned, recoveryKeyOf } from '../../../../../sandbox/secure-site/keys/statement.js';
import { unwrapDataKey, type Vault } from '../../../../../sandbox/secure-site/keys/vault.js';
import { openVault, UNSET_POLICY } from '../../../../../sandbox/secure-site/keys/vault-contents.js';
import { InlineWorker } from './inline-worker.js';
import { fill, leavesOf, SECRETS } from './support.js';

const { server, recovery } = SECRETS;
const WALLET = 'wallet-1';
const STATEMENT = { action: 'add-device', wallet: WALLET, nonce: 'n'.repeat(22), parameters: ['device-2'] };
/** Well-formed; opens with no key. */
const VAULT: Vault = { version: 1, wallet: WALLET, epoch: 1, iv: 'A'.repeat(16), sealed: 'A'.repeat(43) };
const SIGN = { wallet: WALLET, origin: 'https://app.example', payloads: [{ kind: 'evm-digest', bytes: fill(1) }] } as const;
const ORDERS = [
  { pair: 'device-server', device: 'device-1', secrets: { server } },
  { pair: 'device-recovery', device: 'device-1', secrets: { recovery } },
  { pair: 'server-recovery', device: '', secrets: { server, recovery } },
] as const;

/** Searches a value for bytes in any encoding. */
const contains = (value: unknown, secret: Uint8Array): boolean => {
  const encodings = [hex, base64, base64nopad, base64url, base64urlnopad, base58].map(({ encode }) => encode(secret));
  const needles = [...encodings, hex.encode(secret).toUpperCase(), secret.join(), BigInt(`0x${hex.encode(secret)}`).toString()];
  return leavesOf(value).some((leaf) => {
    if (leaf instanceof Uint8Array) return hex.encode(leaf).includes(hex.encode(secret));
    if (needles.some((needle) => leaf.includes(needle))) return true;
    // A member of base64url may have the secret in its midst.
    return /^[\w-]+$/.test(leaf) && leaf.length % 4 !== 1 && Buffer.from(leaf, 'base64url').includes(Buffer.from(secret));
  });
};

/** What the worker has drawn for the device. */
let device: Uint8Array<ArrayBuffer>;
let devices: DeviceSecrets;
let worker: InlineWorker;
let client: KeyWorker;

beforeEach(async () => {
  devices = new DeviceSecrets(null);
  worker = new InlineWorker('key service', { devices });
  client = new KeyWorker(worker);
});

const create = async (): Promise<KeyResults['create']> => {
  const created = await client.request('create', { wallet: WALLET, wraps: ORDERS });
  device = (await devices.secret('device-1', WALLET))!;
  return created;
};
const codeOf = async (result: Promise<unknown>): Promise<string> => {
  const error: unknown = await result.then(
    () => null,
    (reason: unknown) => reason,
  );
  return error instanceof KeyWorkerError ? error.code : `not a refusal: ${String(error)}`;
};

describe('KeyService', () => {
  it('creates a wallet whose vault opens with each pair, and unlocks it with each', async () => {
    const { vault, wraps, accounts, managementKey, epoch, recoveryKey } = await create();
    expect(recoveryKey).toBe(recoveryKeyOf(recovery));
    expect(epoch).toBe(1);
    expect(wraps.map(({ pair }) => pair)).toEqual(['device-server', 'device-recovery', 'server-recovery']);
    for (const [index, wrap] of wraps.entries()) {
      const dataKey = await unwrapDataKey(wrap, { ...SECRETS, device });
      expect(await openVault(vault, dataKey!)).toEqual(worker.drawn[0]);
      const other = new KeyWorker(new InlineWorker('other', { devices }));
      const { secrets } = ORDERS[index]!;
      expect(await other.request('unlock', { wallet: WALLET, seenEpoch: 1, vault, wrap, secrets })).toEqual({
        accounts,
        managementKey,
        epoch,
        policy: UNSET_POLICY,
      });
    }
  });

  it('signs for an unlocked wallet only', async () => {
    let created: KeyResults['create'] | null = null;
    const requests = [
      () => client.request('sign', SIGN),
      () => client.request('sign', { ...SIGN, payloads: [{ kind: 'solana', bytes: fill(1, 9) }] }),
      () => client.request('sign-statement', { statement: STATEMENT }),
      () => client.request('wrap', { wallet: WALLET, wraps: ORDERS }),
      () => client.request('rotate', { wallet: WALLET, vault: created?.vault ?? VAULT, wraps: ORDERS }),
    ];
    for (const request of requests) expect(await codeOf(request())).toBe('locked');
    created = await create();
    const { managementKey } = created;
    for (const request of requests) expect(await request()).toBeDefined();
    const signed = await client.request('sign-statement', { statement: STATEMENT });
    expect(signed.publicKey).toBe(managementKey);
    expect(isStatementSigned(STATEMENT, signed)).toBe(true);
    expect(await codeOf(client.request('sign-statement', { statement: { ...STATEMENT, wallet: 'wallet-2' } }))).toBe('locked');
  });

  it('draws the secret of a device of this browser once, and stores it', async () => {
    const { vault, accounts } = await create();
    const secrets = { server: fill(0xbb) };
    const orders = [{ pair: 'device-server', device: 'device-2', secrets }] as const;
    const { wraps, recoveryKey } = await client.request('wrap', { wallet: WALLET, wraps: orders });
    expect(recoveryKey).toBeNull();
    const stored = await devices.secret('device-2', WALLET);
    expect(stored).toHaveLength(32);
    await client.request('wrap', { wallet: WALLET, wraps: orders });
    expect(await devices.secret('device-2', WALLET)).toEqual(stored);
    const other = new KeyWorker(new InlineWorker('other', { devices }));
    const opener = { wallet: WALLET, seenEpoch: 0, vault, wrap: wraps[0]!, secrets };
    expect((await other.request('unlock', opener)).accounts).toEqual(accounts);
    expect(await codeOf(new KeyWorker(new InlineWorker('other browser')).request('unlock', opener))).toBe('no-secret');
    await other.request('forget-device', { device: 'device-2' });
    expect(await codeOf(other.request('unlock', opener))).toBe('no-secret');
  });

  it('seals the secret of another device so that only the worker of that device opens it, once', async () => {
    const { vault, accounts } = await create();
    const there = new DeviceSecrets(null);
    const other = new KeyWorker(new InlineWorker('other', { devices: there }));
    const added = { device: 'device-2', frame: 'f'.repeat(43), agreementKey: await other.request('make-agreement-key', {}) };
    const secrets = { server: fill(0xbb) };
    const { wrap, sealed } = await client.request('add-device', { wallet: WALLET, added, ...secrets });
    expect(await devices.secret('device-2', WALLET)).toBeNull();
    const accept = (by: KeyWorker, changes = {}) => by.request('accept-secret', { wallet: WALLET, added, sealed, ...changes });
    expect(await codeOf(accept(client))).toBe('not-opened');
    expect(await codeOf(accept(other, { added: { ...added, frame: 'g'.repeat(43) } }))).toBe('not-opened');
    expect(await codeOf(accept(other, { wallet: 'wallet-2' }))).toBe('not-opened');
    expect(await accept(other)).toBe(true);
    expect((await other.request('unlock', { wallet: WALLET, seenEpoch: 0, vault, wrap, secrets })).accounts).toEqual(accounts);
    expect(await codeOf(accept(other))).toBe('not-opened');
  });

  it('has a new device open nothing older than the one that has added it', async () => {
    const { vault, wraps } = await create();
    const next = await client.request('rotate', { wallet: WALLET, vault, wraps: ORDERS });
    await client.request('unlock', { wallet: WALLET, seenEpoch: 2, vault: next.vault, wrap: next.wraps[0]!, secrets: { server } });
    const there = new DeviceSecrets(null);
    const other = new KeyWorker(new InlineWorker('other', { devices: there }));
    const added = { device: 'device-2', frame: 'f'.repeat(43), agreementKey: await other.request('make-agreement-key', {}) };
    const { sealed } = await client.request('add-device', { wallet: WALLET, added, server });
    await other.request('accept-secret', { wallet: WALLET, added, sealed });
    const older = { wallet: WALLET, seenEpoch: 0, vault, wrap: wraps[2]!, secrets: { server, recovery } };
    expect(await codeOf(other.request('unlock', older))).toBe('rolled-back');
  });

  it('does not replace the secret of a device by one that another side knows', async () => {
    await create();
    const added = { device: 'device-1', frame: 'f'.repeat(43), agreementKey: await client.request('make-agreement-key', {}) };
    const { sealed } = await client.request('add-device', { wallet: WALLET, added, server });
    expect(await client.request('accept-secret', { wallet: WALLET, added, sealed })).toBe(false);
    expect(await devices.secret('device-1', WALLET)).toEqual(device);
  });

  it('makes another data key that the former wraps do not open, and unlocks the next epoch with the new ones only', async () => {
    const { vault, wraps, accounts, managementKey } = await create();
    const next = await client.request('rotate', { wallet: WALLET, vault, wraps: ORDERS });
    expect([next.vault.epoch, ...next.wraps.map(({ epoch }) => epoch)]).toEqual([2, 2, 2, 2]);
    expect(next.recoveryKey).toBe(recoveryKeyOf(recovery));
    // Until it is unlocked, statements are signed by the key that the server has.
    expect((await client.request('sign-statement', { statement: STATEMENT })).publicKey).toBe(managementKey);
    const dataKeys = await Promise.all([wraps[0]!, next.wraps[0]!].map((wrap) => unwrapDataKey(wrap, { ...SECRETS, device })));
    expect(dataKeys[0]).not.toEqual(dataKeys[1]);
    expect(await openVault(next.vault, dataKeys[0]!)).toBeNull();
    expect(await openVault(next.vault, dataKeys[1]!)).toEqual(worker.drawn[0]);
    const secrets = { server };
    const unlocked = await client.request('unlock', { wallet: WALLET, seenEpoch: 2, vault: next.vault, wrap: next.wraps[0]!, secrets });
    expect(unlocked).toEqual({ accounts, epoch: 2, managementKey: next.managementKey, policy: UNSET_POLICY });
    expect(next.managementKey).not.toBe(managementKey);
    // What is unlocked is not replaced by an older epoch, whatever the caller says that it has seen.
    expect(await codeOf(client.request('unlock', { wallet: WALLET, seenEpoch: 0, vault, wrap: wraps[0]!, secrets }))).toBe('rolled-back');
  });

  it('makes no other data key for another vault than the unlocked one', async () => {
    const { vault } = await create();
    const rotate = (changed: typeof vault) => codeOf(client.request('rotate', { wallet: WALLET, vault: changed, wraps: ORDERS }));
    expect(await rotate({ ...vault, wallet: 'wallet-2' })).toBe('other-wallet');
    expect(await rotate({ ...vault, epoch: 2 })).toBe('epochs-differ');
    expect(await rotate({ ...vault, sealed: VAULT.sealed })).toBe('not-opened');
  });

  it('inspects a wallet without unlocking it, also an older epoch of the unlocked one', async () => {
    const { vault, wraps, accounts } = await create();
    const next = await client.request('rotate', { wallet: WALLET, vault, wraps: ORDERS });
    await client.request('unlock', { wallet: WALLET, seenEpoch: 2, vault: next.vault, wrap: next.wraps[0]!, secrets: { server } });
    const opener = { wallet: WALLET, vault, wrap: wraps[0]!, secrets: { server } };
    expect(await client.request('inspect', opener)).toEqual(accounts);
    const signed = await client.request('sign-statement', { statement: STATEMENT });
    expect(signed.publicKey).toBe(next.managementKey);
    const other = new KeyWorker(new InlineWorker('other', { devices }));
    expect(await other.request('inspect', opener)).toEqual(accounts);
    expect(await codeOf(other.request('sign', SIGN))).toBe('locked');
    expect(await codeOf(other.request('inspect', { ...opener, secrets: { server: fill(0) } }))).toBe('not-opened');
  });

  describe('exports the phrase', () => {
    const kit = fill(0xc1);
    const inWindow = () => new KeyWorker(new InlineWorker('window', { canExport: true, devices }));
    const makeKit = async () => {
      const { vault, wraps } = await create();
      const target = { pair: 'kit-recovery', device: '', secrets: { kit, recovery } } as const;
      const made = await client.request('wrap', { wallet: WALLET, wraps: [target] });
      return { vault, wraps, kitWrap: made.wraps[0]! };
    };

    it('in the worker of a window, with each pair that has the recovery secret, and unlocks nothing', async () => {
      const { vault, wraps, kitWrap } = await makeKit();
      const pairs = [
        { wrap: wraps[1]!, secrets: { recovery } },
        { wrap: wraps[2]!, secrets: { server, recovery } },
        { wrap: kitWrap, secrets: { kit, recovery } },
      ];
      for (const pair of pairs) {
        const other = inWindow();
        const phrase = await other.request('export', { wallet: WALLET, vault, ...pair });
        expect(phrase).toEqual(phraseOf(worker.drawn[0]!));
        expect(await codeOf(other.request('sign', SIGN))).toBe('locked');
      }
    });

    it('and with no other secret, also while the wallet is unlocked', async () => {
      const { vault, wraps, kitWrap } = await makeKit();
      const other = inWindow();
      await other.request('unlock', { wallet: WALLET, seenEpoch: 0, vault, wrap: wraps[0]!, secrets: { server } });
      const exported = (wrap: typeof kitWrap, secrets: object) => codeOf(other.request('export', { wallet: WALLET, vault, wrap, secrets }));
      expect(await exported(wraps[0]!, { server })).toBe('malformed');
      expect(await exported(wraps[1]!, { recovery: fill(1) })).toBe('not-opened');
      expect(await exported(kitWrap, { kit: fill(1), recovery })).toBe('not-opened');
      expect(await codeOf(other.request('export', { wallet: 'wallet-2', vault, wrap: kitWrap, secrets: { kit, recovery } }))).toBe(
        'other-wallet',
      );
    });

    it('and in the worker of a frame not at all', async () => {
      const { vault, kitWrap } = await makeKit();
      expect(await codeOf(client.request('export', { wallet: WALLET, vault, wrap: kitWrap, secrets: { kit, recovery } }))).toBe('not-here');
    });
  });

  it('proves a recovery secret without a wallet', async () => {
    const proof = await client.request('prove-recovery', { recovery, statement: STATEMENT });
    expect(proof.publicKey).toBe(recoveryKeyOf(recovery));
    expect(isStatementSigned(STATEMENT, proof)).toBe(true);
  });

  it('refuses other secrets, another wallet and a rollback, and says which', async () => {
    const { vault, wraps } = await create();
    await client.request('wipe', {});
    const right = { wallet: WALLET, seenEpoch: 0, vault, wrap: wraps[0]!, secrets: { server } };
    expect(await codeOf(client.request('unlock', { ...right, secrets: { server: fill(0) } }))).toBe('not-opened');
    expect(await codeOf(client.request('unlock', { ...right, wallet: 'wallet-2' }))).toBe('other-wallet');
    expect(await codeOf(client.request('unlock', { ...right, seenEpoch: 2 }))).toBe('rolled-back');
    expect(await codeOf(client.request('sign', SIGN))).toBe('locked');
  });

  it('does not create over a wallet that is unlocked, or has a device in the browser, nor with the device of another one', async () => {
    const { accounts, vault, wraps } = await create();
    expect(await codeOf(create())).toBe('exists');
    const other = new KeyWorker(new InlineWorker('other', { devices }));
    expect(await codeOf(other.request('create', { wallet: WALLET, wraps: ORDERS }))).toBe('exists');
    expect(await codeOf(other.request('create', { wallet: 'wallet-2', wraps: ORDERS }))).toBe('exists');
    const secrets = { server };
    expect((await client.request('unlock', { wallet: WALLET, seenEpoch: 1, vault, wrap: wraps[0]!, secrets })).accounts).toEqual(accounts);
  });

  it('handles a wipe after the requests before it, none of which seals with erased keys', async () => {
    const [created, wiped, late] = await Promise.all([create(), client.request('wipe', {}), codeOf(client.request('sign', SIGN))]);
    expect(wiped).toEqual([WALLET]);
    expect(late).toBe('locked');
    const dataKey = await unwrapDataKey(created.wraps[0]!, { ...SECRETS, device });
    expect(await openVault(created.vault, dataKey!)).toEqual(worker.drawn[0]);
  });

  it('erases the secrets of a request when it is handled', async () => {
    await create();
    await client.request('prove-recovery', { recovery, statement: STATEMENT });
    const added = { device: 'device-2', frame: 'f'.repeat(43), agreementKey: await client.request('make-agreement-key', {}) };
    await client.request('add-device', { wallet: WALLET, added, server });
    const bytes = worker.received.flatMap(leavesOf).filter((leaf) => leaf instanceof Uint8Array);
    expect(bytes).toHaveLength(6);
    for (const secret of bytes) expect(secret).toEqual(fill(0));
    // The caller's are its own.
    expect(SECRETS.server).toEqual(fill(0x5e));
  });

  it('posts no seed, data key, private key or secret in any encoding', async () => {
    const { vault, wraps } = await create();
    const secrets = { server };
    await client.request('unlock', { wallet: WALLET, seenEpoch: 1, vault, wrap: wraps[0]!, secrets });
    await codeOf(client.request('unlock', { wallet: WALLET, seenEpoch: 9, vault, wrap: wraps[0]!, secrets }));
    await codeOf(client.request('unlock', { wallet: WALLET, seenEpoch: 0, vault, wrap: wraps[0]!, secrets: { server: fill(3) } }));
    await client.request('inspect', { wallet: WALLET, vault, wrap: wraps[0]!, secrets });
    await codeOf(client.request('export', { wallet: WALLET, vault, wrap: wraps[1]!, secrets: { recovery } }));
    await client.request('sign', SIGN);
    await client.request('sign', { ...SIGN, payloads: [{ kind: 'solana', bytes: fill(1, 9) }] });
    await client.request('sign-statement', { statement: STATEMENT });
    await client.request('wrap', { wallet: WALLET, wraps: ORDERS });
    const next = await client.request('rotate', { wallet: WALLET, vault, wraps: ORDERS });
    await client.request('prove-recovery', { recovery, statement: STATEMENT });
    const added = { device: 'device-2', frame: 'f'.repeat(43), agreementKey: await client.request('make-agreement-key', {}) };
    const { sealed } = await client.request('add-device', { wallet: WALLET, added, server });
    await client.request('accept-secret', { wallet: WALLET, added, sealed });
    const secondSecret = (await devices.secret('device-2', WALLET))!;
    await client.request('wipe', {});
    expect(worker.replies).toHaveLength(16);
    const [entropy, dataKey] = worker.drawn as readonly [Uint8Array, Uint8Array];
    const nextDataKey = await unwrapDataKey(next.wraps[0]!, { ...SECRETS, device });
    const { eip155, solana } = await deriveKeys(entropy);
    for (const secret of [entropy, dataKey, nextDataKey!, eip155, solana, device, secondSecret, server, recovery]) {
      expect(contains(worker.replies, secret)).toBe(false);
      // The search finds what is there.
      for (const leak of [secret, hex.encode(secret), base64urlnopad.encode(Uint8Array.of(1, ...secret)), `x${base58.encode(secret)}`])
        expect(contains([...worker.replies, { id: 'x', result: { leak } }], secret)).toBe(true);
    }
    const words = wordsOf(entropy).split(' ');
    const texts = JSON.stringify(worker.replies);
    expect(words.filter((word) => texts.includes(`"${word}"`) || texts.includes(`${word} `))).toEqual([]);
  });

  it('drops anything but a request: no reply, no change', async () => {
    await create();
    const before = worker.replies.length;
    const right = { id: 'A'.repeat(22), action: 'sign', ...SIGN };
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.anything(), fc.record({ id: fc.anything(), action: fc.constantFrom('wipe', 'export', 'create', 'unlock') })),
        async (message) => {
          fc.pre(!(typeof message === 'object' && message !== null && 'id' in message && /^[\w-]{22}$/.test(String(message.id))));
          await worker.service.handle(message);
        },
      ),
    );
    for (const change of [
      { id: 'short' },
      { id: `${right.id}A` },
      { payloads: [{ kind: 'evm-digest', bytes: fill(1, 33) }] },
      { extra: 1 },
      { action: 'export' },
      { wallet: '' },
    ])
      await worker.service.handle({ ...right, ...change });
    expect(worker.replies).toHaveLength(before);
    expect((await client.request('sign', SIGN)).signatures[0]).toHaveLength(65);
  });

  it('says no more than "failed" of a fault', async () => {
    const replies: KeyReply[] = [];
    const service = new KeyService({
      origin: 'https://secure.example',
      devices,
      post: (reply) => replies.push(reply),
      random: () => {
        throw new Error('the secret is 42');
      },
    });
    await service.handle({ id: 'A'.repeat(22), action: 'create', wallet: WALLET, wraps: structuredClone(ORDERS) });
    expect(replies).toEqual([{ id: 'A'.repeat(22), error: 'failed' }]);
  });
});

describe('KeyWorker', () => {
  it('uses an id of 128 bits for each request, and ignores replies to no request of its own', async () => {
    const first = client.request('wipe', {});
    worker.emit({ id: 'B'.repeat(22), result: ['forged'] });
    worker.emit(null);
    worker.emit({ result: ['forged'] });
    expect(await first).toEqual([]);
    await client.request('wipe', {});
    const ids = worker.replies.map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^[\w-]{22}$/);
  });

  it('refuses what the worker would drop', async () => {
    expect(await codeOf(client.request('sign', { ...SIGN, payloads: [{ kind: 'evm-digest', bytes: fill(1, 31) }] }))).toBe('malformed');
    expect(worker.received).toEqual([]);
  });

  it('rejects pending and later requests when the worker stops or fails', async () => {
    const pending = codeOf(client.request('sign', SIGN));
    worker.fail();
    expect(worker.isTerminated).toBe(true);
    expect(await pending).toBe('stopped');
    expect(await codeOf(client.request('wipe', {}))).toBe('stopped');
  });
});
