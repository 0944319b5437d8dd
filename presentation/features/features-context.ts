import { createContext, useContext } from 'react';
import type { Features } from './compose-features.js';

/** Passes the composed features to the views. Set by the modal. */
export const FeaturesContext = createContext<Features>({
  ...{ views: {}, chunks: [], scopes: [], accountActions: {}, settings: {}, walletFeatures: {}, connectGroups: {} },
  errorText: () => null,
});

/** Returns the composed features, for views that render account actions and connect groups. */
export const useFeatures = (): Features => useContext(FeaturesContext);
