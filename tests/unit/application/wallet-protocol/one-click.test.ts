import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import { FakeSignIn } from '../../../../application/ports/sign-in.fake.js';
import type { EngineEventMap } from '../../../../application/wallet-protocol/engine/engine-events.js';
import type { ChainNodes } from '../../../../application/wallet-protocol/engine/sign-in-verifier.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { type Cacao, createCacao } from '../../../../domain/sign-in/cacao.js';
import { signInMessage } from '../../../../domain/sign-in/cacao-message.js';
import { methodsIn, recapOf } from '../../../../domain/sign-in/recap.js';
import { parseSignInMessage } from '../../../../domain/sign-in/sign-in-message.js';
import { populateAuthPayload } from '../../../../domain/wallet-protocol/authentication/populate-auth-payload.js';
import { responseTopicOf } from '../../../../domain/wallet-protocol/response-topic.js';
import { EnginePage } from './engine/support/engine-page.js';
import { WALLET } from './engine/support/engine-pair.js';
import { ACCOUNT } from './engine/support/sign-in-pair.js';
import { outcomeOf, ProtocolFixture } from './support/protocol-fixture.js';
import { ALLOWED } from './support/protocol-wallet.js';

const CHAINS = [toChainId('eip155:1'), toChainId('eip155:137')] as const;
const METHODS = ['personal_sign', 'eth_sendTransaction', 'wallet_showCallsStatus'];
const EIP155 = { chains: CHAINS, methods: METHODS, events: [] };
const REJECTED = { code: 5_000, message: 'User rejected.' };
const MINUTE = 60_000;
const UNREACHABLE: ChainNodes = async () => ({
  urls: [],
  request: () => Promise.reject(new TypeError('Failed to fetch')),
  close: () => undefined,
});

const { signal } = new AbortController();

let fixture: ProtocolFixture;
let service: FakeSignIn;
/** A wallet that supports sign-in. */
let wallet: EnginePage;
/** Aborted after each test. */
let controller: AbortController;

beforeEach(async () => {
  fixture = new ProtocolFixture();
  service = new FakeSignIn();
  wallet = new EnginePage({ clock: fixture.clock, relay: fixture.relay.peer(), metadata: WALLET });
  wallet.engine.context.events.setListenerCheck('session_authenticate', () => true);
  await wallet.engine.start();
  controller = new AbortController();
  fixture.requested = { optionalNamespaces: { eip155: EIP155 }, signIn: { service, chainId: CHAINS[1] } };
});

afterEach(async () => {
  controller.abort();
  await flushPromises();
  wallet.engine.dispose();
  fixture.dispose();
});

type AuthEvent = EngineEventMap['session_authenticate'];

/** The wallet scans the displayed URI. Returns the request that it shows. */
const scan = async (uri?: string): Promise<AuthEvent> => {
  await wallet.engine.pair({ uri: uri ?? (await fixture.displayedUri()) });
  await flushPromises();
  const event = wallet.events('session_authenticate').at(-1);
  if (event === undefined) throw new Error('The wallet shows no sign-in request');
  return event;
};

const sign = ({ params: { authPayload } }: AuthEvent, address: string = ACCOUNT.address): Promise<readonly Cacao[]> => {
  const payload = populateAuthPayload(authPayload, { chains: CHAINS, methods: METHODS });
  return Promise.all(
    payload.chains.map(async (chain) => {
      const iss = `did:pkh:${chain}:${address}`;
      return createCacao(payload, iss, { t: 'eip191', s: await ACCOUNT.signMessage({ message: signInMessage(payload, iss) }) });
    }),
  );
};

const approve = async (event: AuthEvent, auths?: readonly Cacao[]) => {
  const approved = await wallet.engine.approveSessionAuthenticate({ id: event.id, auths: auths ?? (await sign(event)) });
  await flushPromises();
  return approved;
};

