/**
 * Sessions in files, for scripts and servers. Cannot be bundled for a browser. Guide: [Remote wallets in Node](../guides/pairing.md#in-node).
 * @module
 */

export { type FileStorageOptions, fileStorage } from '../modules/file-storage.module.js';
