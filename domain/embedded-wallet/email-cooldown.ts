import { LatchkeyError } from '../errors/latchkey-error.js';

/** Time after a mailed code until the next one can be requested. */
export const EMAIL_COOLDOWN_MS = 30_000;

/** Returns the whole seconds until a code can be requested again, rounded up; 0 if it can be now. */
export const emailCooldownSeconds = (lastRequestedAt: number | null, now: number): number => {
  if (lastRequestedAt === null) return 0;
  const elapsedMs = now - lastRequestedAt;
  // A time in the future was stored by another clock.
  return elapsedMs < 0 || elapsedMs >= EMAIL_COOLDOWN_MS ? 0 : Math.ceil((EMAIL_COOLDOWN_MS - elapsedMs) / 1_000);
};

/** @throws LatchkeyError `embedded-wallet/email-cooldown` */
export const checkEmailCooldown = (lastRequestedAt: number | null, now: number): void => {
  const seconds = emailCooldownSeconds(lastRequestedAt, now);
  if (seconds > 0) throw new LatchkeyError('embedded-wallet/email-cooldown', { seconds });
};
