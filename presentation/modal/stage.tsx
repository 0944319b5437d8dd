import * as React from 'react';
import { StageContext, type StagePhase } from '../hooks/stage-context.js';

/** What is or will be on screen. */
export interface StageProps {
  readonly phase: StagePhase;
  /** Whether it is made while it is `ahead`. */
  readonly prepared: boolean;
  readonly children: React.ReactNode;
}

// React has it since 19.2. From a copy: some bundlers know each name of the React that is installed, and refuse one that it lacks.
const { Activity } = { ...React } as { readonly Activity?: typeof React.Activity };

/** Shows its children. What was prepared ahead, without any of its effects, needs no more than to be shown. */
export const Stage = ({ phase, prepared, children }: StageProps): React.ReactNode => {
  const ahead = phase === 'ahead';
  if (ahead && (Activity === undefined || !prepared)) return null;
  const staged = <StageContext.Provider value={phase}>{children}</StageContext.Provider>;
  return Activity === undefined ? staged : <Activity mode={ahead ? 'hidden' : 'visible'}>{staged}</Activity>;
};
