import type { AccountState, Latchkey, LatchkeyError } from 'latchkey';
import { ConnectButton, LatchkeyProvider, useAccount, useConnect, useLatchkey, useSwitchNetwork } from 'latchkey/react';
import { describe, expectTypeOf, test } from 'vitest';

declare const client: Latchkey;

describe('hooks', () => {
  test('have the states of their use case, and idle before the first run', () => {
    const { status, error, connect, connectAsync, cancel, reset } = useConnect();
    expectTypeOf(status).toEqualTypeOf<'idle' | 'pending' | 'success' | 'error'>();
    if (status === 'error') expectTypeOf(error).toExtend<LatchkeyError>();
    expectTypeOf(connect).parameters.toExtend<[{ readonly namespace: string; readonly connectorId: string }]>();
    expectTypeOf(connectAsync).returns.resolves.toEqualTypeOf<AccountState>();
    expectTypeOf(cancel).returns.toBeVoid();
    expectTypeOf(reset).returns.toBeVoid();
    // @ts-expect-error the connector is missing
    connect({ namespace: 'eip155' });
    // @ts-expect-error unknown namespace
    connect({ namespace: 'evm', connectorId: 'io.example' });
  });

  test('read the client, the account and the networks', () => {
    expectTypeOf(useLatchkey()).toEqualTypeOf<Latchkey>();
    expectTypeOf(useAccount()).toExtend<AccountState>();
    expectTypeOf(useAccount({ namespace: 'solana' }).address).toEqualTypeOf<string | undefined>();
    expectTypeOf(useSwitchNetwork().switchNetwork).toBeFunction();
  });
});

describe('components', () => {
  test('take button attributes, and the provider needs a client', () => {
    <LatchkeyProvider client={client}>
      <ConnectButton id="connect" />
    </LatchkeyProvider>;
    // @ts-expect-error the client is missing
    <LatchkeyProvider />;
    // @ts-expect-error an id is a string
    <ConnectButton id={1} />;
  });
});
