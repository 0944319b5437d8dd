import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { startRelay } from '@latchkey/sandbox';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { SignClient } from '@walletconnect/sign-client';
import { lastValueFrom } from 'rxjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { CoreKeyChain } from '../../../adapters/walletconnect/core-key-chain.js';
import { FakeClock } from '../../../application/ports/clock.fake.js';
import { FakeOfficialStorage } from '../../../application/ports/official-storage.fake.js';
import { FakeRecordStore } from '../../../application/ports/record-store.fake.js';
import { MigrateOfficialRecords } from '../../../application/wallet-protocol/migrate-official-records.use-case.js';
import { readOfficialRecords } from '../../../domain/wallet-protocol/migration/read-official-records.js';

/** Texts that the official client stored in files, by the keys of its storage. */
type OfficialTexts = readonly (readonly [key: string, text: string])[];

/** Storage of both parties with one used session and one pending proposal. */
interface OfficialCapture {
  readonly app: OfficialTexts;
  readonly wallet: OfficialTexts;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly topic: string;
}

/** Storage prefix of the wallet. */
const WALLET_PREFIX = 'wallet';

/** The first two keys of the public test mnemonic, which the secret gate allows. */
const SEEDS = {
  app: 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  wallet: '59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
};

const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const APP = { name: 'Captured App', description: 'An app of the tests', url: 'https://app.example', icons: ['https://app.example/i.png'] };
const WALLET = { name: 'Captured Wallet', description: 'A wallet of the tests', url: 'https://wallet.example', icons: [] };
const REQUESTED = { chains: ['eip155:1', 'eip155:137'], methods: ['personal_sign', 'eth_sendTransaction'], events: ['chainChanged'] };

const open = (relayUrl: string, folder: string, metadata: typeof APP, prefix?: string) =>
  SignClient.init({
    projectId: 'any-project',
    relayUrl,
    metadata,
    logger: 'silent',
    telemetryEnabled: false,
    storageOptions: { database: folder },
    ...(prefix === undefined ? {} : { customStoragePrefix: prefix }),
  });

type Client = Awaited<ReturnType<typeof open>>;

const stop = async ({ core }: Client): Promise<void> => {
  core.heartbeat.stop();
  await core.relayer.transportClose();
};

const next = <Event>(client: Client, name: 'session_proposal' | 'session_request'): Promise<Event> =>
  new Promise((resolve) => {
    // Events of this name have this type.
    client.once(name, (event) => resolve(event as Event));
  });

const textsIn = (folder: string): OfficialTexts =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [relative(folder, file).split(sep).join(':'), readFileSync(file, 'utf8')] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));

/**
 * Pairs two clients of `@walletconnect/sign-client` 2.21.8 over the sandbox's relay, and reads what they store in files. The app uses the
 * default names, the wallet a `customStoragePrefix`.
 */
