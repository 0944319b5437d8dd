import { envelopeId } from '../../domain/wallet-protocol/envelope-id.js';

/** A message as it stands inside of an envelope: JSON, with big integers as texts that end in `n`. */
export const messageText = (message: unknown): string =>
  JSON.stringify(message, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)) ?? '';

/** By what a service that attests origins knows a message: the SHA-256 of its text, hex. */
export const messageId = (message: unknown): string => envelopeId(messageText(message));
