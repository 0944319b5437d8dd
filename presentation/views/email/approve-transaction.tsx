import type { ReactElement } from 'react';
import { useMessages } from '../../hooks/use-messages.js';
import { FrameStage } from './frame-stage.js';

/** The request that the embedded wallet asks the user to approve. The frame shows it; this page cannot read or approve it. */
export const ApproveTransaction = (): ReactElement => {
  const m = useMessages();
  return (
    <FrameStage title={m.titleApprove}>
      <div className="mid frame-wait" role="status" data-testid="lk-approve-loading">
        <span className="spin" />
        <p>{m.approveLoading}</p>
      </div>
    </FrameStage>
  );
};
