import { describe, expectTypeOf, it } from 'vitest';
import type { AccountId, AssetBalance, SentTransaction } from '../../composition/entry/index.js';
import type { useAssetBalances, useTransactions, useWalletCall } from '../../composition/entry/react.js';

const account = 'bip122:000000000019d6689c085ae165831e93:bc1q' as AccountId;

describe('A call that only some wallets know', () => {
  it('has the request and the answer of its own name', () => {
    const { status, data, callWallet } = {} as ReturnType<typeof useWalletCall<'bip122', 'signPsbt'>>;
    expectTypeOf(callWallet).toBeCallableWith({ account, psbt: 'cHNidP8=' });
    // @ts-expect-error a PSBT is missing
    expectTypeOf(callWallet).toBeCallableWith({ account });
    if (status === 'success') expectTypeOf(data).toEqualTypeOf<{ readonly psbt: string; readonly txid: string | null }>();
  });

  it('belongs to its namespace', () => {
    const call = {} as typeof useWalletCall;
    expectTypeOf(call<'eip155', 'sendCalls'>).toBeCallableWith('eip155', 'sendCalls');
    // @ts-expect-error PSBTs are Bitcoin's
    expectTypeOf(call).toBeCallableWith('eip155', 'signPsbt');
  });
});

describe('What is followed of money', () => {
  it('is a list of transactions, and the balances of tokens', () => {
    expectTypeOf<ReturnType<typeof useTransactions>>().toEqualTypeOf<readonly SentTransaction[]>();
    expectTypeOf<ReturnType<typeof useAssetBalances>['data']>().toEqualTypeOf<readonly AssetBalance[] | undefined>();
  });
});
