import { useAccount, useDisconnect } from 'latchkey/react';
import type { ReactElement } from 'react';
import { SendTransaction } from './actions/send-transaction.js';
import { SignMessage } from './actions/sign-message.js';
import { SignTypedData } from './actions/sign-typed-data.js';
import { Balances } from './panels/balances.js';
import { Events } from './panels/events.js';
import { State } from './panels/state.js';
import { Transactions } from './panels/transactions.js';

const Leave = (): ReactElement => {
  const { isPending, disconnect } = useDisconnect();
  return (
    <button type="button" className="quiet" data-testid="demo-disconnect" disabled={isPending} onClick={() => disconnect()}>
      Disconnect
    </button>
  );
};

/** A form that begins anew when another chain family becomes the active one. */
const Send = (): ReactElement => {
  const { namespace } = useAccount();
  return <SendTransaction key={namespace} />;
};

const PARTS = {
  leave: Leave,
  message: SignMessage,
  typedData: SignTypedData,
  balances: Balances,
  send: Send,
  transactions: Transactions,
  state: State,
  events: Events,
};

/** What is of no use before somebody is connected, in one chunk that comes with the first account. */
export const Account = ({ part }: { readonly part: keyof typeof PARTS }): ReactElement => {
  const Part = PARTS[part];
  return <Part />;
};
