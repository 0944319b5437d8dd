import { type CSSProperties, type ReactElement, useContext, useState } from 'react';
import { hueFromText } from './hue.js';
import { isInlineImage } from './is-inline-image.js';
import { PrerenderContext } from './prerender-context.js';

/** Props of {@link Picture}. */
export interface PictureProps {
  /** A `data:` image, or a URL configured by the app. */
  readonly src: string | null | undefined;
  /** Its first letter is the fallback. */
  readonly name: string;
  /** Edge in px. Default 40. */
  readonly size?: number;
  /** Networks and accounts are round, wallets are not. */
  readonly round?: boolean;
}

/** Picture of a wallet or network, or its initial on a tint if there is none or it fails to load. Decorative. */
export const Picture = ({ src, name, size = 40, round = false }: PictureProps): ReactElement => {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  // An `img` fetches its source as soon as it is created, even in a prerender.
  const isPrerender = useContext(PrerenderContext);
  const isInline = isInlineImage(src);
  const isFallback = src == null || src === failedSrc || (isPrerender && !isInline);
  // CSSProperties does not allow custom properties.
  const style = { '--size': `${size}px`, ...(isFallback ? { background: `oklch(.44 .09 ${hueFromText(name)})` } : {}) } as CSSProperties;
  return (
    <span className={round ? 'pic round' : 'pic'} style={style} part="picture" aria-hidden="true">
      {isFallback ? (
        <b>{Array.from(name.trim())[0]?.toUpperCase() ?? '?'}</b>
      ) : (
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
