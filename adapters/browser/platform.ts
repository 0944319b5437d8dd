import type { Platform } from '../../application/ports/browser.port.js';

/** What a page can tell of the device it runs on. */
export interface PlatformFacts {
  readonly userAgent: string;
  /** Number of simultaneous touches the screen takes. */
  readonly touchPoints: number;
  /** Whether the first pointing device is a finger. */
  readonly coarsePointer: boolean;
  /** The page runs inside Telegram. */
  readonly telegram: boolean;
  /** The page is framed by another. */
  readonly iframe: boolean;
}

const MOBILE = /android|webos|iphone|ipad|ipod|blackberry|opera mini/i;
const IOS = /iphone|ipad|ipod/i;
/** Systems that no mobile wallet runs on, whatever their screen: a tablet with Windows is still a desktop here. */
const DESKTOP = /windows nt|macintosh|x11|cros/i;

/**
 * Tells the device from what its browser says. An iPad that asks for desktop pages calls itself a Macintosh; only it has
 * a touch screen.
 */
export const detectPlatform = ({ userAgent, touchPoints, coarsePointer, telegram, iframe }: PlatformFacts): Platform => {
  const disguisedIpad = /macintosh/i.test(userAgent) && touchPoints > 1;
  const ios = IOS.test(userAgent) || disguisedIpad;
  const mobile = ios || MOBILE.test(userAgent) || (coarsePointer && !DESKTOP.test(userAgent));
  return { mobile, ios, android: /android/i.test(userAgent), telegram, iframe };
};
