import { createDecipheriv, createHash, createPublicKey, hkdfSync, pbkdf2Sync, verify } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { accountsOf, deriveKeys, wordsOf } from '../../../../../sandbox/secure-site/keys/accounts.js';
import { kitText, makeKit, type RecoveryKit } from '../../../../../sandbox/secure-site/keys/recovery-kit.js';
import { createRecoveryWords, recoverySecretOf } from '../../../../../sandbox/secure-site/keys/recovery-words.js';
import {
  managementKeyOf,
  proveRecovery,
  recoveryKeyOf,
  signManagement,
  statementBytes,
} from '../../../../../sandbox/secure-site/keys/statement.js';
import { sealVault, wrapDataKey } from '../../../../../sandbox/secure-site/keys/vault.js';
import { commitmentOf, numberOf } from '../../../../../sandbox/secure-site/protocol/device-number.js';
import { fixedRandom } from './support.js';

const FILE = new URL('../../../../../docs/vectors/embedded-wallet/wallet.json', import.meta.url);
const SEED = 'latchkey vectors 1';
const WALLET = 'rvN6YFTwQyWyTPwqiKT8Mw';
const DEVICE = 'w2XVZQ5pTqOyfbBVKK4uYw';

/** Makes the published vectors. All random bytes come from {@link fixedRandom}. */
const makeVectors = async () => {
  const { random } = fixedRandom(SEED);
  const words = createRecoveryWords(random);
  const secrets = {
    device: random(32),
    serverOfDevice: random(32),
    serverOfRecovery: random(32),
    recovery: await recoverySecretOf(words, WALLET),
  };
  const { device, serverOfDevice, serverOfRecovery, recovery } = secrets;
  const [entropy, dataKey] = [random(16), random(32)];
  const header = { version: 1, wallet: WALLET, epoch: 1 } as const;
  const statement = { action: 'add-device', wallet: WALLET, nonce: 'bm9uY2Utb2YtMTI4LWJpdHM', parameters: [DEVICE] };
  const wrap = (target: Parameters<typeof wrapDataKey>[1], pair: 'device-server' | 'device-recovery' | 'server-recovery') =>
    wrapDataKey(dataKey, target, { ...header, pair, device: pair === 'server-recovery' ? '' : DEVICE }, random);
  return {
    about: 'Made with fixed random bytes. Never use these keys: docs/internals/embedded-wallet-keys.md.',
    recoveryWords: words.join(' '),
    secrets: Object.fromEntries(Object.entries(secrets).map(([name, secret]) => [name, bytesToHex(secret)])),
    entropy: bytesToHex(entropy),
    words: wordsOf(entropy),
    accounts: accountsOf(await deriveKeys(entropy)),
    dataKey: bytesToHex(dataKey),
    vault: await sealVault(entropy, dataKey, header, random),
    wraps: [
      await wrap({ device, server: serverOfDevice }, 'device-server'),
      await wrap({ device, recovery }, 'device-recovery'),
      await wrap({ server: serverOfRecovery, recovery }, 'server-recovery'),
    ],
    managementKey: managementKeyOf(dataKey),
    recoveryKey: recoveryKeyOf(recovery),
    statement: {
      ...statement,
      bytes: bytesToHex(statementBytes(statement)),
      management: signManagement(dataKey, statement),
      recovery: proveRecovery(recovery, statement),
    },
  };
};

const KIT_FILE = new URL('../../../../../docs/vectors/embedded-wallet/recovery-kit.json', import.meta.url);

/** Makes the published kit of the published wallet, whose ten words open it. */
const makeKitVector = async (): Promise<RecoveryKit> => {
  const { accounts, dataKey, secrets, vault } = await readVectors();
  const { random } = fixedRandom('latchkey vectors 1, kit');
  const secret = random(32);
  const recovery = Uint8Array.from(Buffer.from(secrets['recovery'] ?? '', 'hex'));
  const header = { version: 1, wallet: WALLET, epoch: 1, pair: 'kit-recovery', device: '' } as const;
  const wrap = await wrapDataKey(Uint8Array.from(Buffer.from(dataKey, 'hex')), { kit: secret, recovery }, header, random);
  const { eip155, solana } = accounts;
  const createdAt = new Date('2026-01-01T00:00:00.000Z');
  return makeKit({ accounts: { eip155: eip155.address, solana: solana.address }, vault, wrap, secret, createdAt });
};

const NUMBER_FILE = new URL('../../../../../docs/vectors/embedded-wallet/device-number.json', import.meta.url);

/** Makes the vectors of the number that approves a device. The keys are bytes in the form of points. */
const makeNumberVectors = async () => {
  const { random } = fixedRandom(SEED);
  const draw = (length: number) => Buffer.from(random(length)).toString('base64url');
  const point = () => Buffer.concat([Buffer.of(4), random(64)]).toString('base64url');
  const request = {
    wallet: WALLET,
    device: DEVICE,
    deviceKey: point(),
    agreementKey: point(),
    frame: draw(32),
    origin: 'https://app.example',
  };
  const randoms = { random: draw(32), approverRandom: draw(32) };
  return { request, ...randoms, commitment: await commitmentOf(request, randoms.random), number: await numberOf(request, randoms) };
};

type NumberVectors = Awaited<ReturnType<typeof makeNumberVectors>>;

type Vectors = Awaited<ReturnType<typeof makeVectors>>;

const readVectors = async (): Promise<Vectors> => JSON.parse(await readFile(FILE, 'utf8'));

