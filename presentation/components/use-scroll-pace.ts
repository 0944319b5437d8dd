import { type RefObject, useContext, useLayoutEffect, useMemo, useState } from 'react';
import { type Visibility, VisibilityContext } from '../hooks/visibility-context.js';
import { ScrollPace } from './scroll-pace.js';

/** Visibility of the rows of a list, which count as visible once it does not scroll fast: their pictures are not fetched in passing. */
export const useScrollPace = (scrollRef: RefObject<HTMLElement | null>): Visibility => {
  const outer = useContext(VisibilityContext);
  const [pace] = useState(() => new ScrollPace());
  useLayoutEffect(() => {
    const element = scrollRef.current;
    if (element === null) return;
    const onScroll = ({ timeStamp }: Event): void => pace.scrolled(element.scrollTop, timeStamp);
    // Before the listener that renders rows: reading the offset after it would lay them out.
    const options = { capture: true, passive: true };
    element.addEventListener('scroll', onScroll, options);
    return () => {
      element.removeEventListener('scroll', onScroll, options);
      pace.dispose();
    };
  }, [scrollRef, pace]);
  return useMemo(
    () => ({ onceVisible: outer.onceVisible, whileVisible: (setup) => outer.whileVisible(() => pace.whenCalm(setup)) }),
    [outer, pace],
  );
};
