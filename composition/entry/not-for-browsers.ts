/** What a bundler for pages finds in the place of `latchkey/node`: no export, so that it says at once what is wrong. */
export {};
