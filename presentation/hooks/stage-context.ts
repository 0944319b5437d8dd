import { createContext } from 'react';

/**
 * Where a component is on its way to the screen.
 * - `ahead`: it is made before anybody asked for it, and nobody sees it. Nothing may be fetched, pictures included.
 * - `opening`: it is part of the modal's first picture after an opening, which is not drawn yet. Following streams, requests and code
 *   that is fetched ahead would only make that picture come later, so they wait for it.
 * - `drawn`: it is on screen.
 */
export type StagePhase = 'ahead' | 'opening' | 'drawn';

/** The phase of what surrounds a component. On a page of its own that is `drawn`. */
export const StageContext = createContext<StagePhase>('drawn');
