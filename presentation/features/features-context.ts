import { createContext, useContext } from 'react';
import type { Features } from './compose-features.js';

/** Carries the composed features to the views; the modal fills it. */
export const FeaturesContext = createContext<Features>({ views: {}, chunks: [], scopes: [], accountActions: {}, connectGroups: {} });

/** What the features bring to the views of one of them: account actions and connect groups. */
export const useFeatures = (): Features => useContext(FeaturesContext);
