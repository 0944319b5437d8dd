import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CoreFacade } from '../../../../adapters/sign-client/core-facade.js';
import { VerifyFacade } from '../../../../adapters/sign-client/verify-facade.js';
import { FakeAttestation, FakeAttestationService } from '../../../../application/ports/attestation.fake.js';
import { FakeClock, settle } from '../../../../application/ports/clock.fake.js';
import { FakeKeyValueStorage } from '../../../../application/ports/key-value-storage.fake.js';
import { OriginChecker } from '../../../../application/wallet-protocol/engine/origin-checker.js';
import { Pairings } from '../../../../application/wallet-protocol/engine/pairings.js';
import { FakeMessageRelay } from '../../../../application/wallet-protocol/message-relay.fake.js';
import { EngineParty } from '../../application/wallet-protocol/engine/support/engine-party.js';

const APP = { name: 'App', description: '', url: 'https://app.example', icons: [] };
const WALLET = { name: 'Wallet', description: '', url: 'https://wallet.example', icons: [] };

let clock: FakeClock;
let parties: EngineParty[];

beforeEach(() => {
  clock = new FakeClock();
  parties = [];
});

afterEach(() => {
  for (const party of parties) party.close();
  expect(clock.pending).toBe(0);
});

/** Checks no origin: no service is configured. */
const noService = (): OriginChecker =>
  new OriginChecker({ verifyUrl: undefined, attestation: new FakeAttestation(new FakeAttestationService(), clock), clock });

const coreOf = (party: EngineParty, origins = noService()) => {
  parties.push(party);
  const links: string[] = [];
  const dispatched: unknown[] = [];
  let left = 0;
  const core = new CoreFacade({
    name: 'core',
    projectId: 'any',
    relayUrl: 'wss://relay.example',
    customStoragePrefix: '',
    storage: new FakeKeyValueStorage(),
    context: party.context,
    pairings: new Pairings(party.context),
    verify: new VerifyFacade({ origins }),
    links: {
      known: () => links,
      remember: async (link) => void links.push(link),
      takeEnvelope: async (params) => {
        dispatched.push(params);
        if (params.envelope === 'broken') throw new Error('no envelope');
        return true;
      },
    },
    relay: party.relay,
    closeLine: () => {
      left += 1;
    },
    clock,
    logger: party.logger,
  });
  return { core, links, dispatched, left: () => left };
};

const both = () => {
  const app = new EngineParty(clock, new FakeMessageRelay(clock), APP);
  const wallet = new EngineParty(clock, app.relay.peer(), WALLET);
  return { app: coreOf(app).core, wallet: coreOf(wallet).core, parties: { app, wallet } };
};

const named = <Name extends string>(emitter: { on(name: Name, listener: (data: unknown) => void): unknown }, ...names: Name[]) => {
  const heard: unknown[] = [];
  for (const name of names) emitter.on(name, (data) => heard.push([name, data]));
  return heard;
};

describe('the pairings of a core', () => {
  it('are made, joined, pinged and ended as hosts know it, each with its event', async () => {
    const { app, wallet } = both();
    const heard = {
      app: named(app.pairing.events, 'pairing_create', 'pairing_ping', 'pairing_delete'),
      wallet: named(wallet.pairing.events, 'pairing_create', 'pairing_ping', 'pairing_delete'),
    };
    const { topic, uri } = await app.pairing.create({ methods: ['wc_sessionPropose'] });
    expect(await wallet.pairing.pair({ uri })).toMatchObject({ topic, active: false, relay: { protocol: 'irn' } });
    await wallet.pairing.ping({ topic });
    await app.pairing.activate({ topic });
    await app.pairing.updateMetadata({ topic, metadata: WALLET });
    await app.pairing.updateExpiry({ topic, expiry: 2_000_000_000 });
    const known = { topic, active: true, expiry: 2_000_000_000, peerMetadata: { name: 'Wallet' } };
    expect([app.pairing.getPairings(), app.pairing.pairings.get(topic)]).toMatchObject([[known], known]);
    await wallet.pairing.disconnect({ topic });
    await settle();
    expect([app.pairing.getPairings(), wallet.pairing.pairings.length]).toEqual([[], 0]);
    expect(heard).toMatchObject({
      app: [
        ['pairing_create', { topic }],
        ['pairing_ping', { topic }],
        ['pairing_delete', { topic }],
      ],
      wallet: [['pairing_create', { topic }]],
    });
  });

  it('have their URI while their key is there', async () => {
    const { app } = both();
    const { topic, uri } = await app.pairing.create();
    expect(await app.pairing.formatUriFromPairing(app.pairing.pairings.get(topic))).toBe(uri);
    expect(await app.pairing.formatUriFromPairing({ topic: 'f'.repeat(64) })).toBe('');
  });

  it('refuse in the words of the protocol', async () => {
    const { app, wallet } = both();
    const { topic, uri } = await app.pairing.create();
    await wallet.pairing.pair({ uri });
    await wallet.pairing.activate({ topic });
    await expect(wallet.pairing.pair({ uri })).rejects.toMatchObject({
      name: 'Error',
      code: 5,
      message: `Pairing already exists: ${topic}. Please try again with a new connection URI.`,
    });
    await expect(app.pairing.ping({ topic: 'aa' })).rejects.toMatchObject({
      code: 2,
      message: "No matching key. pairing topic doesn't exist: aa",
    });
    await expect(app.pairing.disconnect({ topic: 'aa' })).rejects.toMatchObject({ code: 2 });
    expect(() => app.pairing.pairings.get('aa')).toThrow('No matching key. pairing: aa');
  });
});

