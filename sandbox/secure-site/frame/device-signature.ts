import { type DeviceStatement, deviceStatementBytes } from '../protocol/device-statement.js';
import { signBytes } from '../protocol/p256.js';
import type { FrameClient } from './frame-client.js';

/** A registered device, or one that is to be: its id and its key, which cannot be exported. */
export interface SigningDevice {
  readonly device: string;
  readonly key: CryptoKeyPair;
}

/** Signs a statement of a device in a frame. */
export const signAsDevice = (
  client: FrameClient,
  { device, key }: SigningDevice,
  statement: Pick<DeviceStatement, 'action' | 'nonce' | 'parameters'>,
): Promise<string> => signBytes(key.privateKey, deviceStatementBytes({ ...statement, device, frame: client.id, origin: client.origin }));
