/** What goes wrong with one call, or with one push when the method is `irn_subscription`. */
export type RelayFaultMode =
  /** The call is answered with this error and not done. For a push: it is lost, as with `drop`. */
  | { readonly mode: 'error'; readonly error: { readonly code: number; readonly message: string } }
  /** The call is neither done nor answered; a push is lost, and comes again when it was not acknowledged in time. */
  | { readonly mode: 'drop' }
  /** The call is done and not answered; a push is sent as usual. */
  | { readonly mode: 'drop-answer' }
  /** The call is done once and answered twice; a push comes twice, under the same id. */
  | { readonly mode: 'repeat' }
  /** The call is done, or the push sent, this much later: behind those that come in between. */
  | { readonly mode: 'delay'; readonly delayMs: number };

/** A fault of the relay. Only tests set one. */
export type RelayFault = RelayFaultMode & {
  /** E.g. `irn_publish`; `irn_subscription` for pushes; `*` for any call. */
  readonly method: string;
  /** Only calls and pushes of this tag, e.g. 1109 for answers to session requests. */
  readonly tag?: number;
  /** How many calls it concerns; 1 by default. */
  readonly times?: number;
};

/** Whether a fault concerns a call or push. */
export const concernsCall = ({ method: named, tag: wanted }: RelayFault, method: string, tag: number | null): boolean =>
  (named === method || (named === '*' && method !== 'irn_subscription')) && (wanted === undefined || wanted === tag);