describe('the relayer of a core', () => {
  it('says whether the line is there, and tells when it comes and goes', async () => {
    const { core } = coreOf(new EngineParty(clock, new FakeMessageRelay(clock), APP));
    const { relayer } = core;
    const heard = named(relayer, 'relayer_connect', 'relayer_disconnect', 'relayer_error', 'relayer_transport_closed');
    expect([relayer.connected, relayer.connecting]).toEqual([false, false]);
    await relayer.transportOpen();
    expect(relayer.connected).toBe(true);
    await relayer.confirmOnlineStateOrThrow();
    expect(heard).toEqual([['relayer_connect', undefined]]);
  });

  it('leaves the line by hand, and opens it again', async () => {
    const { core, left } = coreOf(new EngineParty(clock, new FakeMessageRelay(clock), APP));
    await core.relayer.transportClose();
    expect([left(), core.relayer.transportExplicitlyClosed]).toEqual([1, true]);
    await core.relayer.restartTransport();
    expect([left(), core.relayer.transportExplicitlyClosed, core.relayer.connected]).toEqual([2, false, true]);
  });

  it('tells what is wrong with a relay that cannot be used', async () => {
    const party = new EngineParty(clock, new FakeMessageRelay(clock), APP);
    const { relayer } = coreOf(party).core;
    party.relay.door = 'unauthorized';
    const heard = named(relayer, 'relayer_error');
    await expect(relayer.transportOpen()).rejects.toMatchObject({ code: 'relay/unauthorized' });
    expect(heard).toMatchObject([['relayer_error', { code: 'relay/unauthorized' }]]);
  });

  it('subscribes to topics and leaves them, also under the name of its subscriber', async () => {
    const party = new EngineParty(clock, new FakeMessageRelay(clock), APP);
    const { relayer } = coreOf(party).core;
    const { topic } = await party.relay.keyChain.createSymKey();
    expect(await relayer.subscribe(topic)).toBe(topic);
    expect(party.relay.topics).toEqual([topic]);
    await relayer.subscriber.unsubscribe(topic);
    expect(party.relay.topics).toEqual([]);
  });
});

