import { describe, expect, it } from 'vitest';
import { settle } from '../../application/ports/clock.fake.js';
import { FakeRemoteSession } from '../../application/ports/remote-session.fake.js';
import { readSessionNamespaces } from '../../domain/wallet-protocol/session-namespaces.js';
import { type AskedWallet, type RemoteSessionHarness, remoteSessionContract } from '../../testing/contracts/remote-session.contract.js';
import { ALLOWED } from '../unit/application/wallet-protocol/support/protocol-wallet.js';
import { ProtocolWorld } from '../unit/application/wallet-protocol/support/protocol-world.js';

const api = { describe, it, expect };
const NAMESPACES = readSessionNamespaces(ALLOWED) ?? {};

remoteSessionContract(api, 'FakeRemoteSession', async () => {
  const session = new FakeRemoteSession({ namespaces: NAMESPACES });
  return {
    session,
    namespaces: NAMESPACES,
    answerNext: (answer) => session.next(answer),
    asked: () => session.requests,
    allow: async (namespaces) => session.allow(namespaces),
    emit: async ({ chainId, name, data }) => session.emit(chainId, name, data),
    leave: async () => session.end('wallet'),
    settle,
    toldToLeave: () => session.disconnections,
    stop: async () => undefined,
  };
});

/** A session of the engine, with a wallet at the other end of a relay in memory that answers what it is told to. */
const liveHarness = async (): Promise<RemoteSessionHarness> => {
  const world = new ProtocolWorld();
  const { session, topic } = await world.connect();
  const { wallet } = world;
  const answers: Parameters<RemoteSessionHarness['answerNext']>[0][] = [];
  const requests = () => wallet.calls.filter(({ request }) => request.method === 'wc_sessionRequest');
  let answered = 0;
  const answerAll = async (): Promise<void> => {
    await settle();
    for (const { request } of requests().slice(answered)) {
      answered += 1;
      const answer = answers.shift() ?? { result: null };
      if (answer !== 'never') await wallet.answer(topic, request.id, answer);
    }
  };
  return {
    // The engine's own, and a wallet that looks whether it was asked.
    session: {
      topic: session.topic,
      get peer() {
        return session.peer;
      },
      get namespaces() {
        return session.namespaces;
      },
      get live() {
        return session.live;
      },
      events$: session.events$,
      request: (request, signal) => {
        const answer = session.request(request, signal);
        void answerAll();
        return answer;
      },
      disconnect: (signal) => session.disconnect(signal),
    },
    namespaces: NAMESPACES,
    answerNext: (answer) => answers.push(answer),
    asked: () =>
      requests().map(({ request }) => {
        // A call of the engine under test.
        const { chainId, request: call } = request.params as { readonly chainId: AskedWallet['chainId']; readonly request: AskedWallet };
        return { chainId, method: call.method, params: call.params };
      }),
    allow: async (namespaces) => {
      await wallet.call(topic, 'wc_sessionUpdate', { namespaces });
    },
    emit: async ({ chainId, name, data }) => {
      await wallet.call(topic, 'wc_sessionEvent', { chainId, event: { name, data } });
    },
    leave: async () => {
      await wallet.call(topic, 'wc_sessionDelete', { code: 6000, message: 'User disconnected' });
    },
    settle,
    toldToLeave: () => wallet.calls.filter(({ request }) => request.method === 'wc_sessionDelete').length,
    stop: async () => world.end(),
  };
};

remoteSessionContract(api, 'LiveRemoteSession', liveHarness);
