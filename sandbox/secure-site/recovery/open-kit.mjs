#!/usr/bin/env node
// Opens a recovery kit with its ten recovery words, without any server: run it on a computer that is offline. Written from
// docs/internals/embedded-wallet-keys.md alone, and shares no code with the wallet.
//
//     npm install @noble/hashes@2 @scure/base@2 @scure/bip32@2 @scure/bip39@2
//     node open-kit.mjs wallet-recovery-kit-0x….json             asks for the words, and prints the addresses
//     node open-kit.mjs wallet-recovery-kit-0x….json --phrase    also prints the phrase: other wallets import it
import { createHash, createHmac, createPrivateKey, createPublicKey, ECDH, hkdfSync, pbkdf2Sync, webcrypto } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58 } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { entropyToMnemonic, mnemonicToSeed } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';

const { subtle } = webcrypto;
const HARDENED = 0x8000_0000;
/** ASN.1 before the seed of an ed25519 key. @see https://www.rfc-editor.org/rfc/rfc8410 */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** For the user, without a stack. */
class Refusal extends Error {}

/** Each part after its length. @param {readonly (string | number)[]} parts */
const listOf = (...parts) =>
  Buffer.concat(
    parts.flatMap((part) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(Buffer.byteLength(String(part)));
      return [length, Buffer.from(String(part))];
    }),
  );

/** @param {string} text */
const bytesOf = (text) => Buffer.from(text, 'base64url');

/** @param {string} path */
const readKit = async (path) => {
  let kit;
  try {
    kit = JSON.parse((await readFile(path, 'utf8')).replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new Refusal(`${path} cannot be read as a kit: ${error instanceof Error ? error.message : error}`);
  }
  if (kit?.format !== 'latchkey/recovery-kit/1') throw new Refusal(`This script does not know the format ${kit?.format}`);
  const { format, about, wallet, createdAt, accounts, vault, secret, wrap, checksum } = kit;
  const ofVault = [vault?.version, vault?.epoch, vault?.counter ?? 0, vault?.iv, vault?.sealed];
  const parts = [format, about, wallet, createdAt, accounts?.eip155, accounts?.solana, ...ofVault, secret];
  const list = listOf(...parts, wrap?.salt, wrap?.iv, wrap?.sealed);
  if (createHash('sha256').update(list).digest('base64url') !== checksum)
    throw new Refusal('The kit is damaged: its checksum is another one');
  return kit;
};

/** Reads a line without an echo, or all of a pipe. */
const readInput = async () => {
  if (!process.stdin.isTTY) {
    let text = '';
    for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk;
    return text;
  }
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  process.stderr.write('Ten recovery words, which are not shown, then Enter: ');
  const line = await lines.question('');
  lines.close();
  process.stderr.write('\n');
  return line;
};

/** @param {string} text with or without the numbers that the site shows */
const readWords = (text) => {
  const words = (text.normalize('NFKD').match(/[^\s\d.):]+/g) ?? []).map((word) => word.toLowerCase());
  const unknown = words.flatMap((word, index) => (wordlist.includes(word) ? [] : [`word ${index + 1} (“${word}”)`]));
  if (unknown.length > 0) throw new Refusal(`Not in the list of words: ${unknown.join(', ')}`);
  if (words.length !== 10) throw new Refusal(`There are ten recovery words, not ${words.length}`);
  const hash = createHash('sha256')
    .update(listOf('latchkey/recovery-words/1', ...words.slice(0, 9)))
    .digest();
  if (words[9] !== wordlist[hash.readUInt16BE() % 2_048]) throw new Refusal('One of the words is another one, or two are exchanged');
  return words.join(' ');
};

/** @param {Buffer} key @param {{ iv: string, sealed: string }} sealed @param {Buffer} header */
const open = async (key, { iv, sealed }, header) => {
  const aesKey = await subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt']);
  const opened = subtle.decrypt({ name: 'AES-GCM', iv: bytesOf(iv), additionalData: header }, aesKey, bytesOf(sealed));
  return Buffer.from(
    await opened.catch(() => {
      throw new Refusal('The kit and the words do not belong together, or the kit was changed');
    }),
  );
};

