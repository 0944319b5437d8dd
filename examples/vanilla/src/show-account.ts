import { formatBalance } from 'latchkey';
import { latchkey } from './client.js';
import { elements } from './elements.js';

const { disconnect, status, wallet, address, network, balance, sign, signStatus, signature } = elements;

/** Keeps the page up to date: each subscription calls back with what is true now and with every change. */
export const showAccount = (): void => {
  let shown: string | undefined;
  latchkey.subscribeAccount((account) => {
    status.textContent = account.status;
    status.dataset['status'] = account.status;
    wallet.textContent = account.connectedWalletInfo?.name ?? '–';
    address.textContent = account.address ?? '–';
    disconnect.hidden = !account.isConnected;
    sign.disabled = !account.isConnected;
    // A signature belongs to the account that made it.
    if (account.address !== shown) signature.textContent = signStatus.textContent = '';
    shown = account.address;
  });
  latchkey.subscribeConnection(() => {
    const { isConnected } = latchkey.getAccount();
    network.textContent = (isConnected && latchkey.getCaipNetwork()?.name) || '–';
  });
  latchkey.useCases.watchBalance.execute().subscribe(({ balance: found, lastRetry }) => {
    if (found !== null) balance.textContent = `${formatBalance(found)} ${found.symbol}`;
    else balance.textContent = lastRetry === null ? '–' : 'cannot be read now';
  });
};
