import type { ReactElement } from 'react';
import type { AccountState } from '../../../domain/connection/connection-state.js';
import { sharesSession } from '../../../domain/connection/shared-session.js';
import { AccountRow } from '../../components/account-row.js';
import { CopyLabel, CopyStatus } from '../../components/copy-label.js';
import { IconButton } from '../../components/icon-button.js';
import { Notice } from '../../components/notice.js';
import { Picture } from '../../components/picture.js';
import { useCopyWithFeedback } from '../../components/use-copy-with-feedback.js';
import { useModalDisconnect } from '../../components/use-modal-disconnect.js';
import { useWalletIcon } from '../../components/use-wallet-icon.js';
import { useAccounts } from '../../hooks/use-accounts.js';
import { useConnectionStatus } from '../../hooks/use-connection-status.js';
import { useMessages } from '../../hooks/use-messages.js';

/** All accounts of all connected namespaces: the ones in use, the others, and a disconnect button per namespace. */
export const Profile = (): ReactElement => {
  const m = useMessages();
  const accounts = useAccounts();
  const { activeNamespace } = useConnectionStatus();
  if (accounts.length === 0) return <Notice icon="wallet" title={m.notConnected} hint={m.notConnectedHint} />;
  return (
    <div className="stack">
      {accounts.map((account) => (
        <section key={account.namespace} className="group" aria-labelledby={`lk-group-${account.namespace}`}>
          <GroupHead account={account} others={accounts} active={account.namespace === activeNamespace && accounts.length > 1} />
          <ul className="list" aria-label={m.accountsOf(m.chainName(account.namespace))}>
            {account.allAccounts.map((each, index) => (
              <li key={`${each.type} ${each.address}`}>
                <ProfileRow account={account} index={index} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {accounts.some(({ allAccounts }) => allAccounts.length > 1) ? <p className="hint">{m.notSelectedHint}</p> : null}
    </div>
  );
};

interface ProfileRowProps {
  readonly account: AccountState;
  /** Position in the wallet's accounts; the first is in use. */
  readonly index: number;
}

/** An account; a click copies its address. */
const ProfileRow = ({ account, index }: ProfileRowProps): ReactElement | null => {
  const m = useMessages();
  const { copied, copy } = useCopyWithFeedback();
  const record = account.allAccounts[index];
  if (record === undefined) return null;
  const isUsed = index === 0;
  return (
    <>
      <AccountRow
        account={record}
        labels={account.addressLabels}
        {...(isUsed ? { profile: { image: account.profileImage, name: account.profileName } } : {})}
        current={isUsed}
        end={
          <span className="ends">
            <span className="sr">{m.copyAddress}</span>
            <CopyLabel copied={copied}>
              <span className={isUsed ? 'tag used' : 'tag'}>{isUsed ? m.inUse : m.notSelected}</span>
            </CopyLabel>
          </span>
        }
        onClick={() => copy(record.address)}
      />
      <CopyStatus copied={copied} message={m.addressCopied} />
    </>
  );
};

interface GroupHeadProps {
  readonly account: AccountState;
  readonly others: readonly AccountState[];
  readonly active: boolean;
}

/** Header of a namespace: its wallet, and a button that also disconnects the namespaces of the same session. */
const GroupHead = ({ account: { namespace, connectorId, connectedWalletInfo }, others, active }: GroupHeadProps): ReactElement => {
  const m = useMessages();
  const disconnect = useModalDisconnect();
  const disconnectedTogether = others
    .filter((each) => each.namespace === namespace || (sharesSession(connectorId) && each.connectorId === connectorId))
    .map((each) => m.chainName(each.namespace));
  const names = new Intl.ListFormat(m.locale).format(disconnectedTogether);
  const wallet = connectedWalletInfo?.name ?? m.wallet;
  const picture = useWalletIcon({ namespace, connectorId, icon: connectedWalletInfo?.icon });
  return (
    <div className="grouphead">
      <Picture src={picture} name={wallet} size={28} />
      <h2 id={`lk-group-${namespace}`}>
        {m.chainName(namespace)}
        <small>
          <bdi className="item">{wallet}</bdi>
          {active ? <span className="item">{m.activeChain}</span> : null}
        </small>
      </h2>
      <IconButton
        icon="logOut"
        label={m.disconnectFrom(names)}
        focusKey={`disconnect ${namespace}`}
        testId={`lk-disconnect-${namespace}`}
        onClick={() => disconnect(namespace)}
      />
    </div>
  );
};
