import { describe, expect, it } from 'vitest';
import { FakeAttestationService } from '../../../../application/ports/attestation.fake.js';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import { coreFixture, WALLET } from '../support/core-fixture.js';

const { clock, party, coreOf } = coreFixture();

const both = () => {
  const app = party();
  return { app: coreOf(app).core, wallet: coreOf(party(WALLET, app.relay.peer())).core };
};

const named = <Name extends string>(emitter: { on(name: Name, listener: (data: unknown) => void): unknown }, ...names: Name[]) => {
  const received: unknown[] = [];
  for (const name of names) emitter.on(name, (data) => received.push([name, data]));
  return received;
};

describe('core.pairing', () => {
  it('creates, joins, pings and disconnects pairings, and emits their events', async () => {
    const { app, wallet } = both();
    const received = {
      app: named(app.pairing.events, 'pairing_create', 'pairing_ping', 'pairing_delete'),
      wallet: named(wallet.pairing.events, 'pairing_create', 'pairing_ping', 'pairing_delete'),
    };
    const { topic, uri } = await app.pairing.create({ methods: ['wc_sessionPropose'] });
    expect(await wallet.pairing.pair({ uri })).toMatchObject({ topic, active: false, relay: { protocol: 'irn' } });
    await wallet.pairing.ping({ topic });
    await app.pairing.activate({ topic });
    await app.pairing.updateMetadata({ topic, metadata: WALLET });
    await app.pairing.updateExpiry({ topic, expiry: 2_000_000_000 });
    const pairing = { topic, active: true, expiry: 2_000_000_000, peerMetadata: { name: 'Wallet' } };
    expect([app.pairing.getPairings(), app.pairing.pairings.get(topic)]).toMatchObject([[pairing], pairing]);
    await wallet.pairing.disconnect({ topic });
    await flushPromises();
    expect([app.pairing.getPairings(), wallet.pairing.pairings.length]).toEqual([[], 0]);
    expect(received).toMatchObject({
      app: [
        ['pairing_create', { topic }],
        ['pairing_ping', { topic }],
        ['pairing_delete', { topic }],
      ],
      wallet: [['pairing_create', { topic }]],
    });
  });

  it('formats the URI of a pairing with a key', async () => {
    const { app } = both();
    const { topic, uri } = await app.pairing.create();
    expect(await app.pairing.formatUriFromPairing(app.pairing.pairings.get(topic))).toBe(uri);
    expect(await app.pairing.formatUriFromPairing({ topic: 'f'.repeat(64) })).toBe('');
  });

  it('rejects with the protocol’s errors', async () => {
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

describe('core.relayer', () => {
  it('reports the connection state and emits its changes', async () => {
    const { core } = coreOf(party());
    const { relayer } = core;
    const received = named(relayer, 'relayer_connect', 'relayer_disconnect', 'relayer_error', 'relayer_transport_closed');
    expect([relayer.connected, relayer.connecting]).toEqual([false, false]);
    await relayer.transportOpen();
    expect(relayer.connected).toBe(true);
    await relayer.confirmOnlineStateOrThrow();
    expect(received).toEqual([['relayer_connect', undefined]]);
  });

  it('closes and reopens the connection', async () => {
    const { core, left } = coreOf(party());
    await core.relayer.transportClose();
    expect([left(), core.relayer.transportExplicitlyClosed]).toEqual([1, true]);
    await core.relayer.restartTransport();
    expect([left(), core.relayer.transportExplicitlyClosed, core.relayer.connected]).toEqual([2, false, true]);
  });

  it('emits an error for an unusable relay', async () => {
    const {
      core: { relayer },
      party: { relay },
    } = coreOf(party());
    relay.mode = 'unauthorized';
    const received = named(relayer, 'relayer_error');
    await expect(relayer.transportOpen()).rejects.toMatchObject({ code: 'relay/unauthorized' });
    expect(received).toMatchObject([['relayer_error', { code: 'relay/unauthorized' }]]);
  });

  it('subscribes and unsubscribes topics, also as `subscriber`', async () => {
    const {
      core: { relayer },
      party: { relay },
    } = coreOf(party());
    const { topic } = await relay.keyChain.createSymKey();
    expect(await relayer.subscribe(topic)).toBe(topic);
    expect(relay.topics).toEqual([topic]);
    await relayer.subscriber.unsubscribe(topic);
    expect(relay.topics).toEqual([]);
  });
});

describe('other modules of the core', () => {
  it('expirer returns, sets and emits expiries', async () => {
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
    const received = named(app.expirer, 'expirer_expired');
    app.expirer.set(target, Math.floor(clock().now() / 1_000) + 10);
    clock().advance(10_000);
    await flushPromises();
    expect(received).toMatchObject([['expirer_expired', { target }]]);
    expect(app.expirer.has(topic)).toBe(false);
    expect(() => app.expirer.get(7)).toThrow('No matching key. expirer: id:7');
    app.expirer.del(7);
    app.expirer.set(7, 1);
    expect(app.expirer.length).toBe(0);
  });

  it('history lists the pending session requests', async () => {
    const wallet = party(WALLET);
    const { history } = coreOf(wallet).core;
    const params = { request: { method: 'personal_sign', params: ['0x00'] }, chainId: 'eip155:1' };
    const verifyContext = { verified: { origin: '', validation: 'UNKNOWN' as const, verifyUrl: '' } };
    await wallet.context.tables.requests.set(7, { id: 7, topic: 'aa', expiry: 2_000_000_000, params, verifyContext });
    expect([history.size, history.keys, history.pending]).toMatchObject([
      1,
      [7],
      [{ topic: 'aa', chainId: 'eip155:1', request: { id: 7 } }],
    ]);
    expect(await history.get('aa', 7)).toMatchObject({ request: { method: 'wc_sessionRequest', params }, expiry: 2_000_000_000 });
    expect([await history.exists('aa', 7), await history.exists('bb', 7)]).toEqual([true, false]);
    await expect(history.get('bb', 7)).rejects.toMatchObject({ code: 2, message: 'No matching key. history: 7' });
  });

  it('heartbeat runs only while there are listeners', async () => {
    const { core } = coreOf(party());
    expect(clock().pending).toBe(0);
    const received = named(core.heartbeat, 'heartbeat_pulse');
    for (let beat = 0; beat < 3; beat += 1) clock().advance(5_000);
    expect(received).toHaveLength(3);
    core.heartbeat.stop();
    clock().advance(50_000);
    expect([received.length, clock().pending]).toEqual([3, 0]);
    await core.heartbeat.init();
    clock().advance(5_000);
    expect(received).toHaveLength(4);
    core.dispose();
  });

  it('dispatchEnvelope passes link messages to the engine and logs errors', async () => {
    const { core, party: app, dispatched } = coreOf(party());
    core.addLinkModeSupportedApp('https://wallet.example/link');
    expect(core.linkModeSupportedApps).toEqual(['https://wallet.example/link']);
    core.dispatchEnvelope({ topic: 'aa', message: 'envelope', sessionExists: true });
    core.dispatchEnvelope({ topic: 'aa', message: 'broken', sessionExists: true });
    await flushPromises();
    expect(dispatched).toHaveLength(2);
    expect(app.logger.entries.map(({ level }) => level)).toEqual(['warn']);
  });

  it.each([undefined, null])('rejects the params %s of a JavaScript app with the sentence of the protocol', async (none) => {
    const { core } = coreOf(party());
    const params = none as never;
    const { pairing, verify } = core;
    for (const [name, call] of Object.entries({
      pair: () => pairing.pair(params),
      activate: () => pairing.activate(params),
      updateExpiry: () => pairing.updateExpiry(params),
      updateMetadata: () => pairing.updateMetadata(params),
      ping: () => pairing.ping(params),
      disconnect: () => pairing.disconnect(params),
      formatUriFromPairing: () => pairing.formatUriFromPairing(params),
      register: () => verify.register(params),
      resolve: () => verify.resolve(params),
    }))
      await expect(call()).rejects.toMatchObject({ code: 5, message: `Missing or invalid. ${name}() params: ${none}` });
    await expect(pairing.pairings.set('aa', params)).rejects.toMatchObject({
      code: 5,
      message: `Missing or invalid. set() pairing value: ${none}`,
    });
    core.dispatchEnvelope(params);
    expect(pairing.pairings.getAll(params)).toEqual([]);
    expect(await pairing.create(params)).toHaveProperty('uri');
  });
});

describe('core.verify', () => {
  const IDS = { envelopeId: 'ab'.repeat(32), messageId: 'cd'.repeat(32) };
  const verifyWith = (verifyUrl: string | undefined, service = new FakeAttestationService()) =>
    coreOf(party(), service, verifyUrl).core.verify;

  it('attests the origin of a message and resolves it', async () => {
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

  it('resolves undefined for unknown messages and those without an attestation', async () => {
    const verify = verifyWith('https://verify.example');
    const results = [
      verify.resolve({}),
      verify.resolve({ hash: IDS.messageId }),
      verify.resolve({ attestationId: '', hash: IDS.messageId }),
    ];
    expect(await Promise.all(results)).toEqual([undefined, undefined, undefined]);
  });

  it('registers an empty attestation if the service is unreachable, and queries none if not configured', async () => {
    const service = new FakeAttestationService();
    service.mode = 'unreachable';
    const message = { id: IDS.envelopeId, decryptedId: IDS.messageId };
    expect(await verifyWith('https://verify.example', service).register(message)).toBe('');
    expect(service.calls).toHaveLength(1);
    const unconfigured = verifyWith(undefined, service);
    expect([await unconfigured.register(message), await unconfigured.resolve({ hash: IDS.messageId })]).toEqual([undefined, undefined]);
    expect(service.calls).toHaveLength(1);
  });
});
