export { type FileStorageOptions, fileStorage } from '../modules/file-storage.module.js';
