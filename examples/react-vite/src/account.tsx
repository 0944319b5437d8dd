import { useAccount, useDisconnect } from 'latchkey/react';
import type { ReactElement } from 'react';
import { SendTransaction } from './actions/send-transaction.js';
import { SignMessage } from './actions/sign-message.js';
import { SignTypedData } from './actions/sign-typed-data.js';
import { Balances } from './panels/balances.js';
import { Events } from './panels/events.js';
import { Names } from './panels/names.js';
import { SignIn } from './panels/sign-in.js';
import { SmartAccount } from './panels/smart-account.js';
import { State } from './panels/state.js';
import { Transactions } from './panels/transactions.js';

const DisconnectButton = (): ReactElement => {
  const { isPending, disconnect } = useDisconnect();
  return (
    <button type="button" className="quiet" data-testid="demo-disconnect" disabled={isPending} onClick={() => disconnect()}>
      Disconnect
    </button>
  );
};

/** Remounts the form when the active namespace changes. */
const Send = (): ReactElement => {
  const { namespace } = useAccount();
  return <SendTransaction key={namespace} />;
};

const SECTIONS = {
  disconnect: DisconnectButton,
  message: SignMessage,
  typedData: SignTypedData,
  balances: Balances,
  send: Send,
  names: Names,
  signIn: SignIn,
  smartAccount: SmartAccount,
  transactions: Transactions,
  state: State,
  events: Events,
};

/** Everything that needs a connected account, in one lazy chunk. */
export const Account = ({ section }: { readonly section: keyof typeof SECTIONS }): ReactElement => {
  const Section = SECTIONS[section];
  return <Section />;
};
