import { latchkey } from './client.js';
import { elements } from './elements.js';
import { showAccount } from './show-account.js';
import { loadModal } from './stock-modal.js';
import './style.css';

const { connect, disconnect, trouble, signForm, message, sign, signStatus, signature } = elements;

showAccount();

// The modal is fetched when somebody heads for the button, and at the latest when something opens it: the wallet may have
// moved to a network that this page does not support.
for (const hint of ['pointerenter', 'focus']) connect.addEventListener(hint, () => void loadModal().catch(() => undefined));
latchkey.subscribeState(({ open }) => {
  if (!open) return;
  trouble.textContent = '';
  loadModal().catch(() => {
    trouble.textContent = 'The dialog could not be loaded. Check your connection and try again.';
    void latchkey.close();
  });
});
connect.addEventListener('click', () => void latchkey.open());

disconnect.addEventListener('click', () => {
  latchkey.useCases.disconnectWallet.execute({}).subscribe((state) => {
    disconnect.disabled = state.status === 'pending';
    trouble.textContent = state.status === 'error' ? state.error.message : '';
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
      signature.textContent = state.result;
    }
  });
});
