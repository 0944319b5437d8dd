import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CoreFacade } from '../../../adapters/sign-client/core-facade.js';
import { VerifyFacade } from '../../../adapters/sign-client/verify-facade.js';
import { FakeClock } from '../../../application/ports/clock.fake.js';
import { FakeKeyValueStorage } from '../../../application/ports/key-value-storage.fake.js';
import { pause } from '../../../application/shared/pause.js';
import { PeerError } from '../../../application/wallet-protocol/engine/calls.js';
import { Pairings } from '../../../application/wallet-protocol/engine/pairings.js';
import type { SignCalls } from '../../../application/wallet-protocol/engine/sign-engine.js';
import { FakeMessageRelay } from '../../../application/wallet-protocol/message-relay.fake.js';
import { SignClient } from '../../../composition/sign-client.js';
import { latchkeyErrorOf } from '../../../domain/wallet-protocol/fault-errors.js';
import { invalid } from '../../../domain/wallet-protocol/protocol-fault.js';
import type { ProtocolSession } from '../../../domain/wallet-protocol/session.js';
import { EnginePage } from '../application/wallet-protocol/engine/support/engine-page.js';
import { EngineParty, VERIFIED } from '../application/wallet-protocol/engine/support/engine-party.js';

const METADATA = { name: 'App', description: '', url: 'https://app.example', icons: [] };
const SESSION: ProtocolSession = {
  topic: 'aa',
  pairingTopic: 'bb',
  relay: { protocol: 'irn' },
  expiry: 2_000_000_000,
  acknowledged: true,
  controller: 'cc',
  namespaces: { eip155: { accounts: ['eip155:1:0x1'], methods: ['personal_sign'], events: [] } },
  requiredNamespaces: {},
  optionalNamespaces: {},
  self: { publicKey: 'dd', metadata: METADATA },
  peer: { publicKey: 'cc', metadata: METADATA },
};

const rejection = latchkeyErrorOf(invalid('no'));
const reject = (): never => {
  throw rejection;
};
const rejectAsync = async (): Promise<never> => reject();

/** Engine calls that reject, except for the given ones. */
const callsWith = (some: Partial<SignCalls>): SignCalls => ({
  connect: rejectAsync,
  pair: rejectAsync,
  approve: rejectAsync,
  reject: rejectAsync,
  update: rejectAsync,
  extend: rejectAsync,
  request: rejectAsync,
  respond: rejectAsync,
  ping: rejectAsync,
  emit: rejectAsync,
  disconnect: rejectAsync,
  find: reject,
  getPendingSessionRequests: reject,
  authenticate: rejectAsync,
  approveSessionAuthenticate: rejectAsync,
  rejectSessionAuthenticate: rejectAsync,
  formatAuthMessage: reject,
  ...some,
});

let clock: FakeClock;
let party: EngineParty;

beforeEach(() => {
  clock = new FakeClock();
  party = new EngineParty(clock, new FakeMessageRelay(clock), METADATA);
});

afterEach(() => {
  party.close();
  expect(clock.pending).toBe(0);
});

const clientWith = (some: Partial<SignCalls> = {}): SignClient => {
  const options = { projectId: 'own', core: { projectId: 'of the core', relayUrl: 'wss://core.example' } };
  const { context, logger } = party;
  const core = new CoreFacade({
    ...{ name: 'core', projectId: 'own', relayUrl: 'wss://core.example', customStoragePrefix: '' },
    ...{ context, relay: context.relay, clock: context.clock },
    pairings: new Pairings(context),
    links: { list: () => [], remember: rejectAsync, handleEnvelope: rejectAsync },
    verify: new VerifyFacade({ origins: { attest: null, attestation: rejectAsync, resolve: rejectAsync } }),
    storage: new FakeKeyValueStorage(),
    closeConnection: () => undefined,
    logger,
  });
  return new SignClient({ options, metadata: METADATA, logger, calls: callsWith(some), context, core, dispose: () => undefined });
};

