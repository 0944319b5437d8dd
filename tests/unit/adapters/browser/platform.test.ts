import { describe, expect, it } from 'vitest';
import { detectPlatform, type PlatformFacts } from '../../../../adapters/browser/platform.js';

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15';
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const CHROMEBOOK = 'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const IPAD =
  'Mozilla/5.0 (iPad; CPU OS 12_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/12.1 Mobile/15E148 Safari/604.1';
const PIXEL = 'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
const FIREFOX_ANDROID = 'Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0';
const UNKNOWN_PHONE = 'Mozilla/5.0 (Mobile; Some OS 1.0)';

const facts = (changes: Partial<PlatformFacts>): PlatformFacts => ({
  userAgent: MAC,
  touchPoints: 0,
  coarsePointer: false,
  telegram: false,
  iframe: false,
  ...changes,
});

describe('the platform', () => {
  it.each<[string, Partial<PlatformFacts>, string]>([
    ['a Mac', { userAgent: MAC }, ''],
    ['an iPad that calls itself a Mac', { userAgent: MAC, touchPoints: 5, coarsePointer: true }, 'mobile ios'],
    ['a PC', { userAgent: WINDOWS }, ''],
    ['a PC with a touch screen', { userAgent: WINDOWS, touchPoints: 10, coarsePointer: true }, ''],
    ['a Linux desktop', { userAgent: LINUX }, ''],
    ['a Chromebook with a touch screen', { userAgent: CHROMEBOOK, touchPoints: 10, coarsePointer: true }, ''],
    ['an iPhone', { userAgent: IPHONE, touchPoints: 5, coarsePointer: true }, 'mobile ios'],
    ['an old iPad', { userAgent: IPAD, touchPoints: 5, coarsePointer: true }, 'mobile ios'],
    ['Chrome on Android', { userAgent: PIXEL, touchPoints: 5, coarsePointer: true }, 'mobile android'],
    ['Firefox on Android', { userAgent: FIREFOX_ANDROID, touchPoints: 5, coarsePointer: true }, 'mobile android'],
    ['Android with a mouse', { userAgent: PIXEL }, 'mobile android'],
    ['a phone nobody knows', { userAgent: UNKNOWN_PHONE, coarsePointer: true }, 'mobile'],
    ['an empty user agent', { userAgent: '' }, ''],
    ['Telegram on an iPhone', { userAgent: IPHONE, telegram: true }, 'mobile ios telegram'],
    ['a frame', { iframe: true }, 'iframe'],
  ])('of %s', (_name, changes, flags) => {
    const platform = detectPlatform(facts(changes));
    const set = (['mobile', 'ios', 'android', 'telegram', 'iframe'] as const).filter((flag) => platform[flag]);
    expect(set.join(' ')).toBe(flags);
  });
});
