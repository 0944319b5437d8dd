import { availableSocials, SOCIAL_NAMES } from '../../domain/options/socials.js';
import { SocialScope } from '../components/social-scope.js';
import { WalletSettings } from '../views/account/wallet-settings.js';
import { EmailGroup } from '../views/connect/email-group.js';
import { SocialGroup } from '../views/connect/social-group.js';
import { EMAIL_CHUNK } from './email-chunk.js';
import { defineFeature, hasData } from './feature.js';

/** Logs in to the embedded wallet by email or with a social account, approves its requests and changes its settings. */
export const emailFeature = defineFeature({
  views: {
    ConnectSocials: { title: (m) => m.titleSocials, chunk: EMAIL_CHUNK },
    ConnectingSocial: { title: (_, { provider }) => SOCIAL_NAMES[provider], guard: hasData, chunk: EMAIL_CHUNK },
    ConnectingFarcaster: { title: () => SOCIAL_NAMES.farcaster, chunk: EMAIL_CHUNK },
    EmailLogin: { title: (m) => m.titleEmailLogin, chunk: EMAIL_CHUNK },
    EmailVerifyDevice: { title: (m) => m.titleEmailDevice, guard: hasData, chunk: EMAIL_CHUNK },
    EmailVerifyOtp: { title: (m) => m.titleEmailCode, guard: hasData, chunk: EMAIL_CHUNK },
    ApproveTransaction: { title: (m) => m.titleApprove, chunk: EMAIL_CHUNK },
    UpdateEmailWallet: { title: (m) => m.titleEditEmail, chunk: EMAIL_CHUNK },
    UpdateEmailPrimaryOtp: { title: (m) => m.titleConfirmCurrentEmail, guard: hasData, chunk: EMAIL_CHUNK },
    UpdateEmailSecondaryOtp: { title: (m) => m.titleConfirmNewEmail, guard: hasData, chunk: EMAIL_CHUNK },
    UpgradeEmailWallet: { title: (m) => m.titleUpgradeWallet, chunk: EMAIL_CHUNK },
  },
  settings: { wallet: WalletSettings },
  connectGroups: {
    email: { Group: EmailGroup, isOffered: ({ features, connectors }) => features.email && connectors.some(({ type }) => type === 'AUTH') },
    social: {
      Group: SocialGroup,
      isOffered: ({ features, platform, connectors }) =>
        availableSocials(features.socials, platform).length > 0 && connectors.some(({ type }) => type === 'AUTH'),
    },
  },
  Scope: SocialScope,
});
