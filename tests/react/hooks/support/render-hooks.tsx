import { render, renderHook } from '@testing-library/react';
import { type ReactElement, type ReactNode, StrictMode } from 'react';
import type { Latchkey } from '../../../../application/latchkey.js';
import { LatchkeyProvider } from '../../../../presentation/provider/latchkey-provider.js';

/** Wraps a tree in StrictMode and a provider without the stock modal. */
export const withProvider =
  (client: Latchkey) =>
  ({ children }: { readonly children: ReactNode }): ReactElement => (
    <StrictMode>
      <LatchkeyProvider client={client} modal={false}>
        {children}
      </LatchkeyProvider>
    </StrictMode>
  );

/** Renders a hook in StrictMode under a provider. */
export const renderStrict = <Result, Props>(client: Latchkey, hook: (props: Props) => Result, initialProps?: Props) =>
  renderHook(hook, { wrapper: withProvider(client), ...(initialProps === undefined ? {} : { initialProps }) });

/** Renders a tree in StrictMode under a provider. */
export const renderTree = (client: Latchkey, tree: ReactElement) => render(tree, { wrapper: withProvider(client) });
