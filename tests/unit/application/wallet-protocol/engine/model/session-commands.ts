import fc, { type AsyncCommand } from 'fast-check';
import { nameOf, plans } from './commands.js';
import type { Role } from './model-world.js';
import type { SessionWorld } from './session-world.js';

/** The model knows nothing beforehand: what has to hold is told by what both sides saw. */
type Model = Record<string, never>;

/** A command of the model. */
export type SessionAct = AsyncCommand<Model, SessionWorld, true>;

const DAY_MS = 86_400_000;

/** A command that can be given at any time: who is refused by a rule or by the relay goes on. */
const act = (name: string, run: (world: SessionWorld) => unknown): SessionAct => ({
  check: async () => true,
  toString: () => name,
  run: async (_, world) => {
    await world.reopen();
    await run(world);
    await world.quiet();
  },
});

const roles = fc.constantFrom<Role>('app', 'wallet');
const places = fc.nat(2);

/** Something that a party does with one of its sessions. */
const ofSession = (name: string, run: (world: SessionWorld, role: Role, topic: string) => unknown, from = roles) =>
  fc.tuple(from, places).map(([role, place]) =>
    act(`${role}: ${name} ${place}`, async (world) => {
      const { sessions } = world.page(role);
      const session = sessions[place % Math.max(1, sessions.length)];
      if (session !== undefined) await run(world, role, session.topic);
    }),
  );

const app = fc.constant<Role>('app');
const ask = ofSession('ask', (world, _, topic) => world.ask(topic), app);
const askAtLength = ofSession('ask for a day', (world, _, topic) => world.ask(topic, 86_400), app);
const update = ofSession('update', (world, role, topic) => world.update(role, topic), fc.constant<Role>('wallet'));
const extend = ofSession('extend', (world, role, topic) => world.does(() => world.page(role).engine.extend({ topic })));
const ping = ofSession('ping', (world, role, topic) => world.does(() => world.page(role).engine.ping({ topic })));
const emit = ofSession('emit', (world, role, topic) => world.emit(role, topic));
const disconnect = ofSession('disconnect', (world, role, topic) => world.disconnect(role, topic));

const respond = fc.tuple(fc.nat(2), fc.boolean()).map(([place, isError]) =>
  act(`${isError ? 'decline' : 'answer'} ${place}`, async (world) => {
    const waiting = world.waiting();
    const request = waiting[place % Math.max(1, waiting.length)];
    if (request !== undefined) await world.respond(request, isError);
  }),
);
const respondTwice = act('answer twice at once', async (world) => {
  const [request] = world.waiting();
  if (request !== undefined) await Promise.all([world.respond(request), world.respond(request, true)]);
});

const connect = act('connect', (world) => world.connect());
const connectAnew = act('connect on another pairing', (world) => world.connect(''));
const approve = act('approve', (world) => world.approve());

const relay = (name: string, run: (world: SessionWorld, role: Role) => unknown) =>
  roles.map((role) => act(`${role}: ${name}`, (world) => run(world, role)));
const closeSocket = relay('socket closes', (world, role) => world.page(role).relay.drop());
const refuse = relay('relay refuses', (world, role) => world.page(role).relay.refusePublications());
const loseReceipt = relay('receipt is lost', (world, role) => world.page(role).relay.refusePublications(1, true));
const redeliver = relay('relay delivers again', (world, role) => world.page(role).relay.repeat());
const goAway = relay('relay is away', (world, role) => {
  const page = world.page(role);
  page.relay.door = 'unreachable';
  page.relay.drop();
});
const comeBack = relay('relay is back', (world, role) => {
  world.page(role).relay.door = 'open';
});
const restart = relay('restart', (world, role) => world.reload(role));
const kill = fc.tuple(roles, fc.nat(15), fc.constantFrom('before' as const, 'after' as const)).map(([role, calls, when]) =>
  act(`${role}: killed ${when} call ${calls}`, (world) => {
    const { ports } = world.page(role);
    ports.kill = { at: ports.calls + calls, when };
  }),
);

// The delay is longer than a request waits.
const weather = plans(12, { type: 'delay', ms: 400_000 }).map((plan) => act(nameOf(plan), ({ adversary }) => adversary.plan(plan)));
const wait = fc
  .oneof(fc.nat(20), fc.nat(3_000), fc.nat(70_000), fc.constant(301_000))
  .map((ms) => act(`wait ${ms}`, ({ clock }) => clock.run(ms)));
const waitDays = fc.constantFrom(1, 7).map((days) =>
  act(`wait ${days} d`, (world) => {
    // A page that looks for the relay each second for days tells nothing more than one that does so for minutes.
    for (const role of ['app', 'wallet'] as const) world.page(role).relay.door = 'open';
    return world.clock.run(days * DAY_MS);
  }),
);

/** Sequences of what both parties of sessions, the relay and fate may do. */
export const sessionStories = (maxCommands: number): fc.Arbitrary<Iterable<SessionAct>> => {
  const often = [ask, ask, ask, respond, respond, respond, update, update, emit, emit, weather, weather, wait, wait];
  const once = [
    askAtLength,
    extend,
    ping,
    disconnect,
    closeSocket,
    refuse,
    loseReceipt,
    redeliver,
    goAway,
    comeBack,
    restart,
    kill,
    waitDays,
  ];
  const alone = [respondTwice, connect, connectAnew, approve].map((command) => fc.constant(command));
  return fc.commands<Model, SessionWorld, true>([...often, ...often, ...once, ...alone], { maxCommands, size: 'max' });
};
