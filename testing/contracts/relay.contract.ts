import type { Relay, RelayMessage } from '../../application/ports/relay.port.js';
import { PROTOCOL_METHODS } from '../../domain/wallet-protocol/protocol-methods.js';
import type { RelayHarness } from './relay-harness.js';
import { codeOf, patient, type TestApi } from './test-api.js';

const DELIVERY = PROTOCOL_METHODS.wc_sessionRequest.request;

/** An envelope as a relay sees it: a text in base64, of which it knows nothing. */
const envelopeOf = (id: number): string => btoa(`envelope ${id}`);

const statusOf = (relay: Relay): string => {
  let last = 'nothing said';
  relay.status$
    .subscribe((status) => {
      last = status.type === 'failed' ? status.error.code : status.type;
    })
    .unsubscribe();
  return last;
};

/** What a page hears, and whether it takes it up. */
const listenTo = (relay: Relay, takesUp = true): RelayMessage[] => {
  const heard: RelayMessage[] = [];
  relay.messages$.subscribe((message) => {
    heard.push(message);
    if (takesUp) message.acknowledge();
  });
  return heard;
};

const idsOf = (heard: readonly RelayMessage[]): readonly number[] => heard.map(({ envelope }) => Number(atob(envelope).split(' ')[1]));

/** The name of a mailbox that no test used before. */
const newTopic = (): string => crypto.randomUUID().replaceAll('-', '').repeat(2);

