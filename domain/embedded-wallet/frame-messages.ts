import * as v from 'valibot';
import { LatchkeyError } from '../errors/latchkey-error.js';
import { parseOrNull } from '../wire.js';
import { FRAME_ACTIONS, type FrameAction, type FramePayload, type FrameReply, isFrameAction } from './frame-actions.js';

/** Prefix of messages from the host. */
const APP = '@w3m-app/';
/** Prefix of messages from the frame. */
const FRAME = '@w3m-frame/';
/** Prefix of the messages that only our hosts and frames know. */
const EXTENSION = '@latchkey-frame/';
const EXTENSION_RECEIVED = '@latchkey-app/RECEIVED';
const EXTENSION_ABORT = '@latchkey-app/ABORT';

/** A message between host and frame. Its payload is unchecked. */
export interface Envelope {
  readonly type: string;
  readonly id: string;
  readonly payload?: unknown;
}

const envelopeSchema = v.object({ type: v.string(), id: v.optional(v.string(), ''), payload: v.optional(v.unknown()) });

/** Reads what a window posted; `null` if it is no message between host and frame. Reads nothing of the payload. */
export const readEnvelope = (data: unknown): Envelope | null => parseOrNull(envelopeSchema, data);

/** Creates a request to the frame. */
export const formatRequest = (action: FrameAction, id: string, payload: unknown): Envelope => ({
  type: `${APP}${action}`,
  id,
  ...(payload === undefined ? {} : { payload }),
});

/**
 * Checks what a request sends and drops members that its schema does not have.
 * @throws ValiError with the first fault
 */
export const parsePayload = <Action extends FrameAction>(action: Action, payload: unknown): FramePayload<Action> =>
  // The table has this schema for this action.
  v.parse(FRAME_ACTIONS[action].payload as v.GenericSchema<unknown, FramePayload<Action>>, payload, { abortEarly: true });

/**
 * Checks what a host is about to send.
 * @throws LatchkeyError `secure-frame/invalid-payload` with the first fault
 */
export const validatePayload = <Action extends FrameAction>(action: Action, payload: unknown): FramePayload<Action> => {
  try {
    return parsePayload(action, payload);
  } catch (cause) {
    const reason = v.isValiError(cause) ? cause.issues[0].message : String(cause);
    throw new LatchkeyError('secure-frame/invalid-payload', { action, reason }, { cause });
  }
};

/** A request as a frame receives it: its payload is not checked yet. `null` for other messages and unknown actions. */
export const parseRequest = ({
  type,
  id,
  payload,
}: Envelope): { readonly action: FrameAction; readonly id: string; readonly payload: unknown } | null => {
  const action = type.startsWith(APP) ? type.slice(APP.length) : '';
  return isFrameAction(action) ? { action, id, payload } : null;
};

/** Creates the reply to a request. */
export const formatReply = <Action extends FrameAction>(action: Action, id: string, payload: FrameReply<Action>): Envelope => ({
  type: `${FRAME}${action}_SUCCESS`,
  id,
  ...(payload === undefined ? {} : { payload }),
});

/** Creates the reply to a request that failed. */
export const formatErrorReply = (action: FrameAction, id: string, message: string): Envelope => ({
  type: `${FRAME}${action}_ERROR`,
  id,
  payload: { message },
});

/** Outcome of a request to the frame. */
export type FrameOutcome<Action extends FrameAction> =
  | { readonly status: 'success'; readonly payload: FrameReply<Action> }
  /** The frame's own text; empty if it sent none. */
  | { readonly status: 'error'; readonly message: string };

const errorSchema = v.object({ message: v.string() });

/** Parses the reply to a request; `null` if it is none, or malformed. The caller has compared the ids. */
export const parseReply = <Action extends FrameAction>(action: Action, { type, payload }: Envelope): FrameOutcome<Action> | null => {
  if (type === `${FRAME}${action}_ERROR`) return { status: 'error', message: parseOrNull(errorSchema, payload)?.message ?? '' };
  if (type !== `${FRAME}${action}_SUCCESS`) return null;
  // The table has this schema for this action.
  const result = v.safeParse(FRAME_ACTIONS[action].reply as v.GenericSchema<unknown, FrameReply<Action>>, payload, { abortEarly: true });
  return result.success ? { status: 'success', payload: result.output } : null;
};

