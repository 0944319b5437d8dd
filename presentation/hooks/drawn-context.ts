import { createContext } from 'react';

/**
 * Whether what surrounds a component is on screen. False until the modal's first picture after an opening is drawn: following streams,
 * requests and code that is fetched ahead would only make that picture come later, so they wait for it.
 */
export const DrawnContext = createContext(true);
