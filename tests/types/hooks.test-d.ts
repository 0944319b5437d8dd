import { describe, expectTypeOf, it } from 'vitest';
import type {
  AccountRecord,
  AccountState,
  ChainId,
  ConfirmedTransaction,
  ConnectionStatus,
  Connector,
  ConnectorProgress,
  ConnectWalletInput,
  ErrorCode,
  Latchkey,
  LatchkeyError,
  Namespace,
  NativeBalance,
  Network,
  OpenOptions,
  Options,
  RemoteSession,
  TypedData,
  View,
} from '../../composition/entry/index.js';
import {
  type Messages,
  useAccount,
  useAccounts,
  useBalance,
  type useConnect,
  useConnectionStatus,
  type useConnectNamespaces,
  useConnectors,
  type useCopy,
  type useDisconnect,
  useLatchkey,
  useMessages,
  useModal,
  useNetwork,
  useOnline,
  useOptions,
  type useRequestAccounts,
  useRouter,
  useSendEpoch,
  type useSendTransaction,
  type useSetActiveAccount,
  type useSignMessage,
  type useSignTypedData,
  type useSwitchNamespace,
  type useSwitchNetwork,
  useTheme,
  type useTrack,
} from '../../composition/entry/react.js';

/** State of a hook by status. */
type Of<State, Status extends string> = Extract<State, { readonly status: Status }>;

describe('action hooks', () => {
  it('have the steps, results and errors of their use case', () => {
    type State = ReturnType<typeof useConnect>;
    expectTypeOf<State['status']>().toEqualTypeOf<'idle' | 'pending' | 'success' | 'error'>();
    expectTypeOf<Of<State, 'pending'>['step']>().toEqualTypeOf<'open-wallet'>();
    expectTypeOf<Of<State, 'success'>['data']>().toEqualTypeOf<AccountState>();
    expectTypeOf<Of<State, 'error'>['error']>().toExtend<LatchkeyError>();
    expectTypeOf<'wallet/rejected'>().toExtend<Of<State, 'error'>['error']['code']>();
    expectTypeOf<'money/invalid-amount'>().not.toExtend<Of<State, 'error'>['error']['code']>();
    expectTypeOf<Of<State, 'error'>['error']['code']>().toExtend<ErrorCode>();
  });

  it('narrow the context of an error by its code', () => {
    const { status, error } = {} as ReturnType<typeof useSendTransaction>;
    if (status === 'error' && error.code === 'network/unknown-outcome') {
      expectTypeOf(error.context.hash).toEqualTypeOf<string>();
    }
  });

  it('take the input of their use case', () => {
    expectTypeOf<ReturnType<typeof useConnect>['connect']>().toEqualTypeOf<(input: ConnectWalletInput) => void>();
    expectTypeOf<ConnectWalletInput>().toEqualTypeOf<{
      readonly namespace: Namespace;
      readonly connectorId: string;
      readonly session?: Promise<RemoteSession>;
    }>();
    expectTypeOf<ReturnType<typeof useConnect>['connectAsync']>().returns.toEqualTypeOf<Promise<AccountState>>();
    expectTypeOf<ReturnType<typeof useDisconnect>['disconnect']>().toBeCallableWith();
    expectTypeOf<ReturnType<typeof useDisconnect>['disconnect']>().toBeCallableWith({ namespace: 'eip155' });
    expectTypeOf<ReturnType<typeof useDisconnect>['disconnectAsync']>().returns.toEqualTypeOf<Promise<readonly Namespace[]>>();
    expectTypeOf<ReturnType<typeof useSwitchNetwork>['switchNetworkAsync']>().returns.toEqualTypeOf<Promise<Network>>();
    expectTypeOf<ReturnType<typeof useSignMessage>['signMessageAsync']>().returns.toEqualTypeOf<Promise<string>>();
    expectTypeOf<ReturnType<typeof useSignTypedData>['signTypedData']>().toBeCallableWith({} as TypedData);
    expectTypeOf<ReturnType<typeof useSendTransaction>['sendTransaction']>().toBeCallableWith({ to: '0x', value: 1n });
    expectTypeOf<ReturnType<typeof useSendTransaction>['sendTransactionAsync']>().returns.toEqualTypeOf<Promise<ConfirmedTransaction>>();
    expectTypeOf<ReturnType<typeof useCopy>['copy']>().toEqualTypeOf<(text: string) => void>();
  });

  it('have the progress of several connections, and take accounts of any namespace', () => {
    type State = ReturnType<typeof useConnectNamespaces>;
    expectTypeOf<Of<State, 'pending'>['progress']>().toEqualTypeOf<readonly ConnectorProgress[]>();
    expectTypeOf<Of<State, 'success'>['data']>().toEqualTypeOf<readonly ConnectorProgress[]>();
    expectTypeOf<ConnectorProgress['status']>().toEqualTypeOf<'waiting' | 'requesting' | 'connected' | 'failed'>();
    expectTypeOf(useAccounts).returns.toEqualTypeOf<readonly AccountState[]>();
    expectTypeOf(useSendEpoch).returns.toEqualTypeOf<number>();
    expectTypeOf<ReturnType<typeof useSetActiveAccount>['setActiveAccount']>().toBeCallableWith({
      address: 'bc1',
      type: 'ordinal',
      namespace: 'bip122',
    });
    expectTypeOf<ReturnType<typeof useSwitchNamespace>['switchNamespaceAsync']>().returns.toEqualTypeOf<Promise<Namespace>>();
    expectTypeOf<ReturnType<typeof useRequestAccounts>['requestAccountsAsync']>().returns.toEqualTypeOf<
      Promise<readonly AccountRecord[]>
    >();
  });

  it('cannot be click handlers that pass the event as the input', () => {
    type Handler = (event: { readonly type: string; readonly target: object }) => void;
    expectTypeOf<ReturnType<typeof useConnect>['connect']>().not.toExtend<Handler>();
    expectTypeOf<ReturnType<typeof useSignMessage>['signMessage']>().not.toExtend<Handler>();
  });

  it('infer a message from its types', () => {
    const { signTypedData } = {} as ReturnType<typeof useSignTypedData>;
    const types = { Order: [{ name: 'total', type: 'uint256' }] } as const;
    signTypedData({ domain: {}, types, primaryType: 'Order', message: { total: 1n } });
    // @ts-expect-error a uint256 is a bigint
    signTypedData({ domain: {}, types, primaryType: 'Order', message: { total: 'one' } });
    // @ts-expect-error unknown type
    signTypedData({ domain: {}, types, primaryType: 'Bill', message: { total: 1n } });
  });

  it('need no value with call data, but one of both', () => {
    const { sendTransaction } = {} as ReturnType<typeof useSendTransaction>;
    sendTransaction({ to: '0x', data: '0x' });
    // @ts-expect-error neither value nor data
    sendTransaction({ to: '0x' });
  });

  it('take amounts as bigint base units only', () => {
    const { sendTransaction } = {} as ReturnType<typeof useSendTransaction>;
    // @ts-expect-error a number loses precision
    sendTransaction({ to: '0x', value: 1 });
  });
});

