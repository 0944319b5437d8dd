import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// Generous, because the machine may be busy; the default is one second.
configure({ asyncUtilTimeout: 10_000 });

// Here, because files share modules: a hook in one would be registered for the first file that imports it.
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  // happy-dom forgets a removed element that had the focus only when asked.
  void document.activeElement;
});
