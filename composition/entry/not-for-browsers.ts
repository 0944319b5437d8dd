/** Replaces `latchkey/node` in browser bundles. It exports nothing, so that the bundler reports the wrong import. */
export {};
