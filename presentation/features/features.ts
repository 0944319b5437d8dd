import type { PlannedView, ViewName } from '../../domain/router/views.js';
import { accountFeature } from './account.js';
import { accountNameFeature } from './account-name.js';
import { activityFeature } from './activity.js';
import { composeFeatures, type Features, type ViewsOf } from './compose-features.js';
import { connectFeature } from './connect.js';
import { directoryFeature } from './directory.js';
import { emailFeature } from './email.js';
import { networkFeature } from './network.js';
import { nftsFeature } from './nfts.js';
import { onrampFeature } from './onramp.js';
import { pairingFeature } from './pairing.js';
import { receiveFeature } from './receive.js';
import { sendFeature } from './send.js';
import { settingsFeature } from './settings.js';
import { signInFeature } from './sign-in.js';
import { swapFeature } from './swap.js';
import { tokensFeature } from './tokens.js';

/** Requires every view except the planned ones. */
interface Complete {
  readonly views: ViewsOf<Exclude<ViewName, PlannedView>> & { readonly [Name in PlannedView]?: never };
}

/** Features of the stock modal. To add one, create its file here and its texts in `messages/en`, then list it here. */
export const FEATURES: Features = composeFeatures([
  connectFeature,
  pairingFeature,
  directoryFeature,
  accountFeature,
  tokensFeature,
  activityFeature,
  nftsFeature,
  accountNameFeature,
  sendFeature,
  onrampFeature,
  swapFeature,
  receiveFeature,
  emailFeature,
  signInFeature,
  networkFeature,
  settingsFeature,
]) satisfies Complete;
