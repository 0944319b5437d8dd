/** The SDK type that services receive. */
export const SDK_TYPE = 'latchkey';

export const SDK_VERSION = '0.1.0';
