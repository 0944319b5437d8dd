import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPublicHttpsUrl } from '../../../../../application/wallet-protocol/provider/wallet-url.js';
import { itHolds } from '../../../domain/properties.js';

describe('isPublicHttpsUrl', () => {
  it.each([
    'https://bundler.example',
    'https://BUNDLER.example:8443/v1?key=1',
    'https://8.8.8.8/rpc',
    'https://172.32.0.1',
    'https://100.128.0.1',
    'https://localhost.example',
    'https://[2606:4700:4700::1111]/',
  ])('accepts %s', (url) => expect(isPublicHttpsUrl(url)).toBe(true));

  it.each([
    ...[undefined, null, 5, {}, '', ' ', 'bundler.example', '//bundler.example', 'https://', 'https:', 'https://%00/'],
    ...['http://bundler.example', 'ws://bundler.example', 'wss://bundler.example', 'ftp://a.example', 'file:///etc/hosts'],
    ...['data:application/json,{}', 'javascript:0', 'blob:https://bundler.example/1'],
    ...['https://user@bundler.example', 'https://:secret@bundler.example', 'https://user:secret@bundler.example'],
    ...[
      'https://localhost',
      'https://LocalHost:8545',
      'https://localhost.',
      'https://a.localhost',
      'https://a.b.localhost.',
      'https://a..',
    ],
    ...['https://printer.local.', 'https://wallet.lan', 'https://db.corp', 'https://a.home', 'https://a.private', 'https://a.intranet.'],
    ...['https://a.localdomain', 'https://[::ffff:7f00:1]', 'https://[::FFFF:192.168.0.1]', 'https://0300.0250.0.1', 'https://0xC0.0xA8.1'],
    ...['https://router', 'https://printer.local', 'https://metadata.google.internal', 'https://nas.home.arpa'],
    ...['https://127.0.0.1', 'https://127.1', 'https://2130706433', 'https://0x7f000001', 'https://0x7f.1', 'https://0177.0.0.1'],
    ...['https://127.0.0.1.', 'https://１２７.0.0.1', 'https://127。0。0。1', 'https://0', 'https://0.0.0.0', 'https://%31%32%37.1'],
    ...['https://10.0.0.1', 'https://172.16.0.1', 'https://172.31.255.255', 'https://192.168.1.1', 'https://100.64.0.1'],
    ...['https://169.254.169.254/latest', 'https://3232235777', 'https://192.0.0.1', 'https://198.18.0.1', 'https://224.0.0.1'],
    ...['https://255.255.255.255', 'https://256.0.0.1', 'https://1.2.3.4.5'],
    ...['https://[::1]', 'https://[::]', 'https://[0:0:0:0:0:0:0:1]', 'https://[fe80::1]', 'https://[febf::1]', 'https://[fec0::1]'],
    ...['https://[fc00::1]', 'https://[fd12:3456::1]', 'https://[ff02::1]', 'https://[::ffff:127.0.0.1]', 'https://[::ffff:a00:1]'],
    ...['https://[::127.0.0.1]', 'https://[64:ff9b::7f00:1]', 'https://[64:ff9b:1::7f00:1]', 'https://[2002:7f00:1::]'],
    ...['https://[2001:0:7f00:1::]', 'https://[2001:db8::1]', 'https://[fe80::1%25eth0]'],
  ])('rejects %j', (url) => expect(isPublicHttpsUrl(url)).toBe(false));

  const octet = fc.integer({ min: 0, max: 255 });
  itHolds(
    'rejects private and loopback addresses in every notation',
    fc.constantFrom(10, 127),
    fc.tuple(octet, octet, octet),
    (first, [second, third, fourth]) => {
      const number = first * 2 ** 24 + second * 2 ** 16 + third * 2 ** 8 + fourth;
      const dotted = [first, second, third, fourth].join('.');
      const hosts = [
        dotted,
        `${number}`,
        `0x${number.toString(16)}`,
        `0${number.toString(8)}`,
        `${first}.${number % 2 ** 24}`,
        `[::ffff:${dotted}]`,
      ];
      for (const host of hosts) expect([host, isPublicHttpsUrl(`https://${host}/`)]).toEqual([host, false]);
    },
  );
});
