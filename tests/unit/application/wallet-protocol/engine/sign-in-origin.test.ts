import { describe, expect, it } from 'vitest';
import { isSignInFor } from '../../../../../application/wallet-protocol/engine/sign-in-origin.js';

const ORIGIN = 'https://app.example';
const isFor = (url: string, domain: string, aud: string): boolean => isSignInFor(url, { domain, aud });

describe('sign-in message', () => {
  it.each([
    [ORIGIN, 'app.example', 'https://app.example/login'],
    [`${ORIGIN}/page?a=1`, 'APP.example:443', 'https://app.example'],
    ['http://localhost:3000', 'localhost:3000', 'http://localhost:3000/login'],
    // Some apps send `location.origin`.
    [ORIGIN, ORIGIN, ORIGIN],
    // There is nothing to compare with.
    ['', 'app.example', 'https://app.example'],
    ['data:text/html,app', 'app.example', 'https://app.example'],
  ])('is for %s: %s, %s', (url, domain, aud) => {
    expect(isFor(url, domain, aud)).toBe(true);
  });

  it.each([
    ['bank.example', ORIGIN],
    ['sub.app.example', ORIGIN],
    ['app.example.bank.example', ORIGIN],
    ['app.example@bank.example', ORIGIN],
    ['bank.example#app.example', ORIGIN],
    ['app.example/path', ORIGIN],
    ['app.example\\\\bank.example', ORIGIN],
    ['app.example bank.example', ORIGIN],
    ['app.example:8443', ORIGIN],
    ['', ORIGIN],
    ['app.example', 'https://bank.example'],
    ['app.example', 'https://app.example@bank.example'],
    ['app.example', 'http://app.example'],
    ['app.example', 'app.example'],
    ['app.example', 'did:key:z6Mk'],
  ])('is not for the app: %s, %s', (domain, aud) => {
    expect(isFor(ORIGIN, domain, aud)).toBe(false);
  });
});
