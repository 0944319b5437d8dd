import { createLatchkey, type LatchkeyOptions, type PlainViewName } from 'latchkey';
import { eip155, mainnet, polygon } from 'latchkey/eip155';
import { AccountButton, ConnectButton, LatchkeyProvider, mountModal, NetworkButton, useAccount, useNetwork } from 'latchkey/react';
import { walletconnect } from 'latchkey/walletconnect';
import { type ReactElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

/**
 * An app that takes its options from the query string: `options` as JSON, `view` for the view that a button opens, and `reach` to add
 * WalletConnect. The sandbox that serves the page provides the endpoints.
 */
const query = new URLSearchParams(location.search);
// Written by the test. `createLatchkey` validates it.
const options = JSON.parse(query.get('options') ?? '{}') as Partial<LatchkeyOptions>;
// Written by the test.
const view = query.get('view') as PlainViewName | null;

const meta = document.querySelector<HTMLMetaElement>('meta[name="latchkey-sandbox"]')?.content;
// Written by the sandbox.
const { rpc, relay, walletDirectory, images } = JSON.parse(meta ?? '{"rpc":{}}') as { readonly rpc: Readonly<Record<string, string>> } & {
  readonly [Service in 'relay' | 'walletDirectory' | 'images']: string;
};
const hasRemoteWallets = query.has('reach');

const latchkey = createLatchkey({
  networks: [mainnet, polygon],
  modules: hasRemoteWallets ? [eip155(), walletconnect()] : [eip155()],
  ...(hasRemoteWallets ? { endpoints: { relay, walletDirectory, images } } : {}),
  customRpcUrls: Object.fromEntries(Object.entries(rpc).map(([chainId, url]) => [chainId, [{ url }]])),
  ...options,
});

const Page = (): ReactElement => {
  const { status, address } = useAccount();
  const { network, isUnsupported } = useNetwork();
  return (
    <main>
      <h1>Options page</h1>
      {status === 'connected' ? <AccountButton id="account" /> : <ConnectButton id="connect" />}
      <NetworkButton id="network" />
      {view === null ? null : (
        <button type="button" id="open-view" onClick={() => void latchkey.open({ view })}>
          Open view
        </button>
      )}
      <button type="button" id="say" onClick={() => latchkey.showSuccessMessage('Something went well')}>
        Show message
      </button>
      <button type="button" id="stray" onClick={() => void latchkey.switchNetwork('eip155:424242').catch(() => undefined)}>
        Switch to an unconfigured network
      </button>
      <p>
        <span data-testid="demo-status">{status}</span> <span data-testid="demo-address">{address}</span>{' '}
        <span data-testid="demo-network">{network?.name}</span> <span data-testid="demo-supported">{isUnsupported ? 'no' : 'yes'}</span>
      </p>
    </main>
  );
};

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element with the id "root"');
createRoot(root).render(
  <StrictMode>
    <LatchkeyProvider client={latchkey} modal={options.enableEmbedded !== true}>
      <Page />
    </LatchkeyProvider>
  </StrictMode>,
);
if (options.enableEmbedded === true) {
  const place = document.createElement('div');
  place.id = 'place';
  root.after(place);
  void mountModal(latchkey, { container: place });
}
