import { createElement, StrictMode } from 'react';
import { createRoot as createPlainRoot, type Root } from 'react-dom/client';

/** Stands in for React's own in a build of a test: what any root renders, it renders in StrictMode. The page says how many there were. */
export const createRoot = (...parameters: Parameters<typeof createPlainRoot>): Root => {
  const root = createPlainRoot(...parameters);
  const { dataset } = document.documentElement;
  dataset['strictRoots'] = String(Number(dataset['strictRoots'] ?? 0) + 1);
  return { render: (children) => root.render(createElement(StrictMode, null, children)), unmount: () => root.unmount() };
};
