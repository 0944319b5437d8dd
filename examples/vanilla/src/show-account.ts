import { formatBalance } from 'latchkey';
import { latchkey } from './client.js';
import { elements } from './elements.js';

const { disconnect, status, wallet, address, network, balance, sign, signStatus, signature } = elements;

/** Keeps the page up to date. Each subscription emits the current value first, then every change. */
export const showAccount = (): void => {
  let lastAddress: string | undefined;
  latchkey.subscribeAccount((account) => {
    status.textContent = account.status;
    status.dataset['status'] = account.status;
    wallet.textContent = account.connectedWalletInfo?.name ?? '–';
    address.textContent = account.address ?? '–';
    disconnect.hidden = !account.isConnected;
    sign.disabled = !account.isConnected;
    // A signature belongs to the account that created it.
    if (account.address !== lastAddress) signature.textContent = signStatus.textContent = '';
    lastAddress = account.address;
  });
  latchkey.subscribeConnection(() => {
    const { isConnected } = latchkey.getAccount();
    network.textContent = (isConnected && latchkey.getCaipNetwork()?.name) || '–';
  });
  latchkey.useCases.watchBalance.execute().subscribe(({ balance: value, lastRetry }) => {
    if (value !== null) balance.textContent = `${formatBalance(value)} ${value.symbol}`;
    else balance.textContent = lastRetry === null ? '–' : 'unavailable';
  });
};
