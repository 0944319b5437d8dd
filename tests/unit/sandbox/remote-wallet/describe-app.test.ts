import { describe, expect, it } from 'vitest';
import { describeApp } from '../../../../sandbox/remote-wallet/describe-app.js';

const APP = { name: 'App', description: '', url: 'https://app.example' };
const verified = (validation: 'UNKNOWN' | 'VALID' | 'INVALID', origin: string, isScam = false) => ({
  ...{ validation, origin, isScam },
  verifyUrl: '',
});

describe('facts about the app behind a request', () => {
  it.each([
    ['no look-up', undefined, 'text', 'Provided by the app and not verified.'],
    ['an unknown origin', verified('UNKNOWN', APP.url), 'text', 'Provided by the app and not verified.'],
    ['its own origin', verified('VALID', APP.url), 'text', 'https://app.example'],
    [
      'another origin',
      verified('INVALID', 'https://evil.example'),
      'warning',
      'comes from https://evil.example, not from https://app.example',
    ],
    ['a reported origin', verified('VALID', APP.url, true), 'warning', 'https://app.example was reported as a scam.'],
  ])('%s', (_name, result, form, value) => {
    expect(describeApp(APP, result)).toEqual([expect.objectContaining({ form, value: expect.stringContaining(value) })]);
  });
});
