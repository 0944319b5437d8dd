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
  lastOutcome,
  MODAL_STORE,
  type ModalStore,
  type Namespace,
  type Network,
  type Public,
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
  test('takes networks, modules and a listener, and gives a client', () => {
    expectTypeOf(createLatchkey({ networks: [mainnet], modules: [eip155()] })).toEqualTypeOf<Latchkey>();
    createLatchkey({ networks: [mainnet], onEvent: (event) => expectTypeOf(event.event).toExtend<string>() });
  });

  test('does not compile without a network, with a misspelt option or with a value of another type', () => {
    // @ts-expect-error at least one network
    createLatchkey({ networks: [] });
    // @ts-expect-error networks are required
    createLatchkey({});
    // @ts-expect-error no such option
    createLatchkey({ networks: [mainnet], thememode: 'dark' });
    // @ts-expect-error not a theme
    createLatchkey({ networks: [mainnet], themeMode: 'blue' });
    // @ts-expect-error an option that was left out on purpose
    createLatchkey({ networks: [mainnet], showWallets: true });
    // @ts-expect-error a module comes from defineModule or an adapter
    createLatchkey({ networks: [mainnet], modules: [{}] });
  });
});

describe('ids', () => {
  test('are branded: no plain text passes for one, and a built one knows its namespace', () => {
    expectTypeOf(formatChainId('eip155', 1)).toEqualTypeOf<ChainId<'eip155'>>();
    expectTypeOf(toChainId('eip155:1')).toEqualTypeOf<ChainId>();
    expectTypeOf<'eip155:1'>().not.toExtend<ChainId>();
    expectTypeOf<ChainId>().toExtend<string>();
  });
});

describe('errors', () => {
  test('carry the context of their code', () => {
    if (isLatchkeyError(thrown, 'wallet/rejected')) {
      expectTypeOf(thrown.code).toEqualTypeOf<'wallet/rejected'>();
      expectTypeOf(thrown.context).toEqualTypeOf<Readonly<{ readonly method: string }>>();
    }
    if (isLatchkeyError(thrown)) expectTypeOf(thrown.code).toEqualTypeOf<ErrorCode>();
    // @ts-expect-error no such code
    isLatchkeyError(thrown, 'wallet/refused');
    // @ts-expect-error the context is missing
    new LatchkeyError('wallet/rejected', {});
    // @ts-expect-error a throw site names the code and the context
    new LatchkeyError('sign-in/declined', {}, { tables: {} });
  });
});

describe('use cases', () => {
  test('are discriminated by status, and an error by its code', () => {
    const states = client.useCases.connectWallet.execute({ namespace: 'eip155', connectorId: 'io.example' });
    states.subscribe((state) => {
      expectTypeOf(state).toEqualTypeOf<ConnectWalletState>();
      if (state.status === 'pending') expectTypeOf(state.step).toEqualTypeOf<'open-wallet'>();
      if (state.status === 'success') expectTypeOf(state.data).toEqualTypeOf<AccountState>();
      if (state.status === 'error' && state.error.code === 'wallet/rejected') expectTypeOf(state.error.context.method).toBeString();
      // @ts-expect-error a result is there only after success
      state.data;
    });
    expectTypeOf(lastOutcome(states)).resolves.toEqualTypeOf<AccountState>();
  });
});

describe('the client', () => {
  test('gives back what the use cases give', () => {
    expectTypeOf(client.connect({ connectorId: 'io.example' })).resolves.toEqualTypeOf<AccountState>();
    expectTypeOf(client.switchNetwork(mainnet)).resolves.toEqualTypeOf<Network>();
    expectTypeOf(client.getProvider<{ readonly request: () => void }>('eip155')).toEqualTypeOf<
      { readonly request: () => void } | undefined
    >();
    expectTypeOf(client.subscribeAccount(() => {})).returns.toBeVoid();
  });

  test('opens a view by its name, and no view that needs data', () => {
    client.open({ view: 'Networks' });
    // @ts-expect-error no such view
    client.open({ view: 'Wallets' });
    // @ts-expect-error needs a connector
    client.open({ view: 'ConnectingExternal' });
  });
});

