import { type Relay, startRelay, startVerify, type Verify } from '@latchkey/sandbox';
import type { SignClientTypes } from '@walletconnect/types';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { SYSTEM_CLOCK } from '../../adapters/browser/system-clock.js';
import { SYSTEM_RANDOM } from '../../adapters/browser/system-random.js';
import { HttpAttestation } from '../../adapters/walletconnect/attestation/http-attestation.js';
import type { MessageHashes } from '../../application/ports/attestation.port.js';
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
import { OFFICIAL_UNHANDLED_REJECTIONS } from './support/interop/official-faults.js';
import { type Client, officialParty, type Party } from './support/interop/party.js';
import { UnhandledRejections } from './support/interop/unhandled-rejections.js';

/** The official client always uses this URL, which is routed to the service of the sandbox. */
const PUBLIC_SERVICE = 'https://verify.walletconnect.org';
const APP = { name: 'App', description: '', url: 'https://app.example/shop', icons: [] };
const ORIGIN = 'https://app.example';
const REQUESTED = { cosmos: { chains: ['cosmos:hub'], methods: ['cosmos_signDirect'], events: ['accountsChanged'] } };
const APPROVED = { cosmos: { ...REQUESTED.cosmos, accounts: ['cosmos:hub:a'] } };

const official = officialParty('2.21.8', '@walletconnect/sign-client', import.meta.filename);
const ours = latchkeyParty();
/** Uses a clock that does not advance, because our client waits only one second for the service. */
const onFixedClock = latchkeyParty(() => new FakeClock(Date.now()));

let relay: Relay;
let verify: Verify;
let rejections: UnhandledRejections;
let closing: (() => void)[];
/** Number of pending requests. */
let pendingRequests = 0;

beforeEach(async () => {
  vi.stubEnv('DISABLE_GLOBAL_CORE', 'true');
  rejections = new UnhandledRejections();
  [relay, verify] = await Promise.all([startRelay({ omitsMissingAttestations: true }), startVerify()]);
  const { fetch } = globalThis;
  pendingRequests = 0;
  vi.stubGlobal('fetch', (url: unknown, init?: RequestInit) => {
    pendingRequests += 1;
    return fetch(String(url).replace(PUBLIC_SERVICE, verify.origin), init).finally(() => {
      pendingRequests -= 1;
    });
  });
  closing = [];
});

afterEach(async () => {
  for (const close of closing) close();
  await Promise.all([relay.stop(), verify.stop()]);
  rejections.release();
  expect(rejections.unexpected(OFFICIAL_UNHANDLED_REJECTIONS)).toEqual([]);
});

/** An app of ours with the given attestation. */
const openApp = async (attest: (ids: MessageHashes) => string | null): Promise<SignEngine> => {
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
    checkOrigin: () => Promise.reject(new Error('An app checks no origin')),
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
  closing.push(() => party.stopDialing(client));
  return client;
};

const next = <Name extends SignClientTypes.Event>(client: Client, name: Name): Promise<SignClientTypes.EventArguments[Name]> =>
  new Promise((resolve) => client.once(name, resolve));

/** Verify contexts that a wallet receives with a proposal and a request. */
const verifyContextsOf = async (app: SignEngine, wallet: Client) => {
  const { uri = '', approval } = await app.connect({ optionalNamespaces: REQUESTED });
  const proposed = next(wallet, 'session_proposal');
  await wallet.pair({ uri });
  const { id, verifyContext: ofProposal } = await proposed;
  await wallet.approve({ id, namespaces: APPROVED });
  const { topic } = await approval();
  const requested = next(wallet, 'session_request');
  const response = app.request({ topic, chainId: 'cosmos:hub', request: { method: 'cosmos_signDirect', params: [] } });
  const { id: requestId, verifyContext: ofRequest } = await requested;
  await wallet.respond({ topic, response: { id: requestId, jsonrpc: '2.0', result: 'signed' } });
  expect(await response).toBe('signed');
  return [ofProposal.verified, ofRequest.verified];
};

/** Awaits a result while the wallet's clock advances, except while a request to the service is pending. */
const settle = async <Result>(result: Promise<Result>, clock: FakeClock): Promise<Result> => {
  let isSettled = false;
  const onSettled = (): void => {
    isSettled = true;
  };
  result.then(onSettled, onSettled);
  await vi.waitFor(
    async () => {
      if (pendingRequests === 0) await clock.run(10);
      expect(isSettled).toBe(true);
    },
    { timeout: 15_000, interval: 10 },
  );
  return result;
};

/** Attestations that publishers sent to the relay. */
const attestationsSent = async (): Promise<readonly unknown[]> =>
  (await relay.control.traffic()).flatMap((entry) => {
    const { attestation } = Object(Reflect.get(entry, 'params'));
    return typeof attestation === 'string' && attestation !== '' ? [attestation] : [];
  });

