import type { ICore, IPairing, ISignClient, ISignClientEvents, SignClientTypes } from '@walletconnect/types';
import { describe, expectTypeOf, test } from 'vitest';
import type {
  Core,
  KeyValueStorage,
  SignClient,
  SignClientEvents,
  SignClientOptions,
  SignPendingAuthRequest,
  SignPendingRequest,
  SignProposal,
  SignSession,
} from '../../composition/entry/walletconnect.js';

/** Members of the official stores that ours does not have: core and logger. */
type StoreOf<Store> = Omit<Store, 'core' | 'logger'>;

type Calls =
  | 'connect'
  | 'pair'
  | 'approve'
  | 'reject'
  | 'update'
  | 'extend'
  | 'request'
  | 'respond'
  | 'ping'
  | 'emit'
  | 'disconnect'
  | 'find'
  | 'getPendingSessionRequests'
  | 'authenticate'
  | 'formatAuthMessage'
  | 'approveSessionAuthenticate'
  | 'rejectSessionAuthenticate';

describe('SignClient as a replacement for the official client', () => {
  test('has all methods with their parameters and results', () => {
    expectTypeOf<SignClient>().toExtend<Pick<ISignClient, Calls>>();
    expectTypeOf<SignClient['engine']>().toExtend<Pick<ISignClient['engine'], Calls>>();
    expectTypeOf<Exclude<keyof ISignClient, keyof SignClient>>().toEqualTypeOf<never>();
  });

  test('has the name, protocol and metadata members', () => {
    expectTypeOf<SignClient>().toExtend<Pick<ISignClient, 'protocol' | 'version' | 'name' | 'context' | 'metadata'>>();
  });

  test('has the stores with the same values', () => {
    expectTypeOf<SignClient['session']>().toExtend<StoreOf<ISignClient['session']>>();
    expectTypeOf<SignClient['proposal']>().toExtend<StoreOf<ISignClient['proposal']>>();
    expectTypeOf<SignClient['pendingRequest']>().toExtend<StoreOf<ISignClient['pendingRequest']>>();
    expectTypeOf<SignClient['auth']['requests']>().toExtend<StoreOf<ISignClient['auth']['requests']>>();
  });

  test('accepts event listeners', () => {
    expectTypeOf<keyof SignClientEvents>().toEqualTypeOf<SignClientTypes.Event>();
    type On = (event: 'session_request', listener: (args: SignClientTypes.EventArguments['session_request']) => void) => unknown;
    expectTypeOf<SignClient['on']>().toExtend<On>();
    expectTypeOf<SignClient['once']>().toExtend<On>();
    expectTypeOf<SignClient['off']>().toExtend<On>();
    expectTypeOf<SignClient['removeListener']>().toExtend<On>();
    expectTypeOf<SignClient['events']>().toExtend<Pick<ISignClientEvents, 'listenerCount' | 'eventNames' | 'setMaxListeners'>>();
  });

  test('has the same event types', () => {
    for (const name of [] as SignClientTypes.Event[]) {
      expectTypeOf<SignClientEvents[typeof name]>().toExtend<SignClientTypes.EventArguments[typeof name]>();
    }
    expectTypeOf<SignClientEvents['session_authenticate']>().toExtend<SignClientTypes.EventArguments['session_authenticate']>();
    expectTypeOf<SignClientEvents['session_proposal']>().toExtend<SignClientTypes.EventArguments['session_proposal']>();
  });

  test('takes the same options', () => {
    expectTypeOf<Omit<SignClientTypes.Options, 'keychain' | 'core' | 'logger'>>().toExtend<SignClientOptions>();
    expectTypeOf<NonNullable<SignClientTypes.Options['storage']>>().toExtend<KeyValueStorage>();
    expectTypeOf<ICore>().toExtend<NonNullable<SignClientOptions['core']>>();
  });

  test('has the members of Core that apps and wallets use', () => {
    type Core = SignClient['core'];
    expectTypeOf<Core>().toExtend<
      Pick<ICore, 'protocol' | 'version' | 'name' | 'context' | 'customStoragePrefix' | 'storage' | 'linkModeSupportedApps'>
    >();
    expectTypeOf<Core>().toExtend<Pick<ICore, 'start' | 'dispatchEnvelope' | 'addLinkModeSupportedApp'>>();
    expectTypeOf<Core['pairing']>().toExtend<
      Pick<
        IPairing,
        'pair' | 'create' | 'activate' | 'register' | 'updateExpiry' | 'updateMetadata' | 'getPairings' | 'ping' | 'disconnect'
      >
    >();
    expectTypeOf<Core['pairing']['pairings']>().toExtend<StoreOf<IPairing['pairings']>>();
    expectTypeOf<Core['relayer']>().toExtend<
      Pick<
        ICore['relayer'],
        | 'connected'
        | 'connecting'
        | 'transportExplicitlyClosed'
        | 'transportOpen'
        | 'transportClose'
        | 'restartTransport'
        | 'subscribe'
        | 'unsubscribe'
      >
    >();
    expectTypeOf<Core['verify']>().toExtend<Pick<ICore['verify'], 'register' | 'context'>>();
    type Resolve = ICore['verify']['resolve'];
    expectTypeOf<Core['verify']['resolve']>().parameters.toEqualTypeOf<Parameters<Resolve>>();
    // With the arguments of the official methods.
    expectTypeOf<Core['relayer']['restartTransport']>().parameters.toEqualTypeOf<Parameters<ICore['relayer']['restartTransport']>>();
    expectTypeOf<Core['relayer']['transportOpen']>().parameters.toEqualTypeOf<Parameters<ICore['relayer']['transportOpen']>>();
    expectTypeOf<SignClient['pairing']>().toEqualTypeOf<Core['pairing']['pairings']>();
    // The official method can also return nothing, contrary to its type.
    expectTypeOf<NonNullable<Awaited<ReturnType<Core['verify']['resolve']>>>>().toExtend<Awaited<ReturnType<Resolve>>>();
    expectTypeOf<Core['heartbeat']>().toExtend<Pick<ICore['heartbeat'], 'init' | 'stop' | 'interval'>>();
    expectTypeOf<Core['expirer']>().toExtend<Pick<ICore['expirer'], 'has' | 'get' | 'set' | 'del' | 'length' | 'keys' | 'values'>>();
    expectTypeOf<Core['crypto']>().toExtend<
      Pick<ICore['crypto'], 'getClientId' | 'generateKeyPair' | 'generateSharedKey' | 'deleteKeyPair' | 'deleteSymKey'>
    >();
  });

  test('does not have internal members of Core', () => {
    expectTypeOf<Exclude<keyof ICore, keyof SignClient['core']>>().toEqualTypeOf<'opts'>();
    expectTypeOf<Exclude<keyof ICore['relayer'], keyof SignClient['core']['relayer']>>().toEqualTypeOf<
      | 'publish'
      | 'publishCustom'
      | 'request'
      | 'publisher'
      | 'messages'
      | 'provider'
      | 'core'
      | 'logger'
      | 'init'
      | 'handleBatchMessageEvents'
      | 'onLinkMessageEvent'
    >();
    expectTypeOf<Exclude<keyof IPairing, keyof SignClient['core']['pairing']>>().toEqualTypeOf<'core'>();
    expectTypeOf<Exclude<keyof ICore['crypto'], keyof SignClient['core']['crypto']>>().toEqualTypeOf<
      | 'core'
      | 'logger'
      | 'randomSessionIdentifier'
      | 'setSymKey'
      | 'encode'
      | 'decode'
      | 'signJWT'
      | 'getPayloadType'
      | 'getPayloadSenderPublicKey'
    >();
    expectTypeOf<SignClient['core']['crypto']['hasKeys']>().toEqualTypeOf<ICore['crypto']['hasKeys']>();
    expectTypeOf<Exclude<keyof ICore['crypto']['keychain'], keyof SignClient['core']['crypto']['keychain']>>().toEqualTypeOf<
      'core' | 'logger' | 'keychain' | 'get' | 'set'
    >();
    expectTypeOf<Exclude<keyof ICore, keyof Core>>().toEqualTypeOf<Exclude<keyof ICore, keyof SignClient['core']>>();
    // Asynchronous here, because the key is read from storage.
    expectTypeOf<ReturnType<SignClient['core']['pairing']['formatUriFromPairing']>>().toEqualTypeOf<Promise<string>>();
  });

  test('has values that are assignable in both directions', () => {
    type Official = {
      session: ReturnType<ISignClient['session']['get']>;
      proposal: ReturnType<ISignClient['proposal']['get']>;
      request: ReturnType<ISignClient['pendingRequest']['get']>;
      auth: ReturnType<ISignClient['auth']['requests']['get']>;
    };
    expectTypeOf<SignSession>().toExtend<Official['session']>();
    expectTypeOf<Official['session']>().toExtend<SignSession>();
    expectTypeOf<SignProposal>().toExtend<Official['proposal']>();
    expectTypeOf<Official['proposal']>().toExtend<SignProposal>();
    expectTypeOf<SignPendingRequest>().toExtend<Official['request']>();
    expectTypeOf<Official['request']>().toExtend<SignPendingRequest>();
    expectTypeOf<SignPendingAuthRequest>().toExtend<Official['auth']>();
    expectTypeOf<Official['auth']>().toExtend<SignPendingAuthRequest>();
  });
});
