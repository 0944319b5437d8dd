import { isPlainObject } from './primitives.js';
import type { ProposalDemand, ProposalDemands, SessionGrant, SessionGrants } from './rules/grants.js';

/** Longest lists that a peer is taken seriously with. */
const MAX_ITEMS = 1_000;

/** A list of texts; `null` for what is none, or too long. */
const textsOf = (value: unknown): readonly string[] | null =>
  Array.isArray(value) && value.length <= MAX_ITEMS && value.every((item) => typeof item === 'string') ? value : null;

const readTable = <Entry>(value: unknown, read: (entry: Readonly<Record<string, unknown>>) => Entry | null) => {
  if (!isPlainObject(value)) return null;
  const entries = Object.entries(value).map(([key, entry]) => [key, isPlainObject(entry) ? read(entry) : null] as const);
  if (entries.length > MAX_ITEMS || entries.some(([, entry]) => entry === null)) return null;
  // No entry is null here.
  return Object.fromEntries(entries) as Readonly<Record<string, Entry>>;
};

const readGrant = ({ chains: named, accounts: shared, ...others }: Readonly<Record<string, unknown>>): SessionGrant | null => {
  const [chains, accounts, methods, events] = [textsOf(named ?? []), textsOf(shared), textsOf(others.methods), textsOf(others.events)];
  if (chains === null || accounts === null || methods === null || events === null) return null;
  return { ...(named === undefined || named === null ? {} : { chains }), accounts, methods, events };
};

const readDemand = ({ chains: named, ...others }: Readonly<Record<string, unknown>>): ProposalDemand | null => {
  const [chains, methods, events] = [textsOf(named ?? []), textsOf(others.methods), textsOf(others.events)];
  if (chains === null || methods === null || events === null) return null;
  return { ...(named === undefined || named === null ? {} : { chains }), methods, events };
};

/** Reads what a session allows, perhaps nothing: a wallet may take all accounts back. `null` when it is no such table. */
export const readGrantTable = (value: unknown): SessionGrants | null => readTable(value, readGrant);

/**
 * Reads what a wallet allows, of whatever chains; members that the protocol does not know are dropped. `null` when it is no such table, or
 * shares no account at all.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/namespaces
 */
export const readSessionGrants = (value: unknown): SessionGrants | null => {
  const grants = readGrantTable(value);
  return grants !== null && Object.values(grants).some(({ accounts }) => accounts.length > 0) ? grants : null;
};

/**
 * Reads what is asked of a wallet, of whatever chains; members that the protocol does not know are dropped. `null` when it is no such table.
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/namespaces
 */
export const readProposalDemands = (value: unknown): ProposalDemands | null => readTable(value, readDemand);
