import type { RemoteSession, RemoteSessionEvent } from '../../application/ports/remote-session.port.js';
import type { ChainId } from '../../domain/caip/caip-2.js';
import type { SessionNamespaces } from '../../domain/wallet-protocol/session.js';
import { codeOf, patient, type TestApi } from './test-api.js';

/** What the wallet of a session under test was asked. */
export interface AskedWallet {
  readonly chainId: ChainId;
  readonly method: string;
  readonly params: unknown;
}

/** A session to test, and the wallet at its other end. */
export interface RemoteSessionHarness {
  readonly session: RemoteSession;
  /** What the session allowed when it began. */
  readonly namespaces: SessionNamespaces;
  /** How the wallet answers the next call; without a word it answers `null`. */
  answerNext(
    answer: 'never' | { readonly result: unknown } | { readonly error: { readonly code: number; readonly message: string } },
  ): void;
  /** What the wallet was asked so far. */
  asked(): readonly AskedWallet[];
  /** The wallet allows other things from now on. */
  allow(namespaces: SessionNamespaces): Promise<void>;
  /** The wallet says something of a chain. */
  emit(event: { readonly chainId: ChainId; readonly name: string; readonly data: unknown }): Promise<void>;
  /** The wallet ends the session. */
  leave(): Promise<void>;
  /** Lets everything happen that needs no time. */
  settle(): Promise<void>;
  /** How many sessions the wallet was told the end of. */
  toldToLeave(): number;
  /** Ends everything. */
  stop(): Promise<void>;
}

const CALL = { chainId: 'eip155:1' as ChainId, method: 'personal_sign', params: ['0x68', '0x1111111111111111111111111111111111111111'] };

/** Everything a session says, and whether it said its last word. */
const listenTo = (session: RemoteSession): { readonly said: RemoteSessionEvent[]; isOver: boolean } => {
  const heard: { readonly said: RemoteSessionEvent[]; isOver: boolean } = { said: [], isOver: false };
  session.events$.subscribe({
    next: (event) => heard.said.push(event),
    complete: () => {
      heard.isOver = true;
    },
  });
  return heard;
};

/**
 * What every session with a wallet elsewhere does.
 * @example remoteSessionContract({ describe, it, expect }, 'FakeRemoteSession', makeHarness);
 */
export const remoteSessionContract = (
  { describe, it, expect }: TestApi,
  name: string,
  makeHarness: () => Promise<RemoteSessionHarness>,
): void => {
  const test = (title: string, run: (harness: RemoteSessionHarness) => Promise<void>): void => {
    it(title, async () => {
      const harness = await makeHarness();
      try {
        await run(harness);
      } finally {
        await harness.stop();
      }
    });
  };

  describe(`${name} keeps the contract of a session with a wallet elsewhere`, () => {
    test('says who the wallet is and what it allows', async ({ session, namespaces }) => {
      expect(session.live).toBe(true);
      expect(session.topic.length > 0).toBe(true);
      expect(session.peer.name.length > 0).toBe(true);
      expect(session.namespaces).toEqual(namespaces);
    });

    test('asks the wallet once and hands its result over as it is', async ({ session, answerNext, asked }) => {
      answerNext({ result: { anything: ['at', 'all'] } });
      expect(await session.request(CALL, patient())).toEqual({ anything: ['at', 'all'] });
      expect(asked()).toEqual([CALL]);
    });

    test("keeps the code and the words of a wallet's refusal", async ({ session, answerNext }) => {
      answerNext({ error: { code: 4001, message: 'The owner said no' } });
      const said = await session.request(CALL, patient()).then(
        () => null,
        // Whatever it is: its members are compared.
        (error: unknown) => error as { readonly code?: unknown; readonly message?: unknown },
      );
      expect([said?.code, said?.message]).toEqual([4001, 'The owner said no']);
    });

    test('gives each of two callers the answer to their own call', async ({ session, answerNext, settle }) => {
      answerNext('never');
      answerNext({ result: 'second' });
      const leaving = new AbortController();
      const first = session.request(CALL, leaving.signal);
      const left = first.then(
        () => 'answered',
        () => 'left',
      );
      await settle();
      expect(await session.request({ ...CALL, method: 'eth_signTypedData_v4' }, patient())).toBe('second');
      leaving.abort();
      expect(await left).toBe('left');
    });

    test('ends the waiting of who leaves, with their own reason, and asks nothing for who had left before', async (harness) => {
      const { session, answerNext, asked, settle } = harness;
      answerNext('never');
      const leaving = new AbortController();
      const reason = new Error('Left');
      const failure = session.request(CALL, leaving.signal).catch((error: unknown) => error);
      await settle();
      leaving.abort(reason);
      expect(await failure).toBe(reason);
      expect(await session.request(CALL, leaving.signal).catch((error: unknown) => error)).toBe(reason);
      expect(asked().length).toBe(1);
    });

    test('follows what the wallet allows, and says so', async ({ session, allow, namespaces }) => {
      const heard = listenTo(session);
      const fewer = Object.fromEntries(Object.entries(namespaces).map(([key, entry]) => [key, { ...entry, methods: ['eth_call'] }]));
      await allow(fewer);
      expect(session.namespaces).toEqual(fewer);
      expect(heard.said).toEqual([{ type: 'namespaces-changed' }]);
    });

    test('hands on what the wallet says of a chain, to those who listen then', async ({ session, emit }) => {
      const event = { chainId: CALL.chainId, name: 'accountsChanged', data: ['0x1111111111111111111111111111111111111111'] };
      await emit(event);
      const heard = listenTo(session);
      await emit({ ...event, data: [] });
      expect(heard.said).toEqual([{ type: 'event', ...event, data: [] }]);
    });

    test('is over when the wallet leaves: the last word, no session, nobody left waiting, and what it was can still be read', async (harness) => {
      const { session, answerNext, leave, namespaces, settle } = harness;
      const heard = listenTo(session);
      answerNext('never');
      const waiting = codeOf(session.request(CALL, patient()));
      await settle();
      await leave();
      expect(heard.said).toEqual([{ type: 'ended', reason: 'wallet' }]);
      expect(heard.isOver).toBe(true);
      expect(session.live).toBe(false);
      expect(await waiting).toBe('wallet-protocol/user-disconnected');
      expect(await codeOf(session.request(CALL, patient()))).toBe('wallet-protocol/user-disconnected');
      expect(session.namespaces).toEqual(namespaces);
    });

    test('is over here at once when it is ended from this side; the wallet is told, once', async (harness) => {
      const { session, asked, toldToLeave, settle } = harness;
      const heard = listenTo(session);
      const leaving = session.disconnect(patient());
      expect(session.live).toBe(false);
      await leaving;
      await session.disconnect(patient());
      await settle();
      expect(toldToLeave()).toBe(1);
      expect(heard).toEqual({ said: [], isOver: true });
      expect(await codeOf(session.request(CALL, patient()))).toBe('wallet-protocol/user-disconnected');
      expect(asked()).toEqual([]);
    });
  });
};
