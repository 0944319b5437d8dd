import type { SignClient } from '@walletconnect/sign-client';
import type { ISignClient, SessionTypes } from '@walletconnect/types';
import type {
  AuthenticateParams,
  ConnectParams,
  IProvider,
  IUniversalProvider,
  UniversalProviderOpts as OfficialOptions,
  UniversalProvider as OfficialProvider,
} from '@walletconnect/universal-provider';
import { describe, expectTypeOf, test } from 'vitest';
import type { SignSession } from '../../adapters/sign-client/sign-types.js';
import type { Latchkey } from '../../application/latchkey.js';
import type { ProviderClient } from '../../application/wallet-protocol/provider/provider-client.js';
import type { SharedUniversalProvider } from '../../application/wallet-protocol/provider/shared-universal-provider.js';
import { UniversalProvider } from '../../composition/universal-provider.js';

type OfficialClient = Awaited<ReturnType<typeof SignClient.init>>;
declare const client: OfficialClient;
declare const latchkey: Latchkey;
declare const provider: UniversalProvider<OfficialClient>;

describe('UniversalProvider', () => {
  test('has the members of the official provider, except for classes of other packages', () => {
    type Members = Pick<
      IUniversalProvider,
      | ('request' | 'sendAsync' | 'pair' | 'connect' | 'enable' | 'disconnect' | 'setDefaultChain' | 'cleanupPendingPairings')
      | ('abortPairingAttempt' | 'uri' | 'session' | 'namespaces' | 'client' | 'on' | 'once' | 'off' | 'removeListener')
    >;
    expectTypeOf(provider).toExtend<Members>();
    expectTypeOf(provider).toExtend<
      Pick<
        InstanceType<typeof OfficialProvider>,
        'optionalNamespaces' | 'sessionProperties' | 'scopedProperties' | 'isWalletConnect' | 'authenticate'
      >
    >();
  });

  test('has namespace providers with the members of the official ones', () => {
    type Members = Pick<IProvider, 'namespace' | 'request' | 'updateNamespace' | 'setDefaultChain' | 'getDefaultChain' | 'requestAccounts'>;
    const { rpcProviders } = provider;
    for (const each of Object.values(rpcProviders)) expectTypeOf(each).toExtend<Members>();
  });

  test('has the sessions and authentication results of its client', () => {
    expectTypeOf(provider.session).toEqualTypeOf<SessionTypes.Struct | undefined>();
    expectTypeOf(provider.client).toEqualTypeOf<OfficialClient>();
    expectTypeOf<ConnectParams>().toExtend<Parameters<typeof provider.connect>[0]>();
    expectTypeOf<AuthenticateParams>().toExtend<Parameters<typeof provider.authenticate>[0]>();
    expectTypeOf(provider.authenticate).returns.resolves.toHaveProperty('auths');
    expectTypeOf(provider.request<string>({ method: 'eth_chainId' })).resolves.toEqualTypeOf<string>();
  });

  test('takes the options of the official provider, with an optional client', () => {
    type Options = Omit<OfficialOptions, 'client' | 'logger' | 'core' | 'storage' | 'session'>;
    const make = (options: Options) => UniversalProvider.init({ ...options, client, logger: 'error' });
    expectTypeOf(make).returns.resolves.toEqualTypeOf<UniversalProvider<OfficialClient>>();
    expectTypeOf(UniversalProvider.init({ projectId: 'a' })).resolves.toEqualTypeOf<UniversalProvider>();
    expectTypeOf<UniversalProvider['session']>().toEqualTypeOf<SignSession | undefined>();
  });

  test('accepts every Sign client', () => {
    expectTypeOf<OfficialClient>().toExtend<ProviderClient<SessionTypes.Struct>>();
    expectTypeOf<Pick<ISignClient, 'core' | 'session' | 'events' | 'connect' | 'authenticate' | 'request' | 'disconnect'>>().toExtend<
      ProviderClient<SessionTypes.Struct>
    >();
  });

  test('rejects unknown values', () => {
    // @ts-expect-error a client needs sessions
    UniversalProvider.init({ client: {} });
    // @ts-expect-error a request needs a method
    provider.request({ params: [] });
    // @ts-expect-error chains are strings
    provider.connect({ namespaces: { eip155: { chains: [1], methods: [], events: [] } } });
    // @ts-expect-error a default chain is a string
    provider.setDefaultChain(1);
  });
});

describe('getUniversalProvider', () => {
  test('has the type of the shared provider, or that of the app', () => {
    expectTypeOf(latchkey.getUniversalProvider()).resolves.toEqualTypeOf<SharedUniversalProvider | undefined>();
    expectTypeOf(latchkey.getUniversalProvider<OfficialClient>()).resolves.toEqualTypeOf<OfficialClient | undefined>();
  });

  test('takes the params of the official provider', () => {
    type Shared = Parameters<SharedUniversalProvider['connect']>[0];
    expectTypeOf<ConnectParams>().toExtend<Shared>();
    expectTypeOf<SharedUniversalProvider>().toExtend<
      Pick<IUniversalProvider, 'request' | 'enable' | 'disconnect' | 'setDefaultChain' | 'abortPairingAttempt' | 'on' | 'once' | 'off'>
    >();
  });
});
