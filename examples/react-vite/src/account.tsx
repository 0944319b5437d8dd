import { AccountButton, NetworkButton, useDisconnectWallet } from 'latchkey/react';
import type { ReactElement } from 'react';
import { SendTransaction } from './actions/send-transaction.js';
import { SignMessage } from './actions/sign-message.js';
import { SignTypedData } from './actions/sign-typed-data.js';
import { Events } from './panels/events.js';
import { State } from './panels/state.js';

const Buttons = (): ReactElement => {
  const { state, disconnect } = useDisconnectWallet();
  return (
    <>
      <AccountButton id="account" balance />
      <NetworkButton id="network" />
      <button
        type="button"
        className="quiet"
        data-testid="demo-disconnect"
        disabled={state.status === 'pending'}
        onClick={() => disconnect()}
      >
        Disconnect
      </button>
    </>
  );
};

const PARTS = { buttons: Buttons, message: SignMessage, typedData: SignTypedData, send: SendTransaction, state: State, events: Events };

/** What is of no use before somebody is connected, in one chunk that comes with the first account. */
export const Account = ({ part }: { readonly part: keyof typeof PARTS }): ReactElement => {
  const Part = PARTS[part];
  return <Part />;
};
