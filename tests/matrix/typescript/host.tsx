/** A host app as a user would write it: the public types have to hold under every TypeScript of the matrix. */
import { createLatchkey, defineModule, isLatchkeyError, type Latchkey, LOGGER, type Logger } from 'latchkey';
import { type Eip1193Provider, eip155, mainnet, polygon } from 'latchkey/eip155';
import { ConnectButton, LatchkeyProvider, useAccount, useConnect, useSendTransaction, useSignMessage } from 'latchkey/react';

class ConsoleLogger implements Pick<Logger, 'error'> {
  readonly errors: unknown[] = [];
  error(message: string, detail?: unknown): void {
    this.errors.push([message, detail]);
  }
}

const quiet = (logger: Logger) => defineModule((wire) => wire(LOGGER, [], () => logger));

export const makeClient = (logger: Logger): Latchkey =>
  createLatchkey({
    networks: [mainnet, polygon],
    modules: [eip155(), quiet(logger)],
    themeMode: 'light',
    onEvent: (event) => new ConsoleLogger().error(event.event),
  });

// @ts-expect-error networks are required
createLatchkey({});

export const connectAndSign = async (client: Latchkey): Promise<string | null> => {
  try {
    const { address } = await client.connect({ namespace: 'eip155', connectorId: 'io.example' });
    const provider = client.getProvider<Eip1193Provider>('eip155');
    if (provider === undefined || address === undefined) return null;
    return String(await provider.request({ method: 'personal_sign', params: ['0x00', address] }));
  } catch (error) {
    if (isLatchkeyError(error, 'wallet/rejected')) return error.context.method;
    throw error;
  }
};

const Wallet = () => {
  const { isConnected, address } = useAccount();
  const { status, connect } = useConnect();
  const { sendTransaction } = useSendTransaction();
  const { signMessage } = useSignMessage();
  if (!isConnected)
    return (
      <button type="button" onClick={() => connect({ namespace: 'eip155', connectorId: 'io.example' })}>
        {status}
      </button>
    );
  return (
    <>
      <button type="button" onClick={() => signMessage({ message: 'hello' })}>
        {address}
      </button>
      <button type="button" onClick={() => sendTransaction({ to: '0x0000000000000000000000000000000000000000', value: 1n })}>
        send
      </button>
    </>
  );
};

export const App = ({ client }: { readonly client: Latchkey }) => (
  <LatchkeyProvider client={client}>
    <ConnectButton id="connect" />
    <Wallet />
  </LatchkeyProvider>
);
