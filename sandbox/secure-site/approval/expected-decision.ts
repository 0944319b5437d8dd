import { assess } from '../keys/assess.js';
import { type Effect, effectsOf } from '../keys/effects.js';
import type { SpendLog } from '../keys/spend-log.js';
import type { NumberedPolicy } from '../keys/vault-contents.js';
import type { ApprovalRequest } from './approval-request.js';
import { signablesOf } from './payloads.js';

/** What a device knows of the user's policy. */
export interface KnownPolicy {
  readonly policy?: NumberedPolicy;
  readonly log?: SpendLog;
  /** Of the worker, which has no log. */
  readonly nonce?: string;
}

/** What a passkey is to confirm, as the window asks for it. */
export interface NeededConfirmation {
  /** Ids of the passkeys that can. */
  readonly passkeys: readonly string[];
  /** Why, in words. */
  readonly reasons: readonly string[];
  /** Of the worker: with it, the confirmation begins the log. */
  readonly nonce?: string;
}

const reasonOf = (effect: Effect): string => {
  switch (effect.kind) {
    case 'spend':
      return 'It spends more than you allow without your passkey.';
    case 'allowance':
      return 'It lets someone else move your tokens.';
    case 'delegation':
      return 'It gives someone else power over your account.';
    case 'call':
      return 'It calls a contract, and what that does cannot be read.';
    case 'unknown':
      return 'What it allows cannot be read from it. Someone else may be able to move your assets with it.';
  }
};

/** What the user's policy says of a request, before the worker decides. */
export interface ExpectedDecision {
  /** What a passkey must confirm, so that the user is asked once; `null` if nothing. */
  readonly confirmation: NeededConfirmation | null;
  /** Why the worker will refuse it; `null` if it will not. */
  readonly refusal: string | null;
}

/** Compares a request with what this device knows of the user's policy. */
export const expectedDecision = (request: ApprovalRequest, origin: string, { policy, log, nonce }: KnownPolicy): ExpectedDecision => {
  if (policy === undefined) return { confirmation: null, refusal: null };
  const passkeys = policy.passkeys.map(({ id }) => id);
  const effects = signablesOf(request).flatMap(effectsOf);
  // As in the worker: without passkeys, a log that is lost begins anew.
  const spends = log?.spends ?? (passkeys.length === 0 ? [] : null);
  const { beyond } = assess({ policy, origin, effects, spends, now: Date.now() });
  if (beyond.length === 0) return { confirmation: null, refusal: null };
  if (passkeys.length === 0) return { confirmation: null, refusal: 'This is beyond the limits that you have set for this app.' };
  const beginning = nonce === undefined ? {} : { nonce };
  return { confirmation: { passkeys, reasons: [...new Set(beyond.map(reasonOf))], ...beginning }, refusal: null };
};
