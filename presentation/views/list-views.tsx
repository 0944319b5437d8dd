import type { ReactElement } from 'react';
import type { View } from '../../domain/router/views.js';
import { adoptStyles } from '../theme/adopt-styles.js';
import { INNER_CSS } from '../theme/inner.css.js';
import { LIST_CSS } from '../theme/list.css.js';
import { AllWallets } from './all-wallets/all-wallets.js';

/** The view with the long list: a chunk of its own, which brings the virtual list. */
export const Views = ({ view }: { readonly view: View }): ReactElement | null => (view.name === 'AllWallets' ? <AllWallets /> : null);

/** Puts the styles that only these views need into the modal. */
export const adoptViewStyles = (root: ShadowRoot): void => {
  // The search field looks like the one of the networks.
  adoptStyles(root, INNER_CSS);
  adoptStyles(root, LIST_CSS);
};
