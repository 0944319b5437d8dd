import { createContext, type ReactElement, type RefObject, useContext, useEffect, useRef } from 'react';
import type { Popup } from '../../application/ports/browser.port.js';
import type { SocialProvider } from '../../domain/options/options.js';
import { hasLoginPages } from '../../domain/options/socials.js';
import { view as viewOf } from '../../domain/router/views.js';
import type { ScopeProps } from '../features/feature.js';
import { useLatchkey } from '../hooks/use-latchkey.js';
import { useRouter } from '../hooks/use-router.js';

const PopupContext = createContext<RefObject<Popup | null>>({ current: null });

/** Holds the window of a social login, which is opened in the click, until the view that shows the login is loaded. */
export const SocialScope = ({ live, view, children }: ScopeProps): ReactElement => {
  const popup = useRef<Popup | null>(null);
  const isTaken = !live || view !== 'ConnectingSocial';
  useEffect(() => {
    if (!isTaken) return;
    popup.current?.close();
    popup.current = null;
  }, [isTaken]);
  return <PopupContext.Provider value={popup}>{children}</PopupContext.Provider>;
};

/** Starts logins with social accounts, in the handler of a click. */
export const useStartSocial = (): ((provider: SocialProvider) => void) => {
  const popup = useContext(PopupContext);
  const { browser } = useLatchkey();
  const { push } = useRouter();
  return (provider) => {
    if (!hasLoginPages(provider)) return push(viewOf('ConnectingFarcaster'));
    // Telegram's browser has no windows.
    popup.current = browser.platform.telegram ? null : browser.openPopup();
    push(viewOf('ConnectingSocial', { provider }));
  };
};

/** Returns a function that takes the window which the click has opened; `null` if the browser has blocked it. */
export const useTakePopup = (): (() => Popup | null) => {
  const popup = useContext(PopupContext);
  return () => {
    const taken = popup.current;
    popup.current = null;
    return taken;
  };
};
