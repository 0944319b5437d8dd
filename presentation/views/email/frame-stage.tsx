import type { ReactElement, ReactNode } from 'react';
import { useMessages } from '../../hooks/use-messages.js';
import { useSecureFrame } from '../../hooks/use-secure-frame.js';

/**
 * Shows the secure frame while it asks the user something, else the view, which keeps its state meanwhile. The frame itself is a child of the
 * modal's element in the page and never moves: moving an `<iframe>` reloads it.
 */
export const FrameStage = ({ children }: { readonly children: ReactNode }): ReactElement => {
  const m = useMessages();
  const { isVisible, isWindowOpen } = useSecureFrame();
  return (
    <>
      <div hidden={isVisible}>{children}</div>
      {isVisible ? (
        <>
          <p className="sr" role="status">
            {isWindowOpen ? m.approveInWindow : m.approveHint}
          </p>
          <div className="frame" data-testid="lk-frame-slot">
            {/* Keyboard users enter the frame from here: it is not in the shadow tree. */}
            <slot name="secure-frame" />
          </div>
        </>
      ) : null}
    </>
  );
};
