import fc from 'fast-check';
import { NOW_S, SOON } from './contexts.js';
import type { OfficialState } from './official-engine.js';

export const pick = <Values extends readonly unknown[]>(...values: Values): fc.Arbitrary<Values[number]> =>
  fc.constantFrom<Values[number]>(...values);
/** Mostly valid values, sometimes invalid ones. */
export const mostly = <Value>(valid: fc.Arbitrary<Value>, ...invalid: readonly unknown[]): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 4, arbitrary: valid as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: pick(...invalid) });

/** A chain that is often approved. */
export const chain = pick('eip155:1', 'eip155:137', 'solana:main');
/** A method or an event. */
export const word = pick('a', 'b', 'c');
const account = chain.map((id) => `${id}:0xab`);
const key = pick('eip155', 'solana', 'eip155:1', 'eip155:137');
const words = fc.uniqueArray(word, { maxLength: 3 });
const brokenLists = [undefined, null, 'a', [1], [''], ['a', null], {}];

/** The chains of an entry. */
const chainsOf = ([key, entry]: readonly [string, unknown]): readonly string[] => {
  if (key.includes(':')) return [key];
  const { accounts, chains } = Object(entry);
  return [accounts, chains].flatMap((list) =>
    Array.isArray(list) ? list.map((item) => String(item).split(':').slice(0, 2).join(':')) : [],
  );
};

/** No two entries share a chain: the official client evaluates only the last of them. */
const isPlain = (entries: object): boolean => {
  const lists = Object.entries(entries).map((entry) => [...new Set(chainsOf(entry))]);
  return new Set(lists.flat()).size === lists.flat().length;
};

const isOfKey = (entryKey: string, chainId: string): boolean => chainId === entryKey || chainId.split(':')[0] === entryKey;
// The record has an entry for each key; fast-check types only keys known at compile time.
const table = <Entry>(entry: (entryKey: string) => fc.Arbitrary<Entry>): fc.Arbitrary<Readonly<Record<string, Entry>>> =>
  fc
    .uniqueArray(key, { minLength: 1, maxLength: 3 })
    .chain((keys) => fc.record(Object.fromEntries(keys.map((entryKey) => [entryKey, entry(entryKey)]))))
    .filter(isPlain) as fc.Arbitrary<Readonly<Record<string, Entry>>>;

const required = (entryKey: string) =>
  fc.record({
    ...(entryKey.includes(':')
      ? {}
      : {
          chains: fc.uniqueArray(
            chain.filter((id) => isOfKey(entryKey, id)),
            { minLength: 1, maxLength: 2 },
          ),
        }),
    methods: words,
    events: words,
  });
const grant = (entryKey: string) =>
  fc.record({
    accounts: fc.array(
      account.filter((id) => entryKey.includes(':') || id.startsWith(entryKey)),
      { minLength: 1, maxLength: 3 },
    ),
    methods: words,
    events: words,
  });

const requiredTable = table(required);
const grantTable = table(grant);
const invalidRequired = table(() =>
  fc.record(
    {
      chains: mostly(fc.array(chain), ...brokenLists, ['eip155'], ['a:b:c'], [':']),
      methods: mostly(words, ...brokenLists),
      events: mostly(words, ...brokenLists),
    },
    { requiredKeys: [] },
  ),
);
const invalidGrants = table(() =>
  fc.record(
    {
      accounts: mostly(fc.array(account), ...brokenLists, ['eip155:1'], ['a:b:'], [':::']),
      methods: mostly(words, ...brokenLists),
      events: mostly(words, ...brokenLists),
    },
    { requiredKeys: [] },
  ),
);
/** Requested namespaces, valid or invalid. */
export const requested = fc.oneof(requiredTable, requiredTable, invalidRequired, pick(undefined, {}, [], 'text', 5));
/** Approved namespaces, valid or invalid. */
export const approved = fc.oneof(
  { weight: 3, arbitrary: grantTable },
  { weight: 2, arbitrary: invalidGrants },
  { weight: 1, arbitrary: pick(undefined, null, {}, [], 'text', 5) },
);
/** Session or scoped properties, valid or invalid. */
export const properties = fc.oneof(
  pick(
    undefined,
    {},
    { eip155: 'x' },
    { eip155: null },
    { solana: {}, eip155: undefined },
    { cosmos: 1 },
    { 'eip155:10': 2 },
    { eip155: '', cosmos: null },
  ),
);

/** Records of a call's topic and id. Valid and invalid values both have the member's type. */
export const state: fc.Arbitrary<OfficialState> = fc.record({
  deleted: mostly(fc.constant(null), 'pairing', 'session', 'proposal', 'request') as fc.Arbitrary<OfficialState['deleted']>,
  session: mostly(
    fc.record({
      expiry: fc.oneof({ weight: 4, arbitrary: fc.constant(SOON) }, pick(NOW_S)),
      namespaces: grantTable,
      requiredNamespaces: fc.oneof(requiredTable, fc.constant({})),
    }),
    null,
  ) as fc.Arbitrary<OfficialState['session']>,
  pairing: pick({ expiry: SOON }, { expiry: SOON }, { expiry: NOW_S }, null),
  proposal: mostly(
    fc.record({
      expiryTimestamp: fc.oneof({ weight: 4, arbitrary: fc.constant(SOON) }, pick(NOW_S)),
      requiredNamespaces: fc.oneof(requiredTable, fc.constant({})),
    }),
    null,
  ) as fc.Arbitrary<OfficialState['proposal']>,
  hasKey: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, pick(false)),
});
