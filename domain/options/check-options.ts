import { LatchkeyError } from '../errors/latchkey-error.js';
import { OPTIONS_SCHEMA } from './options-schema.js';
import { invalidOption } from './schema-parts.js';

/** Options whose every part has the right type, completed with the defaults. */
export type CheckedOptions = ReturnType<typeof OPTIONS_SCHEMA>;

/**
 * Checks every option that is given, stopping at the first wrong one, and fills in the defaults of the others.
 * @throws LatchkeyError `config/invalid-option`, `config/conflicting-sign-in`
 */
export const checkOptions = (input: unknown): CheckedOptions => {
  const options = OPTIONS_SCHEMA(input, '');
  if (options.siwx !== undefined && options.siweConfig !== undefined) throw new LatchkeyError('config/conflicting-sign-in', {});
  const ids = options.customWallets?.map(({ id }) => id) ?? [];
  const twice = ids.findIndex((id, index) => ids.indexOf(id) !== index);
  if (twice !== -1) throw invalidOption(`customWallets[${twice}].id`, `write an id of its own: "${ids[twice]}" is taken`);
  return options;
};