/** @param {Buffer} secret @param {Buffer} salt @param {Buffer} info */
const deriveKey = (secret, salt, info) => Buffer.from(hkdfSync('sha256', secret, salt, info, 32));

/** @typedef {{ epoch: number, iv: string, sealed: string }} Sealed */
/** @typedef {Sealed & { version: number, counter: number }} Vault */
/** @param {{ wallet: string, vault: Vault, secret: string, wrap: Sealed & { salt: string } }} kit @param {string} words */
const entropyOf = async ({ wallet, vault, secret, wrap }, words) => {
  const recovery = pbkdf2Sync(words, listOf('latchkey/recovery-secret/1', wallet), 262_144, 32, 'sha512');
  const both = Buffer.concat([bytesOf(secret), recovery]);
  const key = deriveKey(both, bytesOf(wrap.salt), listOf('latchkey/wrap-key/1', 'kit-recovery'));
  const dataKey = await open(key, wrap, listOf('latchkey/wrap', 1, wallet, wrap.epoch, 'kit-recovery', ''));
  if (vault.version === 1) return open(dataKey, vault, listOf('latchkey/vault', 1, wallet, vault.epoch));
  // A policy follows the entropy.
  const vaultKey = deriveKey(dataKey, Buffer.alloc(0), listOf('latchkey/vault-key/2', vault.counter));
  return (await open(vaultKey, vault, listOf('latchkey/vault', 2, wallet, vault.epoch, vault.counter))).subarray(0, 16);
};

/** @param {Uint8Array} seed */
const addressesOf = (seed) => {
  const { publicKey } = HDKey.fromMasterSeed(seed).derive("m/44'/60'/0'/0/0");
  if (publicKey === null) throw new Refusal('The account has no public key');
  const point = Buffer.from(ECDH.convertKey(publicKey, 'secp256k1', undefined, undefined, 'uncompressed'));
  const hex = Buffer.from(keccak_256(point.subarray(1)).subarray(12)).toString('hex');
  const checks = Buffer.from(keccak_256(Buffer.from(hex))).toString('hex');
  const eip155 = `0x${[...hex].map((digit, index) => (Number.parseInt(checks.charAt(index), 16) > 7 ? digit.toUpperCase() : digit)).join('')}`;
  let node = createHmac('sha512', 'ed25519 seed').update(seed).digest();
  for (const index of [44, 501, 0, 0]) {
    const child = Buffer.alloc(4);
    child.writeUInt32BE(index + HARDENED);
    node = createHmac('sha512', node.subarray(32))
      .update(Buffer.concat([Buffer.of(0), node.subarray(0, 32), child]))
      .digest();
  }
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, node.subarray(0, 32)]), format: 'der', type: 'pkcs8' });
  return { eip155, solana: base58.encode(bytesOf(createPublicKey(key).export({ format: 'jwk' }).x ?? '')) };
};

const main = async () => {
  const [path, option] = process.argv.slice(2);
  if (path === undefined || (option !== undefined && option !== '--phrase')) throw new Refusal('Usage: node open-kit.mjs <kit> [--phrase]');
  const kit = await readKit(path);
  const phrase = entropyToMnemonic(await entropyOf(kit, readWords(await readInput())), wordlist);
  const { eip155, solana } = addressesOf(await mnemonicToSeed(phrase));
  if (eip155 !== kit.accounts.eip155 || solana !== kit.accounts.solana) throw new Refusal('The kit names other addresses than it has');
  console.log(`eip155 ${eip155}\nsolana ${solana}\nSmart accounts that ${eip155} owns have other addresses: see docs/guides/recovery.md`);
  if (option === '--phrase') console.log(`phrase ${phrase}`);
};

main().catch((error) => {
  console.error(error instanceof Refusal ? error.message : error);
  process.exitCode = 1;
});
