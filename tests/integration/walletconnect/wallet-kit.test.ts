import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type InteropFixture, startInteropFixture } from '../support/interop/interop-fixture.js';
import { latchkeyParty } from '../support/interop/latchkey-party.js';
import { OFFICIAL_UNHANDLED_REJECTIONS } from '../support/interop/official-faults.js';
import { officialParty } from '../support/interop/party.js';
import { requestSignIn, SIGN_IN_METHODS } from '../support/interop/request-sign-in.js';
import type { Scenario } from '../support/interop/scenario.js';
import { PAIRING_SCENARIOS } from '../support/interop/scenarios/pairing.js';
import { REQUEST_SCENARIOS } from '../support/interop/scenarios/request.js';
import { SESSION_SCENARIOS } from '../support/interop/scenarios/session.js';
import { SIGN_IN_SCENARIOS } from '../support/interop/scenarios/sign-in.js';
import { ADDRESS, approvedNamespaces, CHAINS, propose } from '../support/interop/settle.js';
import { UnhandledRejections } from '../support/interop/unhandled-rejections.js';
import { walletKitParty } from '../support/interop/wallet-kit-party.js';

const SCENARIOS: readonly Scenario[] = [...PAIRING_SCENARIOS, ...SESSION_SCENARIOS, ...REQUEST_SCENARIOS, ...SIGN_IN_SCENARIOS];

const APPS = [latchkeyParty(), officialParty('2.21.8', '@walletconnect/sign-client', import.meta.filename)];
const KITS = [walletKitParty('@reown/walletkit'), walletKitParty('@walletconnect/web3wallet')];

const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
const SOLANA_ADDRESS = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv';

const PAIRS = KITS.flatMap((wallet) =>
  APPS.map((app) => [`${wallet.name} on our Core as the wallet, ${app.name} as the app`, app, wallet] as const),
);

describe.each(PAIRS)('%s', (_, app, wallet) => {
  let rejections: UnhandledRejections;
  let fixture: InteropFixture | null = null;

  beforeEach(() => {
    // The official client shares one Core per process by default; here every actor needs its own.
    vi.stubEnv('DISABLE_GLOBAL_CORE', 'true');
    rejections = new UnhandledRejections();
  });

  afterEach(async () => {
    await fixture?.stop();
    fixture = null;
    rejections.release();
    expect(rejections.unexpected(OFFICIAL_UNHANDLED_REJECTIONS)).toEqual([]);
  });

  // A kit is an official client too.
  const scenarios = SCENARIOS.filter(({ needsLatchkey = false }) => !needsLatchkey || app.name === 'latchkey');
  it.each(scenarios.map((scenario) => [scenario.name, scenario] as const))('%s', async (_name, { run, supportsSignIn = true }) => {
    fixture = await startInteropFixture({ app, wallet, supportsSignIn });
    await run(fixture);
  });

  it('lists its sessions, proposals and requests, and reads a push message from its storage', async () => {
    fixture = await startInteropFixture({ app, wallet });
    const { kit, Kit } = wallet;
    const { proposal, approval } = await propose(fixture);
    expect(kit.getPendingSessionProposals()).toMatchObject([{ id: proposal.id, proposer: { metadata: { name: 'The app' } } }]);
    const { topic } = await fixture.wallet.approve({ id: proposal.id, namespaces: approvedNamespaces() });
    await approval;
    expect(kit.getActiveSessions()).toMatchObject({ [topic]: { topic, peer: { metadata: { name: 'The app' } } } });
    const signed = fixture.app.request({ topic, chainId: 'eip155:1', request: { method: 'personal_sign', params: ['0x00', ADDRESS] } });
    const { id } = await fixture.wallet.next('session_request');
    expect(kit.getPendingSessionRequests()).toMatchObject([{ id, topic }]);
    await fixture.wallet.respond({ topic, response: { id, jsonrpc: '2.0', result: '0xsigned' } });
    expect([await signed, kit.getPendingSessionRequests()]).toEqual(['0xsigned', []]);

    expect(await kit.core.crypto.getClientId()).toMatch(/^did:key:z/);
    const message = { id: 1, jsonrpc: '2.0', method: 'wc_sessionPing', params: {} };
    const encryptedMessage = await kit.core.crypto.encode(topic, message);
    const { storage } = kit.core;
    expect(await Kit.notifications.decryptMessage({ topic, encryptedMessage, storage })).toEqual(message);
    expect(await Kit.notifications.getMetadata({ topic, storage })).toMatchObject({ name: 'The app' });

    // The wallet changes to our client.
    const { metadata } = fixture.wallet;
    const next = await latchkeyParty().init({
      projectId: 'any-project',
      relayUrl: 'ws://wallet.relay.test',
      logger: 'silent',
      storage,
      metadata,
    });
    expect(next.session.getAll()).toMatchObject([{ topic, peer: { metadata: { name: 'The app' } } }]);
    latchkeyParty().stopDialing(next);
  });

  it('keeps the order of namespaces of a wallet that gets a proposal instead of a sign-in', async () => {
    fixture = await startInteropFixture({ app, wallet, supportsSignIn: false });
    const { authenticated } = await requestSignIn(fixture, { methods: SIGN_IN_METHODS });
    const { id } = await fixture.wallet.next('session_proposal');
    const { eip155 } = approvedNamespaces();
    if (eip155 === undefined) throw new Error('There is no namespace to approve');
    const solana = { accounts: [`${SOLANA}:${SOLANA_ADDRESS}`], methods: ['solana_signMessage'], events: [] };
    await fixture.wallet.approve({ id, namespaces: { solana, eip155: { ...eip155, chains: [...CHAINS].reverse() } } });
    const { session } = await authenticated;
    expect([Object.keys(session.namespaces), session.namespaces['eip155']?.chains]).toEqual([['solana', 'eip155'], [...CHAINS].reverse()]);
  });
});