/** The encoding of a list, written a second time from the documentation. */
const listOf = (...parts: readonly (string | number)[]): Buffer =>
  Buffer.concat(
    parts.flatMap((part) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(Buffer.byteLength(String(part)));
      return [length, Buffer.from(String(part))];
    }),
  );

const open = (key: Buffer, iv: string, sealed: string, header: Buffer): Buffer => {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'), { authTagLength: 16 }).setAAD(header);
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]);
};

const ed25519Key = (publicKey: string) => createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' });

describe('published vectors of the embedded wallet', () => {
  it('are those that the library makes', async () => {
    await expect(`${JSON.stringify(await makeVectors(), null, 2)}\n`).toMatchFileSnapshot(FILE.pathname);
  });

  it('open by the documented formats with the cryptography of Node alone', async () => {
    const { recoveryWords, secrets, entropy, dataKey, vault, wraps } = await readVectors();
    const salt = listOf('latchkey/recovery-secret/1', WALLET);
    const recovery = pbkdf2Sync(recoveryWords, salt, 262_144, 32, 'sha512');
    expect(recovery.toString('hex')).toBe(secrets['recovery']);
    const pairs = [
      [secrets['device'], secrets['serverOfDevice']],
      [secrets['device'], secrets['recovery']],
      [secrets['serverOfRecovery'], secrets['recovery']],
    ];
    for (const [index, { version, wallet, epoch, pair, device, salt: wrapSalt, iv, sealed }] of wraps.entries()) {
      const both = Buffer.from(pairs[index]!.join(''), 'hex');
      const key = hkdfSync('sha256', both, Buffer.from(wrapSalt, 'base64url'), listOf('latchkey/wrap-key/1', pair), 32);
      const opened = open(Buffer.from(key), iv, sealed, listOf('latchkey/wrap', version, wallet, epoch, pair, device));
      expect(opened.toString('hex')).toBe(dataKey);
    }
    const { version, wallet, epoch, iv, sealed } = vault;
    const opened = open(Buffer.from(dataKey, 'hex'), iv, sealed, listOf('latchkey/vault', version, wallet, epoch));
    expect(opened.toString('hex')).toBe(entropy);
  });

  it('have statements that Node verifies', async () => {
    const { statement, managementKey, recoveryKey } = await readVectors();
    const { action, wallet, nonce, parameters, bytes, management, recovery } = statement;
    expect(listOf('latchkey/statement', 1, action, wallet, nonce, parameters.length, ...parameters).toString('hex')).toBe(bytes);
    expect([management.publicKey, recovery.publicKey]).toEqual([managementKey, recoveryKey]);
    for (const { publicKey, signature } of [management, recovery])
      expect(verify(null, Buffer.from(bytes, 'hex'), ed25519Key(publicKey), Buffer.from(signature, 'base64url'))).toBe(true);
  });

  it('have a recovery kit that opens with the ten words by the documented formats', async () => {
    await expect(kitText(await makeKitVector())).toMatchFileSnapshot(KIT_FILE.pathname);
    // The file is what the library makes.
    const kit = JSON.parse(await readFile(KIT_FILE, 'utf8')) as RecoveryKit;
    const { entropy, dataKey, recoveryWords } = await readVectors();
    const { format, about, wallet, createdAt, accounts, vault, secret, wrap, checksum } = kit;
    const values = [format, about, wallet, createdAt, accounts.eip155, accounts.solana, 1, vault.epoch, 0, vault.iv, vault.sealed, secret];
    const hash = createHash('sha256').update(listOf(...values, wrap.salt, wrap.iv, wrap.sealed));
    expect(hash.digest('base64url')).toBe(checksum);
    const recovery = pbkdf2Sync(recoveryWords, listOf('latchkey/recovery-secret/1', wallet), 262_144, 32, 'sha512');
    const both = Buffer.concat([Buffer.from(secret, 'base64url'), recovery]);
    const key = hkdfSync('sha256', both, Buffer.from(wrap.salt, 'base64url'), listOf('latchkey/wrap-key/1', 'kit-recovery'), 32);
    const header = listOf('latchkey/wrap', 1, wallet, 1, 'kit-recovery', '');
    expect(open(Buffer.from(key), wrap.iv, wrap.sealed, header).toString('hex')).toBe(dataKey);
    expect(open(Buffer.from(dataKey, 'hex'), vault.iv, vault.sealed, listOf('latchkey/vault', 1, wallet, 1)).toString('hex')).toBe(entropy);
  });

  it('have the commitment and the number of a device, by the documented formats', async () => {
    await expect(`${JSON.stringify(await makeNumberVectors(), null, 2)}\n`).toMatchFileSnapshot(NUMBER_FILE.pathname);
    // The file is what the library makes.
    const { request, random, approverRandom, commitment, number } = JSON.parse(await readFile(NUMBER_FILE, 'utf8')) as NumberVectors;
    const { wallet, device, deviceKey, agreementKey, frame, origin } = request;
    const hash = (purpose: string, ...randoms: readonly string[]) =>
      createHash('sha256')
        .update(listOf(purpose, wallet, device, deviceKey, agreementKey, frame, origin, ...randoms))
        .digest();
    expect(hash('latchkey/device-commitment/1', random).toString('base64url')).toBe(commitment);
    const digest = hash('latchkey/device-number/1', random, approverRandom);
    expect(String(digest.readBigUInt64BE() % 1_000_000n).padStart(6, '0')).toBe(number);
  });
});
