import { type CSSProperties, type ReactElement, useContext, useState } from 'react';
import { AheadContext } from './ahead-context.js';
import { hueOf } from './hue.js';
import { isInlinePicture } from './is-inline-picture.js';

/** What a picture shows. */
export interface PictureProps {
  /** A `data:` image, or an address that the host configured. */
  readonly src: string | null | undefined;
  /** Whose picture it is: its first letter stands in while there is none. */
  readonly name: string;
  /** Edge in px. Default 40. */
  readonly size?: number;
  /** Networks and people are round, wallets are not. */
  readonly round?: boolean;
}

/** The picture of a wallet or network; its initial on a tint of its own where there is no picture or it does not load. Decorative. */
export const Picture = ({ src, name, size = 40, round = false }: PictureProps): ReactElement => {
  const [broken, setBroken] = useState<string | null>(null);
  // An image fetches its address from the moment it exists.
  const early = useContext(AheadContext);
  const isInline = isInlinePicture(src);
  const drawn = src == null || src === broken || (early && !isInline);
  // A custom property is no key of CSSProperties.
  const style = { '--size': `${size}px`, ...(drawn ? { background: `oklch(.44 .09 ${hueOf(name)})` } : {}) } as CSSProperties;
  return (
    <span className={round ? 'pic round' : 'pic'} style={style} part="picture" aria-hidden="true">
      {drawn ? (
        <b>{Array.from(name.trim())[0]?.toUpperCase() ?? '?'}</b>
      ) : (
        <img
          src={src}
          alt=""
          width={size}
          height={size}
          decoding={isInline ? 'sync' : 'async'}
          draggable={false}
          onError={() => setBroken(src)}
        />
      )}
    </span>
  );
};
