import type { RenderViews } from '../features/feature.js';
import { ACTIVITY_CSS } from '../theme/activity.css.js';
import { INNER_CSS } from '../theme/inner.css.js';
import { ONRAMP_CSS } from '../theme/onramp.css.js';
import { SEND_CSS } from '../theme/send.css.js';
import { BuyInProgress } from './onramp/buy-in-progress.js';
import { OnRampActivity } from './onramp/on-ramp-activity.js';
import { OnRampFiatSelect } from './onramp/on-ramp-fiat-select.js';
import { OnRampProviders } from './onramp/on-ramp-providers.js';
import { OnRampTokenSelect } from './onramp/on-ramp-token-select.js';
import { WhatIsABuy } from './what-is-a-buy/what-is-a-buy.js';

/** Buying coins and tokens. */
export const views = {
  OnRampProviders: () => <OnRampProviders />,
  OnRampTokenSelect: () => <OnRampTokenSelect />,
  OnRampFiatSelect: () => <OnRampFiatSelect />,
  OnRampActivity: () => <OnRampActivity />,
  BuyInProgress: () => <BuyInProgress />,
  WhatIsABuy: () => <WhatIsABuy />,
} satisfies RenderViews;

export const styles = [INNER_CSS, ACTIVITY_CSS, SEND_CSS, ONRAMP_CSS];
