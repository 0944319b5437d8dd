import { describe, expectTypeOf, it } from 'vitest';
import type { AccountId, AssetBalance, SentTransaction } from '../../composition/entry/index.js';
import type { useAssetBalances, useTransactions, useWalletCall } from '../../composition/entry/react.js';

const account = 'bip122:000000000019d6689c085ae165831e93:bc1q' as AccountId;

describe('namespace-specific calls', () => {
  it('have the request and result types of their name', () => {
    const { status, data, callWallet } = {} as ReturnType<typeof useWalletCall<'bip122', 'signPsbt'>>;
    expectTypeOf(callWallet).toBeCallableWith({ account, psbt: 'cHNidP8=' });
    // @ts-expect-error a PSBT is missing
    expectTypeOf(callWallet).toBeCallableWith({ account });
    if (status === 'success') expectTypeOf(data).toEqualTypeOf<{ readonly psbt: string; readonly txid: string | null }>();
  });

  it('belong to their namespace', () => {
    const call = {} as typeof useWalletCall;
    expectTypeOf(call<'eip155', 'sendCalls'>).toBeCallableWith('eip155', 'sendCalls');
    // @ts-expect-error PSBTs exist for Bitcoin only
    expectTypeOf(call).toBeCallableWith('eip155', 'signPsbt');
  });
});

describe('transactions and balances', () => {
  it('are a list of transactions and token balances', () => {
    expectTypeOf<ReturnType<typeof useTransactions>['data']>().toEqualTypeOf<readonly SentTransaction[] | undefined>();
    expectTypeOf<ReturnType<typeof useAssetBalances>['data']>().toEqualTypeOf<readonly AssetBalance[] | undefined>();
  });
});
