import * as v from 'valibot';
import { parseOrNull } from '../wire.js';

/** Posted by the first page of our secure sites in the window: it has an opener. */
const OPENED = '@latchkey-frame/POPUP_OPENED';

const resultSchema = v.object({ resultUri: v.string() });
const openedSchema = v.object({ type: v.literal(OPENED) });

/** Message that the first page in the window of a social login posts to the app: it can reach it. */
export const formatPopupOpened = (): { readonly type: string } => ({ type: OPENED });

/** Message with the result of a social login. @param resultUri address that the provider has sent the window to */
export const formatSocialResult = (resultUri: string): { readonly resultUri: string } => ({ resultUri });

/** Returns whether the window of a social login reports that it can reach the app. */
export const isPopupOpened = (data: unknown): boolean => parseOrNull(openedSchema, data) !== null;

/** Returns the result that the window of a social login posts; `null` for other messages. */
export const resultUriIn = (data: unknown): string | null => parseOrNull(resultSchema, data)?.resultUri ?? null;
