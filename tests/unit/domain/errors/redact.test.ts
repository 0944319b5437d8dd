import { describe, expect, it } from 'vitest';
import { redactText } from '../../../../domain/errors/redact.js';

/** The first vector of BIP-39, which is public. */
const PHRASE = `${'abandon '.repeat(11)}about`;

describe('redactText', () => {
  it.each([
    ['the recovery phrase', PHRASE],
    ['24 words', `${'abandon '.repeat(23)}art`],
    ['words in lines', PHRASE.replaceAll(' ', '\n')],
    ['words with commas', PHRASE.replaceAll(' ', ', ')],
  ])('removes %s', (_, secret) => {
    expect(redactText(`Import of "${secret}" failed`)).toBe('Import of "[redacted]" failed');
  });

  it.each(['ada@example.com', 'ada.lovelace+wallet@mail.example.co.uk', 'ádá@beispiel.köln'])('masks the email address %s', (email) => {
    expect(redactText(`No code for <${email}>: try again`)).toBe('No code for <[email]>: try again');
  });

  it('keeps prose, versions and addresses', () => {
    const text =
      'The wallet did not answer within the time that the app allows for it. Uses @walletconnect/core@2.21.8 as 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    expect(redactText(text)).toBe(text);
  });

  it('takes time that is linear in the length', () => {
    // Quadratic, this would take minutes.
    const texts = ['g', 'g.', 'g@', '0x', 'wc '].map((part) => part.repeat(200_000));
    expect(texts.every((text) => redactText(text) === text)).toBe(true);
    expect(redactText('wallet '.repeat(100_000)).length).toBeLessThan(50_000);
  });
});
