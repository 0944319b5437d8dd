import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { flushPromises } from '../../../../application/ports/clock.fake.js';
import type { RemoteSession } from '../../../../application/ports/remote-session.port.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { flushMicrotasks, record } from '../support/client-fixture.js';
import { unhandledRejections } from '../support/unhandled-rejections.js';
import { MICROTASK_STEP } from './support/moments.js';
import { outcomeOf, ProtocolFixture } from './support/protocol-fixture.js';

let fixture: ProtocolFixture;
beforeEach(() => {
  fixture = new ProtocolFixture();
});
afterEach(() => fixture.dispose());

const { signal } = new AbortController();
const MAINNET = toChainId('eip155:1');

const sendRequest = (session: RemoteSession): Promise<unknown> =>
  session.request({ chainId: MAINNET, method: 'personal_sign', params: [] }, signal);

describe('a disposed client', () => {
  /** Asserts that pending calls reject with `config/disposed` and no timer remains. */
  const expectDisposed = async (...waiting: readonly Promise<unknown>[]): Promise<void> => {
    const outcomes = waiting.map(outcomeOf);
    await flushPromises();
    expect(outcomes.map(({ now }) => now())).toEqual(waiting.map(() => null));
    fixture.client.dispose();
    await flushPromises();
    expect(outcomes.map(({ now }) => now())).toEqual(waiting.map(() => ({ error: expect.objectContaining({ code: 'config/disposed' }) })));
    expect(fixture.clock.pending).toBe(0);
  };

  it('rejects a request without a response', async () => {
    const { session } = await fixture.connect();
    await expectDisposed(sendRequest(session));
    expect(session.isLive).toBe(false);
  });

  it('rejects a request that is being published', async () => {
    const { session } = await fixture.connect();
    const release = fixture.holdPublishes();
    const pendingRequest = sendRequest(session);
    await flushPromises();
    await expectDisposed(pendingRequest);
    await release();
  });

  it('rejects a pairing with a displayed URI, during publishing, and while the relay does not respond', async () => {
    fixture.relay.mode = 'silent';
    await expectDisposed(fixture.pair());
    fixture = new ProtocolFixture();
    const release = fixture.holdPublishes();
    await expectDisposed(fixture.pair());
    await release();
    fixture = new ProtocolFixture();
    const startPairing = fixture.pair();
    expect(await fixture.displayedUri()).toMatch(/^wc:/);
    await expectDisposed(startPairing);
  });

  it('completes the events of sessions', async () => {
    const { session } = await fixture.connect();
    const events = record(session.events$);
    fixture.client.dispose();
    expect(events.end).toBe('complete');
  });

  it('rejects new calls', async () => {
    const { session } = await fixture.connect();
    fixture.client.dispose();
    await expect(sendRequest(session)).rejects.toMatchObject({ code: 'wallet-protocol/user-disconnected' });
    await expect(fixture.pair()).rejects.toMatchObject({ code: 'config/disposed' });
    await expect(fixture.client.resume()).rejects.toMatchObject({ code: 'config/disposed' });
    expect(fixture.clock.pending).toBe(0);
  });

  it('ignores further messages', async () => {
    const { topic } = await fixture.connect();
    fixture.client.dispose();
    fixture.relay.receive(topic, { id: 1, jsonrpc: '2.0', method: 'wc_sessionDelete', params: {} });
    await flushPromises();
    expect([...fixture.records.persisted.keys()]).toEqual([`@latchkey/wc/session/${topic}`]);
  });
});

