/** React and a button only: the cost that every other page has too. */
import { createRoot } from 'react-dom/client';

const root = createRoot(document.getElementById('root'));
globalThis.latchkeyBench?.hand({ client: { dispose: () => undefined }, root });

// With a handler and the classes of Latchkey's button, so that listeners of React have the same names on both pages.
root.render(
  <button type="button" id="connect" className="lk-scope lk-button" onClick={() => undefined}>
    Connect Wallet
  </button>,
);
