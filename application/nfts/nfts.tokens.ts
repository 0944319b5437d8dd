import { token } from '../shared/token.js';
import type { NftsReader } from './nfts.reader.js';

/** Token of the reader of NFTs. */
export const NFTS_READER = token<NftsReader>('NftsReader');
