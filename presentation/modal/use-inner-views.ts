import { useEffect, useState } from 'react';

type InnerViews = typeof import('../views/inner-views.js');

/** The views that need the second chunk. */
export interface InnerViewsState {
  readonly views: InnerViews | null;
  /** The chunk could not be fetched. */
  readonly failed: boolean;
  readonly retry: () => void;
}

const loadInnerViews = (): Promise<InnerViews> => import('../views/inner-views.js');

/** Fetches the views behind the first one with their styles once they are `wanted`: as soon as the modal opens or a wallet is connected. */
export const useInnerViews = (root: ShadowRoot, wanted: boolean, load: () => Promise<InnerViews> = loadInnerViews): InnerViewsState => {
  const [{ views, failed }, setState] = useState<{ views: InnerViews | null; failed: boolean }>({ views: null, failed: false });
  const missing = wanted && views === null && !failed;
  useEffect(() => {
    if (!missing) return;
    let gone = false;
    load().then(
      (loaded) => {
        loaded.adoptInnerStyles(root);
        if (!gone) setState({ views: loaded, failed: false });
      },
      () => {
        if (!gone) setState({ views: null, failed: true });
      },
    );
    return () => {
      gone = true;
    };
  }, [missing, root, load]);
  return { views, failed, retry: () => setState({ views: null, failed: false }) };
};