const captureOfficial = async (): Promise<OfficialCapture> => {
  const folder = mkdtempSync(join(tmpdir(), 'official-'));
  const folders = { app: join(folder, 'app.db'), wallet: join(folder, 'wallet.db') };
  const relay = await startRelay();
  const clients: Client[] = [];
  try {
    for (const [place, seed] of [
      [join(folders.app, 'wc@2/core/0.3/keychain'), SEEDS.app],
      [join(folders.wallet, `wc@2/core/0.3/${WALLET_PREFIX}/keychain`), SEEDS.wallet],
    ] as const) {
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, JSON.stringify({ client_ed25519_seed: seed }));
    }
    const app = await open(relay.url, folders.app, APP);
    clients.push(app);
    const wallet = await open(relay.url, folders.wallet, WALLET, WALLET_PREFIX);
    clients.push(wallet);
    const topic = await settle(app, wallet);
    await use(app, wallet, topic);
    await leaveProposal(app, wallet);
    for (const client of clients) await stop(client);
    return { app: textsIn(folders.app), wallet: textsIn(folders.wallet), at: Date.now(), topic };
  } finally {
    for (const client of clients) await stop(client);
    await relay.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

const settle = async (app: Client, wallet: Client): Promise<string> => {
  const proposed = next<{ id: number }>(wallet, 'session_proposal');
  const { uri, approval } = await app.connect({
    requiredNamespaces: { eip155: { ...REQUESTED, chains: ['eip155:1'] } },
    optionalNamespaces: { eip155: REQUESTED },
    sessionProperties: { origin: 'captured' },
  });
  await wallet.core.pairing.pair({ uri: uri ?? '' });
  const { id } = await proposed;
  const accounts = REQUESTED.chains.map((chain) => `${chain}:${ADDRESS}`);
  const { acknowledged } = await wallet.approve({
    id,
    namespaces: { eip155: { ...REQUESTED, accounts } },
    sessionProperties: { capabilities: '{}' },
  });
  await acknowledged();
  return (await approval()).topic;
};

const use = async (app: Client, wallet: Client, topic: string): Promise<void> => {
  const request = next<{ id: number }>(wallet, 'session_request');
  const response = app.request({ topic, chainId: 'eip155:1', request: { method: 'personal_sign', params: ['0x00', ADDRESS] } });
  const { id } = await request;
  await wallet.respond({ topic, response: { id, jsonrpc: '2.0', result: '0x01' } });
  await response;
};

const leaveProposal = async (app: Client, wallet: Client): Promise<void> => {
  const proposed = next(wallet, 'session_proposal');
  const { uri, approval } = await app.connect({ optionalNamespaces: { eip155: REQUESTED } });
  // The proposal stays pending.
  approval().catch(() => undefined);
  await wallet.core.pairing.pair({ uri: uri ?? '' });
  await proposed;
};

/**
 * Fixture of the unit tests; recreated with `LATCHKEY_CAPTURE=1 npx vitest run tests/integration/walletconnect/official-storage.test.ts`.
 */
const FIXTURE = new URL('../../unit/domain/wallet-protocol/migration/official-storage.json', import.meta.url);

const valuesOf = (texts: OfficialTexts) => Object.fromEntries(texts.map(([key, text]) => [key, JSON.parse(text)]));

describe('storage of @walletconnect/sign-client 2.21.8', () => {
  let capture: OfficialCapture;

  beforeAll(async () => {
    capture = await captureOfficial();
    if (process.env['LATCHKEY_CAPTURE'] !== '1') return;
    const { at, topic, app, wallet } = capture;
    const note =
      'Throw-away keys, made for this file: nobody has used them for anything else. See tests/integration/support/capture-official.ts.';
    writeFileSync(FIXTURE, `${JSON.stringify({ note, at, topic, app: valuesOf(app), wallet: valuesOf(wallet) }, null, 2)}\n`);
  });

  it('is readable from files: the app has its session, its proposal and their keys', () => {
    const { sessions, proposals, keys, skipped } = readOfficialRecords(capture.app, { nowMs: capture.at });
    expect(sessions.map(({ topic }) => topic)).toEqual([capture.topic]);
    expect(proposals).toHaveLength(1);
    const [{ pairingTopic, publicKey } = { pairingTopic: '', publicKey: '' }] = proposals;
    expect([...keys.keys()]).toEqual(expect.arrayContaining([capture.topic, pairingTopic, publicKey, 'client_ed25519_seed']));
    expect(skipped).toEqual([]);
  });

  it('is readable with a prefix: the wallet has the same session and a pending proposal', () => {
    const { sessions, keys, skipped } = readOfficialRecords(capture.wallet, { nowMs: capture.at, customPrefix: WALLET_PREFIX });
    expect(sessions.map(({ topic }) => topic)).toEqual([capture.topic]);
    expect(keys.has(capture.topic)).toBe(true);
    expect(skipped.map(({ kind, reason }) => [kind, reason])).toEqual([['proposal', 'foreign']]);
  });

  it('is migrated with the keys of its topics, which a reloaded page also has', async () => {
    const disk = new FakeRecordStore();
    const clock = new FakeClock(capture.at);
    const page = (store: FakeRecordStore) => new CoreKeyChain({ store });
    const official = new FakeOfficialStorage(Object.fromEntries(capture.app));
    const first = page(disk);
    const migrate = new MigrateOfficialRecords(disk, official, first, clock);
    expect(await lastValueFrom(migrate.execute())).toMatchObject({ status: 'success', data: { sessions: [capture.topic], skipped: [] } });
    const next = page(disk.reload());
    const [{ pairingTopic, publicKey } = { pairingTopic: '', publicKey: '' }] = readOfficialRecords(capture.app, {
      nowMs: capture.at,
    }).proposals;
    for (const topic of [capture.topic, pairingTopic]) {
      const key = await next.symKeyOf(topic);
      expect(bytesToHex(sha256(hexToBytes(key ?? '')))).toBe(topic);
    }
    // The private key of the pair is there, so a shared key can be derived.
    expect(await next.deriveSharedKey({ publicKey, peerPublicKey: await next.createKeyPair() })).toMatch(/^[0-9a-f]{64}$/);
  });
});
