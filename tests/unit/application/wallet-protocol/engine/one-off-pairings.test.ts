import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock, settle } from '../../../../../application/ports/clock.fake.js';
import { OneOffPairings } from '../../../../../application/wallet-protocol/engine/one-off-pairings.js';
import { Pairings } from '../../../../../application/wallet-protocol/engine/pairings.js';
import { Proposing } from '../../../../../application/wallet-protocol/engine/proposing.js';
import { FakeMessageRelay } from '../../../../../application/wallet-protocol/message-relay.fake.js';
import { parsePairingUri } from '../../../../../domain/wallet-protocol/pairing-uri.js';
import { APP, ASKED, WALLET } from './support/engine-pair.js';
import { EngineParty } from './support/engine-party.js';

const { signal } = new AbortController();

describe('a pairing that serves one proposal', () => {
  let clock: FakeClock;
  let app: EngineParty;
  let wallet: EngineParty;
  let made: OneOffPairings;
  let joined: Pairings;

  beforeEach(() => {
    clock = new FakeClock();
    app = new EngineParty(clock, new FakeMessageRelay(clock), APP);
    wallet = new EngineParty(clock, app.relay.peer(), WALLET);
    made = new OneOffPairings(app.context);
    joined = new Pairings(wallet.context);
  });
  afterEach(() => {
    app.close();
    wallet.close();
    expect(clock.pending).toBe(0);
  });

  it('has a URI with all that another party needs, lives five minutes, and is stored nowhere', async () => {
    const { pairing, uri } = await made.make();
    expect(parsePairingUri(uri)).toMatchObject({ topic: pairing.topic, expiry: pairing.expiry });
    expect(pairing).toMatchObject({ active: false, expiry: Math.floor(clock.now() / 1_000) + 300 });
    expect([made.get(), app.store.persisted.size, app.events('pairing_create')]).toEqual([null, 0, []]);
    expect(await made.uriOf(pairing.topic, pairing.expiry)).toBe(uri);
  });

  it('has no URI any more once it was removed, nor a key or a topic', async () => {
    const { pairing } = await made.make();
    await app.context.relay.subscribe([pairing.topic], signal);
    await made.remove(pairing.topic);
    expect(await made.uriOf(pairing.topic, pairing.expiry)).toBeNull();
    expect([app.relay.keys, app.relay.topics]).toEqual([[], []]);
  });

  it('answers a ping, lets its peer leave, and is not changed by either', async () => {
    const { pairing, uri } = await made.make();
    await app.context.relay.subscribe([pairing.topic], signal);
    await joined.pair({ uri }, signal);
    await joined.ping({ topic: pairing.topic }, signal);
    const answered = app.relay.published.length;
    await joined.disconnect({ topic: pairing.topic }, signal);
    await settle();
    expect(app.relay.published).toHaveLength(answered);
    expect(await made.uriOf(pairing.topic, pairing.expiry)).toBe(uri);
    expect(app.store.persisted.size).toBe(0);
    app.expectCalm();
  });

  it('ends with its proposal: nothing is left of it', async () => {
    const proposing = new Proposing(app.context, made, { isOneOff: true });
    const { id } = await proposing.propose({ optionalNamespaces: ASKED }, signal);
    expect([...app.store.persisted.keys()]).toEqual([`@latchkey/wc/proposal/${id}`]);
    await proposing.withdraw(id);
    expect([app.store.persisted.size, app.relay.keys, app.relay.topics]).toEqual([0, [], []]);
  });
});