describe('what a client shows of itself', () => {
  test('are the options to read and to follow: only the client’s own methods change them', () => {
    expectTypeOf<keyof Latchkey['options']>().toEqualTypeOf<'current' | 'options$'>();
    // @ts-expect-error a host changes options with updateOptions
    client.options.update({ debug: true });
    // @ts-expect-error ends with dispose
    client.options.complete();
    // @ts-expect-error the options in use are replaced by nobody
    client.options.current = other.options.current;
    // @ts-expect-error nor is one of them
    client.options.current.debug = true;
    // @ts-expect-error the list of networks is read
    client.options.current.networks.push(client.options.current.networks[0]);
  });

  test('are the events to read, to follow and to report: nobody ends or replaces them', () => {
    expectTypeOf<keyof Latchkey['events']>().toEqualTypeOf<'events$' | 'last' | 'track'>();
    // @ts-expect-error ends with dispose
    client.events.complete();
    // @ts-expect-error the address comes from the connection
    client.events.bindAddress(() => '0x0');
    // @ts-expect-error the last event is what happened
    client.events.last = other.events.last;
    // @ts-expect-error no such event
    client.events.track('MODAL_SHAKEN');
  });

  test('are streams that a host cannot feed', () => {
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

  test('is a connection to read, with nothing to write in it', () => {
    const { watchConnection } = client.useCases;
    expectTypeOf<keyof typeof watchConnection>().toEqualTypeOf<'current' | 'execute'>();
    const state = watchConnection.current();
    // @ts-expect-error changes with switchNetwork and connect
    state.activeNamespace = 'solana';
    // @ts-expect-error changes with connect and disconnect
    state.namespaces.eip155 = undefined;
    // @ts-expect-error a session is the wallet's
    if (state.namespaces.eip155?.session) state.namespaces.eip155.session.chainId = toChainId('eip155:1');
    const account = client.getAccount();
    // @ts-expect-error the wallet says which account it is
    account.address = '0x0';
    // @ts-expect-error and which others there are
    account.allAccounts.push(account.allAccounts[0]);
  });

  test('replaces none of its parts', () => {
    // @ts-expect-error made by createLatchkey
    client.useCases = other.useCases;
    // @ts-expect-error made by createLatchkey
    client.options = other.options;
    // @ts-expect-error a module replaces a use case
    client.useCases.connectWallet = other.useCases.connectWallet;
    // @ts-expect-error resolves once
    client.ready = Promise.resolve();
  });
});

describe('a module', () => {
  test('is checked: what a factory needs and makes has to fit the tokens', () => {
    const greeting = token<string>('Greeting');
    const own = defineModule((wire) => {
      wire(greeting, [], () => 'hello');
      wire(LOGGER, [CLOCK], (clock) => {
        expectTypeOf(clock).toEqualTypeOf<Clock>();
        return {} as Logger;
      });
      // @ts-expect-error asks for one of many
      wire(greeting, [CHAIN], () => 'hello');
      // @ts-expect-error makes a number where the token says text
      wire(greeting, [], () => 1);
      // @ts-expect-error takes a dependency that is not listed
      wire(greeting, [], (clock: Clock) => String(clock));
      // @ts-expect-error takes another type than the token's
      wire(greeting, [CLOCK], (logger: Logger) => String(logger));
    });
    expectTypeOf(own).toExtend<LatchkeyModule>();
  });
});

describe('a token', () => {
  const container = createHostContainer();

  test('types what a container gives', () => {
    expectTypeOf(container.get(CLOCK).now()).toEqualTypeOf<number>();
    expectTypeOf(container.getAll(CHAIN)[0]?.namespace).toEqualTypeOf<Namespace | undefined>();
    expectTypeOf(container.get(USE_CASES.connectWallet)).toEqualTypeOf<UseCases['connectWallet']>();
    expectTypeOf(container.get(USE_CASES.connectWallet).execute).returns.toEqualTypeOf<Observable<ConnectWalletState>>();
    expectTypeOf(container.get(MODAL_STORE)).toEqualTypeOf<Public<ModalStore>>();
  });

  test('types what takes its place: an object with the same public members', () => {
    container.rebind(CLOCK).toConstantValue({} as Clock);
    container.bind(USE_CASES.connectWallet).toConstantValue({ execute: () => EMPTY });
    container.bind(TRANSACTION_TRACKER).toConstantValue({} as Public<TransactionTracker>);
    // @ts-expect-error no clock
    container.bind(CLOCK).toConstantValue({ now: () => 'noon' });
    // @ts-expect-error no use case
    container.bind(USE_CASES.connectWallet).toConstantValue({ execute: () => 1 });
  });

  test('can be injected', () => {
    inject(USE_CASES.connectWallet);
    multiInject(CHAIN);
    // @ts-expect-error no token
    inject(1);
  });
});
