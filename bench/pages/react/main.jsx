/** React and a button, nothing else: what every other page pays in any case. */
import { createRoot } from 'react-dom/client';

const root = createRoot(document.getElementById('root'));
globalThis.latchkeyBench?.hand({ client: { dispose: () => undefined }, root });

root.render(
  <button type="button" id="connect">
    Connect Wallet
  </button>,
);
