import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import type { QrDrawing } from './draw-qr.js';

/** Props of {@link QrCode}. */
export interface QrCodeProps {
  /** `undefined` while there is nothing to show yet. */
  readonly text: string | undefined;
  /** Accessible name. */
  readonly label: string;
  /** Rendered in the middle. */
  readonly picture?: ReactElement | null;
  /** Rendered over the code. */
  readonly children?: ReactNode;
  /** Called if the encoder fails to load. */
  readonly onError?: () => void;
}

const load = () => import('./draw-qr.js');

/** Finder patterns of the placeholder. */
const SKELETON_PATH = 'M2 2h7v7h-7zm22 0h7v7h-7zm-22 22h7v7h-7z';

/** A QR code, always dark on light. Its square is reserved from the first render. A new text replaces the old code in one frame. */
export const QrCode = ({ text, label, picture = null, children, onError }: QrCodeProps): ReactElement => {
  const [drawing, setDrawing] = useState<QrDrawing | null>(null);
  const withPicture = picture !== null;
  // Loads the encoder while the text is still being created.
  useEffect(() => {
    load().catch(() => undefined);
  }, []);
  useEffect(() => {
    if (text === undefined) return;
    let isCancelled = false;
    load().then(
      ({ drawQr }) => {
        if (!isCancelled) setDrawing(drawQr(text, withPicture));
      },
      () => {
        if (!isCancelled) onError?.();
      },
    );
    return () => {
      isCancelled = true;
    };
  }, [text, withPicture, onError]);

  return (
    <div className={drawing === null ? 'qr wait' : 'qr'} part="qr" data-testid="lk-qr">
      {drawing === null ? (
        <svg viewBox="0 0 33 33" aria-hidden="true">
          <path d={SKELETON_PATH} />
        </svg>
      ) : (
        <>
          <svg viewBox={`0 0 ${drawing.size} ${drawing.size}`} role="img" aria-label={label}>
            <path d={drawing.path} fillRule="evenodd" />
          </svg>
          {picture}
        </>
      )}
      {children}
    </div>
  );
};
