import { inject, multiInject } from 'inversify';
import {
  type AccountState,
  CHAIN,
  type ChainId,
  CLOCK,
  type Clock,
  type ConnectWalletState,
  createHostContainer,
  createLatchkey,
  defineModule,
  type ErrorCode,
  formatChainId,
  isLatchkeyError,
  type Latchkey,
  LatchkeyError,
  type LatchkeyModule,
  LOGGER,
  type Logger,
  MODAL_STORE,
  type ModalStore,
  type Namespace,
  type Network,
  type Public,
  resultFrom,
  TRANSACTION_TRACKER,
  type TransactionTracker,
  toChainId,
  token,
  USE_CASES,
  type UseCases,
} from 'latchkey';
import { eip155, mainnet } from 'latchkey/eip155';
import { EMPTY, type Observable } from 'rxjs';
import { describe, expectTypeOf, test } from 'vitest';

declare const client: Latchkey;
declare const other: Latchkey;
declare const thrown: unknown;

describe('createLatchkey', () => {
  test('takes networks, modules and a listener, and returns a client', () => {
    expectTypeOf(createLatchkey({ networks: [mainnet], modules: [eip155()] })).toEqualTypeOf<Latchkey>();
    createLatchkey({ networks: [mainnet], onEvent: (event) => expectTypeOf(event.event).toExtend<string>() });
  });

  test('requires a network and rejects unknown options and wrong types', () => {
    // @ts-expect-error at least one network
    createLatchkey({ networks: [] });
    // @ts-expect-error networks are required
    createLatchkey({});
    // @ts-expect-error unknown option
    createLatchkey({ networks: [mainnet], thememode: 'dark' });
    // @ts-expect-error unknown theme mode
    createLatchkey({ networks: [mainnet], themeMode: 'blue' });
    // @ts-expect-error an intentionally unsupported option
    createLatchkey({ networks: [mainnet], showWallets: true });
    // @ts-expect-error modules are made by defineModule or an adapter
    createLatchkey({ networks: [mainnet], modules: [{}] });
  });
});

describe('ids', () => {
  test('are branded with their namespace, and strings are not assignable', () => {
    expectTypeOf(formatChainId('eip155', 1)).toEqualTypeOf<ChainId<'eip155'>>();
    expectTypeOf(toChainId('eip155:1')).toEqualTypeOf<ChainId>();
    expectTypeOf<'eip155:1'>().not.toExtend<ChainId>();
    expectTypeOf<ChainId>().toExtend<string>();
  });
});

describe('errors', () => {
  test('have the context type of their code', () => {
    if (isLatchkeyError(thrown, 'wallet/rejected')) {
      expectTypeOf(thrown.code).toEqualTypeOf<'wallet/rejected'>();
      expectTypeOf(thrown.context).toEqualTypeOf<Readonly<{ readonly method: string }>>();
    }
    if (isLatchkeyError(thrown)) expectTypeOf(thrown.code).toEqualTypeOf<ErrorCode>();
    // @ts-expect-error unknown code
    isLatchkeyError(thrown, 'wallet/refused');
    // @ts-expect-error the context is missing
    new LatchkeyError('wallet/rejected', {});
    // @ts-expect-error only code, context and cause can be set
    new LatchkeyError('sign-in/declined', {}, { tables: {} });
  });
});

describe('use cases', () => {
  test('are discriminated by status, and errors by code', () => {
    const states = client.useCases.connectWallet.execute({ namespace: 'eip155', connectorId: 'io.example' });
    states.subscribe((state) => {
      expectTypeOf(state).toEqualTypeOf<ConnectWalletState>();
      if (state.status === 'pending') expectTypeOf(state.step).toEqualTypeOf<'open-wallet'>();
      if (state.status === 'success') expectTypeOf(state.data).toEqualTypeOf<AccountState>();
      if (state.status === 'error' && state.error.code === 'wallet/rejected') expectTypeOf(state.error.context.method).toBeString();
      // @ts-expect-error data exists only after success
      state.data;
    });
    expectTypeOf(resultFrom(states)).resolves.toEqualTypeOf<AccountState>();
  });
});

describe('client', () => {
  test('returns the results of the use cases', () => {
    expectTypeOf(client.connect({ connectorId: 'io.example' })).resolves.toEqualTypeOf<AccountState>();
    expectTypeOf(client.switchNetwork(mainnet)).resolves.toEqualTypeOf<Network>();
    expectTypeOf(client.getProvider<{ readonly request: () => void }>('eip155')).toEqualTypeOf<
      { readonly request: () => void } | undefined
    >();
    expectTypeOf(client.subscribeAccount(() => {})).returns.toBeVoid();
  });

  test('opens views by name, but not views that need data', () => {
    client.open({ view: 'Networks' });
    // @ts-expect-error unknown view
    client.open({ view: 'Wallets' });
    // @ts-expect-error needs a connector
    client.open({ view: 'ConnectingExternal' });
  });
});

