import { type AccountState, createLatchkey, resultFrom, type SentTransaction } from 'latchkey';
import { mountButton } from 'latchkey/dom';
import { eip155, mainnet, polygon } from 'latchkey/eip155';
import { sandboxEndpoints } from 'latchkey/testing';

/** An app that sends batches, and lists what it has sent. The address of its bundler is in the query. */
const bundler = new URLSearchParams(location.search).get('bundler');
const latchkey = createLatchkey({
  networks: [mainnet, polygon],
  modules: [eip155()],
  endpoints: { ...sandboxEndpoints(), ...(bundler === null ? {} : { bundler }) },
});

const buttons = document.getElementById('buttons');
const status = document.querySelector('[data-testid="demo-status"]');
if (buttons === null || status === null) throw new Error('The page has no place for the button and the status');
mountButton(latchkey, buttons, { id: 'connect' });
latchkey.subscribeConnection(() => {
  status.textContent = latchkey.getAccount('eip155').status ?? 'disconnected';
});
// Not awaited here: the chunks of the package import the one of this page.
void latchkey.load('send');

declare global {
  /** What the test calls. */
  interface Window {
    calls: {
      account(): Pick<AccountState, 'address' | 'allAccounts' | 'embeddedWalletInfo'>;
      /** Sends one wei to each address as one batch. */
      sendBatch(recipients: readonly string[]): Promise<string>;
      switchTo(chainId: string): Promise<void>;
      /** What was sent, newest first, and the status of its outcome. */
      sent(): readonly (Pick<SentTransaction, 'kind' | 'hash' | 'isSmartAccount'> & { readonly status: string | undefined })[];
    };
  }
}

const { useCases } = latchkey;
const sender = () => {
  const { caipAddress } = latchkey.getAccount('eip155');
  if (caipAddress === undefined) throw new Error('No wallet is connected');
  return caipAddress;
};

window.calls = {
  account: () => {
    const { address, allAccounts, embeddedWalletInfo } = latchkey.getAccount('eip155');
    return { address, allAccounts, embeddedWalletInfo };
  },
  sendBatch: async (recipients) => {
    const calls = recipients.map((to) => ({ to, value: 1n }));
    const sending = useCases.callWallet.execute({ namespace: 'eip155', call: 'sendCalls', request: { from: sender(), calls } });
    return (await resultFrom(sending)).id;
  },
  switchTo: async (chainId) => {
    const network = [mainnet, polygon].find(({ id }) => chainId === `eip155:${id}`);
    if (network === undefined) throw new Error(`${chainId} is not configured`);
    await latchkey.switchNetwork(network);
  },
  sent: () =>
    useCases.watchTransactions
      .current()
      .map(({ kind, hash, isSmartAccount, outcome }) => ({ kind, hash, isSmartAccount, status: outcome?.status })),
};
