import { describe, expect, it } from 'vitest';
import { namespaceOfAddress } from '../../../../domain/account/address-namespace.js';
import type { Namespace } from '../../../../domain/caip/namespace.js';
import { checkTransfer, type Transfer } from '../../../../domain/send/check-transfer.js';
import { codeThrownBy } from '../throws.js';

const ADDRESSES = {
  // Examples of EIP-55.
  eip155: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359'],
  solana: ['9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM', '11111111111111111111111111111111'],
  bip122: [
    '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  ],
  polkadot: ['15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5', '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'],
} as const satisfies Record<Namespace, readonly string[]>;

const all = Object.entries(ADDRESSES).flatMap(([namespace, list]) => list.map((address) => ({ namespace, address })));

const codeOf = (change: Partial<Transfer>): string =>
  codeThrownBy(() => checkTransfer({ namespace: 'eip155', to: ADDRESSES.eip155[0], isAddress: true, value: 1n, ...change }));

describe('namespaceOfAddress', () => {
  it.each(all)('detects $namespace for $address', ({ namespace, address }) => {
    expect(namespaceOfAddress(address)).toBe(namespace);
  });

  it.each(['', 'ada.eth', '0x22', '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'bc1', '1'.repeat(200), `${'z'.repeat(60)}`])(
    'returns null for "%s"',
    (text) => {
      expect(namespaceOfAddress(text)).toBeNull();
    },
  );
});

describe('checkTransfer', () => {
  it.each(all.filter(({ namespace }) => namespace !== 'eip155'))('rejects $address on eip155', ({ address }) => {
    expect(codeOf({ to: address, isAddress: false })).toBe('address/wrong-namespace');
  });

  it.each(all)('accepts $address in its own namespace', ({ namespace, address }) => {
    // The keys of the table are namespaces.
    expect(codeOf({ namespace: namespace as Namespace, to: address })).toBe('no error');
  });

  it.each([
    ['a mistyped EVM address', 'eip155', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', true, 'address/checksum-failed'],
    ['a mistyped Bitcoin address', 'bip122', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', false, 'address/checksum-failed'],
    ['a mistyped Polkadot address', 'polkadot', '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp6', false, 'address/checksum-failed'],
    ['an invalid address', 'bip122', 'ada.btc', false, 'address/invalid'],
  ] as const)('rejects %s', (_, namespace, to, isAddress, code) => {
    expect(codeOf({ namespace, to, isAddress })).toBe(code);
  });

  it('accepts what the chain adapter accepts in a third-party namespace', () => {
    // Not in the type: a module registers this namespace.
    const namespace = 'toy' as Namespace;
    expect(codeOf({ namespace, to: ADDRESSES.eip155[0], isAddress: true })).toBe('no error');
    expect(codeOf({ namespace, to: ADDRESSES.eip155[0], isAddress: false })).toBe('address/invalid');
  });

  it.each([
    ADDRESSES.eip155[0].slice(2),
    ADDRESSES.eip155[1].slice(2),
    // Also addresses of another chain by their letters.
    'a'.repeat(40),
    `${'1'.repeat(10)}${'a'.repeat(30)}`,
  ])('rejects the EVM recipient %s without 0x', (to) => {
    expect(codeOf({ to, isAddress: true })).toBe('address/invalid');
    expect(codeOf({ to, isAddress: false })).toBe('address/invalid');
  });

  it.each([
    ['eip155', 2n ** 256n - 1n],
    ['solana', 2n ** 64n - 1n],
    ['bip122', 2_100_000_000_000_000n],
    ['polkadot', 2n ** 128n - 1n],
  ] as const)('rejects an amount that a transfer of %s cannot hold', (namespace, max) => {
    const to = ADDRESSES[namespace][0];
    expect(codeOf({ namespace, to, value: max })).toBe('no error');
    expect(codeOf({ namespace, to, value: max + 1n })).toBe('send/invalid-amount');
    expect(codeOf({ namespace, to, value: max + 1n, data: '0xab' })).toBe('send/invalid-amount');
    // The amount is ignored.
    expect(codeOf({ namespace, to, value: max + 1n, all: true })).toBe('no error');
  });

  it('requires an amount, call data or all funds', () => {
    const codes = [{ value: 0n }, { value: -1n }, { value: 0n, data: '0x' }, { value: -1n, data: '0xab' }].map(codeOf);
    expect(new Set(codes)).toEqual(new Set(['send/invalid-amount']));
    expect([{ value: 0n, data: '0xab' }, { value: 0n, all: true }, { value: 1n }].map(codeOf)).toEqual([
      'no error',
      'no error',
      'no error',
    ]);
  });
});
