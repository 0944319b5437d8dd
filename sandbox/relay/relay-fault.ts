/** How a call fails, or a push when the method is `irn_subscription`. */
export type RelayFaultMode =
  /** The call is rejected with this error and not executed. A push is lost, as with `drop`. */
  | { readonly mode: 'error'; readonly error: { readonly code: number; readonly message: string } }
  /** The call is neither executed nor responded to. A push is lost, and redelivered when it is not acknowledged in time. */
  | { readonly mode: 'drop' }
  /** The call is executed but its response is lost. A push is sent as usual. */
  | { readonly mode: 'drop-response' }
  /** The call is executed once and its response sent twice. A push is sent twice with the same id. */
  | { readonly mode: 'repeat' }
  /** The call is executed, or the push sent, after a delay, so that later ones overtake it. */
  | { readonly mode: 'delay'; readonly delayMs: number };

/** A fault of the relay. For tests only. */
export type RelayFault = RelayFaultMode & {
  /** E.g. `irn_publish`; `irn_subscription` for pushes; `*` for any call. */
  readonly method: string;
  /** Only calls and pushes with this tag, e.g. 1109 for session request responses. */
  readonly tag?: number;
  /** Number of affected calls. Default 1. */
  readonly times?: number;
};

/** Returns true if a fault applies to a call or push. */
export const faultApplies = ({ method: faultMethod, tag: faultTag }: RelayFault, method: string, tag: number | null): boolean =>
  (faultMethod === method || (faultMethod === '*' && method !== 'irn_subscription')) && (faultTag === undefined || faultTag === tag);
