import { type ReactElement, useEffect } from 'react';
import { formatBalance } from '../../../domain/money/format-amount.js';
import { AccountRow } from '../../components/account-row.js';
import { ActionButton } from '../../components/action-button.js';
import { canRequestAccounts } from '../../components/can-request-accounts.js';
import { Icon } from '../../components/icon.js';
import { Notice } from '../../components/notice.js';
import { useAccount } from '../../hooks/use-account.js';
import { useAccountBalances } from '../../hooks/use-account-balances.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useRequestAccounts } from '../../hooks/use-request-accounts.js';
import { useRouter } from '../../hooks/use-router.js';
import { useSetActiveAccount } from '../../hooks/use-set-active-account.js';
import { useSnackbar } from '../../hooks/use-snackbar.js';

/** Accounts that the active namespace's wallet shares, with their balances. EVM wallets can be requested to share more. */
export const SwitchAddress = (): ReactElement => {
  const m = useMessages();
  const account = useAccount();
  const { allAccounts, addressLabels, preferredAccountType, connectedWalletInfo } = account;
  const { status, setActiveAccount } = useSetActiveAccount();
  const { error, isPending: isChoosing, requestAccounts } = useRequestAccounts();
  const { data: balances = [] } = useAccountBalances();
  const { goBack } = useRouter();
  const { show } = useSnackbar();
  useEffect(() => {
    if (status === 'success') goBack();
  }, [status, goBack]);
  const wallet = connectedWalletInfo?.name ?? m.yourWallet;
  useEffect(() => {
    if (error !== null) show(error.code === 'wallet/rejected' ? m.accountsDeclined(wallet) : m.accountsFailed(wallet), 'error');
  }, [error, show, m, wallet]);

  if (account.address === undefined) return <Notice icon="wallet" title={m.notConnected} hint={m.notConnectedHint} />;
  const { balance: value, balanceSymbol: symbol, balanceDecimals: decimals } = account;
  const hasBalance = value !== undefined && symbol !== undefined && decimals !== undefined;
  return (
    <div className="stack">
      <ul className="list" aria-label={m.titleSwitchAddress}>
        {allAccounts.map((each, index) => {
          const current = index === 0;
          const balance = current && hasBalance ? { value, symbol, decimals } : balances.find(({ address }) => address === each.address);
          return (
            <li key={`${each.type} ${each.address}`}>
              <AccountRow
                account={each}
                labels={addressLabels}
                {...(current ? { profile: { image: account.profileImage, name: account.profileName } } : {})}
                detail={
                  balance === undefined ? undefined : (
                    <bdi dir="ltr">
                      {formatBalance(balance, { locale: m.locale })} {balance.symbol}
                    </bdi>
                  )
                }
                current={current}
                disabled={!account.isConnected}
                end={current ? <CurrentMark /> : null}
                onClick={() =>
                  current ? goBack() : setActiveAccount({ namespace: each.namespace, address: each.address, type: each.type })
                }
              />
            </li>
          );
        })}
      </ul>
      {preferredAccountType === 'smartAccount' ? <p className="hint">{m.smartAccountHint}</p> : null}
      {canRequestAccounts(account) ? (
        <ActionButton
          focusKey="choose"
          testId="lk-choose-accounts"
          busy={isChoosing}
          onClick={() => requestAccounts({ namespace: account.namespace })}
        >
          {isChoosing ? m.openWallet(wallet) : m.chooseAccountsIn(wallet)}
        </ActionButton>
      ) : null}
    </div>
  );
};

const CurrentMark = (): ReactElement => (
  <span className="now">
    <Icon name="check" />
  </span>
);
