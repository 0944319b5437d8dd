import * as React from 'react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { AheadContext } from '../components/ahead-context.js';
import { StageContext } from '../hooks/stage-context.js';
import { afterFirstFrame } from './after-first-frame.js';
import { ShownStage } from './shown-stage.js';

/** What is or will be on screen. */
export interface StageProps {
  /** Names what is on it. */
  readonly of: string;
  readonly live: boolean;
  /** Whether it is made while it is not live: before the modal is opened for the first time, and kept between two openings. */
  readonly kept: boolean;
  readonly children: ReactNode;
}

// React has it since 19.2. From a copy: some bundlers know each name of the React that is installed, and refuse one that it lacks.
const { Activity } = { ...React } as { readonly Activity?: typeof React.Activity };

/**
 * Shows its children. What was made ahead, without any of its effects, needs no more than to be shown; what was kept, no
 * more than to follow its streams again. What is new follows them, fetches and prepares only after its first picture,
 * which would come later otherwise.
 */
export const Stage = ({ of, live, kept, children }: StageProps): ReactNode => {
  const [stage] = useState(() => new ShownStage());
  const [seen, setSeen] = useState(live);
  if (live && !seen) setSeen(true);
  const isMade = live || (kept && (seen || Activity !== undefined));
  const now = useRef(of);
  // What was on screen last and is still there.
  const last = useRef<string | null>(null);
  useLayoutEffect(() => {
    now.current = of;
    if (!isMade) last.current = null;
  }, [of, isMade]);
  useLayoutEffect(() => {
    if (!live) return;
    const show = (): void => {
      last.current = now.current;
      stage.show();
    };
    const cancel = last.current === now.current ? show() : afterFirstFrame(show);
    return () => {
      cancel?.();
      if (last.current !== null) last.current = now.current;
      stage.hide();
    };
  }, [live, stage]);
  if (!isMade) return null;
  const staged = (
    <StageContext.Provider value={stage}>
      <AheadContext.Provider value={!seen}>{children}</AheadContext.Provider>
    </StageContext.Provider>
  );
  return Activity === undefined ? staged : <Activity mode={seen ? 'visible' : 'hidden'}>{staged}</Activity>;
};
