import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import type { QrDrawing } from './draw-qr.js';

/** What a QR code shows. */
export interface QrCodeProps {
  /** `undefined` while there is nothing to show yet. */
  readonly text: string | undefined;
  /** What it is, for assistive technology. */
  readonly label: string;
  /** Stands in the middle. */
  readonly picture?: ReactElement | null;
  /** Lies over the code: what is shown in its place for now. */
  readonly children?: ReactNode;
  /** The code could not be drawn: its encoder did not arrive. */
  readonly onFailed?: () => void;
}

const load = () => import('./draw-qr.js');

/** Finder patterns of a code in waiting. */
const BONES = 'M2 2h7v7h-7zm22 0h7v7h-7zm-22 22h7v7h-7z';

/**
 * A QR code, always dark on light, in a square that is there from the first moment. A new text replaces the old one in one
 * frame: the old code stays until the new one is drawn.
 */
export const QrCode = ({ text, label, picture = null, children, onFailed }: QrCodeProps): ReactElement => {
  const [drawing, setDrawing] = useState<QrDrawing | null>(null);
  const withPicture = picture !== null;
  // The encoder is on its way while the text is still being made.
  useEffect(() => {
    load().catch(() => undefined);
  }, []);
  useEffect(() => {
    if (text === undefined) return;
    let gone = false;
    load().then(
      ({ drawQr }) => {
        if (!gone) setDrawing(drawQr(text, withPicture));
      },
      () => {
        if (!gone) onFailed?.();
      },
    );
    return () => {
      gone = true;
    };
  }, [text, withPicture, onFailed]);

  return (
    <div className={drawing === null ? 'qr wait' : 'qr'} part="qr" data-testid="lk-qr">
      {drawing === null ? (
        <svg viewBox="0 0 33 33" aria-hidden="true">
          <path d={BONES} />
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
