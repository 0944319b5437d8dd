import type { ReactElement } from 'react';
import { useFeatures } from '../../features/features-context.js';
import { useOptions } from '../../hooks/use-options.js';

/** The account's buttons, such as that to receive, in the order of the app. */
export const WalletFeatures = (): ReactElement | null => {
  const { walletFeatures } = useFeatures();
  const { features } = useOptions();
  const shown = features.walletFeaturesOrder.filter((name) => features[name]);
  const buttons = shown.flatMap((name) => {
    const Button = walletFeatures[name];
    return Button === undefined ? [] : [<Button key={name} />];
  });
  return buttons.length === 0 ? null : <div className="features">{buttons}</div>;
};
