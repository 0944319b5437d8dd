import { AccountButton, ConnectButton, NetworkButton, useAccount, useConnectionStatus, useTheme } from 'latchkey/react';
import { lazy, type ReactElement, Suspense, useEffect, useState } from 'react';
import { sandbox } from './sandbox.js';
import { signInMode } from './sign-in-mode.js';
import { showTheme, storeTheme, systemTheme } from './theme.js';
import { Panel } from './ui/panel.js';

// Needed only after connecting, so it is loaded with the first account.
const Account = lazy<typeof import('./account.js').Account>(() =>
  import('./account.js').then(
    ({ Account }) => ({ default: Account }),
    // After a redeploy, a page that is still open requests chunks that no longer exist.
    () => ({ default: () => <p className="empty">Could not load this section. Reload the page.</p> }),
  ),
);

/** The demo page. */
export const App = (): ReactElement => (
  <>
    <Header />
    <main>
      <Hero />
      <div className="grid">
        {signInMode !== null && (
          <Action title="Sign-in" hint="The server knows your account, by a cookie." testId="demo-sign-in-panel" wide>
            <Account section="signIn" />
          </Action>
        )}
        <Action title="Sign a message" hint="Proves that you own the account. Free." testId="demo-message-panel">
          <Account section="message" />
        </Action>
        <Action title="Sign typed data" hint="Structured data: your wallet shows each field." testId="demo-typed-data-panel">
          <Account section="typedData" />
        </Action>
        <Action title="Balances" hint="Native currency and configured tokens." testId="demo-balances-panel" wide stays>
          <Account section="balances" />
        </Action>
        <Action title="Send a transaction" hint="Sends native currency or tokens on the current network." testId="demo-send-panel" wide>
          <Account section="send" />
        </Action>
        <Action title="Look up a name" hint="The address that a name belongs to." testId="demo-names-panel" wide>
          <Account section="names" />
        </Action>
        {sandbox?.bundler !== undefined && (
          <Action
            title="Smart account"
            hint="The embedded wallet's second account: several calls in one transaction."
            testId="demo-smart-account-panel"
            wide
          >
            <Account section="smartAccount" />
          </Action>
        )}
        <Action
          title="Transactions"
          hint="Sent from this page: pending ones, and those of the last five minutes, also after a reload."
          testId="demo-transactions-panel"
          wide
          stays
        >
          <Account section="transactions" />
        </Action>
        <Action title="State" hint="Current values of the hooks." testId="demo-state-panel" stays>
          <Account section="state" />
        </Action>
        <Action title="Events" hint="Analytics events from onEvent, newest first." testId="demo-event-panel" stays>
          <Account section="events" />
        </Action>
      </div>
    </main>
  </>
);

const Header = (): ReactElement => {
  const { mode, setMode } = useTheme();
  const shown = mode === 'auto' ? systemTheme() : mode;
  const other = shown === 'dark' ? 'light' : 'dark';
  useEffect(() => showTheme(shown), [shown]);
  const toggle = (): void => {
    storeTheme(other);
    setMode(other);
  };
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
      <button type="button" className="quiet" data-testid="demo-theme" onClick={toggle}>
        {other === 'light' ? 'Light theme' : 'Dark theme'}
      </button>
    </header>
  );
};

const Hero = (): ReactElement => (
  <section className="hero">
    <h1>Connect a wallet, sign, send.</h1>
    <p>
      {sandbox === null
        ? 'This page uses public networks: transactions are real.'
        : 'This page uses local chains and a sandbox wallet: no real money.'}
    </p>
    <Connection />
    <Status />
    <NextStep />
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

/** One line with what to try next. */
const NextStep = (): ReactElement => {
  const connected = useConnectionStatus().status === 'connected';
  return (
    <p className="next" data-testid="demo-next">
      <b>Next:</b> {connected ? <TryAccount /> : <WaysToConnect />}
    </p>
  );
};

const TryAccount = (): ReactElement => (
  <>sign a message{sandbox !== null && ', get some test coins'} and send some, then reload the page: you stay connected.</>
);

const WaysToConnect = (): ReactElement => (
  <>
    connect {sandbox === null ? 'a wallet' : 'the Sandbox Wallet'}
    {sandbox?.mail !== undefined && (
      <>
        , or log in with any email address: the codes are in{' '}
        <a href={sandbox.mail} target="_blank" rel="noopener noreferrer" data-testid="demo-inbox">
          this inbox
        </a>
      </>
    )}
    .
    {sandbox !== null && signInMode === null && (
      <>
        {' '}
        You can also <a href="?sign-in=optional">try it with sign-in</a>.
      </>
    )}
  </>
);

/**
 * Connect, account and network buttons. Rendered outside the lazy chunk, so a restored connection shows on first paint. The buttons keep
 * their identity so that focus returns to them.
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
          <Account section="disconnect" />
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
  /** Rendered only after the first connection, then kept while disconnected. */
  readonly stays?: boolean;
  readonly children: ReactElement;
}

const Action = ({ stays = false, children, ...panel }: ActionProps): ReactElement | null => {
  const connected = useConnectionStatus().status === 'connected';
  const [everConnected, setEverConnected] = useState(connected);
  if (connected && !everConnected) setEverConnected(true);
  if (stays && !everConnected) return null;
  const fallback = <p className="empty">Connect a wallet to try it.</p>;
  return <Panel {...panel}>{connected || stays ? <Suspense fallback={fallback}>{children}</Suspense> : fallback}</Panel>;
};
