import * as v from 'valibot';
import { MAX_ITEMS, nullishStrings, stringsSchema } from '../peer-strings.js';
import { exactObject } from '../wire.js';
import { isPlainObject } from './primitives.js';
import type { RequestedNamespaces, SessionGrants } from './rules/grants.js';

const recordOf = <Entry>(entry: v.GenericSchema<unknown, Entry>): v.GenericSchema<unknown, Readonly<Record<string, Entry>>> => {
  const entries: v.GenericSchema<unknown, Readonly<Record<string, Entry>>> = v.record(
    v.string(),
    v.pipe(v.unknown(), v.check(isPlainObject), entry),
  );
  return v.pipe(
    v.unknown(),
    v.check((table) => isPlainObject(table) && Object.keys(table).length <= MAX_ITEMS),
    entries,
  );
};

const actionEntries = { chains: nullishStrings, methods: stringsSchema, events: stringsSchema };

/** Namespaces of a stored session. May be empty, because a wallet can revoke all accounts. */
export const storedGrantsSchema: v.GenericSchema<unknown, SessionGrants> = recordOf(
  exactObject({ ...actionEntries, accounts: stringsSchema }),
);

/** Namespaces of a settlement, with at least one account. */
export const sessionGrantsSchema: v.GenericSchema<unknown, SessionGrants> = v.pipe(
  storedGrantsSchema,
  v.check((grants) => Object.values(grants).some(({ accounts }) => accounts.length > 0)),
);

/**
 * Requested namespaces with any chains. Drops unknown members.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/namespaces
 */
export const requestedNamespacesSchema: v.GenericSchema<unknown, RequestedNamespaces> = recordOf(exactObject(actionEntries));

export const optionalNamespacesSchema = v.nullish(requestedNamespacesSchema, {});
