/** Latchkey without React and the modal: installed wallets only, with a button of the page. */
import { createLatchkey } from 'latchkey';
import { eip155, mainnet, polygon } from 'latchkey/eip155';

const client = createLatchkey({ networks: [mainnet, polygon], modules: [eip155()] });

const button = document.createElement('button');
button.id = 'connect';
button.textContent = 'Connect Wallet';
button.addEventListener('click', async () => {
  const [connector] = client.getConnectors();
  if (connector !== undefined) button.textContent = (await client.connect({ connectorId: connector.id })).address;
});
document.getElementById('root').append(button);