/**
 * What every relay does, also one whose line fails.
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

  describe(`${name} keeps the contract of a relay`, () => {
    test('is closed until it is used, then opens by itself', async (harness) => {
      const { relay } = harness;
      expect(statusOf(relay)).toBe('closed');
      const topic = newTopic();
      expect(statusOf(relay)).toBe('closed');
      await relay.subscribe([topic], patient());
      expect(statusOf(relay)).toBe('open');
    });

    test('carries messages both ways, in order', async (harness) => {
      const { relay, peer, until } = harness;
      const topic = newTopic();
      const [here, there] = [listenTo(relay), listenTo(peer)];
      await Promise.all([relay.subscribe([topic], patient()), peer.subscribe([topic], patient())]);
      for (const id of [1, 2, 3]) await peer.publish({ topic, envelope: envelopeOf(id), delivery: DELIVERY }, patient());
      for (const id of [4, 5]) await relay.publish({ topic, envelope: envelopeOf(id), delivery: DELIVERY }, patient());
      await until(() => here.length >= 3 && there.length >= 2);
      expect([idsOf(here), idsOf(there)]).toEqual([
        [1, 2, 3],
        [4, 5],
      ]);
      expect(here.map(({ topic: of, envelope }) => [of, envelope])).toEqual([1, 2, 3].map((id) => [topic, envelopeOf(id)]));
    });

    test('carries an attestation beside the envelope', async (harness) => {
      const { relay, peer, until } = harness;
      const topic = newTopic();
      const heard = listenTo(peer);
      await peer.subscribe([topic], patient());
      for (const [id, attestation] of ['attested', ''].entries())
        await relay.publish({ topic, envelope: envelopeOf(id), delivery: DELIVERY, attestation }, patient());
      await until(() => heard.length >= 2);
      expect(heard.map(({ attestation }) => attestation)).toEqual(['attested', '']);
    });

    test('brings what waited in the mailboxes, in the order of publication', async (harness) => {
      const { relay, peer, until, run } = harness;
      const topics = [newTopic(), newTopic()] as const;
      for (const id of [1, 2, 3, 4]) {
        await run(10);
        await peer.publish({ topic: topics[id % 2 === 0 ? 0 : 1], envelope: envelopeOf(id), delivery: DELIVERY }, patient());
      }
      const heard = listenTo(relay);
      await relay.subscribe(topics, patient());
      await until(() => heard.length >= 4);
      expect(idsOf(heard)).toEqual([1, 2, 3, 4]);
    });

    test('hands the relay a message once, however often it is asked to', async (harness) => {
      const { relay, peer, until } = harness;
      const topic = newTopic();
      const heard = listenTo(peer);
      await peer.subscribe([topic], patient());
      const envelope = envelopeOf(1);
      await Promise.all([1, 2].map(() => relay.publish({ topic, envelope, delivery: DELIVERY }, patient())));
      await relay.publish({ topic, envelope, delivery: DELIVERY }, patient());
      await relay.publish({ topic, envelope: envelopeOf(2), delivery: DELIVERY }, patient());
      await until(() => heard.length >= 2);
      expect(idsOf(heard)).toEqual([1, 2]);
    });

    test('hears nothing of a topic that it has left', async (harness) => {
      const { relay, peer, until } = harness;
      const [left, kept] = [newTopic(), newTopic()];
      const heard = listenTo(relay);
      await relay.subscribe([left, kept], patient());
      await relay.unsubscribe([left, 'never subscribed']);
      await peer.publish({ topic: left, envelope: envelopeOf(1), delivery: DELIVERY }, patient());
      await peer.publish({ topic: kept, envelope: envelopeOf(2), delivery: DELIVERY }, patient());
      await until(() => heard.length >= 1);
      expect(idsOf(heard)).toEqual([2]);
    });

    test('tells a page that begins what the page before did not acknowledge, and nothing else', async (harness) => {
      const { relay, peer, until, reload } = harness;
      const topic = newTopic();
      const heard = listenTo(relay, false);
      await relay.subscribe([topic], patient());
      for (const id of [1, 2]) await peer.publish({ topic, envelope: envelopeOf(id), delivery: DELIVERY }, patient());
      await until(() => heard.length >= 2);
      heard[0]?.acknowledge();
      heard[0]?.acknowledge();
      await harness.run(100);
      const after = reload();
      const heardAfter = listenTo(after);
      await after.subscribe([topic], patient());
      await peer.publish({ topic, envelope: envelopeOf(3), delivery: DELIVERY }, patient());
      await until(() => heardAfter.length >= 2);
      expect(idsOf(heardAfter)).toEqual([2, 3]);
    });

    test('tells a message once, also when the relay hands it over again', async (harness) => {
      const { relay, peer, until, repeat } = harness;
      const topic = newTopic();
      const heard = listenTo(relay, false);
      await relay.subscribe([topic], patient());
      await peer.publish({ topic, envelope: envelopeOf(1), delivery: DELIVERY }, patient());
      await until(() => heard.length >= 1);
      await repeat();
      heard[0]?.acknowledge();
      await repeat();
      await peer.publish({ topic, envelope: envelopeOf(2), delivery: DELIVERY }, patient());
      await until(() => heard.length >= 2);
      expect(idsOf(heard)).toEqual([1, 2]);
    });

    test('lets both tabs of an origin hear of the same topic', async (harness) => {
      const { relay, peer, until, otherTab } = harness;
      const topic = newTopic();
      const tab = otherTab();
      const heard = [listenTo(relay), listenTo(tab), listenTo(peer)] as const;
      await Promise.all([relay, tab, peer].map((each) => each.subscribe([topic], patient())));
      await peer.publish({ topic, envelope: envelopeOf(1), delivery: DELIVERY }, patient());
      await relay.publish({ topic, envelope: envelopeOf(2), delivery: DELIVERY }, patient());
      await tab.publish({ topic, envelope: envelopeOf(3), delivery: DELIVERY }, patient());
      await until(() => heard[0].length >= 1 && heard[1].length >= 1 && heard[2].length >= 2);
      expect(heard.map((each) => idsOf(each))).toEqual([[1], [1], [2, 3]]);
    });

    test('opens a line that broke again, and brings what came meanwhile', async (harness) => {
      const { relay, peer, until, dropLine, setDoor, run } = harness;
      const topic = newTopic();
      const heard = listenTo(relay);
      await relay.subscribe([topic], patient());
      await setDoor('unreachable');
      await dropLine();
      await until(() => statusOf(relay) !== 'open');
      await peer.publish({ topic, envelope: envelopeOf(1), delivery: DELIVERY }, patient());
      await setDoor('open');
      for (let second = 0; second < 20 && heard.length === 0; second += 1) await run(1_000);
      await until(() => heard.length >= 1);
      await relay.publish({ topic, envelope: envelopeOf(2), delivery: DELIVERY }, patient());
      expect([idsOf(heard), statusOf(relay)]).toEqual([[1], 'open']);
    });

    test('says so when the relay cannot be reached, and can be asked again', async (harness) => {
      const { relay, setDoor } = harness;
      const topic = newTopic();
      await setDoor('unreachable');
      expect(await codeOf(relay.open(patient()))).toBe('relay/unreachable');
      expect(statusOf(relay)).toBe('relay/unreachable');
      expect(await codeOf(relay.publish({ topic, envelope: envelopeOf(1), delivery: DELIVERY }, patient()))).toBe('relay/unreachable');
      await setDoor('open');
      await relay.open(patient());
      expect(statusOf(relay)).toBe('open');
    });

    test('gives up a relay that never answers after 8 s', async ({ relay, setDoor, run }) => {
      await setDoor('silent');
      let code = 'none yet';
      const opening = codeOf(relay.open(patient())).then((ended) => {
        code = ended;
      });
      await run(7_900);
      expect([code, statusOf(relay)]).toEqual(['none yet', 'opening']);
      await run(200);
      await opening;
      expect([code, statusOf(relay)]).toEqual(['relay/unreachable', 'relay/unreachable']);
    });

    test('fails at once when the relay does not accept it, and stays so until it is opened again', async (harness) => {
      const { relay, setDoor } = harness;
      const topic = newTopic();
      await setDoor('unauthorized');
      expect(await codeOf(relay.open(patient()))).toBe('relay/unauthorized');
      expect(statusOf(relay)).toBe('relay/unauthorized');
      await setDoor('open');
      expect(await codeOf(relay.subscribe([topic], patient()))).toBe('relay/unauthorized');
      await relay.open(patient());
      await relay.publish({ topic, envelope: envelopeOf(1), delivery: DELIVERY }, patient());
      expect(statusOf(relay)).toBe('open');
    });

    test('says so when the relay does not take a message', async (harness) => {
      const { relay, peer, until, refusePublication } = harness;
      const topic = newTopic();
      const heard = listenTo(peer);
      await peer.subscribe([topic], patient());
      await relay.open(patient());
      await refusePublication();
      expect(await codeOf(relay.publish({ topic, envelope: envelopeOf(1), delivery: DELIVERY }, patient()))).toBe('relay/publish-failed');
      await relay.publish({ topic, envelope: envelopeOf(2), delivery: DELIVERY }, patient());
      await until(() => heard.length >= 1);
      expect(idsOf(heard)).toEqual([2]);
    });

    test('stops at once when nobody waits any more', async (harness) => {
      const { relay, setDoor } = harness;
      const topic = newTopic();
      const publication = { topic, envelope: envelopeOf(1), delivery: DELIVERY };
      await setDoor('silent');
      const leaving = new AbortController();
      const { signal } = leaving;
      const reasons = [relay.open(signal), relay.subscribe([topic], signal), relay.publish(publication, signal)].map((ending) =>
        ending.catch((error: unknown) => error),
      );
      leaving.abort('left');
      expect(await Promise.all(reasons)).toEqual(['left', 'left', 'left']);
      expect(await relay.open(signal).catch((error: unknown) => error)).toBe('left');
    });

    test('ends with all its streams, and can do nothing more', async (harness) => {
      const { relay, peer } = harness;
      const topic = newTopic();
      const ended: string[] = [];
      relay.status$.subscribe({ complete: () => ended.push('status') });
      relay.messages$.subscribe({ complete: () => ended.push('messages') });
      await relay.subscribe([topic], patient());
      relay.dispose();
      relay.dispose();
      expect([ended.sort(), statusOf(relay)]).toEqual([['messages', 'status'], 'closed']);
      expect(await codeOf(relay.open(patient()))).toBe('config/disposed');
      expect(await codeOf(relay.publish({ topic, envelope: envelopeOf(1), delivery: DELIVERY }, patient()))).toBe('config/disposed');
      await peer.publish({ topic, envelope: envelopeOf(2), delivery: DELIVERY }, patient());
    });
  });
};
