/**
 * Messages between a page and the secure frame of the embedded wallet, for authors of a secure site: schemas of every request and reply, and
 * the dispatcher that answers them.
 * @module
 */

export {
  FrameDispatcher,
  type FrameDispatcherOptions,
  type FrameHandlers,
  type FrameHost,
  type FrameMessageEvent,
} from '../../adapters/secure-frame/frame-dispatcher.js';
export {
  type DappData,
  FRAME_ACTIONS,
  type FrameAction,
  type FramePayload,
  type FrameReply,
  type FrameTheme,
  type FrameUser,
  SOCIAL_PROVIDERS,
} from '../../domain/embedded-wallet/frame-actions.js';
export {
  type Envelope,
  type FrameEvent,
  formatFrameEvent,
  parseReceived,
  readEnvelope,
} from '../../domain/embedded-wallet/frame-messages.js';
export { type RpcPermission, rpcPermissionOf, SAFE_RPC_METHODS, UNSAFE_RPC_METHODS } from '../../domain/embedded-wallet/rpc-methods.js';
export {
  PREFLIGHT_COMMITMENTS,
  type RpcRequest,
  type RpcResponseType,
  rpcRequestSchema,
  rpcResponseTypeOf,
} from '../../domain/embedded-wallet/rpc-request.js';
export { formatPopupOpened, formatSocialResult } from '../../domain/embedded-wallet/social-popup.js';
