import { bytesToHex, hexToBytes } from 'viem';

type Encoding = 'utf8' | 'utf-8' | 'base64' | 'hex';

const READ: Readonly<Record<Encoding, (text: string) => Uint8Array>> = {
  utf8: (text) => new TextEncoder().encode(text),
  'utf-8': (text) => new TextEncoder().encode(text),
  base64: (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0)),
  hex: (text) => hexToBytes(`0x${text}`),
};

const WRITE: Readonly<Record<Encoding, (bytes: Uint8Array) => string>> = {
  utf8: (bytes) => new TextDecoder().decode(bytes),
  'utf-8': (bytes) => new TextDecoder().decode(bytes),
  base64: (bytes) => btoa(String.fromCharCode(...bytes)),
  hex: (bytes) => bytesToHex(bytes).slice(2),
};

/** The subset of Node's `Buffer` that the official client needs. @see https://nodejs.org/api/buffer.html */
const Buffer = {
  from: (value: string | ArrayBuffer, how: Encoding | number = 'utf8', length?: number): Uint8Array => {
    const bytes = typeof value !== 'string' ? new Uint8Array(value, Number(how) || 0, length) : READ[how as Encoding](value);
    return Object.assign(bytes, { toString: (as: Encoding = 'utf8') => WRITE[as](bytes) });
  },
};

/** Defines the Node globals that the official client needs. Ours needs none. */
export const bringNodeParts = (): void => {
  Object.assign(globalThis, { global: globalThis, process: { env: {} }, Buffer });
};
