import type { ReactElement, ReactNode } from 'react';
import { useModalTitle } from '../../components/modal-title-context.js';
import { useMessages } from '../../hooks/use-messages.js';
import { useSecureFrame } from '../../hooks/use-secure-frame.js';

/** Props of {@link FrameStage}. */
export interface FrameStageProps {
  /** Title of the modal while the frame is shown. Default: a title that fits each of its pages. */
  readonly title?: string;
  /** Title of the modal while it is not shown. Default: that of the view. */
  readonly contentTitle?: string;
  readonly children: ReactNode;
}

/**
 * Shows the secure frame while it asks the user something, else the view, which keeps its state meanwhile. The frame itself is a child of the
 * modal's element in the page and never moves: moving an `<iframe>` reloads it.
 */
export const FrameStage = ({ title, contentTitle, children }: FrameStageProps): ReactElement => {
  const m = useMessages();
  const { isVisible, isWindowOpen } = useSecureFrame();
  useModalTitle(isVisible ? (title ?? m.titleFrame) : (contentTitle ?? null));
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
