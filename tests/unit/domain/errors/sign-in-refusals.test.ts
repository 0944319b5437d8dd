import { describe, expect, it } from 'vitest';
import { LatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { SIGN_IN_REFUSALS } from '../../../../domain/errors/sign-in-refusals.js';
import type { SignInRefusal } from '../../../../domain/sign-in/verify-sign-in.js';

// A refusal of our verifier without a text does not compile.
const texts: Readonly<Record<SignInRefusal, string>> = SIGN_IN_REFUSALS;

const messageOf = (reason: string): string => new LatchkeyError('sign-in/refused', { reason }).message;

describe('the message of a refused sign-in', () => {
  it('is a text for each reason of our verifier, without its name', () => {
    for (const [reason, text] of Object.entries(texts)) {
      expect(messageOf(reason)).toBe(text);
      expect(text).toMatch(/^\p{Lu}.* .*\.$/u);
    }
  });

  it('is a general text for reasons of other services, which the context has', () => {
    for (const reason of ['account is banned', 'toString', '']) {
      const error = new LatchkeyError('sign-in/refused', { reason });
      expect([error.message, error.context.reason]).toEqual(['This site did not accept your sign-in. Try again.', reason]);
    }
  });
});
