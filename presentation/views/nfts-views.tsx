import type { RenderViews } from '../features/feature.js';
import { INNER_CSS } from '../theme/inner.css.js';
import { NFTS_CSS } from '../theme/nfts.css.js';
import { Nfts } from './nfts/nfts.js';

/** Views of the account's NFTs, with their virtual grid. */
export const views = { Nfts: () => <Nfts /> } satisfies RenderViews;

export const styles = [INNER_CSS, NFTS_CSS];
