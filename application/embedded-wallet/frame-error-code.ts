/** Error codes of requests to the secure frame. */
export type FrameErrorCode =
  | 'secure-frame/bundle-not-found'
  | 'secure-frame/load-failed'
  | 'secure-frame/not-set'
  | 'secure-frame/aborted'
  | 'secure-frame/request-aborted'
  | 'secure-frame/error-reply'
  | 'secure-frame/invalid-payload'
  | 'config/disposed';
