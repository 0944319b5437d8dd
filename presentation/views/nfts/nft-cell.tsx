import { memo, type ReactElement } from 'react';
import { nftExplorerUrl } from '../../../domain/network/explorer-url.js';
import type { Network } from '../../../domain/network/network.js';
import { nftName } from '../../../domain/tokens/nft-name.js';
import type { Nft } from '../../../domain/tokens/parse-nfts.js';
import { ExternalLink } from '../../components/external-link.js';
import { LookAlikeTag } from '../../components/look-alike-tag.js';
import { useMessages } from '../../hooks/use-messages.js';
import { NftPicture } from './nft-picture.js';

/** Props of {@link NftCell}. */
export interface NftCellProps {
  readonly nft: Nft;
  readonly network: Network | undefined;
  readonly formatCount: FormatCount;
}

/** Formats a number of copies. */
export type FormatCount = (count: bigint) => string;

/** Compact notation has no unit beyond: it would be as long as the number itself. */
const MAX_COMPACT = 10n ** 15n;

/** Returns the format of a language. */
export const countFormat = (locale: string): FormatCount => {
  const compact = new Intl.NumberFormat(locale, { notation: 'compact' });
  const scientific = new Intl.NumberFormat(locale, { notation: 'scientific', maximumFractionDigits: 1 });
  return (count) => (count < MAX_COMPACT ? compact : scientific).format(count);
};

/** An NFT in a grid: picture, name and collection. Links to its page in the network's explorer. Memoized, because scrolling renders the grid often. */
export const NftCell = memo(({ nft, network, formatCount }: NftCellProps): ReactElement => {
  const m = useMessages();
  const name = nftName(nft) || m.unnamedNft;
  const copies = nft.quantity > 1n ? formatCount(nft.quantity) : null;
  const href = network === undefined ? undefined : nftExplorerUrl(network, nft.address, nft.tokenId);
  const content = (
    <>
      <NftPicture nft={nft} />
      <bdi className="nft-name" title={name}>
        {name}
      </bdi>
      {nft.resembles !== undefined ? (
        <LookAlikeTag>{m.lookAlikeNft}</LookAlikeTag>
      ) : nft.collection === '' || nft.collection === name ? null : (
        <small>
          <bdi>{nft.collection}</bdi>
        </small>
      )}
      {copies === null ? null : (
        <span className="tag copies">
          <span aria-hidden="true">{`×${copies}`}</span>
          <span className="sr">{m.nftCopies(copies)}</span>
        </span>
      )}
    </>
  );
  return href === undefined ? (
    <div className="nft">{content}</div>
  ) : (
    <ExternalLink className="nft" href={href}>
      {content}
    </ExternalLink>
  );
});
