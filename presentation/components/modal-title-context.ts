import { createContext, useContext, useLayoutEffect } from 'react';

/** Replaces the title of the modal; `null` restores that of the view. */
export const ModalTitleContext = createContext<(title: string | null) => void>(() => undefined);

/** Replaces the title of the modal while the view shows something else than its title says. `null`: the title of the view. */
export const useModalTitle = (title: string | null): void => {
  const setTitle = useContext(ModalTitleContext);
  useLayoutEffect(() => {
    setTitle(title);
    return () => setTitle(null);
  }, [setTitle, title]);
};
