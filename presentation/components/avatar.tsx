import type { CSSProperties, ReactElement } from 'react';
import { paintOf } from './address-paint.js';

/** What an avatar stands for. */
export interface AvatarProps {
  readonly address: string;
  /** A profile picture, where there is one. */
  readonly src?: string | undefined;
  /** Edge in px. Default 40. */
  readonly size?: number;
}

/** The face of an account: its profile picture, else a pattern drawn from its address. Decorative. */
export const Avatar = ({ address, src, size = 40 }: AvatarProps): ReactElement => {
  // A custom property is no key of CSSProperties.
  const style = { '--size': `${size}px`, background: paintOf(address) } as CSSProperties;
  return (
    <span className="pic round" style={style} part="avatar" aria-hidden="true">
      {src === undefined ? null : <img src={src} alt="" width={size} height={size} decoding="async" draggable={false} />}
    </span>
  );
};
