import { encodeFields } from './encoding.js';

/** A statement that a device signs with its ECDSA P-256 key. */
export interface DeviceStatement {
  readonly action:
    | 'register-device'
    | 'release-secret'
    | 'resume-session'
    | 'open-request'
    | 'approve-device'
    | 'grant-session'
    | 'remove-device'
    | 'switch-wallet'
    | 'answer-approval'
    | 'ask-approval';
  readonly device: string;
  /** Single-use nonce of the server. */
  readonly nonce: string;
  /** Thumbprint of the key of the frame that sends the statement. */
  readonly frame: string;
  /** Origin of the app that embeds the frame. */
  readonly origin: string;
  readonly parameters: readonly string[];
}

/** Returns the bytes that a device signs. */
export const deviceStatementBytes = ({ action, device, nonce, frame, origin, parameters }: DeviceStatement): Uint8Array<ArrayBuffer> =>
  encodeFields('latchkey/device-statement/1', action, device, nonce, frame, origin, ...parameters);
