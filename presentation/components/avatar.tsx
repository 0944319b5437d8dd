import { type CSSProperties, type ReactElement, useContext, useState } from 'react';
import { useImage } from '../hooks/use-image.js';
import { avatarBackground } from './avatar-background.js';
import { isInlineImage } from './is-inline-image.js';
import { PrerenderContext } from './prerender-context.js';

/** Props of {@link Avatar}. */
export interface AvatarProps {
  readonly address: string;
  /** Profile picture, if any: a `data:` URL, or a remote one for the image service. */
  readonly image?: string | undefined;
  /** Edge in px. Default 40. */
  readonly size?: number;
}

/**
 * Picture of an account: its profile picture, else a pattern derived from its address, also while the picture is loading and if it fails to load.
 * Decorative.
 */
export const Avatar = ({ address, image, size = 40 }: AvatarProps): ReactElement => {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  // The modal is rendered before it is opened.
  const isPrerender = useContext(PrerenderContext);
  const src = useImage(image === undefined || (isPrerender && !isInlineImage(image)) ? null : { kind: 'url', id: image });
  // CSSProperties does not allow custom properties.
  const style = { '--size': `${size}px`, background: avatarBackground(address) } as CSSProperties;
  return (
    <span className="pic round" style={style} part="avatar" aria-hidden="true">
      {src == null || src === failedSrc ? null : (
        <img
          src={src}
          alt=""
          width={size}
          height={size}
          decoding={isInlineImage(src) ? 'sync' : 'async'}
          draggable={false}
          onError={() => setFailedSrc(src)}
        />
      )}
    </span>
  );
};
