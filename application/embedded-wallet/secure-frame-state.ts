/** Height of the frame unless it asks for another one, in CSS pixels. */
const FRAME_HEIGHT_PX = 600;

/** What views of the embedded wallet show of the secure frame. */
export interface SecureFrameState {
  /** Whether the frame is shown: it asks the user something. */
  readonly isVisible: boolean;
  /** Height that the frame asks for, in CSS pixels. */
  readonly heightPx: number;
  /** Whether the user continues in a window of the secure site. */
  readonly isWindowOpen: boolean;
  /** Two digits that the user compares on the page behind the mailed link; `null` if there are none. */
  readonly deviceNumber: string | null;
}

export const HIDDEN_FRAME: SecureFrameState = { isVisible: false, heightPx: FRAME_HEIGHT_PX, isWindowOpen: false, deviceNumber: null };
