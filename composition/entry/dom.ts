/**
 * Buttons and modal for pages without React code. Guide: [Without React](../guides/without-react.md).
 * @module
 */

export { type AttachModalOptions, attachModal } from '../../presentation/dom/attach-modal.js';
export { type ButtonKind, type MountButtonOptions, type MountedButton, mountButton } from '../../presentation/dom/mount-button.js';
export { en, type Messages } from '../../presentation/messages/en.js';
export type { MountedModal, MountModalOptions } from '../../presentation/modal/mount-modal.js';
export { mountModal } from '../../presentation/provider/load-modal.js';
