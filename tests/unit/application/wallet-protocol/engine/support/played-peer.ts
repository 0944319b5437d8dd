import { isRpcRequest, type RpcMessage, type RpcResponse } from '../../../../../../domain/wallet-protocol/json-rpc.js';
import { PROTOCOL_METHODS } from '../../../../../../domain/wallet-protocol/protocol-methods.js';
import type { Role } from '../model/model-world.js';
import type { SessionWorld } from '../model/session-world.js';

const { signal } = new AbortController();
const DELIVERY = PROTOCOL_METHODS.wc_sessionPing.request;

const peerOf = (role: Role): Role => (role === 'app' ? 'wallet' : 'app');

/** The topic of a session of both parties. */
export const topicOf = (world: SessionWorld, place = 0): string => world.page('app').sessions[place]?.topic ?? '';

/** The topic of the pairing of both parties. */
export const pairingOf = (world: SessionWorld): string => world.page('app').engine.pairings.all()[0]?.topic ?? '';

/** The peer of a party says something to it by hand: whatever it likes. */
export const say = async (world: SessionWorld, to: Role, topic: string, message: unknown): Promise<void> => {
  // What a peer sends need not be a message.
  await world.page(peerOf(to)).relay.publish({ topic, message: message as RpcMessage, delivery: DELIVERY }, signal);
  await world.quiet();
};

/** What a party answered under an id, on every topic. */
export const answersOf = (world: SessionWorld, to: Role, id: number): readonly RpcResponse[] =>
  world
    .page(to)
    .relay.published.map(({ message }) => message)
    .filter((message): message is RpcResponse => !isRpcRequest(message) && message.id === id);

/** Both parties go on as if nothing had happened: a session of theirs pings in both directions, and a request is answered. */
export const worksOn = async (world: SessionWorld, topic: string): Promise<boolean> => {
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
  await world.ask(topic);
  await world.answerAll();
  const outcome = world.asked.at(-1)?.outcome ?? {};
  return pinged.length === 2 && 'value' in outcome && String(outcome.value).startsWith('answer');
};
