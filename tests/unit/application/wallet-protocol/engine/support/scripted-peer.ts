import { isRpcRequest, type RpcMessage, type RpcResponse } from '../../../../../../domain/wallet-protocol/json-rpc.js';
import { PROTOCOL_METHODS } from '../../../../../../domain/wallet-protocol/protocol-methods.js';
import type { Role } from '../model/model-world.js';
import type { SessionWorld } from '../model/session-world.js';

const { signal } = new AbortController();
const DELIVERY = PROTOCOL_METHODS.wc_sessionPing.request;

const peerOf = (role: Role): Role => (role === 'app' ? 'wallet' : 'app');

/** Topic of a session of both parties. */
export const topicOf = (world: SessionWorld, index = 0): string => world.page('app').sessions[index]?.topic ?? '';

/** Topic of the pairing of both parties. */
export const pairingOf = (world: SessionWorld): string => world.page('app').engine.pairings.all()[0]?.topic ?? '';

/** Publishes any message from the peer of a party. */
export const publishTo = async (world: SessionWorld, to: Role, topic: string, message: unknown): Promise<void> => {
  // A peer may send invalid messages.
  await world.page(peerOf(to)).relay.publish({ topic, message: message as RpcMessage, delivery: DELIVERY }, signal);
  await world.untilIdle();
};

/** Responses of a party to an id, on every topic. */
export const responsesOf = (world: SessionWorld, to: Role, id: number): readonly RpcResponse[] =>
  world
    .page(to)
    .relay.published.map(({ message }) => message)
    .filter((message): message is RpcResponse => !isRpcRequest(message) && message.id === id);

/** Returns whether a session still works: pings in both directions, and a request with a response. */
export const isStillWorking = async (world: SessionWorld, topic: string): Promise<boolean> => {
  await world.clock.run(2_000);
  const pinged: Role[] = [];
  for (const role of ['app', 'wallet'] as const)
    world
      .page(role)
      .engine.ping({ topic })
      .then(
        () => pinged.push(role),
        () => undefined,
      );
  await world.clock.run(600);
  await world.sendRequest(topic);
  await world.respondToAll();
  const outcome = world.requests.at(-1)?.outcome ?? {};
  return pinged.length === 2 && 'value' in outcome && String(outcome.value).startsWith('answer');
};
