import { type InferOutput, type IssuePathItem, safeParse } from 'valibot';
import { LatchkeyError } from '../errors/latchkey-error.js';
import { OPTIONS_SCHEMA } from './options-schema.js';

/** Options whose every part has the right type; none is required and nothing is filled in. */
export type GivenOptions = InferOutput<typeof OPTIONS_SCHEMA>;

const PLAIN_KEY = /^[A-Za-z_$][\w$]*$/;

/** The way to a value as one would write it: `features.socials[2]`, `customRpcUrls["eip155:1"][0].url`. */
const fieldOf = (path: readonly IssuePathItem[] = []): string =>
  path.reduce((field, { key }) => {
    if (typeof key === 'number') return `${field}[${key}]`;
    const name = String(key);
    if (!PLAIN_KEY.test(name)) return `${field}[${JSON.stringify(name)}]`;
    return field === '' ? name : `${field}.${name}`;
  }, '') || 'options';

/** The error about a wrong option. `field` is its path, `fix` what to write instead. */
export const invalidOption = (field: string, fix: string): LatchkeyError<'config/invalid-option'> =>
  new LatchkeyError('config/invalid-option', { field, fix });

/**
 * Checks every option that is given, stopping at the first wrong one.
 * @throws LatchkeyError `config/invalid-option`, `config/conflicting-sign-in`
 */
export const checkOptions = (input: unknown): GivenOptions => {
  const result = safeParse(OPTIONS_SCHEMA, input, { abortEarly: true });
  if (!result.success) throw invalidOption(fieldOf(result.issues[0].path), result.issues[0].message);
  const { siwx, siweConfig, customWallets = [] } = result.output;
  if (siwx !== undefined && siweConfig !== undefined) throw new LatchkeyError('config/conflicting-sign-in', {});
  const ids = customWallets.map(({ id }) => id);
  const twice = ids.findIndex((id, index) => ids.indexOf(id) !== index);
  if (twice !== -1) throw invalidOption(`customWallets[${twice}].id`, `write an id of its own: "${ids[twice]}" is taken`);
  return result.output;
};
