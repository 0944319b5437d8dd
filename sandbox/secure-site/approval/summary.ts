import type { SiteNetwork } from '../documents/site-config.js';

/** A fact that the user reads. */
export interface Fact {
  readonly label: string;
  readonly value: string;
  /** `address` and `code` are set in a font with a fixed width. */
  readonly kind: 'text' | 'email' | 'address' | 'code';
}

/** What may harm the user (`danger`), or is good to know (`notice`). */
export interface Warning {
  readonly level: 'danger' | 'notice';
  readonly text: string;
}

/** A request in words. */
export interface Summary {
  readonly title: string;
  readonly approveLabel: string;
  readonly facts: readonly Fact[];
  readonly warnings: readonly Warning[];
  /** Why the request cannot be approved; `null` if it can. */
  readonly stop: string | null;
}

/** A token as its contract describes it. */
export interface TokenInfo {
  readonly symbol: string;
  readonly decimals: number;
}

/** A sign-in message, as far as it is compared or shown. */
export interface SignInText {
  readonly scheme?: string | undefined;
  readonly domain: string;
  readonly chainId: string;
  readonly accountAddress: string;
  readonly statement?: string | undefined;
  readonly uri: string;
  readonly expirationTime?: string | undefined;
  readonly resources?: readonly string[] | undefined;
}

/** What a summary needs besides the request. */
export interface SummaryContext {
  /** Origin of the app, as the browser tells it. */
  readonly origin: string;
  /** `null` for one that the site does not know. */
  readonly network: SiteNetwork | null;
  /** Parses a sign-in message. @throws any error for another text */
  readonly parseSignIn: (text: string) => SignInText;
  /** The token at an address; `null` if it is none, or not known yet. */
  readonly tokenAt: (address: string) => TokenInfo | null;
}

export const text = (label: string, value: string): Fact => ({ label, value, kind: 'text' });
export const address = (label: string, value: string): Fact => ({ label, value, kind: 'address' });
export const code = (label: string, value: string): Fact => ({ label, value, kind: 'code' });
export const danger = (message: string): Warning => ({ level: 'danger', text: message });
export const notice = (message: string): Warning => ({ level: 'notice', text: message });
