import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { unhandledRejections } from '../support/unhandled-rejections.js';
import { APP, outcomeOf, ProtocolFixture } from './support/protocol-fixture.js';
import { ALLOWED } from './support/protocol-wallet.js';

let fixture: ProtocolFixture;
/** Aborted after each test. */
let controller: AbortController;
beforeEach(() => {
  fixture = new ProtocolFixture();
  controller = new AbortController();
});
afterEach(async () => {
  controller.abort();
  await flushPromises();
  fixture.dispose();
});

const MINUTE = 60_000;

describe('ProtocolClient', () => {
  describe('pairing', () => {
    it('opens no connection before the first call', async () => {
      await flushPromises();
      expect(fixture.relay.openCount).toBe(0);
    });

    it('publishes a proposal on a new pairing, with an expiry of five minutes and no required namespaces', async () => {
      fixture.pair(controller.signal).catch(() => undefined);
      const { request } = await fixture.wallet.pair(await fixture.displayedUri());
      expect(request.params).toMatchObject({
        requiredNamespaces: {},
        relays: [{ protocol: 'irn' }],
        proposer: { metadata: APP },
        expiryTimestamp: Math.floor(fixture.clock.now() / 1_000) + 300,
      });
      expect(fixture.relay.published[0]?.delivery).toEqual({ tag: 1100, ttl: 300, prompt: true });
    });

    it('returns the settled session, acknowledges it, and removes the proposal with its keys', async () => {
      const { session, topic } = await fixture.connect();
      expect(session).toMatchObject({ topic, isLive: true, namespaces: ALLOWED, peer: { name: 'Test wallet' } });
      const settled = fixture.wallet.responses.at(-1)?.response;
      expect(settled).toMatchObject({ result: true });
      expect(fixture.relay.keys).toEqual([topic]);
      expect([...fixture.records.persisted.keys()]).toEqual([`@latchkey/wc/session/${topic}`]);
      expect(fixture.relay.topics).toEqual([topic]);
    });

    it('never stores a URI or a symmetric key in the records', async () => {
      await fixture.startPairing();
      const uri = await fixture.displayedUri();
      const symKey = new URLSearchParams(uri.split('?')[1]).get('symKey') ?? '';
      expect(symKey).not.toBe('');
      expect(JSON.stringify([...fixture.records.persisted])).not.toContain(symKey);
    });

    it.each([
      [{ code: 5000, message: 'User rejected.' }, 'wallet/rejected'],
      [{ code: 5100, message: 'Unsupported chains.' }, 'wallet-protocol/unsupported-chains'],
      [{ code: 1, message: 'Broken' }, 'wallet/request-failed'],
    ])('rejects with a typed error when the wallet responds with %j', async (error, code) => {
      const outcome = outcomeOf(fixture.pair());
      const { topic, request } = await fixture.wallet.pair(await fixture.displayedUri());
      await fixture.wallet.respond(topic, request.id, { error });
      expect(outcome.now()).toMatchObject({ error: { code } });
      expect(fixture.records.persisted.size).toBe(0);
      expect(fixture.relay.keys).toEqual([]);
    });

    it('removes expired proposals of closed pages, and none of other tabs', async () => {
      for (let page = 0; page < 3; page += 1) {
        await fixture.startPairing();
        await fixture.reload(() => fixture.clock.run(2 * MINUTE));
      }
      controller = await fixture.startPairing();
      // Two are younger than five minutes and could belong to another tab.
      expect([...fixture.records.persisted.keys()].filter((key) => key.includes('/proposal/'))).toHaveLength(3);
      expect(fixture.relay.keys).toHaveLength(6);
    });

    it('renews the displayed URI at least thirty seconds before it expires', async () => {
      controller = await fixture.startPairing();
      expect(fixture.uris).toHaveLength(1);
      await fixture.clock.run(15 * MINUTE);
      // Every 200 seconds: four minutes, minus ten and thirty seconds.
      expect(fixture.uris).toHaveLength(1 + Math.floor((15 * 60) / 200));
      expect(new Set(fixture.uris).size).toBe(fixture.uris.length);
      controller.abort();
      await fixture.clock.run(6 * MINUTE);
      expect(fixture.relay.topics).toEqual([]);
      expect(fixture.records.persisted.size).toBe(0);
    });

    it('accepts an approval of the previous URI', async () => {
      const session = fixture.pair();
      const first = await fixture.wallet.pair(await fixture.displayedUri());
      await fixture.clock.run(210_000);
      expect(fixture.uris).toHaveLength(2);
      const topic = await fixture.wallet.approve(first);
      expect((await session).topic).toBe(topic);
    });

    it('keeps displaying the URI while the relay rejects the next one', async () => {
      const outcome = outcomeOf(fixture.pair(controller.signal));
      await flushPromises();
      fixture.relay.refusePublications(2);
      await fixture.clock.run(205_000);
      expect(fixture.uris).toHaveLength(1);
      expect(outcome.now()).toBeNull();
      await fixture.clock.run(10_000);
      expect(fixture.uris).toHaveLength(2);
    });

    it('rejects with the relay’s error if the relay is unusable', async () => {
      fixture.relay.mode = 'unauthorized';
      await expect(fixture.pair()).rejects.toMatchObject({ code: 'relay/unauthorized' });
      fixture.relay.mode = 'silent';
      const outcome = outcomeOf(fixture.pair());
      await fixture.clock.run(8_000);
      expect(outcome.now()).toMatchObject({ error: { code: 'relay/unreachable' } });
      fixture.relay.mode = 'open';
      fixture.pair(controller.signal).catch(() => undefined);
      expect(await fixture.displayedUri()).toMatch(/^wc:/);
    });

    it('disconnects a session that is approved after the cancel, and keeps no records', async () => {
      const outcome = outcomeOf(fixture.pair(controller.signal));
      const proposal = await fixture.wallet.pair(await fixture.displayedUri());
      controller.abort();
      await flushPromises();
      expect(outcome.now()).toMatchObject({ error: { name: 'AbortError' } });
      await fixture.wallet.approve(proposal);
      expect(fixture.wallet.calls.at(-1)?.request).toMatchObject({ method: 'wc_sessionDelete', params: { code: 6000 } });
      expect(fixture.records.persisted.size).toBe(0);
      expect(fixture.relay.keys).toEqual([]);
    });

    it('ignores a rejection of a URI that was cancelled before', async () => {
      fixture.pair(controller.signal).catch(() => undefined);
      const { topic, request } = await fixture.wallet.pair(await fixture.displayedUri());
      controller.abort();
      await flushPromises();
      await fixture.clock.run(1_000);
      const next = outcomeOf(fixture.pair());
      const proposal = await fixture.wallet.pair(await fixture.displayedUri());
      await fixture.wallet.respond(topic, request.id, { error: { code: 5000, message: 'User rejected.' } });
      expect(next.now()).toBeNull();
      await fixture.wallet.approve(proposal);
      expect(next.now()).toMatchObject({ value: { isLive: true } });
    });

    it('restores the state when cancelled while connecting to the relay', async () => {
      fixture.relay.mode = 'silent';
      const outcome = outcomeOf(fixture.pair(controller.signal));
      await flushPromises();
      controller.abort();
      await flushPromises();
      expect(outcome.now()).toMatchObject({ error: { name: 'AbortError' } });
      expect(fixture.uris).toEqual([]);
      await fixture.clock.run(8_000);
    });
  });

  describe('on a page that is suspended or closed', () => {
    it('displays a valid URI again, and a new one after its expiry', async () => {
      const first = await fixture.startPairing(true);
      first.abort();
      await flushPromises();
      const second = await fixture.startPairing(true);
      expect(fixture.uris).toHaveLength(2);
      expect(fixture.uris[1]).toBe(fixture.uris[0]);
      second.abort();
      await fixture.clock.run(231_000);
      const third = await fixture.startPairing(true);
      expect(fixture.uris[2]).not.toBe(fixture.uris[0]);
      third.abort();
      await fixture.clock.run(6 * MINUTE);
    });

    it('continues after a reload with the response in the mailbox', async () => {
      await fixture.startPairing(true);
      const proposal = await fixture.wallet.pair(await fixture.displayedUri());
      await fixture.reload(() => fixture.wallet.approve(proposal));
      const session = await fixture.pair(undefined, true);
      expect(session.isLive).toBe(true);
      expect(session.namespaces).toEqual(ALLOWED);
    });

    it.each([
      ['failed', 'meanwhile'],
      ['failed', 'later'],
      ['was left', 'meanwhile'],
      ['was left', 'later'],
    ] as const)('continues after a first attempt %s, with an approval %s', async (how, when) => {
      await fixture.startPairing(true);
      const proposal = await fixture.wallet.pair(await fixture.displayedUri());
      await fixture.reload();
      const first = new AbortController();
      fixture.subscribeFailure = how === 'failed' ? new LatchkeyError('relay/unreachable', { relays: [] }) : 'lasts';
      const attempt = outcomeOf(fixture.pair(first.signal, true));
      await flushPromises();
      if (how === 'was left') first.abort();
      await flushPromises();
      expect(attempt.now()).toMatchObject({ error: how === 'failed' ? { code: 'relay/unreachable' } : { name: 'AbortError' } });
      fixture.subscribeFailure = null;
      const approved = when === 'meanwhile' ? await fixture.wallet.approve(proposal) : null;
      const session = fixture.pair(undefined, true);
      await flushPromises();
      const topic = approved ?? (await fixture.wallet.approve(proposal));
      expect(await session).toMatchObject({ topic, isLive: true });
      await flushPromises();
      expect(fixture.wallet.calls.map(({ request }) => request.method)).not.toContain('wc_sessionDelete');
      expect(fixture.wallet.responses.at(-1)?.response).toMatchObject({ result: true });
      expect([...fixture.records.persisted.keys()]).toEqual([`@latchkey/wc/session/${topic}`]);
    });

    it('continues after an attempt that could display no URI', async () => {
      await fixture.startPairing(true);
      const proposal = await fixture.wallet.pair(await fixture.displayedUri());
      // The URI has expired, but not its proposal.
      await fixture.reload(() => fixture.clock.run(270_000));
      fixture.relay.refusePublications();
      await expect(fixture.pair(undefined, true)).rejects.toMatchObject({ code: 'relay/publish-failed' });
      const session = fixture.pair(undefined, true);
      await flushPromises();
      const topic = await fixture.wallet.approve(proposal);
      expect(await session).toMatchObject({ topic, isLive: true });
    });

    it('removes an expired proposal of a closed page', async () => {
      await fixture.startPairing(true);
      await fixture.reload(() => fixture.clock.run(6 * MINUTE));
      controller = await fixture.startPairing(true);
      expect(fixture.uris).toHaveLength(2);
      expect(fixture.uris[1]).not.toBe(fixture.uris[0]);
      expect([...fixture.records.persisted.keys()]).toHaveLength(1);
    });
  });
});