/** What the frame says unasked. The last four are known to our hosts and frames only. */
export type FrameEvent =
  | { readonly type: 'ready'; readonly version?: string | undefined }
  | { readonly type: 'session-updated' }
  /** Show the frame: it asks the user something. */
  | { readonly type: 'show'; readonly id: string; readonly height: number }
  /** Hide the frame. */
  | { readonly type: 'hide'; readonly id: string }
  /** The user goes on in a window of the secure site, or is done there. */
  | { readonly type: 'window'; readonly id: string; readonly open: boolean }
  /** The user must give consent in a window of the secure site, since this device has no key here: show the frame, which opens it. */
  | { readonly type: 'home'; readonly id: string; readonly height: number }
  /** The number that the user types on the page behind the mailed link; `null` when it is no longer needed. */
  | { readonly type: 'number'; readonly id: string; readonly number: string | null };

const readySchema = v.optional(v.object({ version: v.optional(v.string()) }), {});
const boxSchema = v.object({ height: v.pipe(v.number(), v.minValue(0), v.maxValue(2_000)) });
const windowSchema = v.object({ open: v.boolean() });
const numberSchema = v.object({ number: v.nullable(v.pipe(v.string(), v.regex(/^\d{2,6}$/))) });

/** Parses a message that the frame sends unasked; `null` if it is none, or malformed. */
export const parseFrameEvent = ({ type, id, payload }: Envelope): FrameEvent | null => {
  if (type === `${FRAME}READY`) {
    const ready = parseOrNull(readySchema, payload);
    return ready === null ? null : { type: 'ready', ...ready };
  }
  if (type === `${FRAME}SESSION_UPDATE`) return { type: 'session-updated' };
  switch (type) {
    case `${EXTENSION}SHOW`:
    case `${EXTENSION}HOME`: {
      const box = parseOrNull(boxSchema, payload);
      return box === null ? null : { type: type === `${EXTENSION}SHOW` ? 'show' : 'home', id, ...box };
    }
    case `${EXTENSION}HIDE`:
      return { type: 'hide', id };
    case `${EXTENSION}WINDOW`: {
      const window = parseOrNull(windowSchema, payload);
      return window === null ? null : { type: 'window', id, ...window };
    }
    case `${EXTENSION}NUMBER`: {
      const shown = parseOrNull(numberSchema, payload);
      return shown === null ? null : { type: 'number', id, ...shown };
    }
    default:
      return null;
  }
};

/** Creates a message that the frame sends unasked. */
export const formatFrameEvent = (event: FrameEvent): Envelope => {
  switch (event.type) {
    case 'ready':
      return { type: `${FRAME}READY`, id: '', payload: event.version === undefined ? {} : { version: event.version } };
    case 'session-updated':
      return { type: `${FRAME}SESSION_UPDATE`, id: '' };
    default: {
      const { type, id, ...payload } = event;
      return { type: `${EXTENSION}${type.toUpperCase()}`, id, payload };
    }
  }
};

/** Creates the acknowledgement of a message of our frames. A frame that gets none within a second is in a host that does not know them. */
export const formatReceived = (id: string): Envelope => ({ type: EXTENSION_RECEIVED, id });

/** Creates the message that a request is aborted: its frame asks the user no more. Only our frames know it. @param id of the request */
export const formatAbort = (id: string): Envelope => ({ type: EXTENSION_ABORT, id });

/** Returns the id of the request that a host aborts; `null` for other messages. */
export const parseAbort = ({ type, id }: Envelope): string | null => (type === EXTENSION_ABORT ? id : null);

/** Returns the id that a host acknowledges; `null` for other messages. */
export const parseReceived = ({ type, id }: Envelope): string | null => (type === EXTENSION_RECEIVED ? id : null);
