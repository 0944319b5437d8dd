import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { type AccountId, parseAccountId, toAccountId } from '../../../../domain/caip/caip-10.js';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import type { SignInSession } from '../../../../domain/sign-in/sign-in-session.js';
import { isSameAccount, reduceSignIn, type SignInEvent, type SignInState, signInOf } from '../../../../domain/sign-in/sign-in-state.js';

const ALICE = toAccountId('eip155:1:0xAb16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb');
const ALICE_ON_POLYGON = toAccountId('eip155:137:0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb');
const BOB = toAccountId('eip155:1:0x2222222222222222222222222222222222222222');
const error = new LatchkeyError('sign-in/unavailable', {});

const session = (account: AccountId): SignInSession => {
  const { chainId, address } = parseAccountId(account);
  const data = {
    chainId: toChainId(chainId),
    accountAddress: address,
    domain: 'a.example',
    uri: 'https://a.example',
    version: '1',
    nonce: 'n',
  };
  return { data, message: '', signature: '' };
};

const connected = (account: AccountId | null): SignInEvent => ({ type: 'account-changed', namespace: 'eip155', account });
const read = (account: AccountId, ...sessions: readonly SignInSession[]): SignInEvent => ({ type: 'sessions-read', account, sessions });
const failed = (account: AccountId): SignInEvent => ({ type: 'read-failed', account, error });
const after = (...events: readonly SignInEvent[]) => signInOf(events.reduce(reduceSignIn, {}), 'eip155');

describe('reduceSignIn', () => {
  it.each([
    ['is disconnected at first', [], 'disconnected'],
    ['checks an account that is connected', [connected(ALICE)], 'checking'],
    ['is signed in with a session', [connected(ALICE), read(ALICE, session(ALICE))], 'signed-in'],
    ['is signed out without one', [connected(ALICE), read(ALICE)], 'signed-out'],
    ['has an error if the sessions could not be read', [connected(ALICE), failed(ALICE)], 'error'],
    ['recovers', [connected(ALICE), failed(ALICE), read(ALICE, session(ALICE))], 'signed-in'],
    ['stays signed in if a later read fails', [connected(ALICE), read(ALICE, session(ALICE)), failed(ALICE)], 'signed-in'],
    ['stays signed out if a later read fails', [connected(ALICE), read(ALICE), failed(ALICE)], 'signed-out'],
    ['stays signed in on another chain', [connected(ALICE), read(ALICE, session(ALICE)), connected(ALICE_ON_POLYGON)], 'signed-in'],
    [
      'ends with a change for which it is revoked',
      [connected(ALICE), read(ALICE, session(ALICE)), { ...connected(ALICE_ON_POLYGON), isSignedOut: true }],
      'signed-out',
    ],
    ['ends with its session', [connected(ALICE), read(ALICE, session(ALICE)), read(ALICE)], 'signed-out'],
    ['checks another account', [connected(ALICE), read(ALICE, session(ALICE)), connected(BOB)], 'checking'],
    ['ignores what is known of the account before', [connected(ALICE), connected(BOB), read(ALICE, session(ALICE))], 'checking'],
    ['ends with the connection', [connected(ALICE), read(ALICE, session(ALICE)), connected(null)], 'disconnected'],
    ['ignores what comes after a disconnection', [connected(ALICE), connected(null), read(ALICE, session(ALICE))], 'disconnected'],
  ] as const)('%s', (_, events, status) => {
    expect(after(...events).status).toBe(status);
  });

  it('never says that an account is signed in without a session of its own', () => {
    const account = fc.constantFrom(ALICE, ALICE_ON_POLYGON, BOB);
    const event: fc.Arbitrary<SignInEvent> = fc.oneof(
      fc.option(account).map(connected),
      fc.tuple(account, fc.boolean()).map(([of, has]) => (has ? read(of, session(of)) : read(of))),
      account.map(failed),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 12 }), (events) => {
        let state: SignInState = {};
        for (const each of events) {
          const before = state;
          state = reduceSignIn(state, each);
          const now = signInOf(state, 'eip155');
          if (now.status === 'signed-in')
            for (const { data } of now.sessions)
              expect(isSameAccount(toAccountId(`${data.chainId}:${data.accountAddress}`), now.account)).toBe(true);
          // A failed read ends no session.
          if (each.type === 'read-failed' && signInOf(before, 'eip155').status === 'signed-in') expect(state).toBe(before);
        }
      }),
    );
  });
});
