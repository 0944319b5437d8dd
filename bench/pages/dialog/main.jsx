/** React, a button and a dialog with a short list only: the cost of opening a dialog repeatedly in any React page. */
import { useLayoutEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';

const ROWS = ['Bench Wallet', 'One', 'Two', 'Three', 'Four', 'All Wallets'];

const Row = ({ name, onChoose }) => (
  <li>
    <button type="button" onClick={onChoose}>
      <span>{name}</span>
    </button>
  </li>
);

const Dialog = ({ onClose }) => {
  const ref = useRef(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog.showModal();
    return () => dialog.close();
  }, []);
  return (
    <dialog ref={ref} aria-label="Connect Wallet" onKeyDown={({ key }) => key === 'Escape' && onClose()}>
      <h1>Connect Wallet</h1>
      <ul>
        {ROWS.map((name) => (
          <Row key={name} name={name} onChoose={onClose} />
        ))}
      </ul>
    </dialog>
  );
};

const Page = () => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" id="connect" onClick={() => setOpen(true)}>
        Connect Wallet
      </button>
      {isOpen ? <Dialog onClose={() => setOpen(false)} /> : null}
    </>
  );
};

createRoot(document.getElementById('root')).render(<Page />);