describe('SignClient', () => {
  it('has the properties of the official client', () => {
    const client = clientWith();
    expect(client).toMatchObject({ protocol: 'wc', version: 2, name: 'WalletConnect', metadata: METADATA, opts: { projectId: 'own' } });
    expect(client.engine).toBe(client);
  });

  it('rejects with protocol errors', async () => {
    const client = clientWith();
    const error = { name: 'Error', code: 5, message: 'Missing or invalid. no' };
    const topic = 'aa';
    const reason = { code: 6000, message: 'User disconnected.' };
    for (const call of [
      () => client.connect({}),
      () => client.pair({ uri: '' }),
      () => client.approve({ id: 1, namespaces: {} }),
      () => client.reject({ id: 1, reason }),
      () => client.update({ topic, namespaces: {} }),
      () => client.extend({ topic }),
      () => client.request({ topic, chainId: 'eip155:1', request: { method: 'a', params: [] } }),
      () => client.respond({ topic, response: { id: 1, jsonrpc: '2.0', result: 1 } }),
      () => client.ping({ topic }),
      () => client.emit({ topic, chainId: 'eip155:1', event: { name: 'a', data: 1 } }),
      () => client.disconnect({ topic, reason }),
      () => client.authenticate({ chains: [], uri: '', domain: '', nonce: '' }),
      () => client.approveSessionAuthenticate({ id: 1, auths: [] }),
      () => client.rejectSessionAuthenticate({ id: 1, reason }),
    ])
      await expect(call()).rejects.toMatchObject(error);
    for (const call of [
      () => client.find({ requiredNamespaces: {} }),
      () => client.getPendingSessionRequests(),
      () => client.formatAuthMessage({ request: { domain: '', aud: '', nonce: '' }, iss: '' }),
    ])
      expect(call).toThrow('Missing or invalid. no');
  });

  it.each([undefined, null])('passes the params %s of a JavaScript app on', async (params) => {
    const respond = vi.fn(async () => undefined);
    await clientWith({ respond }).respond(params as never);
    expect(respond).toHaveBeenCalledWith(params);
    const page = new EnginePage({ clock, relay: new FakeMessageRelay(clock), metadata: METADATA });
    const { engine } = page;
    const client = clientWith({
      approve: (given) => engine.approve(given),
      reject: (given) => engine.reject(given),
      respond: (given) => engine.respond(given),
      find: (given) => engine.find(given),
      formatAuthMessage: (given) => engine.formatAuthMessage(given),
    });
    for (const name of ['approve', 'reject', 'respond'] as const)
      await expect(client[name](params as never)).rejects.toMatchObject({
        code: 5,
        message: `Missing or invalid. ${name}() params: ${params}`,
      });
    for (const name of ['find', 'formatAuthMessage'] as const)
      expect(() => client[name](params as never)).toThrow(`Missing or invalid. ${name}() params: ${params}`);
    page.engine.dispose();
  });

  it('resolves or rejects deferred results', async () => {
    let isApproved = true;
    const rejectByPeer = async (): Promise<never> => {
      throw new PeerError({ code: 5000, message: 'User rejected.' });
    };
    const client = clientWith({
      connect: async () => ({ uri: 'wc:', approval: async () => (isApproved ? SESSION : rejectByPeer()) }),
      approve: async () => ({ topic: 'aa', acknowledged: async () => SESSION }),
      update: async () => ({ acknowledged: rejectByPeer }),
      authenticate: async () => ({ uri: 'wc:', response: async () => ({ session: SESSION }) }),
      approveSessionAuthenticate: async () => ({ session: undefined }),
      request: async () => '0x00',
      find: () => [SESSION],
    });
    const { uri, approval } = await client.connect({});
    expect([uri, await approval()]).toEqual(['wc:', SESSION]);
    isApproved = false;
    await expect(approval()).rejects.toMatchObject({ name: 'Error', code: 5000, message: 'User rejected.' });
    expect(await (await client.approve({ id: 1, namespaces: {} })).acknowledged()).toEqual(SESSION);
    await expect((await client.update({ topic: 'aa', namespaces: {} })).acknowledged()).rejects.toMatchObject({ code: 5000 });
    expect(await (await client.authenticate({ chains: [], uri: '', domain: '', nonce: '' })).response()).toEqual({ session: SESSION });
    expect(await client.approveSessionAuthenticate({ id: 1, auths: [] })).toEqual({ session: undefined });
    expect(await client.request<string>({ topic: 'aa', chainId: 'eip155:1', request: { method: 'a', params: [] } })).toBe('0x00');
    expect(client.find({ requiredNamespaces: {} })).toEqual([SESSION]);
  });

  it('resolves acknowledged with the settled session, or with the stored one after 500 ms', async () => {
    const { sessions } = party.context.tables;
    await sessions.set('aa', { ...SESSION, acknowledged: false });
    const acknowledging = async (acknowledged: () => Promise<ProtocolSession>) =>
      (await clientWith({ approve: async () => ({ topic: 'aa', acknowledged }) }).approve({ id: 1, namespaces: {} })).acknowledged();
    expect(await acknowledging(async () => SESSION)).toEqual(SESSION);
    let resolved: unknown = 'pending';
    const acknowledged = acknowledging(() => new Promise(() => undefined)).then((session) => {
      resolved = session;
    });
    await clock.run(499);
    expect(resolved).toBe('pending');
    await clock.run(1);
    await acknowledged;
    expect(resolved).toEqual({ ...SESSION, acknowledged: false });
  });

  it('rejects acknowledged with the error of the app if the session is deleted by then', async () => {
    const rejectLate = async (): Promise<never> => {
      await pause(600, clock, new AbortController().signal);
      throw new PeerError({ code: 1005, message: 'Invalid session settle request.' });
    };
    const client = clientWith({ approve: async () => ({ topic: 'aa', acknowledged: rejectLate }) });
    const rejected = expect((await client.approve({ id: 1, namespaces: {} })).acknowledged()).rejects.toMatchObject({ code: 1005 });
    await clock.run(600);
    await rejected;
  });

  it('reconnects to a relay that was unauthorized with each call that needs it', async () => {
    const { relay } = party;
    const { signal } = new AbortController();
    const { topic } = await relay.keyChain.createSymKey();
    const client = clientWith({ ping: () => relay.subscribe([topic], signal) });
    await expect(clientWith().ping({ topic })).rejects.toMatchObject({ message: rejection.message });
    expect(relay.openCount).toBe(0);
    relay.mode = 'unauthorized';
    for (const openings of [1, 2]) {
      await expect(client.ping({ topic })).rejects.toMatchObject({ code: 'relay/unauthorized' });
      expect(relay.openCount).toBe(openings);
    }
    relay.mode = 'open';
    await client.ping({ topic });
    await client.ping({ topic });
    expect([client.core.relayer.connected, relay.openCount]).toEqual([true, 3]);
  });

  it('emits engine events without internal fields, and no pairing events', async () => {
    const client = clientWith();
    const emitted: unknown[] = [];
    client.on('session_proposal', (event) => emitted.push(event));
    client.once('session_connect', (event) => emitted.push(event));
    client.on('proposal_expire', (event) => emitted.push(event));
    const { events } = party.context;
    const { topic: pairingTopic } = SESSION;
    const proposal = {
      id: 7,
      pairingTopic,
      expiryTimestamp: 2_000_000_000,
      relays: [{ protocol: 'irn' }],
      proposer: SESSION.peer,
      requiredNamespaces: {},
      optionalNamespaces: {},
    };
    events.emit('session_proposal', { id: 7, params: { ...proposal, isOwn: false, verifyContext: VERIFIED }, verifyContext: VERIFIED });
    for (let time = 0; time < 2; time += 1) events.emit('session_connect', { session: SESSION });
    events.emit('pairing_ping', { id: 1, topic: 'bb' });
    client.removeAllListeners('proposal_expire');
    events.emit('proposal_expire', { id: 7 });
    expect(emitted).toEqual([{ id: 7, params: proposal, verifyContext: VERIFIED }, { session: SESSION }]);
  });

  it('registers session_authenticate listeners with the engine', () => {
    const client = clientWith();
    const { events } = party.context;
    const listener = (): void => undefined;
    expect(events.hasListener('session_authenticate')).toBe(false);
    client.on('session_authenticate', listener);
    expect(events.hasListener('session_authenticate')).toBe(true);
    client.off('session_authenticate', listener);
    expect(events.hasListener('session_authenticate')).toBe(false);
  });

  it('reads and writes the records of the engine', async () => {
    const client = clientWith();
    await party.context.tables.sessions.set('aa', SESSION);
    expect([client.session.get('aa'), client.session.keys, client.proposal.length, client.auth.requests.length]).toEqual([
      SESSION,
      ['aa'],
      0,
      0,
    ]);
    await client.session.update('aa', { sessionProperties: { tier: 'gold' } });
    expect(party.context.tables.sessions.get('aa')).toEqual({ ...SESSION, sessionProperties: { tier: 'gold' } });
    const params = { request: { method: 'personal_sign', params: [] }, chainId: 'eip155:1' };
    await client.pendingRequest.set(7, {
      id: 7,
      topic: 'aa',
      params,
      verifyContext: { verified: { origin: '', validation: 'UNKNOWN', verifyUrl: '' } },
    });
    expect(party.context.tables.requests.get(7)).toMatchObject({ id: 7, expiry: Math.floor(clock.now() / 1_000) + 300 });
    expect([client.pendingRequest.keys, client.core.history.keys]).toEqual([[7], [7]]);
    // A request with a response is no longer pending.
    await party.context.tables.requests.change(7, { answer: { result: '0x00' } });
    expect([client.pendingRequest.length, client.core.history.size]).toEqual([0, 0]);
    expect(client.pairing).toBe(client.core.pairing.pairings);
  });

  it('emits no events after dispose', () => {
    const client = clientWith();
    const emitted: unknown[] = [];
    client.on('proposal_expire', (event) => emitted.push(event));
    client.dispose();
    party.context.events.emit('proposal_expire', { id: 7 });
    expect(emitted).toEqual([]);
  });
});
