import { sha256 } from '@noble/hashes/sha2.js';
import { base58, base58check, bech32, bech32m } from '@scure/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toChecksumAddress } from '../../../../domain/account/evm-checksum.js';
import { lookAlikeOf } from '../../../../domain/account/look-alike-address.js';
import { encodeSs58 } from '../../../../domain/account/ss58-address.js';
import { NAMESPACES, type Namespace } from '../../../../domain/caip/namespace.js';

/** Of all random choices: the fixture is the same in every run. */
const SEED = 20_261_129;
/** Of each namespace. */
const KNOWN_COUNT = 25;
const RECIPIENT_COUNT = 2_500;

const HEX = '0123456789abcdef';
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

/** A recipient of the fixture, with its label. */
interface LabelledRecipient {
  readonly namespace: Namespace;
  readonly recipient: string;
  /** How it was made from the known address that it imitates; `honest`: it imitates none. */
  readonly label: string;
  readonly imitates: string | null;
}

const bytesOf = (length: number): fc.Arbitrary<Uint8Array> => fc.uint8Array({ minLength: length, maxLength: length });
const checked = base58check(sha256);
/** Addresses of new keys, as wallets of each namespace have them. */
const ADDRESSES: Readonly<Record<string, fc.Arbitrary<string>>> = {
  eip155: bytesOf(20).map((bytes) => toChecksumAddress(Buffer.from(bytes).toString('hex'))),
  solana: bytesOf(32).map((bytes) => base58.encode(bytes)),
  bip122: fc.oneof(
    bytesOf(20).map((hash) => bech32.encode('bc', [0, ...bech32.toWords(hash)])),
    bytesOf(32).map((key) => bech32m.encode('bc', [1, ...bech32m.toWords(key)])),
    bytesOf(20).map((hash) => checked.encode(Uint8Array.of(0, ...hash))),
    bytesOf(20).map((hash) => checked.encode(Uint8Array.of(5, ...hash))),
  ),
  polkadot: fc.tuple(bytesOf(32), fc.constantFrom(0, 2, 42)).map(([accountId, prefix]) => encodeSs58({ prefix, accountId })),
};

const sample = <T>(values: fc.Arbitrary<T>, numRuns: number): readonly T[] => fc.sample(values, { numRuns, seed: SEED });
const known = (namespace: Namespace): readonly string[] => sample(ADDRESSES[namespace] ?? fc.constant(''), KNOWN_COUNT);

const alphabetOf = (address: string): string => (address.startsWith('0x') ? HEX : /^bc1/i.test(address) ? BECH32 : BASE58);

/** Random choices of an imitation: its model, the characters that are kept at each end beyond four, and characters for the middle. */
const choices = fc.record({
  model: fc.nat(KNOWN_COUNT - 1),
  start: fc.nat(6),
  end: fc.nat(6),
  middle: fc.array(fc.nat(1_000), { minLength: 64, maxLength: 64 }),
});

/**
 * Imitations as they are found on chains: with four to ten equal characters at each end, in another letter case, or of another length where the
 * namespace has several. Their checksums are not those of keys, which the comparison does not depend on.
 */
const IMITATIONS: Readonly<Record<string, (address: string, text: string) => string>> = {
  'same ends': (_, text) => text,
  'one character changed': (address, text) => {
    const at = address.length >> 1;
    const own = address[at]?.toLowerCase();
    const other = text[at]?.toLowerCase() === own ? Array.from(alphabetOf(address)).find((each) => each.toLowerCase() !== own) : text[at];
    return address.slice(0, at) + (other ?? '') + address.slice(at + 1);
  },
  'lower case': (_, text) => text.toLowerCase(),
  'upper case': (_, text) => text.toUpperCase().replace('0X', '0x'),
  'another length': (address, text) => (address.startsWith('0x') ? text : text.slice(0, 12) + text.slice(13)),
};
const LABELS = Object.keys(IMITATIONS);

const imitations = (namespace: Namespace): readonly LabelledRecipient[] => {
  const models = known(namespace);
  return sample(choices, RECIPIENT_COUNT).map(({ model, start, end, middle }, index) => {
    const imitates = models[model] ?? '';
    const first = (imitates.startsWith('0x') ? 6 : 4) + start;
    const last = imitates.length - 4 - end;
    const alphabet = alphabetOf(imitates);
    const text = Array.from(imitates, (character, at) =>
      at < first || at >= last ? character : (alphabet[(middle[at] ?? 0) % alphabet.length] ?? ''),
    ).join('');
    const label = LABELS[index % LABELS.length] ?? '';
    return { namespace, recipient: IMITATIONS[label]?.(imitates, text) ?? '', label, imitates };
  });
};

const honest = (namespace: Namespace): readonly LabelledRecipient[] =>
  fc
    .sample(ADDRESSES[namespace] ?? fc.constant(''), { numRuns: RECIPIENT_COUNT, seed: SEED + 1 })
    .map((recipient) => ({ namespace, recipient, label: 'honest', imitates: null }));

/** The recipients that are treated otherwise than they should be. */
const mistakes = (recipients: (namespace: Namespace) => readonly LabelledRecipient[]): { count: number; wrong: LabelledRecipient[] } => {
  const all = NAMESPACES.map((namespace) => ({ addresses: known(namespace), labelled: recipients(namespace) }));
  const wrong = all.flatMap(({ addresses, labelled }) =>
    labelled.filter(({ namespace, recipient, imitates }) => {
      const found = lookAlikeOf(namespace, recipient, addresses);
      return imitates === null ? found !== null : found?.resembles !== imitates || found.differences.length === 0;
    }),
  );
  return { count: all.reduce((sum, { labelled }) => sum + labelled.length, 0), wrong };
};

describe('the guard against look-alike recipients', () => {
  it('stops each of 10,000 imitations of known addresses', () => {
    expect(mistakes(imitations)).toEqual({ count: 10_000, wrong: [] });
  });

  it('stops none of 10,000 other addresses, nor the known ones', () => {
    expect(mistakes(honest)).toEqual({ count: 10_000, wrong: [] });
    for (const namespace of NAMESPACES)
      for (const address of known(namespace)) expect(lookAlikeOf(namespace, address, known(namespace))).toBeNull();
  });
});
