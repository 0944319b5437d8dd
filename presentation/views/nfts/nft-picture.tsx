import { type CSSProperties, type ReactElement, useContext, useState } from 'react';
import type { Nft } from '../../../domain/tokens/parse-nfts.js';
import { avatarBackground } from '../../components/avatar-background.js';
import { isInlineImage } from '../../components/is-inline-image.js';
import { PrerenderContext } from '../../components/prerender-context.js';
import { useImage } from '../../hooks/use-image.js';

/**
 * Picture of an NFT from the image service. Colors drawn from its id replace it, as a blur while it is loading; they stay if there is none or
 * it fails to load. Decorative.
 */
export const NftPicture = ({ nft: { id, imageUrl } }: { readonly nft: Pick<Nft, 'id' | 'imageUrl'> }): ReactElement => {
  const src = useImage(imageUrl === null ? null : { kind: 'url', id: imageUrl });
  const [outcome, setOutcome] = useState<{ readonly src: string; readonly isLoaded: boolean } | null>(null);
  // An `img` fetches its source as soon as it is created, even in a prerender.
  const isPrerender = useContext(PrerenderContext);
  const isCurrent = outcome !== null && outcome.src === src;
  const isMissing = src === null || (isCurrent && !outcome.isLoaded);
  const state = isMissing ? 'drawn' : isCurrent ? 'loaded' : 'loading';
  return (
    <span className={`nft-picture ${state}`} part="picture" aria-hidden="true">
      <span style={{ '--drawn': avatarBackground(id) } as CSSProperties /* CSSProperties does not allow custom properties. */} />
      {isMissing || src === undefined || (isPrerender && !isInlineImage(src)) ? null : (
        <img
          src={src}
          alt=""
          decoding="async"
          draggable={false}
          onLoad={() => setOutcome({ src, isLoaded: true })}
          onError={() => setOutcome({ src, isLoaded: false })}
        />
      )}
    </span>
  );
};
