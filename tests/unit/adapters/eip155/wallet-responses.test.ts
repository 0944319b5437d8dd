import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAccounts, readChainId, readSignature, readTransactionHash } from '../../../../adapters/eip155/wallet-responses.js';
import { isLatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { ALICE, BOB } from '../support/networks.js';

const hexText = (minLength: number, maxLength = minLength) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength, maxLength });

const codeThrown = (read: () => unknown): string => {
  try {
    read();
    return 'nothing';
  } catch (error) {
    return isLatchkeyError(error, 'wallet/invalid-response') ? `${error.code} ${error.context.method}` : String(error);
  }
};

describe('readAccounts', () => {
  it('returns checksummed, unique addresses in the wallet’s order', () => {
    const accounts = readAccounts([BOB.toLowerCase(), ALICE, BOB], 'eth_accounts');
    expect(accounts).toEqual([
      { namespace: 'eip155', address: BOB, type: 'eoa' },
      { namespace: 'eip155', address: ALICE, type: 'eoa' },
    ]);
  });

  it('accepts an empty list', () => {
    expect(readAccounts([], 'eth_accounts')).toEqual([]);
  });

  it('rejects anything but a list of addresses', () => {
    const isAddress = (value: unknown): boolean => typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value);
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withBigInt: true }), (response) => {
        fc.pre(!Array.isArray(response) || response.some((entry) => !isAddress(entry)));
        expect(codeThrown(() => readAccounts(response, 'eth_accounts'))).toBe('wallet/invalid-response eth_accounts');
      }),
    );
    for (const response of [[ALICE.slice(2)], [`${ALICE}0`], [` ${ALICE}`], [[ALICE]], { 0: ALICE, length: 1 }, ALICE]) {
      expect(codeThrown(() => readAccounts(response, 'eth_requestAccounts'))).toBe('wallet/invalid-response eth_requestAccounts');
    }
  });
});

describe('readChainId', () => {
  it.each([
    ['0x1', 'eip155:1'],
    ['0x89', 'eip155:137'],
    ['0X89', 'eip155:137'],
    ['0x01', 'eip155:1'],
    ['137', 'eip155:137'],
    [137, 'eip155:137'],
  ])('accepts %j', (response, chainId) => {
    expect(readChainId(response, 'eth_chainId')).toBe(chainId);
  });

  it.each([0, '0x0', -1, 1.5, Number.NaN, '', '0x', 'one', '0x1g', ' 1', null, undefined, {}, ['0x1'], `0x${'f'.repeat(40)}`])(
    'rejects %j',
    (response) => {
      expect(codeThrown(() => readChainId(response, 'eth_chainId'))).toBe('wallet/invalid-response eth_chainId');
    },
  );
});

describe('readSignature', () => {
  it('accepts 0x and at least 62 hex digits', () => {
    fc.assert(
      fc.property(hexText(62, 300), (digits) => {
        expect(readSignature(`0x${digits}`, 'personal_sign')).toBe(`0x${digits}`);
      }),
    );
  });

  it('rejects anything shorter or malformed', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          hexText(0, 61).map((digits) => `0x${digits}`),
          hexText(62, 130),
          fc.anything(),
        ),
        (response) => {
          fc.pre(typeof response !== 'string' || !/^0x[0-9a-f]{62,}$/i.test(response));
          expect(codeThrown(() => readSignature(response, 'personal_sign'))).toBe('wallet/invalid-response personal_sign');
        },
      ),
    );
  });
});

describe('readTransactionHash', () => {
  it('accepts 0x and 64 hex digits', () => {
    fc.assert(
      fc.property(hexText(64), (digits) => {
        expect(readTransactionHash(`0x${digits}`, 'eth_sendTransaction')).toBe(`0x${digits}`);
      }),
    );
  });

  it('rejects any other length or value', () => {
    for (const response of [`0x${'a'.repeat(63)}`, `0x${'a'.repeat(65)}`, 'a'.repeat(64), `0x${'g'.repeat(64)}`, { hash: '0x' }, null]) {
      expect(codeThrown(() => readTransactionHash(response, 'eth_sendTransaction'))).toBe('wallet/invalid-response eth_sendTransaction');
    }
  });
});
