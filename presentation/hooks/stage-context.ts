import { createContext } from 'react';

/** Begins something; the function that comes back ends it. */
export type Begin = () => () => void;

/** Where a component stands: on screen, or made before that and kept after it. */
export interface Stage {
  /** Begins once the stage is on screen, for what then may go on. The returned function ends it. */
  readonly whenShown: (begin: Begin) => () => void;
  /** Begins each time that the stage comes on screen, and ends when it leaves it. The returned function ends it for good. */
  readonly whileShown: (begin: Begin) => () => void;
}

/** A page of its own is always on screen. */
const PAGE: Stage = { whenShown: (begin) => begin(), whileShown: (begin) => begin() };

/** The stage around a component. */
export const StageContext = createContext<Stage>(PAGE);
