import { AccountButton, ConnectButton, NetworkButton, useAccount, useConnectionStatus, useTheme } from 'latchkey/react';
import { lazy, type ReactElement, Suspense, useEffect, useState } from 'react';
import { sandbox } from './sandbox.js';
import { showTheme } from './theme.js';
import { Panel } from './ui/panel.js';

// Nothing of this is of use before somebody is connected, so it is loaded with the first account.
const Account = lazy<typeof import('./account.js').Account>(() =>
  import('./account.js').then(
    ({ Account }) => ({ default: Account }),
    // A page that was open while its site was built anew asks for a file that is gone.
    () => ({ default: () => <p className="empty">This part did not load. Reload the page.</p> }),
  ),
);

/** The demo page. */
export const App = (): ReactElement => (
  <>
    <Header />
    <main>
      <Hero />
      <div className="grid">
        <Action title="Sign a message" hint="Proves that you hold the key. Costs nothing." testId="demo-message-panel">
          <Account part="message" />
        </Action>
        <Action title="Sign typed data" hint="The same for structured data: your wallet shows each field." testId="demo-typed-data-panel">
          <Account part="typedData" />
        </Action>
        <Action title="Balances" hint="The coin, and the tokens that this page names." testId="demo-balances-panel" wide stays>
          <Account part="balances" />
        </Action>
        <Action title="Send a transaction" hint="Moves coins or tokens on the network in use." testId="demo-send-panel" wide>
          <Account part="send" />
        </Action>
        <Action title="Transactions" hint="What was sent from here, also before a reload." testId="demo-transactions-panel" wide stays>
          <Account part="transactions" />
        </Action>
        <Action title="State" hint="What the hooks say at this moment." testId="demo-state-panel" stays>
          <Account part="state" />
        </Action>
        <Action title="Events" hint="What the page hears through onEvent, newest first." testId="demo-event-panel" stays>
          <Account part="events" />
        </Action>
      </div>
    </main>
  </>
);

const Header = (): ReactElement => {
  const { mode, setMode } = useTheme();
  const other = mode === 'dark' ? 'light' : 'dark';
  useEffect(() => showTheme(mode), [mode]);
  return (
    <header className="bar">
      <p className="brand">
        <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
          <path
            d="M9 8.5a4 4 0 1 1-2.6 7.04A4 4 0 0 1 9 8.5Zm3.7 2.6 7.8-5.6m-2.6 1.9 1.9 2.6m-5 -.4 1.4 1.9"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.8"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
        Latchkey <span>demo</span>
      </p>
      <button type="button" className="quiet" data-testid="demo-theme" onClick={() => setMode(other)}>
        {other === 'light' ? 'Light theme' : 'Dark theme'}
      </button>
    </header>
  );
};

const Hero = (): ReactElement => (
  <section className="hero">
    <h1>Connect a wallet, sign, send.</h1>
    <p>
      Then reload the page: you are still connected.{' '}
      {sandbox === null
        ? 'The page reads its networks through public nodes, so what you send is real.'
        : 'Local chains and a wallet of their own run behind this page, so nothing here is real money.'}
    </p>
    <Connection />
    <Status />
  </section>
);

const Status = (): ReactElement => {
  const { status } = useConnectionStatus();
  return (
    <p className="status" data-status={status}>
      Status: <b data-testid="demo-status">{status}</b>
    </p>
  );
};

/**
 * Who is connected, from the first paint after a reload on: nothing of it waits for the rest of the account. The buttons stay the same
 * elements, so that the focus comes back to them.
 */
const Connection = (): ReactElement => {
  const connected = useConnectionStatus().status === 'connected';
  const { address } = useAccount();
  return (
    <div className="connection">
      {connected || address !== undefined ? <AccountButton id="account" balance={connected} /> : <ConnectButton id="connect" />}
      <NetworkButton id="network" />
      {connected ? (
        <Suspense fallback={null}>
          <Account part="leave" />
        </Suspense>
      ) : null}
    </div>
  );
};

interface ActionProps {
  readonly title: string;
  readonly hint: string;
  readonly testId: string;
  readonly wide?: boolean;
  /** Comes with the first account and stays. */
  readonly stays?: boolean;
  readonly children: ReactElement;
}

const Action = ({ stays = false, children, ...panel }: ActionProps): ReactElement | null => {
  const connected = useConnectionStatus().status === 'connected';
  const [everConnected, setEverConnected] = useState(connected);
  if (connected && !everConnected) setEverConnected(true);
  if (stays && !everConnected) return null;
  const waiting = <p className="empty">Connect a wallet to try it.</p>;
  return <Panel {...panel}>{connected || stays ? <Suspense fallback={waiting}>{children}</Suspense> : waiting}</Panel>;
};
