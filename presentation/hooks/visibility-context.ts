import { createContext } from 'react';

/** Starts something and returns its cleanup. */
export type Setup = () => () => void;

/** Visibility of a component, which may render before it is on screen and stay mounted after. */
export interface Visibility {
  /** Runs the setup when the component first becomes visible. The returned function cleans up. */
  readonly onceVisible: (setup: Setup) => () => void;
  /** Runs the setup each time the component becomes visible and cleans up when it is hidden. The returned function cleans up for good. */
  readonly whileVisible: (setup: Setup) => () => void;
}

/** Outside the modal a component is always visible. */
const ALWAYS_VISIBLE: Visibility = { onceVisible: (setup) => setup(), whileVisible: (setup) => setup() };

/** Visibility of the components inside the modal. */
export const VisibilityContext = createContext<Visibility>(ALWAYS_VISIBLE);
