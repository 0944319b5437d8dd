import { type Relay, startRelay, startVerify, type Verify } from '@latchkey/sandbox';
import type { SignClientTypes } from '@walletconnect/types';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { SYSTEM_CLOCK } from '../../adapters/browser/system-clock.js';
import { SYSTEM_RANDOM } from '../../adapters/browser/system-random.js';
import { HttpAttestation } from '../../adapters/walletconnect/attestation/http-attestation.js';
import type { SealedIds } from '../../application/ports/attestation.port.js';
import { FakeBrowser } from '../../application/ports/browser.fake.js';
import { FakeClock } from '../../application/ports/clock.fake.js';
import { FakeLogger } from '../../application/ports/logger.fake.js';
import { FakeRecordStore } from '../../application/ports/record-store.fake.js';
import { OriginChecker } from '../../application/wallet-protocol/engine/origin-checker.js';
import { SignEngine } from '../../application/wallet-protocol/engine/sign-engine.js';
import { PageRelay } from '../unit/adapters/support/relay-pages.js';
import { FramePage } from './support/frame-page.js';
import { Disk } from './support/interop/disk.js';
import { latchkeyParty } from './support/interop/latchkey-party.js';
import { UNHANDLED_BY_OFFICIALS } from './support/interop/official-faults.js';
import { type Client, officialParty, type Party } from './support/interop/party.js';
import { UnhandledRejections } from './support/interop/unhandled-rejections.js';

/** Where the official client looks, whatever it is told: here it finds the service of the sandbox. */
const PUBLIC_SERVICE = 'https://verify.walletconnect.org';
const APP = { name: 'App', description: '', url: 'https://app.example/shop', icons: [] };
const ORIGIN = 'https://app.example';
const ASKED = { cosmos: { chains: ['cosmos:hub'], methods: ['cosmos_signDirect'], events: ['accountsChanged'] } };
const ALLOWED = { cosmos: { ...ASKED.cosmos, accounts: ['cosmos:hub:a'] } };

const official = officialParty('2.21.8', '@walletconnect/sign-client', import.meta.filename);
const ours = latchkeyParty();
/** On a clock that stands, however long this machine takes: ours gives a service one second to say where a message comes from. */
const unhurried = latchkeyParty(() => new FakeClock(Date.now()));

let relay: Relay;
let verify: Verify;
let rejections: UnhandledRejections;
let closing: (() => void)[];
/** How many requests wait for their answer. */
let underWay = 0;

beforeEach(async () => {
  vi.stubEnv('DISABLE_GLOBAL_CORE', 'true');
  rejections = new UnhandledRejections();
  [relay, verify] = await Promise.all([startRelay({ asksForAttestations: true }), startVerify()]);
  const { fetch } = globalThis;
  underWay = 0;
  vi.stubGlobal('fetch', (url: unknown, init?: RequestInit) => {
    underWay += 1;
    return fetch(String(url).replace(PUBLIC_SERVICE, verify.origin), init).finally(() => {
      underWay -= 1;
    });
  });
  closing = [];
});

afterEach(async () => {
  for (const close of closing) close();
  await Promise.all([relay.stop(), verify.stop()]);
  rejections.release();
  expect(rejections.textsBut(UNHANDLED_BY_OFFICIALS)).toEqual([]);
});

/** An app of ours whose origin is attested in the given way. */
const openApp = async (attest: (ids: SealedIds) => string | null): Promise<SignEngine> => {
  const records = new FakeRecordStore();
  const clock = SYSTEM_CLOCK;
  const app = new SignEngine({
    relay: new PageRelay({
      relayUrls: [relay.url],
      projectId: 'any',
      store: records,
      clock,
      browser: new FakeBrowser(),
      webSocket: WebSocket,
    }),
    records,
    clock,
    random: SYSTEM_RANDOM,
    logger: new FakeLogger(),
    metadata: () => APP,
    checkOrigin: () => Promise.reject(new Error('An app is asked nothing')),
    linking: null,
    exchange: { attest },
    nodes: async () => null,
  });
  await app.start();
  closing.push(() => app.dispose());
  return app;
};

const openWallet = async (party: Party): Promise<Client> => {
  const client = await party.init({
    projectId: 'any',
    relayUrl: relay.url,
    metadata: { name: 'Wallet', description: '', url: 'https://wallet.example', icons: [], verifyUrl: verify.origin },
    logger: 'silent',
    telemetryEnabled: false,
    storage: new Disk().open().storage,
  });
  closing.push(() => party.silence(client));
  return client;
};

const next = <Name extends SignClientTypes.Event>(client: Client, name: Name): Promise<SignClientTypes.EventArguments[Name]> =>
  new Promise((resolve) => client.once(name, resolve));

/** What a wallet is told of a proposal and of a request. */
const verdicts = async (app: SignEngine, wallet: Client) => {
  const { uri = '', approval } = await app.connect({ optionalNamespaces: ASKED });
  const proposed = next(wallet, 'session_proposal');
  await wallet.pair({ uri });
  const { id, verifyContext: ofProposal } = await proposed;
  await wallet.approve({ id, namespaces: ALLOWED });
  const { topic } = await approval();
  const asked = next(wallet, 'session_request');
  const answer = app.request({ topic, chainId: 'cosmos:hub', request: { method: 'cosmos_signDirect', params: [] } });
  const { id: request, verifyContext: ofRequest } = await asked;
  await wallet.respond({ topic, response: { id: request, jsonrpc: '2.0', result: 'signed' } });
  expect(await answer).toBe('signed');
  return [ofProposal.verified, ofRequest.verified];
};