describe.each([
  ['the official wallet', official, PUBLIC_SERVICE],
  ['our wallet', onFixedClock, undefined],
] as const)('%s', (_, party, verifyUrl) => {
  const expectedContexts = (validation: string, more: object = {}) => {
    const verified = { origin: ORIGIN, validation, verifyUrl: verifyUrl ?? verify.origin, isScam: false, ...more };
    return [verified, verified];
  };

  it.each([
    ['an attestation that came with it', true, (ids: MessageHashes) => verify.attest({ ...ids, origin: ORIGIN })],
    [
      'what the service remembers of it',
      false,
      (ids: MessageHashes) => {
        verify.attest({ ...ids, origin: ORIGIN });
        return null;
      },
    ],
  ])('validates the origin by %s', async (_way, isSent, attest) => {
    expect(await verifyContextsOf(await openApp(attest), await openWallet(party))).toEqual(expectedContexts('VALID'));
    expect(await attestationsSent()).toHaveLength(isSent ? 2 : 0);
  });

  it('reports a mismatched origin and a scam', async () => {
    const origin = 'https://evil.example';
    await verify.control.setScams([origin]);
    const app = await openApp((ids) => verify.attest({ ...ids, origin }));
    expect(await verifyContextsOf(app, await openWallet(party))).toEqual(expectedContexts('INVALID', { origin, isScam: true }));
  });

  it('reports UNKNOWN without an attestation', async () => {
    const found = await verifyContextsOf(await openApp(() => ''), await openWallet(party));
    expect(found.map(({ validation }) => validation)).toEqual(['UNKNOWN', 'UNKNOWN']);
    expect((await verify.control.requests()).filter(({ service }) => service === 'lookup')).toEqual([]);
  });

  it('reports UNKNOWN for an attestation signed by another key', async () => {
    const other = await startVerify();
    closing.push(() => void other.stop());
    const forged = await verifyContextsOf(await openApp((ids) => other.attest({ ...ids, origin: ORIGIN })), await openWallet(party));
    expect(forged.map(({ validation }) => validation)).toEqual(['UNKNOWN', 'UNKNOWN']);
    expect((await verify.control.requests()).map(({ service }) => service)).toContain('key');
  });
});

describe('our app and our wallet', () => {
  it('publish before the service responds, and the wallet finds the attestation that the frame creates in the meantime', async () => {
    await verify.control.setMode({ delayMs: 150 });
    const options = { server: verify.origin, projectId: 'any', records: new FakeRecordStore(), clock: SYSTEM_CLOCK };
    const attestation = new HttpAttestation({ ...options, page: new FramePage(ORIGIN) });
    const origins = new OriginChecker({ verifyUrl: verify.origin, attestation, clock: SYSTEM_CLOCK });
    closing.push(() => origins.dispose());
    const app = await openApp((ids) => origins.attest?.(ids) ?? null);
    const clock = new FakeClock(Date.now());
    const found = await settle(verifyContextsOf(app, await openWallet(latchkeyParty(() => clock))), clock);
    expect(found).toMatchObject([{ origin: ORIGIN, validation: 'VALID' }, { validation: 'VALID' }]);
    expect(await attestationsSent()).toEqual([]);
  });

  it('wait at most one second for a service that does not respond, and report UNKNOWN', async () => {
    await verify.control.setMode('never');
    const clock = new FakeClock(Date.now());
    const contexts = verifyContextsOf(await openApp(() => null), await openWallet(latchkeyParty(() => clock)));
    const lookupCount = async () => (await verify.control.requests()).filter(({ service }) => service === 'lookup').length;
    // For the proposal and the request.
    for (const count of [1, 2]) {
      await expect.poll(lookupCount).toBe(count);
      await clock.run(1_000);
    }
    expect((await contexts).map(({ validation }) => validation)).toEqual(['UNKNOWN', 'UNKNOWN']);
  });

  it('send no request to the service outside of a browser', async () => {
    const app = await openWallet(ours);
    const { uri = '' } = await app.connect({ optionalNamespaces: REQUESTED });
    const wallet = await openWallet(official);
    const proposed = next(wallet, 'session_proposal');
    await wallet.pair({ uri });
    expect((await proposed).verifyContext.verified.validation).toBe('UNKNOWN');
    expect(await verify.control.requests()).toEqual([]);
  });
});

describe('the official app and our wallet', () => {
  it('report UNKNOWN for messages from Node', async () => {
    const app = await openWallet(official);
    const { uri = '', approval } = await app.connect({ optionalNamespaces: REQUESTED });
    approval().catch(() => undefined);
    const clock = new FakeClock(Date.now());
    const wallet = await openWallet(latchkeyParty(() => clock));
    const proposed = next(wallet, 'session_proposal');
    await wallet.pair({ uri });
    const { id, verifyContext } = await settle(proposed, clock);
    expect(verifyContext.verified.validation).toBe('UNKNOWN');
    await wallet.reject({ id, reason: { code: 5000, message: 'User rejected.' } });
  });
});