const HOUR = 3_600_000;

describe('a device that sleeps while a URI is displayed', () => {
  it.each([
    ['whose timers include the sleep', true],
    ['whose timers pause', false],
  ])('displays a new URI after waking and accepts its approval, on a device %s', async (_, isCounted) => {
    const pairing = outcomeOf(fixture.pair(controller.signal));
    await flushPromises();
    fixture.clock.suspend(HOUR, isCounted);
    await fixture.clock.run(6_000);
    expect(pairing.now()).toBeNull();
    expect(fixture.uris).toHaveLength(2);
    expect(fixture.displayed).toBe(fixture.uris[1]);
    const topic = await fixture.wallet.approve(await fixture.wallet.pair(fixture.uris[1] ?? ''));
    expect(pairing.now()).toMatchObject({ value: { topic, isLive: true } });
    // The records of the first proposal expire.
    await fixture.clock.run(320_000);
    expect([fixture.relay.topics, fixture.relay.keys]).toEqual([[topic], [topic]]);
  });

  it('displays no expired URI while the relay accepts none, then rejects with the relay’s error', async () => {
    const pairing = outcomeOf(fixture.pair(controller.signal));
    await flushPromises();
    fixture.clock.suspend(HOUR);
    const release = fixture.holdPublishes();
    await fixture.clock.run(1_000);
    expect([fixture.displayed, pairing.now()]).toEqual([null, null]);
    await release();
    expect(fixture.displayed).toBe(fixture.uris[1]);
    fixture.clock.suspend(HOUR);
    fixture.relay.refusePublications();
    await fixture.clock.run(1_000);
    expect(pairing.now()).toMatchObject({ error: { code: 'relay/publish-failed' } });
  });

  it('rejects with pairing/expired if the relay does not respond', async () => {
    const pairing = outcomeOf(fixture.pair(controller.signal));
    await flushPromises();
    fixture.clock.suspend(HOUR);
    const release = fixture.holdPublishes();
    await fixture.clock.run(61_000);
    expect(pairing.now()).toMatchObject({ error: { code: 'pairing/expired' } });
    await release();
  });

  it('accepts an approval that was sent before the expiry', async () => {
    const pairing = outcomeOf(fixture.pair(controller.signal));
    const proposal = await fixture.wallet.pair(await fixture.displayedUri());
    await fixture.clock.run(100_000);
    fixture.relay.mode = 'unreachable';
    fixture.relay.disconnect();
    const topic = await fixture.wallet.approve(proposal);
    fixture.clock.suspend(250_000);
    fixture.relay.mode = 'open';
    await fixture.clock.run(3_000);
    expect(pairing.now()).toMatchObject({ value: { topic, isLive: true } });
    expect(fixture.wallet.responses.at(-1)?.response).toMatchObject({ result: true });
    expect(fixture.wallet.calls.map(({ request }) => request.method)).not.toContain('wc_sessionDelete');
  });

  it('renews in time if the clock is set back', async () => {
    fixture.pair(controller.signal).catch(() => undefined);
    await flushPromises();
    await fixture.clock.run(100_000);
    fixture.clock.suspend(-HOUR, false);
    await fixture.clock.run(101_000);
    expect(fixture.uris).toHaveLength(2);
  });
});

