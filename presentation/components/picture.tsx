import { type CSSProperties, type ReactElement, useContext, useState } from 'react';
import { isInlineImage } from './is-inline-image.js';
import { PrerenderContext } from './prerender-context.js';
import { tileColor, tileLetters } from './tile.js';

/** Props of {@link Picture}. */
export interface PictureProps {
  /** A `data:` image, or a URL configured by the app; `undefined` while it is loading, `null` if there is none. */
  readonly src: string | null | undefined;
  /** Its color and letters are the fallback. */
  readonly name: string;
  /** Edge in px. Default 40. */
  readonly size?: number;
  /** Networks and accounts are round, wallets are not. */
  readonly round?: boolean;
}

/** Picture of a wallet or network: a neutral tile until it is loaded, letters on a color if there is none or it fails to load. Decorative. */
export const Picture = ({ src, name, size = 40, round = false }: PictureProps): ReactElement => {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  // An `img` fetches its source as soon as it is created, even in a prerender.
  const isPrerender = useContext(PrerenderContext);
  const isInline = isInlineImage(src);
  const isMissing = src === null || src === failedSrc;
  const isPending = src === undefined || (isPrerender && !isInline);
  // CSSProperties does not allow custom properties.
  const style = { '--size': `${size}px`, ...(isMissing ? { background: tileColor(name) } : {}) } as CSSProperties;
  return (
    <span className={round ? 'pic round' : 'pic'} style={style} part="picture" aria-hidden="true">
      {isMissing ? (
        <b>{tileLetters(name)}</b>
      ) : isPending ? null : (
        <img
          src={src}
          alt=""
          width={size}
          height={size}
          decoding={isInline ? 'sync' : 'async'}
          draggable={false}
          onError={() => setFailedSrc(src)}
        />
      )}
    </span>
  );
};
