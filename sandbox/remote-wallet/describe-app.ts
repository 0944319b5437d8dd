import type { Verify } from '@walletconnect/types';
import { visible } from '../wallet/engine/describe.js';
import { type PromptFact, text, warning } from '../wallet/engine/prompt.js';

/** Metadata of an app, as it describes itself. */
export interface AppMetadata {
  readonly name: string;
  readonly description: string;
  readonly url: string;
}

/** Result of the SDK's look-up of a request's origin. Absent for requests that were restored. */
export type VerifyResult = Verify.Context['verified'] | undefined;

/** Display name of an app. */
export const appName = ({ name }: Pick<AppMetadata, 'name'>): string => visible(name === '' ? 'an unnamed app' : name);

const originFact = ({ url }: AppMetadata, verified: VerifyResult): PromptFact => {
  if (verified?.isScam === true) return warning(`${visible(verified.origin)} was reported as a scam.`);
  if (verified?.validation === 'INVALID') return warning(`This request comes from ${visible(verified.origin)}, not from ${visible(url)}.`);
  if (verified?.validation === 'VALID') return text('Verified origin', visible(verified.origin));
  return text('Name and URL', 'Provided by the app and not verified.');
};

/**
 * Facts about the app behind a request: its verified origin, if known, and its description.
 * @see https://docs.walletconnect.network/wallet-sdk/features/verify
 */
export const describeApp = (app: AppMetadata, verified: VerifyResult): readonly PromptFact[] => [
  originFact(app, verified),
  ...(app.description === '' ? [] : [text('About', visible(app.description))]),
];