/** What comes of a question while the wallet's clock moves, but not while it awaits the service: a slow machine is no part of its second. */
const answered = async <Answer>(question: Promise<Answer>, clock: FakeClock): Promise<Answer> => {
  let isOver = false;
  const over = (): void => {
    isOver = true;
  };
  question.then(over, over);
  await vi.waitFor(
    async () => {
      if (underWay === 0) await clock.run(10);
      expect(isOver).toBe(true);
    },
    { timeout: 15_000, interval: 10 },
  );
  return question;
};

/** What publishers have told the relay of attestations. */
const attestationsSent = async (): Promise<readonly unknown[]> =>
  (await relay.control.traffic()).flatMap((entry) => {
    const { attestation } = Object(Reflect.get(entry, 'params'));
    return typeof attestation === 'string' && attestation !== '' ? [attestation] : [];
  });

describe.each([
  ['the official wallet', official, PUBLIC_SERVICE],
  ['our wallet', unhurried, undefined],
] as const)('%s', (_, party, verifyUrl) => {
  const known = (validation: string, more: object = {}) => {
    const verified = { origin: ORIGIN, validation, verifyUrl: verifyUrl ?? verify.origin, isScam: false, ...more };
    return [verified, verified];
  };

  it.each([
    ['an attestation that came with it', true, (ids: SealedIds) => verify.attest({ ...ids, origin: ORIGIN })],
    [
      'what the service remembers of it',
      false,
      (ids: SealedIds) => {
        verify.attest({ ...ids, origin: ORIGIN });
        return null;
      },
    ],
  ])('tells by %s that a message comes from where it says', async (_way, isSent, attest) => {
    expect(await verdicts(await openApp(attest), await openWallet(party))).toEqual(known('VALID'));
    expect(await attestationsSent()).toHaveLength(isSent ? 2 : 0);
  });

  it('tells that a message comes from elsewhere, and warns of an origin known for fraud', async () => {
    const origin = 'https://evil.example';
    await verify.control.setScams([origin]);
    const app = await openApp((ids) => verify.attest({ ...ids, origin }));
    expect(await verdicts(app, await openWallet(party))).toEqual(known('INVALID', { origin, isScam: true }));
  });

  it('does not know where a message comes from that has no attestation', async () => {
    const found = await verdicts(await openApp(() => ''), await openWallet(party));
    expect(found.map(({ validation }) => validation)).toEqual(['UNKNOWN', 'UNKNOWN']);
    expect((await verify.control.requests()).filter(({ service }) => service === 'lookup')).toEqual([]);
  });

  it('does not know where a message comes from whose attestation another has signed', async () => {
    const other = await startVerify();
    closing.push(() => void other.stop());
    const forged = await verdicts(await openApp((ids) => other.attest({ ...ids, origin: ORIGIN })), await openWallet(party));
    expect(forged.map(({ validation }) => validation)).toEqual(['UNKNOWN', 'UNKNOWN']);
    expect((await verify.control.requests()).map(({ service }) => service)).toContain('key');
  });
});

describe('our app and our wallet', () => {
  it('publish before the service has been asked, and the wallet finds what the frame has had attested meanwhile', async () => {
    await verify.control.setDoor({ delayMs: 150 });
    const options = { server: verify.origin, projectId: 'any', records: new FakeRecordStore(), clock: SYSTEM_CLOCK };
    const attestation = new HttpAttestation({ ...options, page: new FramePage(ORIGIN) });
    const origins = new OriginChecker({ verifyUrl: verify.origin, attestation, clock: SYSTEM_CLOCK });
    closing.push(() => origins.dispose());
    const app = await openApp((ids) => origins.attest?.(ids) ?? null);
    const clock = new FakeClock(Date.now());
    const found = await answered(verdicts(app, await openWallet(latchkeyParty(() => clock))), clock);
    expect(found).toMatchObject([{ origin: ORIGIN, validation: 'VALID' }, { validation: 'VALID' }]);
    expect(await attestationsSent()).toEqual([]);
  });

  it('are held up by a service that never answers for a second and no longer: the wallet hears UNKNOWN', async () => {
    await verify.control.setDoor('never');
    const clock = new FakeClock(Date.now());
    const judged = verdicts(await openApp(() => null), await openWallet(latchkeyParty(() => clock)));
    const asked = async () => (await verify.control.requests()).filter(({ service }) => service === 'lookup').length;
    // Of the proposal and of the request.
    for (const question of [1, 2]) {
      await expect.poll(asked).toBe(question);
      await clock.run(1_000);
    }
    expect((await judged).map(({ validation }) => validation)).toEqual(['UNKNOWN', 'UNKNOWN']);
  });

  it('do without the service outside of a browser: the app asks nobody', async () => {
    const app = await openWallet(ours);
    const { uri = '' } = await app.connect({ optionalNamespaces: ASKED });
    const wallet = await openWallet(official);
    const proposed = next(wallet, 'session_proposal');
    await wallet.pair({ uri });
    expect((await proposed).verifyContext.verified.validation).toBe('UNKNOWN');
    expect(await verify.control.requests()).toEqual([]);
  });
});

describe('the official app and our wallet', () => {
  it('agree that nothing is known of a message from Node', async () => {
    const app = await openWallet(official);
    const { uri = '', approval } = await app.connect({ optionalNamespaces: ASKED });
    approval().catch(() => undefined);
    const clock = new FakeClock(Date.now());
    const wallet = await openWallet(latchkeyParty(() => clock));
    const proposed = next(wallet, 'session_proposal');
    await wallet.pair({ uri });
    const { id, verifyContext } = await answered(proposed, clock);
    expect(verifyContext.verified.validation).toBe('UNKNOWN');
    await wallet.reject({ id, reason: { code: 5000, message: 'User rejected.' } });
  });
});
