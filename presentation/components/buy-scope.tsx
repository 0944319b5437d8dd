import { createContext, type ReactElement, type RefObject, useContext, useRef } from 'react';
import type { CheckOutOnrampInput } from '../../application/onramp/check-out-onramp.use-case.js';
import { view as viewOf } from '../../domain/router/views.js';
import type { ScopeProps } from '../features/feature.js';
import { useLatchkey } from '../hooks/use-latchkey.js';
import { useRouter } from '../hooks/use-router.js';

const CheckoutContext = createContext<RefObject<CheckOutOnrampInput | null>>({ current: null });

/** Holds the provider that was chosen, with the window that was opened in the click, until the view that shows the purchase is loaded. */
export const BuyScope = ({ children }: ScopeProps): ReactElement => (
  <CheckoutContext.Provider value={useRef<CheckOutOnrampInput | null>(null)}>{children}</CheckoutContext.Provider>
);

/** Continues a purchase at a provider, in the handler of a click. */
export const useStartBuy = (): ((provider: CheckOutOnrampInput['provider']) => void) => {
  const checkout = useContext(CheckoutContext);
  const { browser } = useLatchkey();
  const { push } = useRouter();
  return (provider) => {
    // Telegram's browser has no windows.
    checkout.current = { provider, popup: browser.platform.telegram ? null : browser.openPopup({ isolated: true }) };
    push(viewOf('BuyInProgress'));
  };
};

/** Returns a function that takes the purchase which the click has started; `null` if there is none. */
export const useTakeCheckout = (): (() => CheckOutOnrampInput | null) => {
  const checkout = useContext(CheckoutContext);
  return () => {
    const taken = checkout.current;
    checkout.current = null;
    return taken;
  };
};
