import { describe, expect, it } from 'vitest';
import { namespaceOfAddress } from '../../../../domain/account/address-namespace.js';
import type { Namespace } from '../../../../domain/caip/namespace.js';
import { checkTransfer, type Transfer } from '../../../../domain/send/check-transfer.js';
import { codeThrownBy } from '../throws.js';

const ADDRESSES = {
  // EIP-55's own examples.
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

describe('the namespace of an address', () => {
  it.each(all)('$address is one of $namespace', ({ namespace, address }) => {
    expect(namespaceOfAddress(address)).toBe(namespace);
  });

  it.each(['', 'ada.eth', '0x22', '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'bc1', '1'.repeat(200), `${'z'.repeat(60)}`])(
    '"%s" belongs to none',
    (text) => {
      expect(namespaceOfAddress(text)).toBeNull();
    },
  );
});

describe('a transfer', () => {
  it.each(all.filter(({ namespace }) => namespace !== 'eip155'))('of EVM coins does not go to $address', ({ address }) => {
    expect(codeOf({ to: address, isAddress: false })).toBe('address/wrong-namespace');
  });

  it.each(all)('goes to $address in its own namespace', ({ namespace, address }) => {
    // The keys of the table are namespaces.
    expect(codeOf({ namespace: namespace as Namespace, to: address })).toBe('no error');
  });

  it.each([
    ['a mistyped EVM address', 'eip155', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', true, 'address/checksum-failed'],
    ['a mistyped Bitcoin address', 'bip122', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', false, 'address/checksum-failed'],
    ['a mistyped Polkadot address', 'polkadot', '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp6', false, 'address/checksum-failed'],
    ['a text', 'bip122', 'ada.btc', false, 'address/invalid'],
  ] as const)('does not go to %s', (_, namespace, to, isAddress, code) => {
    expect(codeOf({ namespace, to, isAddress })).toBe(code);
  });

  it('of a namespace that a third party brings goes where its chain says, whatever the address looks like', () => {
    // No namespace of the type: it is one that a module registers.
    const namespace = 'toy' as Namespace;
    expect(codeOf({ namespace, to: ADDRESSES.eip155[0], isAddress: true })).toBe('no error');
    expect(codeOf({ namespace, to: ADDRESSES.eip155[0], isAddress: false })).toBe('address/invalid');
  });

  it('carries something: coins, a call, or all there is', () => {
    const codes = [{ value: 0n }, { value: -1n }, { value: 0n, data: '0x' }, { value: -1n, data: '0xab' }].map(codeOf);
    expect(new Set(codes)).toEqual(new Set(['send/invalid-amount']));
    expect([{ value: 0n, data: '0xab' }, { value: 0n, all: true }, { value: 1n }].map(codeOf)).toEqual([
      'no error',
      'no error',
      'no error',
    ]);
  });
});
