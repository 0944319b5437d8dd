import type { Relay, RelayMessage } from '../../application/ports/relay.port.js';
import { PROTOCOL_METHODS } from '../../domain/wallet-protocol/protocol-methods.js';
import type { RelayHarness } from './relay-harness.js';
import { codeOf, neverAborted, type TestApi } from './test-api.js';

const DELIVERY = PROTOCOL_METHODS.wc_sessionRequest.request;

/** An opaque base64 envelope. */
const envelopeOf = (id: number): string => btoa(`envelope ${id}`);

const statusOf = (relay: Relay): string => {
  let last = 'none';
  relay.status$
    .subscribe((status) => {
      last = status.type === 'failed' ? status.error.code : status.type;
    })
    .unsubscribe();
  return last;
};

/** Collects the messages of a relay, and acknowledges them by default. */
const collectMessages = (relay: Relay, shouldAcknowledge = true): RelayMessage[] => {
  const received: RelayMessage[] = [];
  relay.messages$.subscribe((message) => {
    received.push(message);
    if (shouldAcknowledge) message.acknowledge();
  });
  return received;
};

const idsOf = (messages: readonly RelayMessage[]): readonly number[] =>
  messages.map(({ envelope }) => Number(atob(envelope).split(' ')[1]));

/** Returns an unused topic. */
const newTopic = (): string => crypto.randomUUID().replaceAll('-', '').repeat(2);

/**
 * Contract of every `Relay`, including connection failures.
 * @example relayContract({ describe, it, expect }, 'MyRelay', makeHarness);
 */
