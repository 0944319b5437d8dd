import { useEffect, useState } from 'react';

type AccountSide = typeof import('../views/account-side.js');

/** The views that need the second chunk. */
export interface AccountSideState {
  readonly side: AccountSide | null;
  /** The chunk could not be fetched. */
  readonly failed: boolean;
  readonly retry: () => void;
}

/** Fetches the account side's views with their styles once they are `wanted`: as soon as the modal opens or a wallet is connected. */
export const useAccountSide = (root: ShadowRoot, wanted: boolean): AccountSideState => {
  const [{ side, failed }, setState] = useState<{ side: AccountSide | null; failed: boolean }>({ side: null, failed: false });
  const missing = wanted && side === null && !failed;
  useEffect(() => {
    if (!missing) return;
    let gone = false;
    import('../views/account-side.js').then(
      (loaded) => {
        loaded.adoptAccountStyles(root);
        if (!gone) setState({ side: loaded, failed: false });
      },
      () => {
        if (!gone) setState({ side: null, failed: true });
      },
    );
    return () => {
      gone = true;
    };
  }, [missing, root]);
  return { side, failed, retry: () => setState({ side: null, failed: false }) };
};
