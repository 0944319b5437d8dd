/** What services are told of the software that asks them. */
export const SDK_TYPE = 'latchkey';

/** The version of this package. */
export const SDK_VERSION = '0.1.0';
