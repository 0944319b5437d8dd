import { createContext, type ReactElement, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { view as viewOf } from '../../domain/router/views.js';
import type { SwapState } from '../../domain/swap/swap-state.js';
import type { ScopeProps } from '../features/feature.js';
import { useRouter } from '../hooks/use-router.js';
import { useSubmitSwap } from '../hooks/use-submit-swap.js';
import { useShownFailure } from './use-shown-failure.js';

/** The swap that is being sent. */
interface Swapping extends Pick<ReturnType<typeof useSubmitSwap>, 'isPending' | 'step' | 'cancel'> {
  /** Sends a swap as the user has reviewed it. */
  readonly send: (reviewed: SwapState & { readonly minimum: bigint }) => void;
  /** The swap that is being sent, as the user has reviewed it; `null` if none is. */
  readonly reviewed: SwapState | null;
  /** The exchange had to be allowed to take the token first. */
  readonly hasApproval: boolean;
}

const SwappingContext = createContext<Swapping | null>(null);

/** Holds the swap that is being sent, which continues while other views are shown. Its failure is shown on any of them. */
export const SwapScope = ({ view, children }: ScopeProps): ReactElement => {
  const { submitSwap, status, isPending, step, error, cancel, reset } = useSubmitSwap();
  const { replace } = useRouter();
  useShownFailure(error, reset);
  const isSent = step === 'wait-for-block' || status === 'success';
  useEffect(() => {
    if (!isSent) return;
    if (view === 'SwapPreview') replace(viewOf('Account'));
    // The next preview is of another swap.
    if (status === 'success') reset();
  }, [isSent, status, view, replace, reset]);
  const [hasApproval, setHasApproval] = useState(false);
  useEffect(() => {
    if (step === 'approve-allowance') setHasApproval(true);
    else if (!isPending) setHasApproval(false);
  }, [step, isPending]);
  const [sent, setSent] = useState<SwapState | null>(null);
  const send = useCallback(
    (swap: SwapState & { readonly minimum: bigint }): void => {
      setSent(swap);
      submitSwap({ minimum: swap.minimum });
    },
    [submitSwap],
  );
  const reviewed = isPending ? sent : null;
  const value = useMemo(
    () => ({ send, reviewed, isPending, step, cancel, hasApproval }),
    [send, reviewed, isPending, step, cancel, hasApproval],
  );
  return <SwappingContext.Provider value={value}>{children}</SwappingContext.Provider>;
};

/** The swap that this modal sends. */
export const useSwapping = (): Swapping => {
  const swapping = useContext(SwappingContext);
  if (swapping === null) throw new Error('The modal swaps nothing: add the feature of swaps.');
  return swapping;
};
