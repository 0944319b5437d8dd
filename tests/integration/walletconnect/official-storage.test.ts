import { writeFileSync } from 'node:fs';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { lastValueFrom } from 'rxjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { CoreKeyChain } from '../../../adapters/walletconnect/core-key-chain.js';
import { FakeClock } from '../../../application/ports/clock.fake.js';
import { FakeOfficialStorage } from '../../../application/ports/official-storage.fake.js';
import { FakeRecordStore } from '../../../application/ports/record-store.fake.js';
import { MigrateOfficialRecords } from '../../../application/wallet-protocol/migrate-official-records.use-case.js';
import { readOfficialRecords } from '../../../domain/wallet-protocol/migration/read-official-records.js';
import { captureOfficial, type OfficialCapture, type OfficialTexts, WALLET_PREFIX } from '../support/capture-official.js';

/** Where the unit tests find what was captured; made anew with `LATCHKEY_CAPTURE=1 npx vitest run tests/integration/walletconnect/official-storage.test.ts`. */
const FIXTURE = new URL('../../unit/domain/wallet-protocol/migration/official-storage.json', import.meta.url);

const valuesOf = (texts: OfficialTexts) => Object.fromEntries(texts.map(([key, text]) => [key, JSON.parse(text)]));

describe('what @walletconnect/sign-client 2.21.8 stores', () => {
  let capture: OfficialCapture;

  beforeAll(async () => {
    capture = await captureOfficial();
    if (process.env['LATCHKEY_CAPTURE'] !== '1') return;
    const { at, topic, app, wallet } = capture;
    const note =
      'Throw-away keys, made for this file: nobody has used them for anything else. See tests/integration/support/capture-official.ts.';
    writeFileSync(FIXTURE, `${JSON.stringify({ note, at, topic, app: valuesOf(app), wallet: valuesOf(wallet) }, null, 2)}\n`);
  });

  it('is read as it lies in files: the app has its session, its proposal and their keys', () => {
    const { sessions, proposals, keys, skipped } = readOfficialRecords(capture.app, { nowMs: capture.at });
    expect(sessions.map(({ topic }) => topic)).toEqual([capture.topic]);
    expect(proposals).toHaveLength(1);
    const [{ pairingTopic, publicKey } = { pairingTopic: '', publicKey: '' }] = proposals;
    expect([...keys.keys()]).toEqual(expect.arrayContaining([capture.topic, pairingTopic, publicKey, 'client_ed25519_seed']));
    expect(skipped).toEqual([]);
  });

  it('is read under a prefix of its own: the wallet has the same session, and a proposal that waits for its person', () => {
    const { sessions, keys, skipped } = readOfficialRecords(capture.wallet, { nowMs: capture.at, customPrefix: WALLET_PREFIX });
    expect(sessions.map(({ topic }) => topic)).toEqual([capture.topic]);
    expect(keys.has(capture.topic)).toBe(true);
    expect(skipped.map(({ kind, reason }) => [kind, reason])).toEqual([['proposal', 'foreign']]);
  });

  it('is taken over with keys that are those of their topics, also for the next page', async () => {
    const disk = new FakeRecordStore();
    const clock = new FakeClock(capture.at);
    const page = (store: FakeRecordStore) => new CoreKeyChain({ store });
    const official = new FakeOfficialStorage(Object.fromEntries(capture.app));
    const first = page(disk);
    const migrate = new MigrateOfficialRecords(disk, official, first, clock);
    expect(await lastValueFrom(migrate.execute())).toMatchObject({ status: 'success', result: { sessions: [capture.topic], skipped: [] } });
    const next = page(disk.reload());
    const [{ pairingTopic, publicKey } = { pairingTopic: '', publicKey: '' }] = readOfficialRecords(capture.app, {
      nowMs: capture.at,
    }).proposals;
    for (const topic of [capture.topic, pairingTopic]) {
      const key = await next.symKeyOf(topic);
      expect(bytesToHex(sha256(hexToBytes(key ?? '')))).toBe(topic);
    }
    // Half of a key pair: a wallet's answer can be agreed on.
    expect(await next.agreeOnKey({ publicKey, peerPublicKey: await next.createKeyPair() })).toMatch(/^[0-9a-f]{64}$/);
  });
});
