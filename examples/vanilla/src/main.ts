import { mountButton } from 'latchkey/dom';
import { latchkey } from './client.js';
import { elements } from './elements.js';
import { showAccount } from './show-account.js';
import './style.css';

const { buttons, disconnect, error, signForm, message, sign, signStatus, signature } = elements;

showAccount();

// `mountButton` also loads the modal: while the page is idle, or at the latest when something opens it, such as a wallet that
// switches to an unsupported network.
mountButton(latchkey, buttons, { id: 'connect', balance: true });
mountButton(latchkey, buttons, { id: 'networks', kind: 'network' });

disconnect.addEventListener('click', () => {
  latchkey.useCases.disconnectWallet.execute({}).subscribe((state) => {
    disconnect.disabled = state.status === 'pending';
    error.textContent = state.status === 'error' ? state.error.message : '';
  });
});

signForm.addEventListener('submit', (event) => {
  event.preventDefault();
  signature.textContent = '';
  latchkey.useCases.signMessage.execute({ message: message.value }).subscribe((state) => {
    sign.disabled = state.status === 'pending' || !latchkey.getAccount().isConnected;
    if (state.status === 'pending') signStatus.textContent = 'Approve in your wallet…';
    if (state.status === 'error') signStatus.textContent = `${state.error.message} (${state.error.code})`;
    if (state.status === 'success') {
      signStatus.textContent = 'Signed.';
      signature.textContent = state.data;
    }
  });
});