/** Sends a response that the wallet's engine would not send, because it cannot verify it. */
const respond = async ({ id, params: { requester } }: AuthEvent, cacaos: readonly Cacao[]): Promise<void> => {
  const { relay, calls, tables } = wallet.engine.context;
  const [publicKey, peerPublicKey] = [await relay.keyChain.createKeyPair(), requester.publicKey];
  const topic = tables.authRequests.get(id)?.pairingTopic ?? '';
  const result = { cacaos, responder: { publicKey, metadata: WALLET } };
  const sealing = { topic: responseTopicOf(peerPublicKey), publicKey, peerPublicKey };
  await calls.reply({ topic, id, method: 'wc_sessionAuthenticate' }, { result }, { sealing });
  await flushPromises();
};

/** Methods of the messages that the app has published, the oldest first. */
const published = (): readonly string[] => fixture.relay.published.flatMap(({ message }) => ('method' in message ? [message.method] : []));

describe('sign-in while connecting', () => {
  it('is requested on the URI of the proposal, for its methods and chains, that of the message first', async () => {
    controller = await fixture.startPairing();
    expect([...published()].sort()).toEqual(['wc_sessionAuthenticate', 'wc_sessionPropose']);
    expect(fixture.uris[0]).toContain('methods=wc_sessionAuthenticate');
    const { params } = await scan();
    expect(params.authPayload).toMatchObject({ chains: ['eip155:137', 'eip155:1'], domain: 'app.example', nonce: 'nonce00000001' });
    const recap = recapOf(params.authPayload.resources);
    expect(recap && methodsIn(recap)).toEqual(['eth_sendTransaction', 'personal_sign']);
    expect(params.expiryTimestamp).toBe(Math.floor(fixture.clock.now() / 1_000) + 300);
    // A wallet that signs in does not show the proposal.
    expect(wallet.events('session_proposal')).toEqual([]);
  });

  it('settles a session with the texts that were signed, for each chain, in the format that services accept', async () => {
    const session = fixture.pair();
    await approve(await scan());
    const { signIns = [], topic, namespaces } = await session;
    expect(signIns.map(({ data }) => [data.chainId, data.accountAddress, data.nonce])).toEqual([
      ['eip155:137', ACCOUNT.address, 'nonce00000001'],
      ['eip155:1', ACCOUNT.address, 'nonce00000001'],
    ]);
    for (const { message, data } of signIns) expect(parseSignInMessage(message)).toEqual(data);
    expect(namespaces['eip155']?.methods).toEqual(['eth_sendTransaction', 'personal_sign']);
    expect(wallet.engine.context.tables.sessions.get(topic)?.topic).toBe(topic);
    // The proposal, the request and their keys are gone.
    expect([...fixture.records.persisted.keys()]).toEqual([`@latchkey/wc/session/${topic}`]);
    expect([fixture.relay.keys, fixture.relay.topics]).toEqual([[topic], [topic]]);
  });

  it('has the time that the service issued', async () => {
    const issuedAt = '2024-02-03T04:05:06.789Z';
    const message = await service.createMessage({ chainId: CHAINS[0], accountAddress: '' });
    const createMessage = async () => ({ ...message, issuedAt, expirationTime: '2030-01-01T00:00:00.000Z', statement: 'Welcome.' });
    fixture.requested = { ...fixture.requested, signIn: { service: { createMessage }, chainId: CHAINS[0] } };
    const session = fixture.pair();
    await approve(await scan());
    const [signIn] = (await session).signIns ?? [];
    expect(signIn?.data).toMatchObject({ issuedAt, expirationTime: '2030-01-01T00:00:00.000Z' });
    expect(signIn?.data.statement).toMatch(/^Welcome\. I further authorize the stated URI .* for 'eip155'\.$/);
  });

  it('accepts an approval of the proposal by a wallet without support', async () => {
    const session = fixture.pair();
    const proposal = await fixture.wallet.pair(await fixture.displayedUri());
    const request = fixture.wallet.calls.find((call) => call.request.method === 'wc_sessionAuthenticate');
    await fixture.wallet.respond(proposal.topic, request?.request.id ?? 0, { error: { code: 10_001, message: 'Unsupported' } });
    const topic = await fixture.wallet.approve(proposal);
    expect(await session).toMatchObject({ topic, namespaces: ALLOWED, signIns: [] });
    expect([...fixture.records.persisted.keys()]).toEqual([`@latchkey/wc/session/${topic}`]);
    expect([fixture.relay.keys, fixture.relay.topics]).toEqual([[topic], [topic]]);
  });

  it('is rejected by the user: a typed error, and the next URI has a new nonce', async () => {
    const outcome = outcomeOf(fixture.pair());
    await wallet.engine.rejectSessionAuthenticate({ id: (await scan()).id, reason: REJECTED });
    await flushPromises();
    expect(outcome.now()).toMatchObject({ error: { code: 'wallet/rejected' } });
    expect([fixture.records.persisted.size, fixture.relay.keys, fixture.relay.topics]).toEqual([0, [], []]);
    controller = await fixture.startPairing();
    expect((await scan()).params.authPayload.nonce).toBe('nonce00000002');
  });

  it('fails with a signature of another account, and leaves nothing', async () => {
    const outcome = outcomeOf(fixture.pair());
    const event = await scan();
    await respond(event, await sign(event, '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B'));
    expect(outcome.now()).toMatchObject({ error: { code: 'wallet/invalid-response' } });
    expect([fixture.records.persisted.size, fixture.relay.keys]).toEqual([0, []]);
  });

  it('is renewed with the URI, with a new nonce, and the previous one is still accepted', async () => {
    const session = fixture.pair();
    const first = await scan();
    await fixture.clock.run(210_000);
    expect(fixture.uris).toHaveLength(2);
    expect((await scan()).params.authPayload.nonce).toBe('nonce00000002');
    await approve(first);
    expect((await session).signIns?.[0]?.data.nonce).toBe('nonce00000001');
  });

  it('ends with its proposal: keys and records of expired URIs are removed', async () => {
    controller = await fixture.startPairing();
    await fixture.clock.run(15 * MINUTE);
    controller.abort();
    await fixture.clock.run(6 * MINUTE);
    expect([fixture.records.persisted.size, fixture.relay.keys, fixture.relay.topics]).toEqual([0, [], []]);
  });

  it('is accepted if it was signed in time and a contract verifies it after the URI has expired', async () => {
    let verify = (_: string): void => undefined;
    const result = new Promise<string>((resolve) => {
      verify = resolve;
    });
    fixture.nodes = async () => ({
      urls: [], // The result is read as the unknown value that it is.
      request: <Result>() => result as Promise<Result>,
      close: () => undefined,
    });
    const session = fixture.pair();
    const event = await scan();
    await fixture.clock.run(5 * MINUTE - 2_000);
    await respond(
      event,
      (await sign(event)).map((auth) => ({ ...auth, s: { t: 'eip1271', s: auth.s.s } })),
    );
    await fixture.clock.run(4_000);
    verify(`0x1626ba7e${'0'.repeat(56)}`);
    expect((await session).signIns?.[0]?.cacao?.s.t).toBe('eip1271');
  });

  it.each([
    ['has no RPC endpoint', async () => null],
    ['cannot be reached', UNREACHABLE],
  ] as const)('is left to the service if a contract signed and its chain %s', async (_, nodes) => {
    fixture.nodes = nodes;
    const session = fixture.pair();
    const event = await scan();
    await respond(
      event,
      (await sign(event)).map((auth) => ({ ...auth, s: { t: 'eip1271', s: auth.s.s } })),
    );
    expect((await session).signIns?.[0]?.cacao?.s.t).toBe('eip1271');
  });

  it('disconnects a wallet that signs after the user has cancelled', async () => {
    controller = await fixture.startPairing();
    const event = await scan();
    controller.abort();
    const { session } = await approve(event);
    expect(wallet.events('session_delete').map(({ topic }) => topic)).toEqual([session?.topic]);
    expect([fixture.records.persisted.size, fixture.relay.keys]).toEqual([0, []]);
  });

  it.each([
    ['while the page is closed', false],
    ['before, so that the URI is shown again', true],
  ])('is restored after a reload: the wallet signs %s', async (_, isScannedAgain) => {
    await fixture.startPairing(true);
    const uri = await fixture.displayedUri();
    const event = await scan();
    await fixture.reload(async () => (isScannedAgain ? undefined : approve(event)));
    const session = fixture.pair(signal, true);
    await flushPromises();
    if (isScannedAgain) {
      expect(await fixture.displayedUri()).toBe(uri);
      await approve(event);
    }
    const { topic, signIns } = await session;
    expect(signIns?.[0]?.data.nonce).toBe('nonce00000001');
    expect([...fixture.records.persisted.keys()]).toEqual([`@latchkey/wc/session/${topic}`]);
    expect(fixture.relay.keys).toEqual([topic]);
  });

  it('waits for the user who cancelled on a platform that keeps the URI, and is handed over when they are back', async () => {
    const first = await fixture.startPairing(true);
    const event = await scan();
    first.abort();
    await approve(event);
    expect(wallet.events('session_delete')).toEqual([]);
    const { signIns } = await fixture.pair(signal, true);
    expect(signIns?.[0]?.data.nonce).toBe('nonce00000001');
  });

  it('is disconnected if that user does not come back before the URI expires', async () => {
    const first = await fixture.startPairing(true);
    const event = await scan();
    first.abort();
    await approve(event);
    await fixture.clock.run(6 * MINUTE);
    expect(wallet.events('session_delete')).toHaveLength(1);
    expect([fixture.records.persisted.size, fixture.relay.keys]).toEqual([0, []]);
  });

  it('is not part of a session that is resumed: its messages were used', async () => {
    const session = fixture.pair();
    await approve(await scan());
    const { topic } = await session;
    await fixture.reload();
    const resumed = await fixture.client.resume(topic);
    expect([resumed?.topic, resumed?.signIns]).toEqual([topic, undefined]);
  });

  it('leaves out texts that do not conform to EIP-4361', async () => {
    const session = fixture.pair();
    const event = await scan();
    await approve(event, await sign(event, ACCOUNT.address.toLowerCase()));
    expect((await session).signIns).toEqual([]);
  });

  it.each([
    ['no namespaces are proposed', { optionalNamespaces: {} }],
    ['several namespaces are proposed', { optionalNamespaces: { eip155: EIP155, solana: { chains: [], methods: [], events: [] } } }],
    ['another namespace is required', { optionalNamespaces: { eip155: EIP155 }, requiredNamespaces: { solana: EIP155 } }],
    ['another namespace is proposed', { optionalNamespaces: { solana: EIP155 } }],
    ['no methods are proposed', { optionalNamespaces: { eip155: { ...EIP155, methods: ['wallet_showCallsStatus'] } } }],
    ['no chains are proposed', { optionalNamespaces: { eip155: { ...EIP155, chains: [] } } }],
    ['the app uses no sign-in', { signIn: undefined }],
  ])('is not requested if %s', async (_, requested) => {
    fixture.requested = { ...fixture.requested, ...requested };
    controller = await fixture.startPairing();
    expect([published(), service.calls]).toEqual([['wc_sessionPropose'], []]);
    expect(fixture.uris[0]).not.toContain('methods=');
  });

  it.each([
    ['is down', 'down', 0],
    ['never responds', 'silent', 5_000],
  ] as const)('is not requested if the service %s: the URI is shown without it', async (_, mode, ms) => {
    service.mode = mode;
    controller = await fixture.startPairing();
    await fixture.clock.run(ms);
    expect([published(), fixture.uris.length]).toEqual([['wc_sessionPropose'], 1]);
    expect(fixture.logger.messages('warn')).toHaveLength(1);
  });
});
