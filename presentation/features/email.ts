import { WalletSettingsAction } from '../views/account/wallet-settings-action.js';
import { EmailGroup } from '../views/connect/email-group.js';
import { EMAIL_CHUNK } from './email-chunk.js';
import { defineFeature, hasData } from './feature.js';

/** Logs in by email to the embedded wallet, approves its requests and changes its settings. */
export const emailFeature = defineFeature({
  views: {
    EmailLogin: { title: (m) => m.titleEmailLogin, chunk: EMAIL_CHUNK },
    EmailVerifyDevice: { title: (m) => m.titleEmailDevice, guard: hasData, chunk: EMAIL_CHUNK },
    EmailVerifyOtp: { title: (m) => m.titleEmailCode, guard: hasData, chunk: EMAIL_CHUNK },
    ApproveTransaction: { title: (m) => m.titleApprove, chunk: EMAIL_CHUNK },
    AccountSettings: { title: (m) => m.titleWalletSettings, chunk: EMAIL_CHUNK },
    UpdateEmailWallet: { title: (m) => m.titleEditEmail, chunk: EMAIL_CHUNK },
    UpdateEmailPrimaryOtp: { title: (m) => m.titleConfirmCurrentEmail, guard: hasData, chunk: EMAIL_CHUNK },
    UpdateEmailSecondaryOtp: { title: (m) => m.titleConfirmNewEmail, guard: hasData, chunk: EMAIL_CHUNK },
    UpgradeEmailWallet: { title: (m) => m.titleUpgradeWallet, chunk: EMAIL_CHUNK },
  },
  accountActions: { walletSettings: WalletSettingsAction },
  connectGroups: { email: EmailGroup },
});
