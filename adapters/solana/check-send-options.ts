import type { SolanaSendOptions } from '../../application/ports/wallet-calls.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';

/** Specification, section 5. */
const COMMITMENTS: readonly unknown[] = ['processed', 'confirmed', 'finalized', 'recent', 'single', 'singleGossip', 'root', 'max'];

const isWhole = (value: unknown): boolean => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

const RULES: Readonly<Record<keyof SolanaSendOptions, readonly [check: (value: unknown) => boolean, fix: string]>> = {
  skipPreflight: [(value) => typeof value === 'boolean', 'write true or false'],
  preflightCommitment: [(value) => COMMITMENTS.includes(value), `write one of: ${COMMITMENTS.join(', ')}`],
  maxRetries: [isWhole, 'write a whole number'],
  minContextSlot: [isWhole, 'write a whole number'],
};

/**
 * Checks how a transaction is to be broadcast: a page without types may pass anything.
 * @throws LatchkeyError `config/invalid-option`
 */
export const checkSendOptions = (options: SolanaSendOptions): void => {
  for (const [name, value] of Object.entries(options)) {
    // A name that the table has is one of its type.
    const rule = Object.hasOwn(RULES, name) ? RULES[name as keyof SolanaSendOptions] : undefined;
    const fix = rule === undefined ? `write one of: ${Object.keys(RULES).join(', ')}` : rule[1];
    if (value !== undefined && !rule?.[0](value)) throw new LatchkeyError('config/invalid-option', { field: `options.${name}`, fix });
  }
};
