import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AccountId, toAccountId } from '../../../../domain/caip/caip-10.js';
import {
  type PromptContext,
  type PromptEffect,
  type PromptEvent,
  type PromptState,
  promptTransition,
} from '../../../../domain/sign-in/prompt-machine.js';
import { isSameAccount } from '../../../../domain/sign-in/sign-in-state.js';
import { forAll, itHolds } from '../properties.js';

const ALICE = toAccountId('eip155:1:0xAb16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb');
const ALICE_ON_POLYGON = toAccountId('eip155:137:0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb');
const BOB = toAccountId('eip155:1:0x2222222222222222222222222222222222222222');

const FREE: PromptContext = { isActive: true, isRequired: true, isVisible: true, isFree: true };
const OPTIONAL: PromptContext = { ...FREE, isRequired: false };
const BUSY: PromptContext = { ...FREE, isFree: false };
const HIDDEN: PromptContext = { ...FREE, isVisible: false };

type Change = Extract<PromptEvent, { type: 'account-changed' }>;

const changed = (account: AccountId, change: Partial<Change> = {}): PromptEvent => ({
  ...{ type: 'account-changed', account, isByUser: true, isRevoked: false, verification: null, isSupported: true },
  ...change,
});
/** After a reload. */
const restored = (account: AccountId): PromptEvent => changed(account, { isByUser: false });
const read = (account: AccountId, isSignedIn: boolean, context = FREE): PromptEvent => ({
  type: 'sessions-read',
  account,
  isSignedIn,
  context,
});
const failed = (account: AccountId, isModalOpen: boolean, context = FREE): PromptEvent => ({
  type: 'read-failed',
  account,
  isModalOpen,
  context,
});
const moved = (context = FREE): PromptEvent => ({ type: 'context-changed', context });
const connected = (context = FREE): PromptEvent => ({ type: 'connect-completed', context });
const user = (isSignedIn: boolean): PromptEvent => ({ type: 'sign-in-changed', isSignedIn });
const RESUMED: PromptEvent = { type: 'resumed', isSupported: true };
const DUE: PromptEvent = { type: 'check-due', isSupported: true };
const DISCONNECTED: PromptEvent = { type: 'disconnected' };
const verified = (verification: number): PromptEvent => ({ type: 'verification-ended', verification, isSupported: true });

const run = (
  events: readonly PromptEvent[],
): { readonly state: PromptState | null; readonly effects: readonly (PromptEffect | null)[] } => {
  const effects: (PromptEffect | null)[] = [];
  let state: PromptState | null = null;
  for (const event of events) {
    const next = promptTransition(state, event);
    state = next.state;
    effects.push(next.effect);
  }
  return { state, effects };
};

