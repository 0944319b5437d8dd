import { text } from './schema-builders.js';

/**
 * Scheme, host, optional port and path, no credentials, because `fetch` rejects them. @see https://datatracker.ietf.org/doc/html/rfc3986
 */
export const urlPattern = (schemes: string): RegExp =>
  new RegExp(`^(${schemes})://([\\w.-]+|\\[[\\da-f:.]+])(:\\d{1,5})?([/?#]\\S*)?$`, 'i');

const SECURE_SOCKET = urlPattern('wss');
const LOOPBACK_SOCKET = /^ws:\/\/(localhost|[\w.-]+\.localhost|127(\.\d{1,3}){3}|\[::1])(:\d{1,5})?([/?#]\S*)?$/i;

/** Without encryption only to the device itself, where `ws:` is no mixed content. @see https://w3c.github.io/webappsec-secure-contexts/ */
export const relayUrl = text(
  { test: (url) => SECURE_SOCKET.test(url) || LOOPBACK_SOCKET.test(url) },
  'a URL that starts with wss://, or ws://localhost for a relay on this device',
);
