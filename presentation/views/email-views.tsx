import type { RenderViews } from '../features/feature.js';
import { EMAIL_CSS } from '../theme/email.css.js';
import { INNER_CSS } from '../theme/inner.css.js';
import { ApproveTransaction } from './email/approve-transaction.js';
import { EmailLogin } from './email/email-login.js';
import { EmailVerifyDevice } from './email/email-verify-device.js';
import { EmailVerifyOtp } from './email/email-verify-otp.js';
import { EmbeddedWalletSettings } from './email/embedded-wallet-settings.js';
import { UpdateEmailCode, UpdateEmailWallet } from './email/update-email.js';
import { UpgradeEmailWallet } from './email/upgrade-email-wallet.js';
import { ConnectSocials } from './social/connect-socials.js';
import { ConnectingFarcaster } from './social/connecting-farcaster.js';
import { ConnectingSocial } from './social/connecting-social.js';

/** Views of the embedded wallet. */
export const views = {
  ConnectSocials: () => <ConnectSocials />,
  ConnectingSocial: (data) => <ConnectingSocial {...data} />,
  ConnectingFarcaster: () => <ConnectingFarcaster />,
  EmailLogin: (data) => <EmailLogin {...data} />,
  EmailVerifyDevice: (data) => <EmailVerifyDevice {...data} />,
  EmailVerifyOtp: (data) => <EmailVerifyOtp {...data} />,
  ApproveTransaction: () => <ApproveTransaction />,
  UpdateEmailWallet: () => <UpdateEmailWallet />,
  UpdateEmailPrimaryOtp: (data) => <UpdateEmailCode {...data} step="primary" />,
  // Without a key React would keep the state of the first code.
  UpdateEmailSecondaryOtp: (data) => <UpdateEmailCode key="secondary" {...data} step="secondary" />,
  UpgradeEmailWallet: () => <UpgradeEmailWallet />,
} satisfies RenderViews;

export const Settings = EmbeddedWalletSettings;

// They share styles with the inner views, which may load later.
export const styles = [INNER_CSS, EMAIL_CSS];
