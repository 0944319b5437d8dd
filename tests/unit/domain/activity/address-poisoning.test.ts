import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAddress } from '../../../../domain/account/display-address.js';
import type { ActivityItem, Poisoning, Transfer } from '../../../../domain/activity/activity-item.js';
import { type KnownAddresses, PoisoningDetector } from '../../../../domain/activity/address-poisoning.js';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { imitate, LISTED_SYMBOLS, POISONED_HISTORIES, token } from './support/poisoned-histories.js';

const hexAddress = fc.stringMatching(/^[0-9a-f]{40}$/).map((digits) => `0x${digits}`);
const base58Address = fc.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{44}$/);
const NETWORKS = [
  { chainId: toChainId('eip155:1'), address: hexAddress },
  { chainId: toChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'), address: base58Address },
] as const;

const quantity = fc.stringMatching(/^\d{1,6}(\.\d{1,18})?$/);
const worthless: fc.Arbitrary<Transfer> = fc.oneof(
  fc.constantFrom('0', '0.0', '00.000').map((zero) => token('USDC', 'in', zero, 0)),
  fc.tuple(quantity, fc.double({ min: 0, max: 0.99, noNaN: true })).map(([amount, value]) => token('ETH', 'in', amount, value)),
  quantity.map((amount) => token('USDC', 'in', amount, null)),
);
const anyTransfer: fc.Arbitrary<Transfer> = fc.oneof(
  worthless,
  fc.double({ min: 1, max: 1e9, noNaN: true }).map((value) => token('ETH', 'in', '2', value)),
);

/** A user with recipients, all of whose addresses differ as they are displayed. */
const user = fc.constantFrom(...NETWORKS).chain(({ chainId, address }) =>
  fc.record({
    chainId: fc.constant(chainId),
    addresses: fc.uniqueArray(address, {
      minLength: 3,
      maxLength: 12,
      selector: (each) => formatAddress(each).toLowerCase(),
    }),
  }),
);

const itemOf = (chainId: ActivityItem['chainId'], sentFrom: string, sentTo: string, transfers: readonly Transfer[]): ActivityItem => ({
  id: 'a',
  chainId,
  operation: 'receive',
  status: 'confirmed',
  hash: null,
  minedAtMs: 0,
  sentFrom,
  sentTo,
  transfers,
});

/** Checks single transactions. */
const createPoisoningCheck =
  (addresses: KnownAddresses) =>
  (item: ActivityItem): Poisoning | null => {
    const detector = new PoisoningDetector(addresses);
    detector.add([item]);
    return detector.poisoningOf(item.id);
  };

describe('address poisoning', () => {
  it.each(POISONED_HISTORIES)('is found in $name, and nothing else', ({ own, items, recipients }) => {
    const history = items.map(({ item }) => item);
    const poisoned = items.filter(({ isPoisoned }) => isPoisoned).map(({ pattern }) => pattern);
    // In whatever pages, and in whatever order, it arrives.
    for (const size of [1, 4, history.length])
      for (const ordered of [history, [...history].reverse()]) {
        const detector = new PoisoningDetector({ own, listedSymbols: LISTED_SYMBOLS });
        for (let start = 0; start < ordered.length; start += size) detector.add(ordered.slice(start, start + size));
        expect([...detector.recipients].sort()).toEqual([...recipients].sort());
        expect(items.filter(({ item }) => detector.poisoningOf(item.id) !== null).map(({ pattern }) => pattern)).toEqual(poisoned);
      }
  });

  it('is found in an earlier page once a later one shows the recipient, and taken back from the one that was imitated', () => {
    const [own, friend] = ['0x7a3f1c9e5b8d2046a1e7c95b0d3f8e62c4b1d9a0', '0x4f2a91c7d6e80b35ace19f7042db86a35e0c7d11'];
    const fake = imitate(friend);
    const item = (id: string, sentTo: string, minedAtMs: number, quantity: string): ActivityItem => ({
      ...itemOf(toChainId('eip155:1'), own, sentTo, [token('ETH', 'out', quantity, Number(quantity))]),
      ...{ id, operation: 'send', minedAtMs },
    });
    const [deceived, test, dust] = [item('deceived', fake, 9, '50'), item('test', friend, 8, '0'), item('dust', fake, 7, '0')];
    const detector = new PoisoningDetector({ own: [own] });
    expect(detector.add([deceived])).toEqual([]);
    // Only the imitation is known yet.
    expect(detector.add([test, dust])).toEqual([test]);
    expect(detector.poisoningOf('test')).toEqual({ kind: 'zero-value', resembles: fake });
    expect(detector.add([item('first', friend, 1, '20')])).toEqual([test, dust]);
    expect([detector.poisoningOf('test'), detector.poisoningOf('dust')]).toEqual([null, { kind: 'zero-value', resembles: friend }]);
    expect(detector.add([item('second', friend, 0, '20')])).toEqual([]);
    expect(detector.recipients).toEqual([friend]);
  });

  it('of a Bitcoin address, whose history has no prices, is dust from look-alikes of those that were paid', () => {
    const [own, shop] = ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l'];
    const fake = `bc1q${shop.slice(4, -4).replaceAll('z', 'y')}kx0l`;
    const received = (id: string, quantity: string) => ({
      ...itemOf(toChainId('bip122:000000000019d6689c085ae165831e93'), fake, own, [token('BTC', 'in', quantity, null)]),
      id,
    });
    const paid: ActivityItem = {
      ...itemOf(toChainId('bip122:000000000019d6689c085ae165831e93'), own, shop, [token('BTC', 'out', '0.00005', null)]),
      ...{ id: 'paid', operation: 'send' },
    };
    const detector = new PoisoningDetector({ own: [own] });
    detector.add([received('dust', '0.00000546'), received('money', '0.0001'), paid]);
    expect(['dust', 'money', 'paid'].map((id) => detector.poisoningOf(id))).toEqual([{ kind: 'dust', resembles: shop }, null, null]);
  });

  it('names its kind and the address that it imitates', () => {
    const [own, friend] = ['0x7a3f1c9e5b8d2046a1e7c95b0d3f8e62c4b1d9a0', '0x4F2a91C7D6e80b35AcE19f7042dB86a35E0C7d11'];
    const check = createPoisoningCheck({ own: [own], known: [friend], listedSymbols: ['USDC'] });
    const poisonOf = (...transfers: readonly Transfer[]) => check(itemOf(toChainId('eip155:1'), imitate(friend), own, transfers));
    expect(poisonOf(token('USDC', 'in', '0', 0))).toEqual({ kind: 'zero-value', resembles: friend });
    expect(poisonOf()).toEqual({ kind: 'zero-value', resembles: friend });
    expect(poisonOf(token('USDC', 'in', '0.99', 0.99))).toEqual({ kind: 'dust', resembles: friend });
    expect(poisonOf(token('USDC', 'in', '1', 1))).toBeNull();
    expect(poisonOf(token('USDC', 'in', '9', null))).toEqual({ kind: 'unlisted-token', resembles: friend });
    expect(poisonOf(token('U5DC', 'in', '9', 9))).toBeNull();
    expect(poisonOf(token('\u0421OMP', 'in', '9', 9))).toBeNull();
    expect(poisonOf(token('USD\u0421', 'in', '9', 9))).toEqual({ kind: 'unlisted-token', resembles: friend });
    const foreign = itemOf(toChainId('eip155:1'), `0x${'12'.repeat(20)}`, `0x${'34'.repeat(20)}`, [token('USDC', 'out', '0', 0)]);
    expect(check(foreign)).toEqual({ kind: 'not-signed', resembles: null });
  });

  it('is every worthless transfer from an address that is displayed like a known one', () => {
    fc.assert(
      fc.property(
        user,
        fc.nat(11),
        fc.integer({ min: 1, max: 15 }),
        fc.array(worthless, { maxLength: 4 }),
        fc.boolean(),
        ({ chainId, addresses }, at, shift, transfers, isSender) => {
          const [own = '', ...known] = addresses;
          const imitated = addresses[at % addresses.length] ?? '';
          const other = imitate(imitated, shift);
          const item = isSender ? itemOf(chainId, other, own, transfers) : itemOf(chainId, own, other, transfers);
          expect(createPoisoningCheck({ own: [own], known })(item)?.resembles).toBe(imitated);
        },
      ),
    );
  });

  it('is no transfer between known addresses, in any letter case that means the same', () => {
    fc.assert(
      fc.property(user, fc.nat(11), fc.nat(11), fc.array(anyTransfer, { maxLength: 4 }), ({ chainId, addresses }, from, to, transfers) => {
        const [own = '', ...known] = addresses;
        const check = createPoisoningCheck({ own: [own], known });
        const pick = (at: number): string => addresses[at % addresses.length] ?? '';
        const cased = (address: string): string => (address.startsWith('0x') ? `0x${address.slice(2).toUpperCase()}` : address);
        expect(check(itemOf(chainId, cased(pick(from)), cased(pick(to)), transfers))).toBeNull();
      }),
    );
  });

  it('is no transfer from an address that is displayed differently, or that is worth something', () => {
    fc.assert(
      fc.property(
        user,
        fc.array(anyTransfer, { maxLength: 4 }),
        fc.integer({ min: 1, max: 15 }),
        ({ chainId, addresses }, transfers, shift) => {
          const [own = '', stranger = '', ...known] = addresses;
          const check = createPoisoningCheck({ own: [own], known });
          expect(check(itemOf(chainId, stranger, own, transfers))).toBeNull();
          const valuable = [...transfers, token('ETH', 'in', '1', 2_000)];
          expect(check(itemOf(chainId, imitate(own, shift), own, valuable))).toBeNull();
        },
      ),
    );
  });

  it('never adds a recipient', () => {
    fc.assert(
      fc.property(
        user,
        fc.array(fc.tuple(fc.nat(11), fc.integer({ min: 1, max: 15 }), fc.integer({ min: 0, max: 100 }))),
        ({ chainId, addresses }, attacks) => {
          const [own = '', ...friends] = addresses;
          const sentTo = (to: string, minedAtMs: number, transfer: Transfer): ActivityItem => ({
            ...itemOf(chainId, own, to, [transfer]),
            operation: 'send',
            minedAtMs,
          });
          const sent = friends.map((friend, at) => sentTo(friend, at, token('ETH', 'out', '1', 2_000)));
          const forged = attacks.map(([at, shift, valueUsd]) => {
            const target = imitate(friends[at % friends.length] ?? '', shift);
            // The user is deceived at times, and then sends something of value.
            return sentTo(target, 1_000, token('ETH', 'out', valueUsd < 50 ? '0' : '1', valueUsd < 50 ? 0 : valueUsd));
          });
          const detector = new PoisoningDetector({ own: [own] });
          // Each needs an id of its own.
          detector.add([...forged, ...sent].reverse().map((item, index) => ({ ...item, id: String(index) })));
          expect([...detector.recipients].sort()).toEqual([...friends].sort());
        },
      ),
    );
  });
});
