import { looseObject, nullish, number, type ObjectEntries, pipe, string, transform, union } from 'valibot';
import { exactObject } from '../../wire.js';
import { nullishTexts } from '../session-grants.js';

/** Some wallets send `null` for what is not there. */
const nullishText = pipe(
  nullish(string()),
  transform((text) => text ?? undefined),
);

const entries = {
  domain: string(),
  aud: string(),
  // Some wallets send it as a number.
  version: union([string(), pipe(number(), transform(String))]),
  nonce: string(),
  iat: string(),
  nbf: nullishText,
  exp: nullishText,
  statement: nullishText,
  requestId: nullishText,
  resources: nullishTexts,
  type: nullishText,
};

/** What a sign-in says, with more of its members. The address that is signed in to is `aud`, from some wallets `uri`. */
export const signInFields = <More extends ObjectEntries>(more: More) =>
  pipe(
    looseObject({}),
    transform(({ uri, ...fields }): unknown => ({ ...fields, aud: fields['aud'] ?? uri })),
    exactObject({ ...entries, ...more }),
  );