describe('the rest of a core', () => {
  it('knows when pairings end, sets it, and tells of it', async () => {
    const { app } = both();
    const { topic } = await app.pairing.create();
    const target = `topic:${topic}`;
    const { expiry } = app.pairing.pairings.get(topic);
    expect([app.expirer.get(topic), app.expirer.values, app.expirer.keys, app.expirer.length, app.expirer.has(topic)]).toEqual([
      { target, expiry },
      [{ target, expiry }],
      [target],
      1,
      true,
    ]);
    const heard = named(app.expirer, 'expirer_expired');
    app.expirer.set(target, Math.floor(clock.now() / 1_000) + 10);
    clock.advance(10_000);
    await settle();
    expect(heard).toMatchObject([['expirer_expired', { target }]]);
    expect(app.expirer.has(topic)).toBe(false);
    expect(() => app.expirer.get(7)).toThrow('No matching key. expirer: id:7');
    app.expirer.del(7);
    app.expirer.set(7, 1);
    expect(app.expirer.length).toBe(0);
  });

  it('lists the session requests that wait as its history', async () => {
    const party = new EngineParty(clock, new FakeMessageRelay(clock), WALLET);
    const { history } = coreOf(party).core;
    const params = { request: { method: 'personal_sign', params: ['0x00'] }, chainId: 'eip155:1' };
    const verifyContext = { verified: { origin: '', validation: 'UNKNOWN' as const, verifyUrl: '' } };
    await party.context.tables.requests.set(7, { id: 7, topic: 'aa', expiry: 2_000_000_000, params, verifyContext });
    expect([history.size, history.keys, history.pending]).toMatchObject([
      1,
      [7],
      [{ topic: 'aa', chainId: 'eip155:1', request: { id: 7 } }],
    ]);
    expect(await history.get('aa', 7)).toMatchObject({ request: { method: 'wc_sessionRequest', params }, expiry: 2_000_000_000 });
    expect([await history.exists('aa', 7), await history.exists('bb', 7)]).toEqual([true, false]);
    await expect(history.get('bb', 7)).rejects.toMatchObject({ code: 2, message: 'No matching key. history: 7' });
  });

  it('beats while somebody listens, and not before', async () => {
    const { core } = coreOf(new EngineParty(clock, new FakeMessageRelay(clock), APP));
    expect(clock.pending).toBe(0);
    const heard = named(core.heartbeat, 'heartbeat_pulse');
    for (let beat = 0; beat < 3; beat += 1) clock.advance(5_000);
    expect(heard).toHaveLength(3);
    core.heartbeat.stop();
    clock.advance(50_000);
    expect([heard.length, clock.pending]).toEqual([3, 0]);
    await core.heartbeat.init();
    clock.advance(5_000);
    expect(heard).toHaveLength(4);
    core.dispose();
  });

  it('hands what a link has brought to the engine; what is wrong with it is logged', async () => {
    const party = new EngineParty(clock, new FakeMessageRelay(clock), APP);
    const { core, dispatched } = coreOf(party);
    core.addLinkModeSupportedApp('https://wallet.example/link');
    expect(core.linkModeSupportedApps).toEqual(['https://wallet.example/link']);
    core.dispatchEnvelope({ topic: 'aa', message: 'envelope', sessionExists: true });
    core.dispatchEnvelope({ topic: 'aa', message: 'broken', sessionExists: true });
    await settle();
    expect(dispatched).toHaveLength(2);
    expect(party.logger.entries.map(({ level }) => level)).toEqual(['warn']);
  });
});

describe('the verify service of a core', () => {
  const IDS = { envelopeId: 'ab'.repeat(32), messageId: 'cd'.repeat(32) };
  const verifyWith = (verifyUrl: string | undefined, service = new FakeAttestationService()) => {
    const attestation = new FakeAttestation(service, clock, 'https://app.example');
    return coreOf(new EngineParty(clock, new FakeMessageRelay(clock), APP), new OriginChecker({ verifyUrl, attestation, clock })).core
      .verify;
  };

  it('attests the origin of a message, and says of a message where it came from', async () => {
    const service = new FakeAttestationService();
    const verify = verifyWith('https://verify.example', service);
    await verify.init();
    const attestationId = await verify.register({ id: IDS.envelopeId, decryptedId: IDS.messageId });
    const origin = { origin: 'https://app.example', isScam: false };
    expect(await verify.resolve({ encryptedId: IDS.envelopeId, ...(attestationId === undefined ? {} : { attestationId }) })).toEqual(
      origin,
    );
    expect(await verify.resolve({ hash: IDS.messageId })).toEqual(origin);
    service.scams.add('https://app.example');
    expect(await verify.resolve({ hash: IDS.messageId, verifyUrl: 'https://verify.walletconnect.org' })).toEqual({
      ...origin,
      isScam: true,
    });
    expect([verify.name, verify.context]).toEqual(['verify-api', 'verify-api']);
  });

  it('knows nothing of other messages, and of those that came without an attestation', async () => {
    const verify = verifyWith('https://verify.example');
    const answers = [
      verify.resolve({}),
      verify.resolve({ hash: IDS.messageId }),
      verify.resolve({ attestationId: '', hash: IDS.messageId }),
    ];
    expect(await Promise.all(answers)).toEqual([undefined, undefined, undefined]);
  });

  it('has no attestation of a service that cannot be reached, and asks nobody where none is configured', async () => {
    const service = new FakeAttestationService();
    service.mode = 'unreachable';
    const message = { id: IDS.envelopeId, decryptedId: IDS.messageId };
    expect(await verifyWith('https://verify.example', service).register(message)).toBe('');
    expect(service.calls).toHaveLength(1);
    const nobody = verifyWith(undefined, service);
    expect([await nobody.register(message), await nobody.resolve({ hash: IDS.messageId })]).toEqual([undefined, undefined]);
    expect(service.calls).toHaveLength(1);
  });
});