describe('read hooks', () => {
  it('return the type of their use case', () => {
    expectTypeOf(useAccount).returns.toExtend<AccountState>();
    expectTypeOf(useConnectionStatus).returns.toHaveProperty('status').toEqualTypeOf<ConnectionStatus>();
    expectTypeOf(useConnectors).returns.toEqualTypeOf<readonly Connector[]>();
    expectTypeOf(useNetwork).returns.toHaveProperty('network').toEqualTypeOf<Network | undefined>();
    expectTypeOf(useNetwork).returns.toHaveProperty('approvedChainIds').toEqualTypeOf<readonly ChainId[] | null>();
    expectTypeOf(useBalance).returns.toHaveProperty('refetch').toEqualTypeOf<() => void>();
    expectTypeOf(useModal).returns.toHaveProperty('open').toEqualTypeOf<(options?: OpenOptions) => Promise<void>>();
    expectTypeOf(useRouter).returns.toHaveProperty('push').toEqualTypeOf<(view: View) => void>();
    expectTypeOf(useOptions).returns.toEqualTypeOf<Options>();
    expectTypeOf(useTheme).returns.toHaveProperty('mode').toEqualTypeOf<'light' | 'dark' | 'auto'>();
    expectTypeOf(useOnline).returns.toEqualTypeOf<boolean>();
    expectTypeOf(useMessages).returns.toEqualTypeOf<Messages>();
    expectTypeOf(useLatchkey).returns.toEqualTypeOf<Latchkey>();
  });

  it('have an address of the namespace while connected', () => {
    const account = useAccount({ namespace: 'eip155' });
    expectTypeOf(account.address).toEqualTypeOf<`0x${string}` | undefined>();
    if (account.isConnected) expectTypeOf(account.address).toEqualTypeOf<`0x${string}`>();
    const { isConnected, address } = useAccount({ namespace: 'solana' });
    if (isConnected) expectTypeOf(address).toEqualTypeOf<string>();
  });

  it('have data after success', () => {
    const { status, data } = useBalance();
    expectTypeOf(data).toEqualTypeOf<NativeBalance | undefined>();
    if (status === 'success') expectTypeOf(data).toEqualTypeOf<NativeBalance>();
  });

  it('can be limited to one namespace', () => {
    expectTypeOf(useAccount).toBeCallableWith({ namespace: 'eip155' });
    expectTypeOf(useAccount).toBeCallableWith();
    // @ts-expect-error unknown namespace
    expectTypeOf(useAccount).toBeCallableWith({ namespace: 'near' });
  });

  it('track events with their own properties', () => {
    const track = {} as ReturnType<typeof useTrack>;
    track('CLICK_WALLET_HELP');
    track('MODAL_OPEN', { connected: true });
    // @ts-expect-error the properties are missing
    track('MODAL_OPEN');
    // @ts-expect-error unknown event
    track('CLICK_ANYTHING');
  });
});