export const relayContract = ({ describe, it, expect }: TestApi, name: string, makeHarness: () => Promise<RelayHarness>): void => {
  const test = (title: string, run: (harness: RelayHarness) => Promise<void>): void => {
    it(title, async () => {
      const harness = await makeHarness();
      try {
        await run(harness);
      } finally {
        await harness.stop();
      }
    });
  };

  describe(`${name}: Relay contract`, () => {
    test('connects on first use', async (harness) => {
      const { relay } = harness;
      expect(statusOf(relay)).toBe('closed');
      const topic = newTopic();
      expect(statusOf(relay)).toBe('closed');
      await relay.subscribe([topic], neverAborted());
      expect(statusOf(relay)).toBe('open');
    });

    test('delivers messages both ways, in order', async (harness) => {
      const { relay, peer, until } = harness;
      const topic = newTopic();
      const [received, receivedByPeer] = [collectMessages(relay), collectMessages(peer)];
      await Promise.all([relay.subscribe([topic], neverAborted()), peer.subscribe([topic], neverAborted())]);
      for (const id of [1, 2, 3]) await peer.publish({ topic, envelope: envelopeOf(id), delivery: DELIVERY }, neverAborted());
      for (const id of [4, 5]) await relay.publish({ topic, envelope: envelopeOf(id), delivery: DELIVERY }, neverAborted());
      await until(() => received.length >= 3 && receivedByPeer.length >= 2);
      expect([idsOf(received), idsOf(receivedByPeer)]).toEqual([
        [1, 2, 3],
        [4, 5],
      ]);
      expect(received.map(({ topic: receivedTopic, envelope }) => [receivedTopic, envelope])).toEqual(
        [1, 2, 3].map((id) => [topic, envelopeOf(id)]),
      );
    });

    test('delivers the attestation with the envelope', async (harness) => {
      const { relay, peer, until } = harness;
      const topic = newTopic();
      const received = collectMessages(peer);
      await peer.subscribe([topic], neverAborted());
      for (const [id, attestation] of ['attested', ''].entries())
        await relay.publish({ topic, envelope: envelopeOf(id), delivery: DELIVERY, attestation }, neverAborted());
      await until(() => received.length >= 2);
      expect(received.map(({ attestation }) => attestation)).toEqual(['attested', '']);
    });

    test('delivers stored messages of the mailboxes in the order of publication', async (harness) => {
      const { relay, peer, until, run } = harness;
      const topics = [newTopic(), newTopic()] as const;
      for (const id of [1, 2, 3, 4]) {
        await run(10);
        await peer.publish({ topic: topics[id % 2 === 0 ? 0 : 1], envelope: envelopeOf(id), delivery: DELIVERY }, neverAborted());
      }
      const received = collectMessages(relay);
      await relay.subscribe(topics, neverAborted());
      await until(() => received.length >= 4);
      expect(idsOf(received)).toEqual([1, 2, 3, 4]);
    });

    test('publishes the same message only once', async (harness) => {
      const { relay, peer, until } = harness;
      const topic = newTopic();
      const received = collectMessages(peer);
      await peer.subscribe([topic], neverAborted());
      const envelope = envelopeOf(1);
      await Promise.all([1, 2].map(() => relay.publish({ topic, envelope, delivery: DELIVERY }, neverAborted())));
      await relay.publish({ topic, envelope, delivery: DELIVERY }, neverAborted());
      await relay.publish({ topic, envelope: envelopeOf(2), delivery: DELIVERY }, neverAborted());
      await until(() => received.length >= 2);
      expect(idsOf(received)).toEqual([1, 2]);
    });

    test('receives nothing on an unsubscribed topic', async (harness) => {
      const { relay, peer, until } = harness;
      const [unsubscribed, kept] = [newTopic(), newTopic()];
      const received = collectMessages(relay);
      await relay.subscribe([unsubscribed, kept], neverAborted());
      await relay.unsubscribe([unsubscribed, 'never subscribed']);
      await peer.publish({ topic: unsubscribed, envelope: envelopeOf(1), delivery: DELIVERY }, neverAborted());
      await peer.publish({ topic: kept, envelope: envelopeOf(2), delivery: DELIVERY }, neverAborted());
      await until(() => received.length >= 1);
      expect(idsOf(received)).toEqual([2]);
    });

    test('delivers only unacknowledged messages after a reload', async (harness) => {
      const { relay, peer, until, reload } = harness;
      const topic = newTopic();
      const received = collectMessages(relay, false);
      await relay.subscribe([topic], neverAborted());
      for (const id of [1, 2]) await peer.publish({ topic, envelope: envelopeOf(id), delivery: DELIVERY }, neverAborted());
      await until(() => received.length >= 2);
      received[0]?.acknowledge();
      received[0]?.acknowledge();
      await harness.run(100);
      const after = reload();
      const receivedAfter = collectMessages(after);
      await after.subscribe([topic], neverAborted());
      await peer.publish({ topic, envelope: envelopeOf(3), delivery: DELIVERY }, neverAborted());
      await until(() => receivedAfter.length >= 2);
      expect(idsOf(receivedAfter)).toEqual([2, 3]);
    });

    test('emits a redelivered message once', async (harness) => {
      const { relay, peer, until, redeliver } = harness;
      const topic = newTopic();
      const received = collectMessages(relay, false);
      await relay.subscribe([topic], neverAborted());
      await peer.publish({ topic, envelope: envelopeOf(1), delivery: DELIVERY }, neverAborted());
      await until(() => received.length >= 1);
      await redeliver();
      received[0]?.acknowledge();
      await redeliver();
      await peer.publish({ topic, envelope: envelopeOf(2), delivery: DELIVERY }, neverAborted());
      await until(() => received.length >= 2);
      expect(idsOf(received)).toEqual([1, 2]);
    });

    test('delivers messages of a topic to both tabs of an origin', async (harness) => {
      const { relay, peer, until, otherTab } = harness;
      const topic = newTopic();
      const tab = otherTab();
      const received = [collectMessages(relay), collectMessages(tab), collectMessages(peer)] as const;
      await Promise.all([relay, tab, peer].map((each) => each.subscribe([topic], neverAborted())));
      await peer.publish({ topic, envelope: envelopeOf(1), delivery: DELIVERY }, neverAborted());
      await relay.publish({ topic, envelope: envelopeOf(2), delivery: DELIVERY }, neverAborted());
      await tab.publish({ topic, envelope: envelopeOf(3), delivery: DELIVERY }, neverAborted());
      await until(() => received[0].length >= 1 && received[1].length >= 1 && received[2].length >= 2);
      expect(received.map((each) => idsOf(each))).toEqual([[1], [1], [2, 3]]);
    });

    test('reconnects after a lost connection and delivers missed messages', async (harness) => {
      const { relay, peer, until, dropConnection, setRelayMode, run } = harness;
      const topic = newTopic();
      const received = collectMessages(relay);
      await relay.subscribe([topic], neverAborted());
      await setRelayMode('unreachable');
      await dropConnection();
      await until(() => statusOf(relay) !== 'open');
      await peer.publish({ topic, envelope: envelopeOf(1), delivery: DELIVERY }, neverAborted());
      await setRelayMode('open');
      for (let second = 0; second < 20 && received.length === 0; second += 1) await run(1_000);
      await until(() => received.length >= 1);
      await relay.publish({ topic, envelope: envelopeOf(2), delivery: DELIVERY }, neverAborted());
      expect([idsOf(received), statusOf(relay)]).toEqual([[1], 'open']);
    });

    test('rejects with relay/unreachable, and can be opened again', async (harness) => {
      const { relay, setRelayMode } = harness;
      const topic = newTopic();
      await setRelayMode('unreachable');
      expect(await codeOf(relay.open(neverAborted()))).toBe('relay/unreachable');
      expect(statusOf(relay)).toBe('relay/unreachable');
      expect(await codeOf(relay.publish({ topic, envelope: envelopeOf(1), delivery: DELIVERY }, neverAborted()))).toBe('relay/unreachable');
      await setRelayMode('open');
      await relay.open(neverAborted());
      expect(statusOf(relay)).toBe('open');
    });

    test('rejects with relay/unreachable if the relay does not respond within 8 s', async ({ relay, setRelayMode, run }) => {
      await setRelayMode('silent');
      let code = 'pending';
      const opening = codeOf(relay.open(neverAborted())).then((result) => {
        code = result;
      });
      await run(7_900);
      expect([code, statusOf(relay)]).toEqual(['pending', 'opening']);
      await run(200);
      await opening;
      expect([code, statusOf(relay)]).toEqual(['relay/unreachable', 'relay/unreachable']);
    });

    test('rejects with relay/unauthorized until it is opened again', async (harness) => {
      const { relay, setRelayMode } = harness;
      const topic = newTopic();
      await setRelayMode('unauthorized');
      expect(await codeOf(relay.open(neverAborted()))).toBe('relay/unauthorized');
      expect(statusOf(relay)).toBe('relay/unauthorized');
      await setRelayMode('open');
      expect(await codeOf(relay.subscribe([topic], neverAborted()))).toBe('relay/unauthorized');
      await relay.open(neverAborted());
      await relay.publish({ topic, envelope: envelopeOf(1), delivery: DELIVERY }, neverAborted());
      expect(statusOf(relay)).toBe('open');
    });

    test('rejects with relay/publish-failed if the relay rejects a message', async (harness) => {
      const { relay, peer, until, rejectNextPublish } = harness;
      const topic = newTopic();
      const received = collectMessages(peer);
      await peer.subscribe([topic], neverAborted());
      await relay.open(neverAborted());
      await rejectNextPublish();
      expect(await codeOf(relay.publish({ topic, envelope: envelopeOf(1), delivery: DELIVERY }, neverAborted()))).toBe(
        'relay/publish-failed',
      );
      await relay.publish({ topic, envelope: envelopeOf(2), delivery: DELIVERY }, neverAborted());
      await until(() => received.length >= 1);
      expect(idsOf(received)).toEqual([2]);
    });

    test('rejects with the reason of the signal on abort', async (harness) => {
      const { relay, setRelayMode } = harness;
      const topic = newTopic();
      const publication = { topic, envelope: envelopeOf(1), delivery: DELIVERY };
      await setRelayMode('silent');
      const controller = new AbortController();
      const { signal } = controller;
      const reasons = [relay.open(signal), relay.subscribe([topic], signal), relay.publish(publication, signal)].map((pending) =>
        pending.catch((error: unknown) => error),
      );
      controller.abort('stop');
      expect(await Promise.all(reasons)).toEqual(['stop', 'stop', 'stop']);
      expect(await relay.open(signal).catch((error: unknown) => error)).toBe('stop');
    });

    test('completes its streams on dispose and rejects later calls', async (harness) => {
      const { relay, peer } = harness;
      const topic = newTopic();
      const completed: string[] = [];
      relay.status$.subscribe({ complete: () => completed.push('status') });
      relay.messages$.subscribe({ complete: () => completed.push('messages') });
      await relay.subscribe([topic], neverAborted());
      relay.dispose();
      relay.dispose();
      expect([completed.sort(), statusOf(relay)]).toEqual([['messages', 'status'], 'closed']);
      expect(await codeOf(relay.open(neverAborted()))).toBe('config/disposed');
      expect(await codeOf(relay.publish({ topic, envelope: envelopeOf(1), delivery: DELIVERY }, neverAborted()))).toBe('config/disposed');
      await peer.publish({ topic, envelope: envelopeOf(2), delivery: DELIVERY }, neverAborted());
    });
  });
};
