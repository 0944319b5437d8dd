import * as React from 'react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { PrerenderContext } from '../components/prerender-context.js';
import { VisibilityContext } from '../hooks/visibility-context.js';
import { afterFirstFrame } from './after-first-frame.js';
import { VisibilityController } from './visibility-controller.js';

/** Props of {@link KeepAlive}. */
export interface KeepAliveProps {
  /** Key of the content. */
  readonly contentKey: string;
  readonly live: boolean;
  /** True to render while not live: before the first opening, and between two openings. */
  readonly keepMounted: boolean;
  readonly children: ReactNode;
}

// Available since React 19.2. The copy is needed because some bundlers check named exports against the installed React.
const { Activity } = { ...React } as { readonly Activity?: typeof React.Activity };

/**
 * Shows its children. Prerendered content, which has run no effects, only has to be shown; kept content only resubscribes to its streams.
 * New content subscribes, fetches and prepares after its first frame, so that this frame is not delayed.
 */
export const KeepAlive = ({ contentKey, live, keepMounted, children }: KeepAliveProps): ReactNode => {
  const [visibility] = useState(() => new VisibilityController());
  const [hasBeenVisible, setHasBeenVisible] = useState(live);
  if (live && !hasBeenVisible) setHasBeenVisible(true);
  const isMounted = live || (keepMounted && (hasBeenVisible || Activity !== undefined));
  const currentKey = useRef(contentKey);
  // Key of the content last shown and still mounted.
  const visibleKey = useRef<string | null>(null);
  useLayoutEffect(() => {
    currentKey.current = contentKey;
    if (!isMounted) visibleKey.current = null;
  }, [contentKey, isMounted]);
  useLayoutEffect(() => {
    if (!live) return;
    const show = (): void => {
      visibleKey.current = currentKey.current;
      visibility.show();
    };
    const cancel = visibleKey.current === currentKey.current ? show() : afterFirstFrame(show);
    return () => {
      cancel?.();
      if (visibleKey.current !== null) visibleKey.current = currentKey.current;
      visibility.hide();
    };
  }, [live, visibility]);
  if (!isMounted) return null;
  const content = (
    <VisibilityContext.Provider value={visibility}>
      <PrerenderContext.Provider value={!hasBeenVisible}>{children}</PrerenderContext.Provider>
    </VisibilityContext.Provider>
  );
  return Activity === undefined ? content : <Activity mode={hasBeenVisible ? 'visible' : 'hidden'}>{content}</Activity>;
};
