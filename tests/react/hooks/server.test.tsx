import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { useAccount } from '../../../presentation/hooks/use-account.js';
import { useAlert } from '../../../presentation/hooks/use-alert.js';
import { useBalance } from '../../../presentation/hooks/use-balance.js';
import { useConnect } from '../../../presentation/hooks/use-connect.js';
import { useConnectionStatus } from '../../../presentation/hooks/use-connection-status.js';
import { useConnectors } from '../../../presentation/hooks/use-connectors.js';
import { useEventLog } from '../../../presentation/hooks/use-event-log.js';
import { useFeaturedWallets } from '../../../presentation/hooks/use-featured-wallets.js';
import { useModal } from '../../../presentation/hooks/use-modal.js';
import { useNetwork } from '../../../presentation/hooks/use-network.js';
import { useOnline } from '../../../presentation/hooks/use-online.js';
import { useOptions } from '../../../presentation/hooks/use-options.js';
import { useRecentWallets } from '../../../presentation/hooks/use-recent-wallets.js';
import { useRecommendedWallets } from '../../../presentation/hooks/use-recommended-wallets.js';
import { useRouter } from '../../../presentation/hooks/use-router.js';
import { useSendTransaction } from '../../../presentation/hooks/use-send-transaction.js';
import { useSnackbar } from '../../../presentation/hooks/use-snackbar.js';
import { useTheme } from '../../../presentation/hooks/use-theme.js';
import { useWallet } from '../../../presentation/hooks/use-wallet.js';
import { useWalletImage } from '../../../presentation/hooks/use-wallet-image.js';
import { useWalletSearch } from '../../../presentation/hooks/use-wallet-search.js';
import { useWallets } from '../../../presentation/hooks/use-wallets.js';
import { LatchkeyProvider } from '../../../presentation/provider/latchkey-provider.js';
import { ADDRESS, connectedClient } from './support/connected.js';
import { fakeClient } from './support/fake-client.js';

/** Renders the values of all hooks as JSON. */
const Everything = (): ReactElement => {
  const { view } = useRouter();
  const values = {
    connection: useConnectionStatus(),
    account: useAccount(),
    network: useNetwork(),
    wallets: useConnectors(),
    balance: useBalance(),
    modal: useModal(),
    view,
    snackbar: useSnackbar().snackbar,
    alert: useAlert().alert,
    online: useOnline(),
    theme: useTheme(),
    log: useEventLog(),
    options: useOptions().features,
    connecting: useConnect(),
    sending: useSendTransaction(),
    directory: useWallets(),
    featured: useFeaturedWallets(),
    recommended: useRecommendedWallets(),
    found: useWalletSearch({ search: 'meta' }),
    wallet: useWallet('a'),
    image: useWalletImage({ imageId: 'a' }) ?? null,
    recent: useRecentWallets(),
  };
  return <pre>{JSON.stringify(values, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))}</pre>;
};

const serverText = (client: Parameters<typeof LatchkeyProvider>[0]['client']): unknown => {
  const html = renderToString(
    <LatchkeyProvider client={client}>
      <Everything />
    </LatchkeyProvider>,
  );
  return JSON.parse(
    html
      .replace(/<\/?pre>/g, '')
      .replaceAll('&quot;', '"')
      .replaceAll('&#x27;', "'")
      .replaceAll('&amp;', '&'),
  );
};

describe('on a server', () => {
  it('there is no DOM', () => {
    expect(typeof window).toBe('undefined');
    expect(typeof document).toBe('undefined');
  });

  it('nothing is connected, open or running', () => {
    const { client, directory } = fakeClient();
    expect(serverText(client)).toMatchObject({
      connection: { status: 'disconnected', initialized: false, activeNamespace: 'eip155', connectedNamespaces: [] },
      account: { status: 'disconnected', isConnected: false },
      network: { isUnsupported: false, networks: [{ name: 'Ethereum' }, { name: 'Polygon' }] },
      wallets: [],
      balance: { status: 'pending', isFetching: false, error: null },
      modal: { isOpen: false, loading: false, canClose: true },
      view: { name: 'Connect' },
      snackbar: { open: false },
      alert: { open: false },
      online: true,
      theme: { mode: 'dark' },
      connecting: { status: 'idle' },
      sending: { status: 'idle' },
      directory: { wallets: [], pending: true, error: null },
      featured: { wallets: [], pending: true },
      recommended: { wallets: [], pending: true },
      found: { wallets: [], pending: true, isSearching: true, search: null },
      wallet: { status: 'pending', isFetching: false },
      image: null,
      recent: [],
    });
    expect([directory.queries, directory.pictureKeys]).toEqual([[], []]);
  });

  it('renders the app’s theme, and no events', () => {
    const { client } = fakeClient();
    client.setThemeMode('light');
    client.chooseThemeMode('auto');
    expect(serverText(client)).toMatchObject({ theme: { mode: 'light' }, log: { entries: [], text: '' } });
  });

  it('renders a connected client as disconnected, so that the HTML is the same for all users', async () => {
    const { client, chain, clock } = await connectedClient();
    await client.open();
    expect(JSON.stringify(serverText(client))).not.toContain(ADDRESS);
    expect(serverText(client)).toMatchObject({ connection: { status: 'disconnected' }, modal: { isOpen: false } });
    await clock.run(0);
    expect(chain.readCalls).toEqual([]);
  });
});
