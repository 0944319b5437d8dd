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
}

/** What a passkey is to confirm, as the window asks for it. */
export interface NeededConfirmation {
  /** Ids of the passkeys that can. */
  readonly passkeys: readonly string[];
  /** Why, in words. */
  readonly reasons: readonly string[];
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

/**
 * What a passkey must confirm before the worker signs a request, so that the user is asked once; `null` if nothing. A request that is beyond the
 * limits of a wallet without a passkey is refused by the worker.
 */
export const neededConfirmation = (request: ApprovalRequest, origin: string, { policy, log }: KnownPolicy): NeededConfirmation | null => {
  if (policy === undefined || policy.passkeys.length === 0) return null;
  const effects = signablesOf(request).flatMap(effectsOf);
  const { beyond } = assess({ policy, origin, effects, spends: log?.spends ?? null, now: Date.now() });
  if (beyond.length === 0) return null;
  return { passkeys: policy.passkeys.map(({ id }) => id), reasons: [...new Set(beyond.map(reasonOf))] };
};
