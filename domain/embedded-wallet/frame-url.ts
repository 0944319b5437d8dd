import type { ChainId } from '../caip/caip-2.js';

/** Version of the frame's messages. */
export const FRAME_VERSION = '4';

/** Query of the frame's URL. */
export interface FrameQuery {
  readonly projectId: string;
  readonly chainId: ChainId;
  readonly enableLogger: boolean;
}

/** Returns the URL of the secure frame. */
export const frameUrlOf = (secureSite: string, { projectId, chainId, enableLogger }: FrameQuery): string => {
  const query = { projectId, chainId, version: FRAME_VERSION, enableLogger: String(enableLogger) };
  const members = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${secureSite}${secureSite.includes('?') ? '&' : '?'}${members.join('&')}`;
};