describe('promptTransition', () => {
  it.each([
    // What is read.
    ['reads the sessions of an account that is connected', [changed(ALICE)], ['check']],
    ['reads nothing again on another chain', [changed(ALICE), changed(ALICE_ON_POLYGON)], ['check', null]],
    [
      'reads on the first network that the app supports',
      [changed(ALICE, { isSupported: false }), changed(ALICE_ON_POLYGON)],
      [null, 'check'],
    ],
    [
      'reads nothing of an account on a network that the app does not support',
      [changed(ALICE), { ...DUE, isSupported: false }],
      ['check', null],
    ],
    ['reads again when that is due', [changed(ALICE), read(ALICE, true), DUE], ['check', null, 'check']],
    [
      'reads again when the page is back if a read has failed',
      [changed(ALICE), failed(ALICE, false, OPTIONAL), RESUMED],
      ['check', null, 'check'],
    ],
    ['reads again when the page is back if a prompt waits', [changed(ALICE), read(ALICE, false, BUSY), RESUMED], ['check', null, 'check']],
    ['reads nothing when the page is back otherwise', [changed(ALICE), read(ALICE, true), RESUMED], ['check', null, null]],
    ['reads nothing without an account', [DUE, RESUMED, moved(), read(ALICE, false), DISCONNECTED], [null, null, null, null, null]],

    // Who is prompted.
    ['prompts an account without a session', [changed(ALICE), read(ALICE, false)], ['check', 'prompt']],
    [
      'prompts an account that the user connected if sign-in is optional',
      [changed(ALICE), read(ALICE, false, OPTIONAL)],
      ['check', 'prompt'],
    ],
    ['prompts after a reload if sign-in is required', [restored(ALICE), read(ALICE, false)], ['check', 'prompt']],
    ['prompts nobody after a reload if sign-in is optional', [restored(ALICE), read(ALICE, false, OPTIONAL)], ['check', null]],
    [
      'prompts another account, also after a reload',
      [restored(ALICE), read(ALICE, true), changed(BOB), read(BOB, false, OPTIONAL)],
      ['check', null, 'check', 'prompt'],
    ],
    ['ignores what was read of the account before', [changed(ALICE), changed(BOB), read(ALICE, false)], ['check', 'check', null]],
    [
      'prompts once',
      [changed(ALICE), read(ALICE, false), moved(), RESUMED, changed(ALICE_ON_POLYGON), read(ALICE, false)],
      ['check', 'prompt', null, null, null, null],
    ],
    [
      'prompts again once the account is selected again',
      [changed(ALICE), read(ALICE, false), changed(BOB), changed(ALICE), read(ALICE, false)],
      ['check', 'prompt', 'check', 'check', 'prompt'],
    ],
    ['prompts again once the user has connected again', [changed(ALICE), read(ALICE, false), connected()], ['check', 'prompt', 'prompt']],
    ['prompts when a session has ended', [changed(ALICE), read(ALICE, true), read(ALICE, false)], ['check', null, 'prompt']],
    [
      'prompts nobody who has signed in before when an optional session has ended',
      [changed(ALICE), read(ALICE, true), read(ALICE, false, OPTIONAL)],
      ['check', null, null],
    ],
    [
      'prompts no user who has signed out',
      [changed(ALICE), read(ALICE, true), user(false), moved(), RESUMED],
      ['check', null, null, null, null],
    ],
    ['prompts no user who has signed in', [changed(ALICE), user(true), moved(), connected()], ['check', null, null, null]],

    // When.
    [
      'waits while another namespace is active',
      [changed(ALICE), read(ALICE, false, { ...FREE, isActive: false }), moved()],
      ['check', null, 'prompt'],
    ],
    ['waits while the user is busy', [changed(ALICE), read(ALICE, false, BUSY), moved(BUSY), moved()], ['check', null, null, 'prompt']],

    ['waits while the page is hidden', [changed(ALICE), read(ALICE, false, HIDDEN), moved()], ['check', null, 'prompt']],

    // Revocation.
    [
      'prompts on a chain for which the session was revoked',
      [changed(ALICE), read(ALICE, true), changed(ALICE_ON_POLYGON, { isRevoked: true }), read(ALICE, false, OPTIONAL)],
      ['check', null, 'check', 'prompt'],
    ],

    // What a wallet signed while connecting.
    ['verifies it, then reads the sessions', [changed(ALICE, { verification: 1 }), verified(1)], ['verify', 'check']],
    ['reads nothing meanwhile', [changed(ALICE, { verification: 1 }), DUE, changed(ALICE_ON_POLYGON)], ['verify', null, null]],
    [
      'reads the sessions of another account meanwhile, and nothing for the first one',
      [changed(ALICE, { verification: 1 }), changed(BOB), verified(1)],
      ['verify', 'check', null],
    ],
    [
      'reads nothing for the first one that is back while it is verified',
      [changed(ALICE, { verification: 1 }), changed(BOB), changed(ALICE), verified(1)],
      ['verify', 'check', null, 'check'],
    ],
    [
      'ignores an earlier verification',
      [changed(ALICE, { verification: 1 }), DISCONNECTED, changed(ALICE, { verification: 2 }), verified(1), verified(2)],
      ['verify', null, 'verify', null, 'check'],
    ],
    [
      'verifies another wallet session of the account',
      [changed(ALICE), read(ALICE, true), changed(ALICE, { verification: 1 })],
      ['check', null, 'verify'],
    ],

    // A read that fails.
    ['disconnects a new account in the modal', [changed(ALICE), failed(ALICE, true, OPTIONAL)], ['check', 'disconnect']],
    ['disconnects a new account that has to sign in', [changed(ALICE), failed(ALICE, false)], ['check', 'disconnect']],
    ['disconnects it also while the page is hidden', [changed(ALICE), failed(ALICE, true, HIDDEN)], ['check', 'disconnect']],
    ['disconnects no account while the user is busy', [changed(ALICE), failed(ALICE, true, BUSY)], ['check', null]],
    ['disconnects no account after a reload', [restored(ALICE), failed(ALICE, true)], ['check', null]],
    [
      'disconnects no account if sign-in is optional and the modal is closed',
      [changed(ALICE), failed(ALICE, false, OPTIONAL)],
      ['check', null],
    ],
    ['disconnects no account of another namespace', [changed(ALICE), failed(ALICE, true, { ...FREE, isActive: false })], ['check', null]],
    ['disconnects nothing for the account before', [changed(ALICE), changed(BOB), failed(ALICE, true)], ['check', 'check', null]],
    [
      'disconnects no account whose sessions were read before',
      [changed(ALICE), read(ALICE, true), failed(ALICE, true)],
      ['check', null, null],
    ],
  ] as const)('%s', (_, events, effects) => {
    expect(run(events).effects).toEqual(effects);
  });
});

