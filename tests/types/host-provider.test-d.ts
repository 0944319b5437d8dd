import type { EIP1193Provider, LocalAccount, PublicClient, WalletClient } from 'viem';
import { describe, expectTypeOf, it } from 'vitest';
import type { HostProvider } from '../../composition/entry/eip155.js';
import type { Eip155TestSigner } from '../../composition/entry/testing.js';

/** As ethers and most wallets write it. */
interface LooseProvider {
  // biome-ignore lint/suspicious/noExplicitAny: foreign types are written like this, and have to fit
  request(request: { method: string; params?: any[] | Record<string, any> }): Promise<any>;
}

describe('a provider of the host', () => {
  it('may be any that is asked by request(), however its methods are typed', () => {
    expectTypeOf<EIP1193Provider>().toExtend<HostProvider['provider']>();
    expectTypeOf<WalletClient>().toExtend<HostProvider['provider']>();
    expectTypeOf<PublicClient>().toExtend<HostProvider['provider']>();
    expectTypeOf<LooseProvider>().toExtend<HostProvider['provider']>();
  });

  it('is nothing that cannot be asked, or answers without a promise', () => {
    expectTypeOf<{ send(): Promise<unknown> }>().not.toExtend<HostProvider['provider']>();
    expectTypeOf<{ request(): string }>().not.toExtend<HostProvider['provider']>();
  });
});

describe('what signs for a test wallet', () => {
  it('may be an account of viem', () => {
    expectTypeOf<LocalAccount>().toExtend<Eip155TestSigner>();
  });
});
