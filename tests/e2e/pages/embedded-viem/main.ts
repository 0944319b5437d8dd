import { createLatchkey } from 'latchkey';
import { mountButton } from 'latchkey/dom';
import { eip155, mainnet } from 'latchkey/eip155';
import { sandboxEndpoints } from 'latchkey/testing';
import { type Address, createWalletClient, custom, type EIP1193Provider, type WalletClient } from 'viem';
import * as chains from 'viem/chains';

/** An app that uses the connected wallet through viem only. */
const latchkey = createLatchkey({ networks: [mainnet], modules: [eip155()], endpoints: sandboxEndpoints() });

const buttons = document.getElementById('buttons');
const status = document.querySelector('[data-testid="demo-status"]');
if (buttons === null || status === null) throw new Error('The page has no place for the button and the status');
mountButton(latchkey, buttons, { id: 'connect' });
latchkey.subscribeConnection(() => {
  status.textContent = latchkey.getAccount('eip155').status ?? 'disconnected';
});

declare global {
  /** What the test calls. */
  interface Window {
    walletClient(): { readonly client: WalletClient; readonly account: Address };
  }
}

window.walletClient = () => {
  const provider = latchkey.getProvider<EIP1193Provider>('eip155');
  const { address } = latchkey.getAccount('eip155');
  if (provider === undefined || address === undefined) throw new Error('No wallet is connected');
  // An EVM address.
  const account = address as Address;
  return { client: createWalletClient({ account, chain: chains.mainnet, transport: custom(provider) }), account };
};