const accounts = fc.constantFrom(ALICE, ALICE_ON_POLYGON, BOB);
const contexts: fc.Arbitrary<PromptContext> = fc.record({
  isActive: fc.boolean(),
  isRequired: fc.boolean(),
  isVisible: fc.boolean(),
  isFree: fc.boolean(),
});
const flags = fc.boolean();
/** Events that end no session and connect nothing. */
const quietEvents: fc.Arbitrary<PromptEvent> = fc.oneof(
  flags.map((isSupported): PromptEvent => ({ type: 'check-due', isSupported })),
  flags.map((isSupported): PromptEvent => ({ type: 'resumed', isSupported })),
  contexts.map(moved),
  fc.tuple(accounts, flags, contexts).map((event) => failed(...event)),
  fc.nat(3).map(verified),
);
const events: fc.Arbitrary<PromptEvent> = fc.oneof(
  quietEvents,
  fc
    .record({ account: accounts, isByUser: flags, isRevoked: flags, verification: fc.option(fc.nat(3)), isSupported: flags })
    .map(({ account, ...change }) => changed(account, change)),
  fc.constant(DISCONNECTED),
  fc.tuple(accounts, flags, contexts).map((event) => read(...event)),
  flags.map(user),
  contexts.map(connected),
);

describe('prompts', () => {
  itHolds(
    'come at most once for an account, until it is connected again, revoked, or had a session',
    fc.array(events, { maxLength: 40 }),
    (list) => {
      let state: PromptState | null = null;
      let isPrompted = false;
      for (const event of list) {
        const before: PromptState | null = state;
        const { state: after, effect } = promptTransition(state, event);
        const isOther = before === null || after === null || !isSameAccount(before.account, after.account);
        const isRevoked = event.type === 'account-changed' && event.isRevoked;
        if (isOther || isRevoked || event.type === 'connect-completed' || before.status === 'signed-in') isPrompted = false;
        if (effect === 'prompt') {
          expect([isPrompted, after?.status]).toEqual([false, 'signed-out']);
          isPrompted = true;
        }
        state = after;
      }
    },
  );

  itHolds(
    'do not come while a session is valid: not after a reload, on another chain, or when the page or the view changes',
    fc.array(fc.oneof(quietEvents, fc.constantFrom(changed(ALICE), changed(ALICE_ON_POLYGON), read(ALICE, true))), { maxLength: 20 }),
    flags,
    (list, isByUser) => {
      expect(run([changed(ALICE, { isByUser }), read(ALICE, true), ...list]).effects).not.toContain('prompt');
    },
  );

  itHolds('come exactly once after a change of the account', fc.array(quietEvents, { maxLength: 20 }), flags, (list, wasSignedIn) => {
    const { effects } = run([
      restored(ALICE),
      read(ALICE, wasSignedIn, BUSY),
      changed(BOB),
      read(BOB, false, OPTIONAL),
      ...list,
      moved(),
      read(BOB, false),
    ]);
    expect(effects.filter((effect) => effect === 'prompt')).toHaveLength(1);
  });

  it('are due whatever happened while the user was busy', () => {
    forAll(
      fc.array(
        quietEvents.filter(({ type }) => type !== 'context-changed'),
        { maxLength: 20 },
      ),
      (list) => {
        const { effects } = run([changed(ALICE), read(ALICE, false, BUSY), ...list, moved()]);
        expect(effects.at(-1)).toBe('prompt');
      },
    );
  });
});
