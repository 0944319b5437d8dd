import type { ReactElement } from 'react';
import { Picture } from '../../components/picture.js';
import { useImage } from '../../hooks/use-image.js';

/** Props of {@link CurrencyPicture}. */
export interface CurrencyPictureProps {
  /** A token, or a currency to pay with. */
  readonly kind: 'token' | 'currency';
  /** Symbol, or code of ISO 4217. */
  readonly symbol: string;
  /** Edge in px. Default 40. */
  readonly size?: number;
}

/** Picture of a currency from the image service. Decorative. */
export const CurrencyPicture = ({ kind, symbol, size = 40 }: CurrencyPictureProps): ReactElement => (
  <Picture src={useImage({ kind, id: symbol })} name={symbol} size={size} round />
);