describe('a page that was closed while it displayed a URI', () => {
  /** Returns a scanned proposal. */
  const scannedProposal = async () => {
    await fixture.startPairing();
    const proposal = await fixture.wallet.pair(await fixture.displayedUri());
    // Ids contain the time.
    await fixture.clock.run(1_000);
    return proposal;
  };
  const deleteCount = (): number => fixture.wallet.calls.filter(({ request }) => request.method === 'wc_sessionDelete').length;

  it.each(['before', 'after'])('connects a wallet that approves %s the next page pairs', async (when) => {
    const proposal = await scannedProposal();
    let topic = '';
    await fixture.reload(async () => {
      if (when === 'before') topic = await fixture.wallet.approve(proposal);
    });
    const pairing = outcomeOf(fixture.pair(controller.signal));
    await flushPromises();
    if (when === 'after') {
      expect(fixture.uris).toHaveLength(2);
      topic = await fixture.wallet.approve(proposal);
    }
    expect(pairing.now()).toMatchObject({ value: { topic, isLive: true } });
    await flushPromises();
    expect([deleteCount(), fixture.wallet.responses.at(-1)?.response]).toMatchObject([0, { result: true }]);
    expect(fixture.relay.topics).toContain(topic);
  });

  it('ignores a rejection of the earlier proposal', async () => {
    const { topic, request } = await scannedProposal();
    await fixture.reload();
    const pairing = outcomeOf(fixture.pair(controller.signal));
    await flushPromises();
    await fixture.wallet.respond(topic, request.id, { error: { code: 5000, message: 'No' } });
    expect(pairing.now()).toBeNull();
    await fixture.wallet.approve(await fixture.wallet.pair(await fixture.displayedUri()));
    expect(pairing.now()).toMatchObject({ value: { isLive: true } });
  });

  it('keeps the proposals of other tabs, which connect their own wallets', async () => {
    const own = outcomeOf(fixture.pair(controller.signal));
    const first = await fixture.wallet.pair(await fixture.displayedUri());
    const other = fixture.otherTab();
    const uris: string[] = [];
    const show = (displayed: { readonly uri: string } | null): unknown => uris.push(displayed?.uri ?? '');
    const otherOutcome = outcomeOf(
      other.pair({ optionalNamespaces: {}, metadata: APP, shouldReuseUri: false, onUri: show }, new AbortController().signal),
    );
    await flushPromises();
    const secondTopic = await fixture.wallet.approve(await fixture.wallet.pair(uris.at(-1) ?? ''));
    expect([otherOutcome.now(), own.now()]).toMatchObject([{ value: { topic: secondTopic } }, null]);
    const firstTopic = await fixture.wallet.approve(first);
    expect(own.now()).toMatchObject({ value: { topic: firstTopic, isLive: true } });
    await fixture.clock.run(400_000);
    expect(deleteCount()).toBe(0);
    other.dispose();
  });

  it('connects in both tabs if another one restored the proposal', async () => {
    const own = outcomeOf(fixture.pair(controller.signal));
    const first = await fixture.wallet.pair(await fixture.displayedUri());
    const other = fixture.otherTab();
    const request = { optionalNamespaces: {}, metadata: APP, shouldReuseUri: false, onUri: () => undefined };
    const otherOutcome = outcomeOf(other.pair(request, new AbortController().signal));
    await flushPromises();
    const topic = await fixture.wallet.approve(first);
    for (const each of [own, otherOutcome]) expect(each.now()).toMatchObject({ value: { topic, isLive: true } });
    await fixture.clock.run(400_000);
    expect([deleteCount(), fixture.relay.keys]).toEqual([0, [topic]]);
    other.dispose();
  });
});
const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const MEGABYTE = 'x'.repeat(1_000_000);
const withAccounts = (accounts: readonly unknown[]) => ({ namespaces: { eip155: { ...ALLOWED.eip155, accounts } } });
const { signal } = new AbortController();

