import { type ReactElement, useEffect } from 'react';
import { formatBalance } from '../../../domain/money/format-amount.js';
import { AccountRow } from '../../components/account-row.js';
import { ActionButton } from '../../components/action-button.js';
import { canAskForAccounts } from '../../components/can-ask-for-accounts.js';
import { Icon } from '../../components/icon.js';
import { Notice } from '../../components/notice.js';
import { useAccount } from '../../hooks/use-account.js';
import { useAccountBalances } from '../../hooks/use-account-balances.js';
import { useChooseAccounts } from '../../hooks/use-choose-accounts.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useNetwork } from '../../hooks/use-network.js';
import { useRouter } from '../../hooks/use-router.js';
import { useSnackbar } from '../../hooks/use-snackbar.js';
import { useSwitchAccount } from '../../hooks/use-switch-account.js';

/** The accounts that the wallet of the active namespace shares, each with its balance, to use another one; an EVM wallet can be asked for more. */
export const SwitchAddress = (): ReactElement => {
  const m = useMessages();
  const account = useAccount();
  const { allAccounts, addressLabels, preferredAccountType, connectedWalletInfo } = account;
  const { state, switchAccount } = useSwitchAccount();
  const { state: choosing, chooseAccounts } = useChooseAccounts();
  const { state: read, readBalances } = useAccountBalances();
  const caipNetworkId = useNetwork().network?.caipNetworkId;
  const { goBack } = useRouter();
  const { show } = useSnackbar();
  const { isConnected, namespace } = account;
  const addresses = allAccounts.map(({ address }) => address).join();
  useEffect(() => {
    // One account alone has its balance from the account view.
    if (isConnected && caipNetworkId !== undefined && addresses.includes(',')) readBalances({ namespace });
  }, [isConnected, caipNetworkId, addresses, namespace, readBalances]);
  useEffect(() => {
    if (state.status === 'success') goBack();
  }, [state, goBack]);
  useEffect(() => {
    if (choosing.status === 'error') show(choosing.error.code === 'wallet/rejected' ? m.accountsDeclined : m.accountsFailed, 'error');
  }, [choosing, show, m]);

  if (account.address === undefined) return <Notice icon="wallet" title={m.notConnected} hint={m.notConnectedHint} />;
  const { balance: value, balanceSymbol: symbol, balanceDecimals: decimals } = account;
  const isKnown = value !== undefined && symbol !== undefined && decimals !== undefined;
  const balances = read.status === 'success' ? read.data : [];
  const wallet = connectedWalletInfo?.name ?? m.wallet;
  return (
    <div className="stack">
      <ul className="list" aria-label={m.titleSwitchAddress}>
        {allAccounts.map((each, place) => {
          const current = place === 0;
          const balance = current && isKnown ? { value, symbol, decimals } : balances.find(({ address }) => address === each.address);
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
                onClick={() => (current ? goBack() : switchAccount({ namespace: each.namespace, address: each.address, type: each.type }))}
              />
            </li>
          );
        })}
      </ul>
      {preferredAccountType === 'smartAccount' ? <p className="hint">{m.smartAccountHint}</p> : null}
      {canAskForAccounts(account) ? (
        <ActionButton
          focusKey="choose"
          testId="lk-choose-accounts"
          busy={choosing.status === 'pending'}
          onClick={() => chooseAccounts({ namespace: account.namespace })}
        >
          {choosing.status === 'pending' ? m.openWallet(wallet) : m.chooseAccountsIn(wallet)}
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
