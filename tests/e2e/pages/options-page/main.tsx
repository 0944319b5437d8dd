import { createLatchkey, type LatchkeyOptions, type PlainViewName } from 'latchkey';
import { eip155, mainnet, polygon } from 'latchkey/eip155';
import { AccountButton, ConnectButton, LatchkeyProvider, mountModal, NetworkButton, useAccount, useNetwork } from 'latchkey/react';
import { walletconnect } from 'latchkey/walletconnect';
import { type ReactElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

/**
 * A host page that takes its options from the query string: `options` is their JSON, `view` the view that one of the buttons opens,
 * and with `reach` wallets elsewhere are composed too. The sandbox that serves the page tells it where the nodes and services are.
 */
const query = new URLSearchParams(location.search);
// The test wrote it; `createLatchkey` checks it as it checks every host's.
const options = JSON.parse(query.get('options') ?? '{}') as Partial<LatchkeyOptions>;
// As above.
const view = query.get('view') as PlainViewName | null;

const meta = document.querySelector<HTMLMetaElement>('meta[name="latchkey-sandbox"]')?.content;
// The sandbox wrote it.
const { rpc, relay, walletDirectory, images } = JSON.parse(meta ?? '{"rpc":{}}') as { readonly rpc: Readonly<Record<string, string>> } & {
  readonly [Service in 'relay' | 'walletDirectory' | 'images']: string;
};
const reaches = query.has('reach');

const latchkey = createLatchkey({
  networks: [mainnet, polygon],
  modules: reaches ? [eip155(), walletconnect()] : [eip155()],
  ...(reaches ? { endpoints: { relay, walletDirectory, images } } : {}),
  customRpcUrls: Object.fromEntries(Object.entries(rpc).map(([chainId, url]) => [chainId, [{ url }]])),
  ...options,
});

// The modal follows the system, as on many a host's page.
matchMedia('(prefers-color-scheme: light)').addEventListener('change', ({ matches }) => latchkey.setThemeMode(matches ? 'light' : 'dark'));

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
          Open the view
        </button>
      )}
      <button type="button" id="say" onClick={() => latchkey.showSuccessMessage('Something went well')}>
        Say something
      </button>
      <button type="button" id="stray" onClick={() => void latchkey.switchNetwork('eip155:424242').catch(() => undefined)}>
        Go to a network that is not configured
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