describe('a failing pairing', () => {
  const CAUSES: Readonly<Record<string, () => Promise<unknown>>> = {
    // The wallet does not respond, and the relay accepts no new URI, without or with an error.
    'pairing/expired': async () => {
      fixture.holdPublishes();
      await fixture.clock.run(300_000);
    },
    'relay/publish-failed': async () => {
      fixture.relay.refusePublications(100);
      await fixture.clock.run(300_000);
    },
  };

  it.each(Object.keys(CAUSES))('rejects with a different code for each cause: %s', async (code) => {
    const outcome = outcomeOf(fixture.pair());
    await flushPromises();
    await CAUSES[code]?.();
    await flushPromises();
    expect(outcome.now()).toMatchObject({ error: { code } });
  });

  it('is settled by the first of two responses', async () => {
    const outcome = outcomeOf(fixture.pair());
    const proposal = await fixture.wallet.pair(await fixture.displayedUri());
    const { topic, request } = proposal;
    await fixture.wallet.respond(topic, request.id, { error: { code: 5000, message: 'User rejected.' } });
    await fixture.wallet.approve(proposal);
    expect(outcome.now()).toMatchObject({ error: { code: 'wallet/rejected' } });
    expect([fixture.relay.topics, [...fixture.records.persisted]]).toEqual([[], []]);
  });

  it('has one session if a wallet responds and settles twice', async () => {
    const pairing = outcomeOf(fixture.pair());
    const proposal = await fixture.wallet.pair(await fixture.displayedUri());
    const topic = await fixture.wallet.agree(proposal);
    const approval = fixture.wallet.published.find(({ message }) => message.id === proposal.request.id);
    fixture.relay.receive(proposal.topic, {
      id: proposal.request.id,
      jsonrpc: '2.0',
      result: approval !== undefined && 'result' in approval.message ? approval.message.result : null,
    });
    await flushPromises();
    await fixture.wallet.settle(topic);
    await fixture.wallet.settle(topic);
    expect(pairing.now()).toMatchObject({ value: { topic, isLive: true } });
    const responses = fixture.wallet.responses.filter((response) => response.topic === topic);
    expect(responses.map(({ response }) => response)).toMatchObject([{ result: true }, { result: true }]);
    expect(fixture.relay.topics).toEqual([topic]);
  });
});

/** An operation in progress when the client is disposed. Returns its promise. */
type Operation = () => Promise<unknown>;

/** Operations of an app and its wallet, each after its setup. */
const OPERATIONS: Readonly<Record<string, (fixture: ProtocolFixture) => Promise<Operation>>> = {
  'display a URI': async (fixture) => () => fixture.pair(),
  'renew the URI': async (fixture) => {
    const [pairing] = await startPairing(fixture);
    return () => {
      fixture.clock.advance(200_000);
      return pairing;
    };
  },
  'handle an approval': async (fixture) => {
    const [pairing] = await startPairing(fixture);
    const proposal = await fixture.wallet.pair(await fixture.displayedUri());
    return () => {
      void fixture.wallet.approve(proposal);
      return pairing;
    };
  },
  'handle a rejection': async (fixture) => {
    const [pairing] = await startPairing(fixture);
    const { topic, request } = await fixture.wallet.pair(await fixture.displayedUri());
    return () => {
      void fixture.wallet.respond(topic, request.id, { error: { code: 5000, message: 'No' } });
      return pairing;
    };
  },
  'send a request': async (fixture) => {
    const { session } = await fixture.connect();
    return () => session.request({ chainId: toChainId('eip155:1'), method: 'personal_sign', params: [] }, signal);
  },
  'disconnect a session': async (fixture) => {
    const { session } = await fixture.connect();
    return () => session.disconnect(signal);
  },
  'handle a session deletion': async (fixture) => {
    const { topic } = await fixture.connect();
    return () => fixture.wallet.call(topic, 'wc_sessionDelete', { code: 6000, message: 'Bye' });
  },
  'restore a session': async (fixture) => {
    await fixture.connect();
    await fixture.reload();
    return () => fixture.client.resume();
  },
  'wake up': async (fixture) => {
    const [pairing] = await startPairing(fixture);
    return () => {
      fixture.clock.suspend(3_600_000);
      fixture.clock.advance(0);
      return pairing;
    };
  },
};

const startPairing = async (fixture: ProtocolFixture): Promise<readonly [pairing: Promise<unknown>]> => {
  const pairing = fixture.pair();
  pairing.catch(() => undefined);
  await flushPromises();
  return [pairing];
};

/** More microtasks than any operation takes. */
const MICROTASKS = 90;

describe('a client disposed at any moment', () => {
  const unhandled = unhandledRejections();

  it.each(Object.keys(OPERATIONS))('leaves no timer, topic or unhandled rejection, while it has to %s', async (name) => {
    let settledCount = 0;
    for (let after = 0; after < MICROTASKS; after += MICROTASK_STEP) {
      const fixture = new ProtocolFixture();
      const operation = await OPERATIONS[name]?.(fixture);
      const outcome = outcomeOf(Promise.resolve(operation?.()));
      await flushMicrotasks(after);
      fixture.client.dispose();
      await flushPromises();
      // Pending callers are rejected, and nothing new is started.
      if (outcome.now() !== null) settledCount += 1;
      expect([fixture.relay.topics, fixture.relay.status]).toEqual([[], { type: 'closed' }]);
      await fixture.clock.run(400_000);
      expect(fixture.clock.pending).toBe(0);
      fixture.wallet.stop();
    }
    expect(settledCount).toBeGreaterThan(0);
    await unhandled.expectNone();
  });
});
