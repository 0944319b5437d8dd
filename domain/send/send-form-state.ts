import type { LookAlike } from '../account/look-alike-address.js';
import type { LatchkeyError } from '../errors/latchkey-error.js';
import { EMPTY_DRAFT, hasPrice, type SendDraft } from './send-draft.js';

/** Whom a transfer is for. */
export interface SendRecipient {
  /** Name that it was found by, or the name of its profile; `null` if none is known. */
  readonly name: string | null;
  /** Picture of its profile: a `data:` URL, or a remote one for the image service; `null` without one. */
  readonly imageUrl: string | null;
  /** The known address that it imitates. The user has to compare them before sending. */
  readonly lookAlike: LookAlike | null;
  /** It has code, and may be unable to use what it gets. False until it is read. */
  readonly isContract: boolean;
}

/** The form of a transfer: what was entered, and what follows from it. */
export interface SendFormState extends SendDraft {
  /** `null` until the address is known. */
  readonly found: SendRecipient | null;
  /** True while the recipient is looked up. */
  readonly isResolving: boolean;
  /**
   * Why the recipient is not known: its name could not be looked up, and it is neither found nor missing, or with `address/…` what is wrong with
   * its address.
   */
  readonly error: LatchkeyError | null;
  /** The user has compared the recipient with the address that it imitates. */
  readonly isCompared: boolean;
}

/** Nothing was entered. */
export const EMPTY_SEND_FORM: SendFormState = { ...EMPTY_DRAFT, found: null, isResolving: false, error: null, isCompared: false };

/** What the user enters. `isCompared`: the recipient was compared with the address that it imitates. */
export type SendFormChange = Partial<
  Pick<SendDraft, 'token' | 'amount' | 'unit' | 'isMax' | 'recipient' | 'speed'> & Pick<SendFormState, 'isCompared'>
>;

/** What happens to the form. */
export type SendFormEvent =
  | { readonly type: 'edited'; readonly change: SendFormChange }
  | { readonly type: 'resolving' }
  /** `address`: `null` if there is no such recipient. */
  | { readonly type: 'resolved'; readonly address: string | null; readonly found: SendRecipient | null }
  | { readonly type: 'checked'; readonly lookAlike: LookAlike | null }
  | { readonly type: 'inspected'; readonly isContract: boolean }
  | { readonly type: 'profiled'; readonly name: string | null; readonly imageUrl: string | null }
  | { readonly type: 'failed'; readonly error: LatchkeyError }
  | { readonly type: 'reset' };

const NOT_FOUND = { address: null, found: null, isResolving: false, error: null, isCompared: false } as const;

/** The form after an event. Another token clears the amount, and the unit if it has no price; another recipient what was found of the former one. */
export const reduceSendForm = (state: SendFormState, event: SendFormEvent): SendFormState => {
  switch (event.type) {
    case 'edited': {
      const { change } = event;
      const isOtherToken = change.token !== undefined && change.token?.asset !== state.token?.asset;
      const isTyped = change.amount !== undefined && change.isMax === undefined;
      const amount = isOtherToken
        ? { amount: '', isMax: false, unit: hasPrice(change.token) ? state.unit : 'token' }
        : isTyped
          ? { isMax: false }
          : {};
      const recipient = change.recipient === undefined || change.recipient === state.recipient ? {} : NOT_FOUND;
      return { ...state, ...amount, ...recipient, ...change };
    }
    case 'resolving':
      return { ...state, ...NOT_FOUND, isResolving: true };
    case 'resolved':
      return { ...state, ...NOT_FOUND, address: event.address, found: event.found };
    case 'checked': {
      if (state.found === null || state.found.lookAlike?.resembles === event.lookAlike?.resembles) return state;
      return { ...state, found: { ...state.found, lookAlike: event.lookAlike }, isCompared: false };
    }
    case 'profiled':
      return state.found === null ? state : { ...state, found: { ...state.found, name: event.name, imageUrl: event.imageUrl } };
    case 'inspected':
      return state.found === null ? state : { ...state, found: { ...state.found, isContract: event.isContract } };
    case 'failed':
      return { ...state, ...NOT_FOUND, error: event.error };
    case 'reset':
      return EMPTY_SEND_FORM;
  }
};
