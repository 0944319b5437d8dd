import {
  type AccountState,
  type ChainId,
  CLOCK,
  type Clock,
  type ConnectWalletState,
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
  type Network,
  toChainId,
  token,
} from 'latchkey';
import { eip155, mainnet } from 'latchkey/eip155';
import { describe, expectTypeOf, test } from 'vitest';

declare const client: Latchkey;
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
    // @ts-expect-error the tables that come with the feature's code are missing
    new LatchkeyError('sign-in/declined', {});
  });
});

describe('use cases', () => {
  test('are discriminated by status, and an error by its code', () => {
    const states = client.useCases.connectWallet.execute({ namespace: 'eip155', connectorId: 'io.example' });
    states.subscribe((state) => {
      expectTypeOf(state).toEqualTypeOf<ConnectWalletState>();
      if (state.status === 'pending') expectTypeOf(state.step).toEqualTypeOf<'open-wallet'>();
      if (state.status === 'success') expectTypeOf(state.result).toEqualTypeOf<AccountState>();
      if (state.status === 'error' && state.error.code === 'wallet/rejected') expectTypeOf(state.error.context.method).toBeString();
      // @ts-expect-error a result is there only after success
      state.result;
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

describe('a module', () => {
  test('is checked: what a factory needs and makes has to fit the tokens', () => {
    const greeting = token<string>('Greeting');
    const own = defineModule((wire) => {
      wire(greeting, [], () => 'hello');
      wire(LOGGER, [CLOCK], (clock) => {
        expectTypeOf(clock).toEqualTypeOf<Clock>();
        return {} as Logger;
      });
      // @ts-expect-error makes a number where the token says text
      wire(greeting, [], () => 1);
      // @ts-expect-error takes a dependency that is not listed
      wire(greeting, [], (clock: Clock) => String(clock));
      // @ts-expect-error takes another type than the token's
      wire(greeting, [CLOCK], (logger: Logger) => String(logger));
    });
    expectTypeOf(own).toEqualTypeOf<LatchkeyModule>();
  });
});
