import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAddress } from '../../../../domain/account/display-address.js';
import type { ActivityItem, Transfer } from '../../../../domain/activity/activity-item.js';
import { createPoisoningCheck, recipientsOf } from '../../../../domain/activity/address-poisoning.js';
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

describe('address poisoning', () => {
  it.each(POISONED_HISTORIES)('is found in $name, and nothing else', ({ own, items, recipients }) => {
    const history = items.map(({ item }) => item);
    const known = recipientsOf(history, own);
    expect([...known].sort()).toEqual([...recipients].sort());
    const check = createPoisoningCheck({ own, known, listedSymbols: LISTED_SYMBOLS });
    const marked = items.filter(({ item }) => check(item) !== null).map(({ pattern }) => pattern);
    expect(marked).toEqual(items.filter(({ isPoisoned }) => isPoisoned).map(({ pattern }) => pattern));
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
          const known = recipientsOf([...forged, ...sent].reverse(), [own]);
          expect([...known].sort()).toEqual([...friends].sort());
        },
      ),
    );
  });
});