describe('a malicious or broken wallet', () => {
  const unhandled = unhandledRejections();
  afterEach(() => unhandled.expectNone());

  const settled = async (settlement: Readonly<Record<string, unknown>>) => {
    const outcome = outcomeOf(fixture.pair());
    await fixture.wallet.approve(await fixture.wallet.pair(await fixture.displayedUri()), settlement);
    return outcome.now();
  };

  it.each([
    ['no namespace', { namespaces: {} }],
    ['an expired session', { expiry: 1 }],
    ['a session without a controller', { controller: null }],
    ['ten thousand accounts', withAccounts(Array.from({ length: 10_000 }, (_, n) => `eip155:${n}:${ADDRESS}`))],
    ['ten thousand namespaces', { namespaces: Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`n${n}`, ALLOWED.eip155])) }],
    ['an account with two parts', withAccounts([`eip155:${ADDRESS}`])],
    ['an account with four parts', withAccounts([`eip155:1:${ADDRESS}:1`])],
    ['accounts that are not strings', withAccounts([1, null, {}])],
    ['a list of namespaces', { namespaces: [ALLOWED.eip155] }],
  ])('is rejected with a typed error if it settles %s', async (_, settlement) => {
    expect(await settled(settlement)).toMatchObject({ error: { code: 'wallet/invalid-response' } });
    expect(fixture.wallet.responses.at(-1)?.response).toMatchObject({ error: { code: 1005, message: 'Invalid session settle request.' } });
    expect([fixture.relay.keys, fixture.relay.topics, fixture.records.persisted.size]).toEqual([[], [], 0]);
  });

  it('may grant namespaces that were not requested', async () => {
    const namespaces = {
      cosmos: { ...ALLOWED.eip155, accounts: ['cosmos:hub:a'] },
      eip155: { ...ALLOWED.eip155, accounts: [`eip155:999:${ADDRESS}`] },
    };
    expect(await settled({ namespaces })).toMatchObject({
      value: { isLive: true, namespaces: { eip155: { accounts: [`eip155:999:${ADDRESS}`] } } },
    });
  });

  it('sends a megabyte of metadata, which is truncated', async () => {
    const metadata = {
      name: MEGABYTE,
      description: MEGABYTE,
      url: MEGABYTE,
      icons: [MEGABYTE, 'https://wallet.example/i.png'],
      redirect: { native: MEGABYTE },
    };
    const own = { eip155: ALLOWED.eip155 };
    const outcome = outcomeOf(fixture.pair());
    const topic = await fixture.wallet.agree(await fixture.wallet.pair(await fixture.displayedUri()));
    await fixture.wallet.settle(topic, { namespaces: own, controller: { publicKey: 'a'.repeat(64), metadata } });
    const result = outcome.now();
    expect(result !== null && 'value' in result && result.value.peer.icons).toEqual(['https://wallet.example/i.png']);
    expect(JSON.stringify([...fixture.records.persisted]).length).toBeLessThan(20_000);
  });

  it('updates the session before the settlement is acknowledged', async () => {
    const release = fixture.holdPublishes();
    const outcome = outcomeOf(fixture.pair());
    await release();
    const topic = await fixture.wallet.agree(await fixture.wallet.pair(await fixture.displayedUri()));
    const releaseResponses = fixture.holdPublishes(({ topic: to }) => to === topic);
    await fixture.wallet.settle(topic);
    const accounts = [`eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8`];
    await fixture.wallet.call(topic, 'wc_sessionUpdate', { namespaces: { eip155: { ...ALLOWED.eip155, accounts } } });
    expect(outcome.now()).toMatchObject({ value: { namespaces: { eip155: { accounts } } } });
    await releaseResponses();
    expect(fixture.wallet.responses.map(({ response }) => response)).toMatchObject([{ result: true }, { result: true }]);
  });

  it('deletes the session before the settlement is acknowledged', async () => {
    const outcome = outcomeOf(fixture.pair());
    const topic = await fixture.wallet.agree(await fixture.wallet.pair(await fixture.displayedUri()));
    const release = fixture.holdPublishes(({ topic: to }) => to === topic);
    await fixture.wallet.settle(topic);
    await fixture.wallet.call(topic, 'wc_sessionDelete', { code: 6000, message: 'Bye' });
    await release();
    expect(outcome.now()).toMatchObject({ value: { topic, isLive: false } });
    expect([fixture.relay.keys, fixture.records.persisted.size]).toEqual([[], 0]);
  });

  it.each(['proposal', 'session'])('is connected even if the %s cannot be stored', async (kind) => {
    const { set } = fixture.records;
    const failing = (key: string, value: unknown): Promise<void> =>
      key.includes(`/${kind}/`) ? Promise.reject(new Error('The disk is full')) : set(key, value);
    Object.assign(fixture.records, { set: failing });
    const { session, topic } = await fixture.connect();
    expect(session.isLive).toBe(true);
    expect(fixture.wallet.responses.at(-1)?.response).toMatchObject({ result: true });
    const pendingRequest = session.request({ chainId: toChainId('eip155:1'), method: 'personal_sign', params: [] }, signal);
    await flushPromises();
    await fixture.wallet.respond(topic, fixture.wallet.calls.at(-1)?.request.id ?? 0, { result: '0x' });
    expect(await pendingRequest).toBe('0x');
  });
});
