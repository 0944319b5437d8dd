import * as React from 'react';

/** What is or will be on screen. */
export interface StageProps {
  readonly live: boolean;
  /** Not on screen yet, but soon: drawn where nobody sees it, without any of its effects. */
  readonly ahead: boolean;
  readonly children: React.ReactNode;
}

// React has it since 19.2. As a member, so that a bundler with an older React does not miss a name.
const Activity = (React as { readonly Activity?: typeof React.Activity }).Activity;

/** Shows its children while it is `live`. What was made `ahead` of that needs no more than to be shown. */
export const Stage = ({ live, ahead, children }: StageProps): React.ReactNode => {
  if (Activity === undefined) return live ? children : null;
  return live || ahead ? <Activity mode={live ? 'visible' : 'hidden'}>{children}</Activity> : null;
};
