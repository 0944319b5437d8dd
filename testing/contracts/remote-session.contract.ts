import type { RemoteSession, RemoteSessionEvent } from '../../application/ports/remote-session.port.js';
import type { ChainId } from '../../domain/caip/caip-2.js';
import type { SessionNamespaces } from '../../domain/wallet-protocol/session.js';
import { codeOf, neverAborted, type TestApi } from './test-api.js';

/** A request that the wallet received. */
export interface ReceivedRequest {
  readonly chainId: ChainId;
  readonly method: string;
  readonly params: unknown;
}

/** A session to test, and its wallet. */
export interface RemoteSessionHarness {
  readonly session: RemoteSession;
  /** Namespaces approved at settlement. */
  readonly namespaces: SessionNamespaces;
  /** Sets the response to the next request. Default: the result `null`. */
  respondNext(
    response: 'never' | { readonly result: unknown } | { readonly error: { readonly code: number; readonly message: string } },
  ): void;
  /** Requests that the wallet received so far. */
  receivedRequests(): readonly ReceivedRequest[];
  /** Updates the session in the wallet. */
  updateNamespaces(namespaces: SessionNamespaces): Promise<void>;
  /** Emits a session event from the wallet. */
  emit(event: { readonly chainId: ChainId; readonly name: string; readonly data: unknown }): Promise<void>;
  /** Disconnects the session in the wallet. */
  disconnectWallet(): Promise<void>;
  /** Flushes pending work without advancing time. */
  settle(): Promise<void>;
  /** Number of session deletions that the wallet received. */
  disconnectCount(): number;
  /** Stops everything. */
  stop(): Promise<void>;
}

const CALL = { chainId: 'eip155:1' as ChainId, method: 'personal_sign', params: ['0x68', '0x1111111111111111111111111111111111111111'] };

/** Collects the events of a session until it completes. */
const collectEvents = (session: RemoteSession): { readonly events: RemoteSessionEvent[]; isComplete: boolean } => {
  const collected: { readonly events: RemoteSessionEvent[]; isComplete: boolean } = { events: [], isComplete: false };
  session.events$.subscribe({
    next: (event) => collected.events.push(event),
    complete: () => {
      collected.isComplete = true;
    },
  });
  return collected;
};

/**
 * Contract of every `RemoteSession`.
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

  describe(`${name}: RemoteSession contract`, () => {
    test('has the peer and the approved namespaces', async ({ session, namespaces }) => {
      expect(session.isLive).toBe(true);
      expect(session.topic.length > 0).toBe(true);
      expect(session.peer.name.length > 0).toBe(true);
      expect(session.namespaces).toEqual(namespaces);
    });

    test('sends a request once and returns its result unchanged', async ({ session, respondNext, receivedRequests }) => {
      respondNext({ result: { anything: ['at', 'all'] } });
      expect(await session.request(CALL, neverAborted())).toEqual({ anything: ['at', 'all'] });
      expect(receivedRequests()).toEqual([CALL]);
    });

    test('rejects with the code and message of an error response', async ({ session, respondNext }) => {
      respondNext({ error: { code: 4001, message: 'Rejected by the user' } });
      const rejection = await session.request(CALL, neverAborted()).then(
        () => null,
        // The members are compared below.
        (error: unknown) => error as { readonly code?: unknown; readonly message?: unknown },
      );
      expect([rejection?.code, rejection?.message]).toEqual([4001, 'Rejected by the user']);
    });

    test('matches responses to concurrent requests', async ({ session, respondNext, settle }) => {
      respondNext('never');
      respondNext({ result: 'second' });
      const controller = new AbortController();
      const first = session.request(CALL, controller.signal);
      const outcome = first.then(
        () => 'resolved',
        () => 'aborted',
      );
      await settle();
      expect(await session.request({ ...CALL, method: 'eth_signTypedData_v4' }, neverAborted())).toBe('second');
      controller.abort();
      expect(await outcome).toBe('aborted');
    });

    test('rejects with the reason of the signal on abort, and sends nothing if it was aborted before', async (harness) => {
      const { session, respondNext, receivedRequests, settle } = harness;
      respondNext('never');
      const controller = new AbortController();
      const reason = new Error('stop');
      const failure = session.request(CALL, controller.signal).catch((error: unknown) => error);
      await settle();
      controller.abort(reason);
      expect(await failure).toBe(reason);
      expect(await session.request(CALL, controller.signal).catch((error: unknown) => error)).toBe(reason);
      expect(receivedRequests().length).toBe(1);
    });

    test('emits namespaces-changed when the wallet updates the session', async ({ session, updateNamespaces, namespaces }) => {
      const collected = collectEvents(session);
      const fewer = Object.fromEntries(Object.entries(namespaces).map(([key, entry]) => [key, { ...entry, methods: ['eth_call'] }]));
      await updateNamespaces(fewer);
      expect(session.namespaces).toEqual(fewer);
      expect(collected.events).toEqual([{ type: 'namespaces-changed' }]);
    });

    test('emits session events of the wallet to current subscribers', async ({ session, emit }) => {
      const event = { chainId: CALL.chainId, name: 'accountsChanged', data: ['0x1111111111111111111111111111111111111111'] };
      await emit(event);
      const collected = collectEvents(session);
      await emit({ ...event, data: [] });
      expect(collected.events).toEqual([{ type: 'event', ...event, data: [] }]);
    });

    test('ends when the wallet disconnects: emits ended, completes and rejects pending requests, and keeps its namespaces', async (harness) => {
      const { session, respondNext, disconnectWallet, namespaces, settle } = harness;
      const collected = collectEvents(session);
      respondNext('never');
      const pending = codeOf(session.request(CALL, neverAborted()));
      await settle();
      await disconnectWallet();
      expect(collected.events).toEqual([{ type: 'ended', reason: 'wallet' }]);
      expect(collected.isComplete).toBe(true);
      expect(session.isLive).toBe(false);
      expect(await pending).toBe('wallet-protocol/user-disconnected');
      expect(await codeOf(session.request(CALL, neverAborted()))).toBe('wallet-protocol/user-disconnected');
      expect(session.namespaces).toEqual(namespaces);
    });

    test('ends immediately on disconnect, and notifies the wallet once', async (harness) => {
      const { session, receivedRequests, disconnectCount, settle } = harness;
      const collected = collectEvents(session);
      const disconnecting = session.disconnect(neverAborted());
      expect(session.isLive).toBe(false);
      await disconnecting;
      await session.disconnect(neverAborted());
      await settle();
      expect(disconnectCount()).toBe(1);
      expect(collected).toEqual({ events: [], isComplete: true });
      expect(await codeOf(session.request(CALL, neverAborted()))).toBe('wallet-protocol/user-disconnected');
      expect(receivedRequests()).toEqual([]);
    });
  });
};
