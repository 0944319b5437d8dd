import { useCallback, useEffect, useRef } from 'react';
import { type Observable, Subscription } from 'rxjs';

/** Returns a function that runs a stream until it ends, or the component unmounts. */
export const useRuns = (): ((run$: Observable<unknown>) => void) => {
  const runs = useRef<Subscription | null>(null);
  useEffect(() => {
    const own = new Subscription();
    runs.current = own;
    return () => own.unsubscribe();
  }, []);
  return useCallback((run$: Observable<unknown>) => runs.current?.add(run$.subscribe()), []);
};
