import fc, { type AsyncCommand } from 'fast-check';
import type { FakeFate } from '../../../../../../application/ports/relay-adversary.fake.js';
import { ALLOWED, ASKED } from '../support/engine-pair.js';
import { SIGN_IN } from '../support/sign-in-pair.js';
import type { ModelWorld, Role } from './model-world.js';

/** What the model knows: how many pages were killed. Which session comes about is told by what both sides keep. */
export interface Model {
  kills: number;
}

/** A command of the model. */
export type Act = AsyncCommand<Model, ModelWorld, true>;

const { signal } = new AbortController();

/** A command that can be given at any time: who is refused by a rule or by the relay goes on. */
const act = (name: string, run: (world: ModelWorld, model: Model) => Promise<unknown>): Act => ({
  check: async () => true,
  toString: () => name,
  run: async (model, world) => {
    await world.reopen();
    await run(world, model);
    await world.quiet();
  },
});

const connect = act('connect', async (world) => {
  const { app } = world.pair;
  const asking = await world.does(() => world.pair.inviting.connect({ requiredNamespaces: ASKED }, signal));
  if (asking?.uri !== undefined) world.uris.push(asking.uri);
  asking?.approval.then(
    ({ topic }) => world.promise(app, topic),
    () => undefined,
  );
});

const signIn = act('sign in', async (world) => {
  const { app } = world.pair;
  const asking = await world.does(() => world.pair.authenticating.authenticate(SIGN_IN, undefined, signal));
  if (asking !== null) world.uris.push(asking.uri);
  asking?.response.then(
    ({ session }) => session && world.promise(app, session.topic),
    () => undefined,
  );
});

/** On the pairing that is there already. */
const connectAgain = act('connect again', async (world) => {
  const pairing = world.pair.made.all().find(({ active }) => active);
  await world.does(() => world.pair.inviting.connect({ optionalNamespaces: ASKED, pairingTopic: pairing?.topic }, signal));
});

/** A person who scans at once what is shown. */
const scanned = (asking: Act, name: string): Act =>
  act(name, async (world, model) => {
    await asking.run(model, world);
    const uri = world.uris.at(-1);
    if (uri !== undefined) await world.does(() => world.pair.joined.pair({ uri }, signal));
  });

const scan = fc.nat(2).map((back) =>
  act(`scan ${back}`, async (world) => {
    const uri = world.uris.at(-1 - back);
    if (uri !== undefined) await world.does(() => world.pair.joined.pair({ uri }, signal));
  }),
);

const approve = fc.nat(2).map((index) =>
  act(`approve ${index}`, async (world) => {
    const [proposals, requests] = [world.pair.approving.pending(), world.pair.answering.pending()];
    const proposal = proposals.at(index - proposals.length);
    if (proposal !== undefined) await world.does(() => world.pair.approving.approve({ id: proposal.id, namespaces: ALLOWED }, signal));
    const request = requests.at(index - requests.length);
    if (request !== undefined) await world.does(() => world.pair.approve(request.id));
  }),
);

const approveTwice = act('approve twice at once', async (world) => {
  const [proposal] = world.pair.approving.pending();
  const once = () => world.pair.approving.approve({ id: proposal?.id ?? 0, namespaces: ALLOWED }, signal);
  await Promise.all([world.does(once), world.does(once)]);
});

const reject = act('reject', async (world) => {
  const proposal = world.pair.approving.pending().at(-1);
  const request = world.pair.answering.pending().at(-1);
  const reason = { code: 5_000, message: 'User rejected.' };
  if (request !== undefined) await world.does(() => world.pair.reject(request.id, reason));
  else if (proposal !== undefined) await world.does(() => world.pair.approving.reject({ id: proposal.id, reason }, signal));
});

const ping = act('ping', async (world) => {
  const pairing = world.pair.made.all().at(-1);
  if (pairing !== undefined) await world.does(() => world.pair.made.ping({ topic: pairing.topic }, signal));
});

const disconnectPairing = act('disconnect a pairing', async (world) => {
  const [pairing] = world.pair.joined.all();
  if (pairing !== undefined) await world.does(() => world.pair.joined.disconnect({ topic: pairing.topic }, signal));
});

const roles = fc.constantFrom<Role>('app', 'wallet');

const closeSocket = roles.map((role) => act(`${role}: socket closes`, async ({ pair }) => pair[role].relay.drop()));
const refuse = roles.map((role) => act(`${role}: relay refuses`, async ({ pair }) => pair[role].relay.refusePublications()));
const redeliver = roles.map((role) => act(`${role}: relay delivers again`, async ({ pair }) => pair[role].relay.repeat()));
const restart = roles.map((role) =>
  act(`${role}: restart`, async (world, model) => {
    model.kills += 1;
    await world.reload(role);
  }),
);
const kill = fc.tuple(roles, fc.nat(15), fc.constantFrom('before' as const, 'after' as const)).map(([role, calls, when]) =>
  act(`${role}: killed ${when} call ${calls}`, async ({ pair }, model) => {
    model.kills += 1;
    const party = pair[role];
    party.kill = { at: party.portCalls + calls, when };
  }),
);

/** What an adversary does to so many messages at most. @param more fates beside those of every model */
export const plans = (maxLength: number, ...more: readonly FakeFate[]): fc.Arbitrary<readonly FakeFate[]> =>
  fc.array(
    fc.oneof(
      fc.constantFrom<FakeFate>({ type: 'pass' }, { type: 'lose' }, { type: 'repeat' }),
      fc.nat(30_000).map((ms): FakeFate => ({ type: 'delay', ms })),
      ...more.map((fate) => fc.constant(fate)),
    ),
    { minLength: 1, maxLength },
  );

/** Names what an adversary does. */
export const nameOf = (plan: readonly FakeFate[]): string =>
  `adversary: ${plan.map((fate) => (fate.type === 'delay' ? `delay ${fate.ms}` : fate.type)).join(', ')}`;

const weather = plans(6).map((plan) => act(nameOf(plan), async ({ adversary }) => adversary.plan(plan)));
const wait = fc.nat(70_000).map((ms) => act(`wait ${ms}`, ({ pair }) => pair.clock.run(ms)));

/** Two things that begin before either is done. */
const atOnce = fc
  .tuple(
    ...[0, 1].map(() => fc.oneof(fc.constantFrom(connect, connectAgain, signIn, reject, ping, disconnectPairing), scan, approve, restart)),
  )
  .map((acts) => act(acts.join(' with '), (world, model) => Promise.all(acts.map((each) => each.run(model, world)))));

/** Sequences of what both parties, the relay and fate may do. */
export const stories = (maxCommands: number): fc.Arbitrary<Iterable<Act>> =>
  fc.commands<Model, ModelWorld, true>(
    [
      fc.constant(connect),
      fc.constant(connectAgain),
      fc.constant(scanned(connect, 'connect and scan')),
      fc.constant(signIn),
      fc.constant(scanned(signIn, 'sign in and scan')),
      scan,
      approve,
      approve,
      approve,
      fc.constant(approveTwice),
      fc.constant(reject),
      fc.constant(ping),
      fc.constant(disconnectPairing),
      atOnce,
      closeSocket,
      refuse,
      redeliver,
      restart,
      kill,
      weather,
      weather,
      wait,
    ],
    { maxCommands, size: 'max' },
  );
