import fc from 'fast-check';
import { OVER, SOON } from './known.js';
import type { Known } from './official-engine.js';

/** One of some values. */
export const pick = <Values extends readonly unknown[]>(...values: Values): fc.Arbitrary<Values[number]> =>
  fc.constantFrom<Values[number]>(...values);
/** Mostly what it should be, now and then something else. */
export const mostly = <Value>(right: fc.Arbitrary<Value>, ...wrong: readonly unknown[]): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 4, arbitrary: right as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: pick(...wrong) });

/** A chain that is often allowed. */
export const chain = pick('eip155:1', 'eip155:137', 'solana:main');
/** A call or an event. */
export const word = pick('a', 'b', 'c');
const account = chain.map((id) => `${id}:0xab`);
const key = pick('eip155', 'solana', 'eip155:1', 'eip155:137');
const words = fc.uniqueArray(word, { maxLength: 3 });
const brokenLists = [undefined, null, 'a', [1], [''], ['a', null], {}];

/** The chains that an entry speaks for. */
const chainsOf = ([own, entry]: readonly [string, unknown]): readonly string[] => {
  if (own.includes(':')) return [own];
  const { accounts, chains } = Object(entry);
  return [accounts, chains].flatMap((list) =>
    Array.isArray(list) ? list.map((item) => String(item).split(':').slice(0, 2).join(':')) : [],
  );
};

/** No two entries speak for one chain: there the official client looks at the last of them only. */
const isPlain = (entries: object): boolean => {
  const lists = Object.entries(entries).map((entry) => [...new Set(chainsOf(entry))]);
  return new Set(lists.flat()).size === lists.flat().length;
};

const inOwnFamily = (own: string, chainId: string): boolean => chainId === own || chainId.split(':')[0] === own;
// The record has an entry for each key; fast-check types only what is known of keys beforehand.
const table = <Entry>(entry: (own: string) => fc.Arbitrary<Entry>): fc.Arbitrary<Readonly<Record<string, Entry>>> =>
  fc
    .uniqueArray(key, { minLength: 1, maxLength: 3 })
    .chain((keys) => fc.record(Object.fromEntries(keys.map((own) => [own, entry(own)]))))
    .filter(isPlain) as fc.Arbitrary<Readonly<Record<string, Entry>>>;

const demand = (own: string) =>
  fc.record({
    ...(own.includes(':')
      ? {}
      : {
          chains: fc.uniqueArray(
            chain.filter((id) => inOwnFamily(own, id)),
            { minLength: 1, maxLength: 2 },
          ),
        }),
    methods: words,
    events: words,
  });
const grant = (own: string) =>
  fc.record({
    accounts: fc.array(
      account.filter((id) => own.includes(':') || id.startsWith(own)),
      { minLength: 1, maxLength: 3 },
    ),
    methods: words,
    events: words,
  });

const demands = table(demand);
const grants = table(grant);
const brokenDemands = table(() =>
  fc.record(
    {
      chains: mostly(fc.array(chain), ...brokenLists, ['eip155'], ['a:b:c'], [':']),
      methods: mostly(words, ...brokenLists),
      events: mostly(words, ...brokenLists),
    },
    { requiredKeys: [] },
  ),
);
const brokenGrants = table(() =>
  fc.record(
    {
      accounts: mostly(fc.array(account), ...brokenLists, ['eip155:1'], ['a:b:'], [':::']),
      methods: mostly(words, ...brokenLists),
      events: mostly(words, ...brokenLists),
    },
    { requiredKeys: [] },
  ),
);
/** What an app asks for, right or broken. */
export const requested = fc.oneof(demands, demands, brokenDemands, pick(undefined, {}, [], 'text', 5));
/** What a wallet allows, right or broken. */
export const approved = fc.oneof(
  { weight: 3, arbitrary: grants },
  { weight: 2, arbitrary: brokenGrants },
  { weight: 1, arbitrary: pick(undefined, null, {}, [], 'text', 5) },
);
/** Session or scoped properties, right or broken. */
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

/** What is known of the topic and the id that a call names. What is right and what is put in its place are both of the member's type. */
export const known: fc.Arbitrary<Known> = fc.record({
  deleted: mostly(fc.constant(null), 'pairing', 'session', 'proposal', 'request') as fc.Arbitrary<Known['deleted']>,
  session: mostly(
    fc.record({
      expiry: fc.oneof({ weight: 4, arbitrary: fc.constant(SOON) }, pick(OVER)),
      namespaces: grants,
      requiredNamespaces: fc.oneof(demands, fc.constant({})),
    }),
    null,
  ) as fc.Arbitrary<Known['session']>,
  pairing: pick({ expiry: SOON }, { expiry: SOON }, { expiry: OVER }, null),
  proposal: mostly(
    fc.record({
      expiryTimestamp: fc.oneof({ weight: 4, arbitrary: fc.constant(SOON) }, pick(OVER)),
      requiredNamespaces: fc.oneof(demands, fc.constant({})),
    }),
    null,
  ) as fc.Arbitrary<Known['proposal']>,
  hasKey: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, pick(false)),
});
