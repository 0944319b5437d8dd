import type { EIP1193Provider, LocalAccount, PublicClient, WalletClient } from 'viem';
import { describe, expectTypeOf, it } from 'vitest';
import type { AppProvider } from '../../composition/entry/eip155.js';
import type { Eip155TestSigner } from '../../composition/entry/testing.js';

/** Provider type of ethers and most wallets. */
interface LooseProvider {
  // biome-ignore lint/suspicious/noExplicitAny: foreign providers have this type and must be accepted
  request(request: { method: string; params?: any[] | Record<string, any> }): Promise<any>;
}

describe('providers of the app', () => {
  it('may be any object with request(), however its methods are typed', () => {
    expectTypeOf<EIP1193Provider>().toExtend<AppProvider['provider']>();
    expectTypeOf<WalletClient>().toExtend<AppProvider['provider']>();
    expectTypeOf<PublicClient>().toExtend<AppProvider['provider']>();
    expectTypeOf<LooseProvider>().toExtend<AppProvider['provider']>();
  });

  it('must have a request() that returns a promise', () => {
    expectTypeOf<{ send(): Promise<unknown> }>().not.toExtend<AppProvider['provider']>();
    expectTypeOf<{ request(): string }>().not.toExtend<AppProvider['provider']>();
  });
});

describe('signers of a test wallet', () => {
  it('may be viem accounts', () => {
    expectTypeOf<LocalAccount>().toExtend<Eip155TestSigner>();
  });
});
