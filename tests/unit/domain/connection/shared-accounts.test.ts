import { describe, expect, it } from 'vitest';
import type { AccountRecord } from '../../../../domain/account/account-record.js';
import { orderAccounts, parseAccountChoice } from '../../../../domain/connection/shared-accounts.js';
import { ALICE, account, BOB, connected, eip155, session } from './connection-for-tests.js';

const PAYMENT: AccountRecord = { namespace: 'bip122', address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', type: 'payment' };
const ORDINAL: AccountRecord = { ...PAYMENT, address: 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', type: 'ordinal' };

describe('shared accounts', () => {
  it('start with an account of the preferred type', () => {
    const shared = [ORDINAL, PAYMENT] as const;
    expect(orderAccounts(shared, { choice: null, type: 'payment' })).toEqual([PAYMENT, ORDINAL]);
    expect(orderAccounts(shared, { choice: null, type: 'stx' })).toEqual([ORDINAL, PAYMENT]);
    expect(orderAccounts(shared, { choice: null, type: undefined })).toEqual([ORDINAL, PAYMENT]);
  });

  it('start with the selected one until the wallet switches accounts', () => {
    const choice = { address: ORDINAL.address, type: 'ordinal', firstAddress: PAYMENT.address } as const;
    expect(orderAccounts([PAYMENT, ORDINAL], { choice, type: 'payment' })[0]).toBe(ORDINAL);
    expect(orderAccounts([PAYMENT], { choice, type: 'payment' })[0]).toBe(PAYMENT);
    const moved = { ...PAYMENT, address: 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3' };
    expect(orderAccounts([moved, ORDINAL], { choice, type: 'payment' })[0]).toBe(moved);
  });

  it('are distinguished by type if they share an address', () => {
    const both = [PAYMENT, { ...PAYMENT, type: 'ordinal' }] as const;
    const choice = { address: PAYMENT.address, type: 'ordinal', firstAddress: PAYMENT.address } as const;
    expect(orderAccounts(both, { choice, type: 'payment' })[0]?.type).toBe('ordinal');
  });

  it('keep the selection in the state, and reset it when the wallet no longer shares the account', () => {
    const two = { ...session(), accounts: [account(ALICE), account(BOB)] } as const;
    const picked = { type: 'account-selected', namespace: 'eip155', address: BOB } as const;
    const state = eip155(...connected(two), picked);
    expect(state.session?.accounts[0]).toEqual(account(BOB));
    expect(state.details.preferredAccountType).toBe('eoa');
    const repeated = eip155(...connected(two), picked, { type: 'accounts-changed', namespace: 'eip155', accounts: two.accounts });
    expect(repeated.session).toEqual(state.session);
    const reduced = eip155(...connected(two), picked, { type: 'accounts-changed', namespace: 'eip155', accounts: [account(ALICE)] });
    expect(reduced).toMatchObject({ choice: null, session: { accounts: [account(ALICE)] } });
  });
});

describe('stored account selection', () => {
  it.each([
    null,
    '',
    '{',
    'null',
    '[]',
    '{"address":1,"type":"eoa","over":"x"}',
    '{"address":"x","type":null,"over":"x"}',
    '{"address":"x","type":"eoa"}',
  ])('is null if invalid: %s', (text) => {
    expect(parseAccountChoice(text)).toBeNull();
  });

  it('round-trips', () => {
    const choice = { address: 'a', type: 'ordinal', firstAddress: 'b' } as const;
    expect(parseAccountChoice(JSON.stringify(choice))).toEqual(choice);
  });
});
