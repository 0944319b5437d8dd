import { array, check, type GenericSchema, maxLength, nullish, pipe, record, string, transform, unknown } from 'valibot';
import { exactObject } from '../wire.js';
import { isPlainObject } from './primitives.js';
import type { ProposalDemands, SessionGrants } from './rules/grants.js';

/** Longest lists that a peer is taken seriously with. */
const MAX_ITEMS = 1_000;

/** A list of texts of a peer. */
export const textsSchema = pipe(array(string()), maxLength(MAX_ITEMS));

/** Some peers send `null` for what is not there. */
export const nullishTexts = pipe(
  nullish(textsSchema),
  transform((texts) => texts ?? undefined),
);

const tableOf = <Entry>(entry: GenericSchema<unknown, Entry>): GenericSchema<unknown, Readonly<Record<string, Entry>>> => {
  const entries: GenericSchema<unknown, Readonly<Record<string, Entry>>> = record(string(), pipe(unknown(), check(isPlainObject), entry));
  return pipe(
    unknown(),
    check((table) => isPlainObject(table) && Object.keys(table).length <= MAX_ITEMS),
    entries,
  );
};

const actions = { chains: nullishTexts, methods: textsSchema, events: textsSchema };

/** What a session allows, perhaps nothing: a wallet may take all accounts back. */
export const grantTableSchema: GenericSchema<unknown, SessionGrants> = tableOf(exactObject({ ...actions, accounts: textsSchema }));

/** What a wallet allows when it settles a session: some account at least. */
export const sessionGrantsSchema: GenericSchema<unknown, SessionGrants> = pipe(
  grantTableSchema,
  check((grants) => Object.values(grants).some(({ accounts }) => accounts.length > 0)),
);

/**
 * What is asked of a wallet, of whatever chains. Members that the protocol does not know are dropped.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/namespaces
 */
export const proposalDemandsSchema: GenericSchema<unknown, ProposalDemands> = tableOf(exactObject(actions));

/** The same, or nothing at all. */
export const demandsSchema = nullish(proposalDemandsSchema, {});
