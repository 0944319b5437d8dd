/** React and a button, nothing else: what every other page pays in any case. */
import { createRoot } from 'react-dom/client';

const root = createRoot(document.getElementById('root'));
globalThis.latchkeyBench?.hand({ client: { dispose: () => undefined }, root });

// With a handler and the classes of Latchkey's button, so that what React leaves on both counts under one name.
root.render(
  <button type="button" id="connect" className="lk-scope lk-button" onClick={() => undefined}>
    Connect Wallet
  </button>,
);
