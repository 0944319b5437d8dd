/** Desired speed of inclusion in a block. */
export type FeeSpeed = 'slow' | 'normal' | 'fast';
