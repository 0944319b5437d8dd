import fc, { type AsyncCommand } from 'fast-check';
import { nameOf, plans } from './commands.js';
import type { Role } from './model-world.js';
import type { SessionWorld } from './session-world.js';

/** The model has no state: both sides are compared. */
type Model = Record<string, never>;

/** A command of the model. */
export type SessionAct = AsyncCommand<Model, SessionWorld, true>;

const DAY_MS = 86_400_000;

/** A command without a precondition. Rejections are ignored. */
const act = (name: string, run: (world: SessionWorld) => unknown): SessionAct => ({
  check: async () => true,
  toString: () => name,
  run: async (_, world) => {
    await world.reopen();
    await run(world);
    await world.untilIdle();
  },
});

const roles = fc.constantFrom<Role>('app', 'wallet');
const indexes = fc.nat(2);

/** A command of a party on one of its sessions. */
const ofSession = (name: string, run: (world: SessionWorld, role: Role, topic: string) => unknown, from = roles) =>
  fc.tuple(from, indexes).map(([role, index]) =>
    act(`${role}: ${name} ${index}`, async (world) => {
      const { sessions } = world.page(role);
      const session = sessions[index % Math.max(1, sessions.length)];
      if (session !== undefined) await run(world, role, session.topic);
    }),
  );

const app = fc.constant<Role>('app');
const wallet = fc.constant<Role>('wallet');
const sendRequest = ofSession('request', (world, _, topic) => world.sendRequest(topic), app);
const sendLongRequest = ofSession('request for a day', (world, _, topic) => world.sendRequest(topic, 86_400), app);
const update = ofSession('update', (world, role, topic) => world.update(role, topic), wallet);
const extend = ofSession('extend', (world, role, topic) => world.perform(() => world.page(role).engine.extend({ topic })), wallet);
const ping = ofSession('ping', (world, role, topic) => world.perform(() => world.page(role).engine.ping({ topic })));
const emit = ofSession('emit', (world, role, topic) => world.emit(role, topic));
const disconnect = ofSession('disconnect', (world, role, topic) => world.disconnect(role, topic));

const respond = fc.tuple(fc.nat(2), fc.boolean()).map(([index, isError]) =>
  act(`${isError ? 'reject' : 'respond'} ${index}`, async (world) => {
    const pending = world.pendingRequests();
    const request = pending[index % Math.max(1, pending.length)];
    if (request !== undefined) await world.respond(request, isError);
  }),
);
const respondTwice = act('respond twice concurrently', async (world) => {
  const [request] = world.pendingRequests();
  if (request !== undefined) await Promise.all([world.respond(request), world.respond(request, true)]);
});

const connect = act('connect', (world) => world.connect());
const connectOnNewPairing = act('connect on another pairing', (world) => world.connect(''));
const approve = act('approve', (world) => world.approve());

const relay = (name: string, run: (world: SessionWorld, role: Role) => unknown) =>
  roles.map((role) => act(`${role}: ${name}`, (world) => run(world, role)));
const closeSocket = relay('connection lost', (world, role) => world.page(role).relay.disconnect());
const rejectPublish = relay('relay rejects', (world, role) => world.page(role).relay.refusePublications());
const loseConfirmation = relay('publish confirmation lost', (world, role) => world.page(role).relay.refusePublications(1, true));
const redeliver = relay('relay redelivers', (world, role) => world.page(role).relay.redeliver());
const disconnectRelay = relay('relay unreachable', (world, role) => {
  const page = world.page(role);
  page.relay.mode = 'unreachable';
  page.relay.disconnect();
});
const reconnectRelay = relay('relay reachable', (world, role) => {
  world.page(role).relay.mode = 'open';
});
const reload = relay('reload', (world, role) => world.reload(role));
const kill = fc.tuple(roles, fc.nat(15), fc.constantFrom('before' as const, 'after' as const)).map(([role, calls, when]) =>
  act(`${role}: killed ${when} call ${calls}`, (world) => {
    const { ports } = world.page(role);
    ports.kill = { at: ports.calls + calls, when };
  }),
);

// The delay exceeds the expiry of a request.
const adversity = plans(12, { type: 'delay', ms: 400_000 }).map((plan) => act(nameOf(plan), ({ adversary }) => adversary.plan(plan)));
const wait = fc
  .oneof(fc.nat(20), fc.nat(3_000), fc.nat(70_000), fc.constant(301_000))
  .map((ms) => act(`wait ${ms}`, ({ clock }) => clock.run(ms)));
const waitDays = fc.constantFrom(1, 7).map((days) =>
  act(`wait ${days} d`, (world) => {
    // Reconnecting every second for days would only slow down the run.
    for (const role of ['app', 'wallet'] as const) world.page(role).relay.mode = 'open';
    return world.clock.run(days * DAY_MS);
  }),
);

/** Random sequences of commands. */
export const sessionScenarios = (maxCommands: number): fc.Arbitrary<Iterable<SessionAct>> => {
  const frequent = [
    sendRequest,
    sendRequest,
    sendRequest,
    respond,
    respond,
    respond,
    update,
    update,
    emit,
    emit,
    adversity,
    adversity,
    wait,
    wait,
  ];
  const rare = [
    sendLongRequest,
    extend,
    ping,
    disconnect,
    closeSocket,
    rejectPublish,
    loseConfirmation,
    redeliver,
    disconnectRelay,
    reconnectRelay,
    reload,
    kill,
    waitDays,
  ];
  const constant = [respondTwice, connect, connectOnNewPairing, approve].map((command) => fc.constant(command));
  return fc.commands<Model, SessionWorld, true>([...frequent, ...frequent, ...rare, ...constant], { maxCommands, size: 'max' });
};
