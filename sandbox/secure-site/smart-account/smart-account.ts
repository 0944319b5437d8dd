import type { Hex } from '../approval/approval-request.js';
import type { SiteNetwork } from '../documents/site-config.js';

/** A smart account on a network. */
export interface SmartAccount {
  readonly address: Hex;
  /** Address of the key that signs for it. */
  readonly owner: string;
  readonly factory: Hex;
  readonly network: SiteNetwork;
  /** URL of the wallet's paymaster; `null` if there is none. */
  readonly paymasterUrl: string | null;
}
