import * as v from 'valibot';
import type { SealedMessage } from './sealed-message.js';

/** A message as it is received. */
export const sealedMessageSchema: v.GenericSchema<unknown, SealedMessage> = v.object({
  version: v.literal(1),
  key: v.string(),
  iv: v.string(),
  ciphertext: v.string(),
});
