import { describe, expectTypeOf, it } from 'vitest';
import type { LatchkeyOptions } from '../../composition/create-latchkey.js';
import type { NetworkDefinition } from '../../domain/network/network.js';
import type { Features, Options, OptionsInput, SocialProvider, ThemeVariables } from '../../domain/options/options.js';
import type { CheckedOptions } from '../../domain/options/parse-options.js';
import type { SignInSession } from '../../domain/sign-in/sign-in-session.js';

declare const mainnet: NetworkDefinition;

describe('options schema', () => {
  it('has the same names as the public types', () => {
    expectTypeOf<keyof CheckedOptions>().toEqualTypeOf<keyof OptionsInput>();
    expectTypeOf<keyof CheckedOptions['features']>().toEqualTypeOf<keyof Features>();
    expectTypeOf<keyof CheckedOptions['themeVariables']>().toEqualTypeOf<keyof ThemeVariables>();
    expectTypeOf<keyof CheckedOptions['endpoints']>().toEqualTypeOf<keyof Options['endpoints']>();
    expectTypeOf<keyof CheckedOptions['defaultAccountTypes']>().toEqualTypeOf<keyof Options['defaultAccountTypes']>();
    expectTypeOf<keyof NonNullable<CheckedOptions['metadata']>>().toEqualTypeOf<keyof NonNullable<Options['metadata']>>();
    expectTypeOf<keyof NonNullable<CheckedOptions['customWallets']>[number]>().toEqualTypeOf<
      keyof NonNullable<OptionsInput['customWallets']>[number]
    >();
  });

  it('returns the public types', () => {
    expectTypeOf<CheckedOptions['features']>().toExtend<Features>();
    expectTypeOf<Features>().toExtend<CheckedOptions['features']>();
    expectTypeOf<CheckedOptions['features']['socials']>().toEqualTypeOf<false | readonly SocialProvider[]>();
    expectTypeOf<CheckedOptions['themeMode']>().toEqualTypeOf<Options['themeMode']>();
    expectTypeOf<CheckedOptions['allWallets']>().toEqualTypeOf<Options['allWallets']>();
    expectTypeOf<CheckedOptions['defaultAccountTypes']>().toExtend<Options['defaultAccountTypes']>();
    expectTypeOf<Options['defaultAccountTypes']>().toExtend<CheckedOptions['defaultAccountTypes']>();
  });
});

describe('options of an app', () => {
  it('require networks only', () => {
    expectTypeOf<{ networks: [NetworkDefinition] }>().toExtend<LatchkeyOptions>();
    expectTypeOf<{ themeMode: 'dark' }>().not.toExtend<LatchkeyOptions>();
    expectTypeOf<{ networks: [] }>().not.toExtend<LatchkeyOptions>();
  });

  it('reject wrong values', () => {
    const networks = [mainnet] as const;
    const accept = (options: LatchkeyOptions): LatchkeyOptions => options;
    accept({ networks, features: { socials: false } });
    accept({ networks, projectId: undefined });
    // @ts-expect-error unknown theme mode
    accept({ networks, themeMode: 'blue' });
    // @ts-expect-error unknown login
    accept({ networks, features: { socials: ['myspace'] } });
    // @ts-expect-error unknown option
    accept({ networks, adapters: [] });
    // @ts-expect-error theme variables have the prefix --lk-
    accept({ networks, themeVariables: { '--w3m-accent': 'red' } });
    // @ts-expect-error RPC URLs are objects
    accept({ networks, customRpcUrls: { 'eip155:1': ['https://node'] } });
  });
});

/** A service as apps of AppKit 1.7 write it, with its types of chain ids. */
declare class ExistingService {
  createMessage(input: { chainId: `${string}:${string}`; accountAddress: string }): Promise<{
    accountAddress: string;
    chainId: `${string}:${string}`;
    domain: string;
    uri: string;
    version: string;
    nonce: string;
    statement?: string;
    toString(): string;
  }>;
  addSession(session: {
    data: { accountAddress: string; chainId: `${string}:${string}` };
    message: string;
    signature: string;
  }): Promise<void>;
  setSessions(sessions: readonly unknown[]): Promise<void>;
  getSessions(chainId: `${string}:${string}`, address: string): Promise<readonly SignInSession[]>;
  revokeSession(chainId: `${string}:${string}`, address: string): Promise<void>;
  getRequired(): boolean;
}

describe('siwx', () => {
  it('accepts a service with plain chain ids', () => {
    expectTypeOf<ExistingService>().toExtend<NonNullable<LatchkeyOptions['siwx']>>();
  });
});
