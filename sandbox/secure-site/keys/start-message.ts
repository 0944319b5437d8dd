/** First message of a worker of the keys, from the document that starts it. With a port for the requests of the site's documents. */
export interface StartMessage {
  /** Origin of the site's documents, for which passkeys sign. */
  readonly siteOrigin: string;
}

/** First message of the worker over the port. */
export const KEYS_READY = 'keys/ready';

/** Message of the document that has started the worker, which has failed. */
export const KEYS_FAILED = 'keys/failed';
