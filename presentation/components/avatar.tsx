import type { CSSProperties, ReactElement } from 'react';
import { avatarBackground } from './avatar-background.js';

/** Props of {@link Avatar}. */
export interface AvatarProps {
  readonly address: string;
  /** Profile picture, if any. */
  readonly src?: string | undefined;
  /** Edge in px. Default 40. */
  readonly size?: number;
}

/** Picture of an account: its profile picture, else a pattern derived from its address. Decorative. */
export const Avatar = ({ address, src, size = 40 }: AvatarProps): ReactElement => {
  // CSSProperties does not allow custom properties.
  const style = { '--size': `${size}px`, background: avatarBackground(address) } as CSSProperties;
  return (
    <span className="pic round" style={style} part="avatar" aria-hidden="true">
      {src === undefined ? null : <img src={src} alt="" width={size} height={size} decoding="async" draggable={false} />}
    </span>
  );
};
