import { describe, expect, it } from 'vitest';
import { flushPromises } from '../../application/ports/clock.fake.js';
import { FakeRemoteSession } from '../../application/ports/remote-session.fake.js';
import { readSessionNamespaces } from '../../domain/wallet-protocol/session-namespaces.js';
import { type ReceivedRequest, type RemoteSessionHarness, remoteSessionContract } from '../../testing/contracts/remote-session.contract.js';
import { ProtocolFixture } from '../unit/application/wallet-protocol/support/protocol-fixture.js';
import { ALLOWED } from '../unit/application/wallet-protocol/support/protocol-wallet.js';

const api = { describe, it, expect };
const NAMESPACES = readSessionNamespaces(ALLOWED) ?? {};

remoteSessionContract(api, 'FakeRemoteSession', async () => {
  const session = new FakeRemoteSession({ namespaces: NAMESPACES });
  return {
    session,
    namespaces: NAMESPACES,
    respondNext: (response) => session.next(response),
    receivedRequests: () => session.requests,
    updateNamespaces: async (namespaces) => session.allow(namespaces),
    emit: async ({ chainId, name, data }) => session.emit(chainId, name, data),
    disconnectWallet: async () => session.close('wallet'),
    settle: flushPromises,
    disconnectCount: () => session.disconnections,
    stop: async () => undefined,
  };
});

/** A session of the engine with a scripted wallet on an in-memory relay. */
const liveHarness = async (): Promise<RemoteSessionHarness> => {
  const fixture = new ProtocolFixture();
  const { session, topic } = await fixture.connect();
  const { wallet } = fixture;
  const responses: Parameters<RemoteSessionHarness['respondNext']>[0][] = [];
  const requests = () => wallet.calls.filter(({ request }) => request.method === 'wc_sessionRequest');
  let handled = 0;
  const respondAll = async (): Promise<void> => {
    await flushPromises();
    for (const { request } of requests().slice(handled)) {
      handled += 1;
      const response = responses.shift() ?? { result: null };
      if (response !== 'never') await wallet.respond(topic, request.id, response);
    }
  };
  return {
    // The session of the engine; each request makes the wallet respond.
    session: {
      topic: session.topic,
      get peer() {
        return session.peer;
      },
      get namespaces() {
        return session.namespaces;
      },
      get isLive() {
        return session.isLive;
      },
      events$: session.events$,
      request: (request, signal) => {
        const result = session.request(request, signal);
        void respondAll();
        return result;
      },
      disconnect: (signal) => session.disconnect(signal),
    },
    namespaces: NAMESPACES,
    respondNext: (response) => responses.push(response),
    receivedRequests: () =>
      requests().map(({ request }) => {
        // Sent by the engine under test.
        const { chainId, request: call } = request.params as {
          readonly chainId: ReceivedRequest['chainId'];
          readonly request: ReceivedRequest;
        };
        return { chainId, method: call.method, params: call.params };
      }),
    updateNamespaces: async (namespaces) => {
      await wallet.call(topic, 'wc_sessionUpdate', { namespaces });
    },
    emit: async ({ chainId, name, data }) => {
      await wallet.call(topic, 'wc_sessionEvent', { chainId, event: { name, data } });
    },
    disconnectWallet: async () => {
      await wallet.call(topic, 'wc_sessionDelete', { code: 6000, message: 'User disconnected' });
    },
    settle: flushPromises,
    disconnectCount: () => wallet.calls.filter(({ request }) => request.method === 'wc_sessionDelete').length,
    stop: async () => fixture.dispose(),
  };
};

remoteSessionContract(api, 'LiveRemoteSession', liveHarness);
