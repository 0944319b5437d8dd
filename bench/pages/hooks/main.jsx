/** Latchkey's hooks without the modal: installed wallets only, in a list of the page. */
import { createLatchkey } from 'latchkey';
import { eip155, mainnet, polygon } from 'latchkey/eip155';
import { LatchkeyProvider, useConnect, useConnectors } from 'latchkey/react';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

const client = createLatchkey({ networks: [mainnet, polygon], modules: [eip155()] });

const Wallets = () => {
  const { connect } = useConnect();

  return useConnectors().map(({ id, name, namespace }) => (
    <button type="button" key={id} onClick={() => connect({ namespace, connectorId: id })}>
      {name}
    </button>
  ));
};

const App = () => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" id="connect" onClick={() => setIsOpen(true)}>
        Connect Wallet
      </button>
      {isOpen ? <Wallets /> : null}
    </>
  );
};

createRoot(document.getElementById('root')).render(
  <LatchkeyProvider client={client} modal={false}>
    <App />
  </LatchkeyProvider>,
);