describe('members of the client', () => {
  test('options are read-only and observable', () => {
    expectTypeOf<keyof Latchkey['options']>().toEqualTypeOf<'current' | 'options$'>();
    // @ts-expect-error apps use updateOptions
    client.options.update({ debug: true });
    // @ts-expect-error completed by dispose
    client.options.complete();
    // @ts-expect-error read-only
    client.options.current = other.options.current;
    // @ts-expect-error read-only
    client.options.current.debug = true;
    // @ts-expect-error read-only
    client.options.current.networks.push(client.options.current.networks[0]);
  });

  test('events can be read, observed and tracked', () => {
    expectTypeOf<keyof Latchkey['events']>().toEqualTypeOf<'events$' | 'last' | 'track'>();
    // @ts-expect-error completed by dispose
    client.events.complete();
    // @ts-expect-error set by the connection
    client.events.bindAddress(() => '0x0');
    // @ts-expect-error read-only
    client.events.last = other.events.last;
    // @ts-expect-error unknown event
    client.events.track('MODAL_SHAKEN');
  });

  test('streams cannot be written', () => {
    const { watchConnection, watchModal, watchConnectors, watchAccount, watchBalance } = client.useCases;
    const streams = {
      options: client.options.options$,
      events: client.events.events$,
      connection: watchConnection.execute(),
      modal: watchModal.execute(),
      connectors: watchConnectors.execute(),
      account: watchAccount.execute(),
      balance: watchBalance.execute(),
      online: client.browser.online$,
      visible: client.browser.visible$,
    };
    type Members = { readonly [Name in keyof typeof streams]: keyof (typeof streams)[Name] }[keyof typeof streams];
    expectTypeOf<'next' | 'complete' | 'error' | 'value' | 'getValue'>().extract<Members>().toBeNever();
  });

  test('the connection is read-only', () => {
    const { watchConnection } = client.useCases;
    expectTypeOf<keyof typeof watchConnection>().toEqualTypeOf<'current' | 'execute'>();
    const state = watchConnection.current();
    // @ts-expect-error changed by switchNetwork and connect
    state.activeNamespace = 'solana';
    // @ts-expect-error changed by connect and disconnect
    state.namespaces.eip155 = undefined;
    // @ts-expect-error read-only
    if (state.namespaces.eip155?.session) state.namespaces.eip155.session.chainId = toChainId('eip155:1');
    const account = client.getAccount();
    // @ts-expect-error read-only
    account.address = '0x0';
    // @ts-expect-error read-only
    account.allAccounts.push(account.allAccounts[0]);
  });

  test('members cannot be replaced', () => {
    // @ts-expect-error created by createLatchkey
    client.useCases = other.useCases;
    // @ts-expect-error created by createLatchkey
    client.options = other.options;
    // @ts-expect-error replaced by a module
    client.useCases.connectWallet = other.useCases.connectWallet;
    // @ts-expect-error read-only
    client.ready = Promise.resolve();
  });
});

describe('modules', () => {
  test('have factories that match the types of their tokens', () => {
    const greeting = token<string>('Greeting');
    const own = defineModule((wire) => {
      wire(greeting, [], () => 'hello');
      wire(LOGGER, [CLOCK], (clock) => {
        expectTypeOf(clock).toEqualTypeOf<Clock>();
        return {} as Logger;
      });
      // @ts-expect-error a multi-binding token needs many()
      wire(greeting, [CHAIN], () => 'hello');
      // @ts-expect-error returns a number for a string token
      wire(greeting, [], () => 1);
      // @ts-expect-error takes a dependency that is not listed
      wire(greeting, [], (clock: Clock) => String(clock));
      // @ts-expect-error takes another type than the token's
      wire(greeting, [CLOCK], (logger: Logger) => String(logger));
    });
    expectTypeOf(own).toExtend<LatchkeyModule>();
  });
});

describe('tokens', () => {
  const container = createHostContainer();

  test('type the value of a container', () => {
    expectTypeOf(container.get(CLOCK).now()).toEqualTypeOf<number>();
    expectTypeOf(container.getAll(CHAIN)[0]?.namespace).toEqualTypeOf<Namespace | undefined>();
    expectTypeOf(container.get(USE_CASES.connectWallet)).toEqualTypeOf<UseCases['connectWallet']>();
    expectTypeOf(container.get(USE_CASES.connectWallet).execute).returns.toEqualTypeOf<Observable<ConnectWalletState>>();
    expectTypeOf(container.get(MODAL_STORE)).toEqualTypeOf<Public<ModalStore>>();
  });

  test('accept an object with the same public members', () => {
    container.rebind(CLOCK).toConstantValue({} as Clock);
    container.bind(USE_CASES.connectWallet).toConstantValue({ execute: () => EMPTY });
    container.bind(TRANSACTION_TRACKER).toConstantValue({} as Public<TransactionTracker>);
    // @ts-expect-error not a clock
    container.bind(CLOCK).toConstantValue({ now: () => 'noon' });
    // @ts-expect-error not a use case
    container.bind(USE_CASES.connectWallet).toConstantValue({ execute: () => 1 });
  });

  test('can be injected', () => {
    inject(USE_CASES.connectWallet);
    multiInject(CHAIN);
    // @ts-expect-error not a token
    inject(1);
  });
});
