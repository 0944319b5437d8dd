import { describe, expect, it } from 'vitest';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { isSmartAccountEnabled } from '../../../../domain/connection/embedded-wallet-info.js';
import { frameNamespaces } from '../../../../domain/embedded-wallet/frame-namespaces.js';
import { frameAccountTypeOf, hasSmartAccount, toFrameAccountType, typeInUse } from '../../../../domain/embedded-wallet/smart-accounts.js';

const EOA = `0x${'1'.repeat(40)}`;
const SMART = `0x${'a'.repeat(40)}`;
const BOTH = [
  { address: EOA, type: 'eoa' },
  { address: SMART, type: 'smartAccount' },
] as const;
const CHAINS = ['eip155:1', 'eip155:137'].map(toChainId);

describe('the accounts of the embedded wallet', () => {
  it.each([
    ['eoa', 'eoa'],
    ['EOA', 'eoa'],
    ['smartAccount', 'smartAccount'],
    ['SMARTACCOUNT', 'smartAccount'],
    ['smart', null],
    ['', null],
    [undefined, null],
  ] as const)('have types whose names are read in any case: %s', (name, type) => {
    expect(toFrameAccountType(name)).toBe(type);
  });

  it.each<readonly [string, Parameters<typeof frameAccountTypeOf>[0], string, string]>([
    [
      'as listed',
      { address: EOA, accounts: [...BOTH], preferredAccountType: 'smartAccount' },
      SMART.toUpperCase().replace('X', 'x'),
      'smartAccount',
    ],
    ['of the account in use, if none is listed', { address: SMART, preferredAccountType: 'smartAccount' }, SMART, 'smartAccount'],
    ['of no other account', { address: SMART, preferredAccountType: 'smartAccount' }, EOA, 'eoa'],
    ['without any type', { address: SMART }, SMART, 'eoa'],
  ])('have a type %s', (_, user, address, type) => {
    expect(frameAccountTypeOf(user, address)).toBe(type);
  });

  it('are in use by the preferred type, or else by their own', () => {
    expect(typeInUse({ address: EOA, accounts: [...BOTH], preferredAccountType: 'SmartAccount' })).toBe('smartAccount');
    expect(typeInUse({ address: SMART, accounts: [...BOTH] })).toBe('smartAccount');
    expect(typeInUse({ address: EOA })).toBe('eoa');
  });

  it('include a smart account or not', () => {
    expect([hasSmartAccount({ address: EOA, accounts: [...BOTH] }), hasSmartAccount({ address: EOA })]).toEqual([true, false]);
    expect(hasSmartAccount({ address: SMART, preferredAccountType: 'smartAccount' })).toBe(true);
  });

  it('are smart on listed networks only', () => {
    const listed = [1, 10, Number.NaN];
    expect(CHAINS.map((chainId) => isSmartAccountEnabled(listed, chainId))).toEqual([true, false]);
  });

  it.each([
    ['on networks with smart accounts', [1], SMART, 1, [`eip155:1:${SMART}`, `eip155:1:${EOA}`, `eip155:137:${EOA}`]],
    ['where the site uses it, whatever is listed', [], SMART, 137, [`eip155:1:${EOA}`, `eip155:137:${SMART}`, `eip155:137:${EOA}`]],
    ['after the standard account in use', [1], EOA, 1, [`eip155:1:${EOA}`, `eip155:1:${SMART}`, `eip155:137:${EOA}`]],
  ] as const)('share a smart account %s', (_, networks, address, chainId, accounts) => {
    const user = { address, chainId, accounts: [...BOTH] };
    expect(frameNamespaces({ eip155: user }, CHAINS, networks)['eip155']?.accounts).toEqual(accounts);
  });
});
