import { createContext } from 'react';

/** True while the content is prerendered, before the modal is opened: nothing may be fetched, pictures included. */
export const PrerenderContext = createContext(false);
