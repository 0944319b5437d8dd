import fc, { type AsyncCommand } from 'fast-check';
import type { FakeDeliveryOutcome } from '../../../../../../application/ports/relay-adversary.fake.js';
import { APPROVED_NAMESPACES, REQUESTED_NAMESPACES } from '../support/engine-pair.js';
import { SIGN_IN } from '../support/sign-in-pair.js';
import type { ModelWorld, Role } from './model-world.js';

/** State of the model: the number of killed pages. Sessions are compared on both sides. */
export interface Model {
  kills: number;
}

/** A command of the model. */
export type Act = AsyncCommand<Model, ModelWorld, true>;

const { signal } = new AbortController();

/** A command without a precondition. Rejections are ignored. */
const act = (name: string, run: (world: ModelWorld, model: Model) => Promise<unknown>): Act => ({
  check: async () => true,
  toString: () => name,
  run: async (model, world) => {
    await world.reopen();
    await run(world, model);
    await world.untilIdle();
  },
});

const connect = act('connect', async (world) => {
  const { app } = world.pair;
  const pending = await world.perform(() => world.pair.connectOperation.connect({ requiredNamespaces: REQUESTED_NAMESPACES }, signal));
  if (pending?.uri !== undefined) world.uris.push(pending.uri);
  pending?.approval.then(
    ({ topic }) => world.promise(app, topic),
    () => undefined,
  );
});

const signIn = act('sign in', async (world) => {
  const { app } = world.pair;
  const pending = await world.perform(() => world.pair.authRequester.authenticate(SIGN_IN, undefined, signal));
  if (pending !== null) world.uris.push(pending.uri);
  pending?.response.then(
    ({ session }) => session && world.promise(app, session.topic),
    () => undefined,
  );
});

/** Proposes on the existing pairing. */
const connectAgain = act('connect again', async (world) => {
  const pairing = world.pair.appPairings.all().find(({ active }) => active);
  await world.perform(() =>
    world.pair.connectOperation.connect({ optionalNamespaces: REQUESTED_NAMESPACES, pairingTopic: pairing?.topic }, signal),
  );
});

/** Scans the displayed URI immediately. */
const scanned = (pending: Act, name: string): Act =>
  act(name, async (world, model) => {
    await pending.run(model, world);
    const uri = world.uris.at(-1);
    if (uri !== undefined) await world.perform(() => world.pair.walletPairings.pair({ uri }, signal));
  });

const scan = fc.nat(2).map((back) =>
  act(`scan ${back}`, async (world) => {
    const uri = world.uris.at(-1 - back);
    if (uri !== undefined) await world.perform(() => world.pair.walletPairings.pair({ uri }, signal));
  }),
);

const approve = fc.nat(2).map((index) =>
  act(`approve ${index}`, async (world) => {
    const [proposals, requests] = [world.pair.proposalResponder.pending(), world.pair.authResponder.pending()];
    const proposal = proposals.at(index - proposals.length);
    if (proposal !== undefined)
      await world.perform(() => world.pair.proposalResponder.approve({ id: proposal.id, namespaces: APPROVED_NAMESPACES }, signal));
    const request = requests.at(index - requests.length);
    if (request !== undefined) await world.perform(() => world.pair.approve(request.id));
  }),
);

const approveTwice = act('approve twice concurrently', async (world) => {
  const [proposal] = world.pair.proposalResponder.pending();
  const once = () => world.pair.proposalResponder.approve({ id: proposal?.id ?? 0, namespaces: APPROVED_NAMESPACES }, signal);
  await Promise.all([world.perform(once), world.perform(once)]);
});

const reject = act('reject', async (world) => {
  const proposal = world.pair.proposalResponder.pending().at(-1);
  const request = world.pair.authResponder.pending().at(-1);
  const reason = { code: 5_000, message: 'User rejected.' };
  if (request !== undefined) await world.perform(() => world.pair.reject(request.id, reason));
  else if (proposal !== undefined) await world.perform(() => world.pair.proposalResponder.reject({ id: proposal.id, reason }, signal));
});

const ping = act('ping', async (world) => {
  const pairing = world.pair.appPairings.all().at(-1);
  if (pairing !== undefined) await world.perform(() => world.pair.appPairings.ping({ topic: pairing.topic }, signal));
});

const disconnectPairing = act('disconnect a pairing', async (world) => {
  const [pairing] = world.pair.walletPairings.all();
  if (pairing !== undefined) await world.perform(() => world.pair.walletPairings.disconnect({ topic: pairing.topic }, signal));
});

const roles = fc.constantFrom<Role>('app', 'wallet');

const closeSocket = roles.map((role) => act(`${role}: connection lost`, async ({ pair }) => pair[role].relay.disconnect()));
const rejectPublish = roles.map((role) => act(`${role}: relay rejects`, async ({ pair }) => pair[role].relay.refusePublications()));
const redeliver = roles.map((role) => act(`${role}: relay redelivers`, async ({ pair }) => pair[role].relay.redeliver()));
const reload = roles.map((role) =>
  act(`${role}: reload`, async (world, model) => {
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

/** Outcomes for a number of messages. @param more outcomes in addition to the common ones */
export const plans = (maxLength: number, ...more: readonly FakeDeliveryOutcome[]): fc.Arbitrary<readonly FakeDeliveryOutcome[]> =>
  fc.array(
    fc.oneof(
      fc.constantFrom<FakeDeliveryOutcome>({ type: 'pass' }, { type: 'lose' }, { type: 'repeat' }),
      fc.nat(30_000).map((ms): FakeDeliveryOutcome => ({ type: 'delay', ms })),
      ...more.map((outcome) => fc.constant(outcome)),
    ),
    { minLength: 1, maxLength },
  );

/** Describes the adversary's plan. */
export const nameOf = (plan: readonly FakeDeliveryOutcome[]): string =>
  `adversary: ${plan.map((outcome) => (outcome.type === 'delay' ? `delay ${outcome.ms}` : outcome.type)).join(', ')}`;

const adversity = plans(6).map((plan) => act(nameOf(plan), async ({ adversary }) => adversary.plan(plan)));
const wait = fc.nat(70_000).map((ms) => act(`wait ${ms}`, ({ pair }) => pair.clock.run(ms)));

/** Two commands that run concurrently. */
const concurrently = fc
  .tuple(
    ...[0, 1].map(() => fc.oneof(fc.constantFrom(connect, connectAgain, signIn, reject, ping, disconnectPairing), scan, approve, reload)),
  )
  .map((acts) => act(acts.join(' with '), (world, model) => Promise.all(acts.map((each) => each.run(model, world)))));

/** Random sequences of commands. */
export const scenarios = (maxCommands: number): fc.Arbitrary<Iterable<Act>> =>
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
      concurrently,
      closeSocket,
      rejectPublish,
      redeliver,
      reload,
      kill,
      adversity,
      adversity,
      wait,
    ],
    { maxCommands, size: 'max' },
  );
