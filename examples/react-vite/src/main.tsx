import { LatchkeyProvider } from 'latchkey/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.js';
import { latchkey } from './client.js';
import './styles.css';
import { initialTheme, showTheme } from './theme.js';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element with the id "root"');

showTheme(initialTheme());
createRoot(root).render(
  <StrictMode>
    <LatchkeyProvider client={latchkey}>
      <App />
    </LatchkeyProvider>
  </StrictMode>,
);
