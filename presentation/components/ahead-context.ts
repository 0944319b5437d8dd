import { createContext } from 'react';

/** Whether what is around a component is made before anybody asked for it: nothing may be fetched yet, pictures included. */
export const AheadContext = createContext(false);
