import * as v from 'valibot';
import { exactObject } from '../wire.js';
import { isPlainObject } from './primitives.js';
import type { ProposalDemands, SessionGrants } from './rules/grants.js';

/** Longest lists that a peer is taken seriously with. */
const MAX_ITEMS = 1_000;

/** A list of texts of a peer. */
export const textsSchema = v.pipe(v.array(v.string()), v.maxLength(MAX_ITEMS));

/** Some peers send `null` for what is not there. */
export const nullishTexts = v.pipe(
  v.nullish(textsSchema),
  v.transform((texts) => texts ?? undefined),
);

const tableOf = <Entry>(entry: v.GenericSchema<unknown, Entry>): v.GenericSchema<unknown, Readonly<Record<string, Entry>>> => {
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

const actions = { chains: nullishTexts, methods: textsSchema, events: textsSchema };

/** What a session allows, perhaps nothing: a wallet may take all accounts back. */
export const grantTableSchema: v.GenericSchema<unknown, SessionGrants> = tableOf(exactObject({ ...actions, accounts: textsSchema }));

/** What a wallet allows when it settles a session: some account at least. */
export const sessionGrantsSchema: v.GenericSchema<unknown, SessionGrants> = v.pipe(
  grantTableSchema,
  v.check((grants) => Object.values(grants).some(({ accounts }) => accounts.length > 0)),
);

/**
 * What is asked of a wallet, of whatever chains. Members that the protocol does not know are dropped.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/namespaces
 */
export const proposalDemandsSchema: v.GenericSchema<unknown, ProposalDemands> = tableOf(exactObject(actions));

/** The same, or nothing at all. */
export const demandsSchema = v.nullish(proposalDemandsSchema, {});
