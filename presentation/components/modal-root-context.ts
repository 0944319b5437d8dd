import { createContext } from 'react';

/** The modal's shadow root, for parts of a view that bring their own styles. `null` outside the modal. */
export const ModalRootContext = createContext<ShadowRoot | null>(null);
