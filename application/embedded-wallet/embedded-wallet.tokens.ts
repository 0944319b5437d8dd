import { token } from '../shared/token.js';
import type { FrameApprovals } from './frame-approvals.js';
import type { FrameLoginRepository } from './frame-login.repository.js';
import type { FrameSync } from './frame-sync.js';
import type { FrameWallets } from './frame-wallets.js';

/** Token of the approvals of the embedded wallet. */
export const FRAME_APPROVALS = token<FrameApprovals>('FrameApprovals');

/** Token of the stored login to the embedded wallet. */
export const FRAME_LOGIN = token<FrameLoginRepository>('FrameLogin');

/** Token of what the secure frame is told about the app. */
export const FRAME_SYNC = token<FrameSync>('FrameSync');

/** Token of the embedded wallet's connector, with its sessions. */
export const FRAME_WALLETS = token<FrameWallets>('FrameWallets');
