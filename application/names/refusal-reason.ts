import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';

/** The reason that the service of names gives for a refusal; `null` without one. */
export const refusalReason = (error: unknown): string | null => (isLatchkeyError(error, 'service/refused') ? error.context.reason : null);
