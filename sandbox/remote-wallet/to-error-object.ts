import { isObject } from '../wallet/engine/read-params.js';

/** Any thrown value as the error of a JSON-RPC answer, which has a code and a message. @see https://www.jsonrpc.org/specification#error_object */
export const toErrorObject = (thrown: unknown): { readonly code: number; readonly message: string; readonly data?: unknown } => {
  const { code, message, data } = isObject(thrown) ? thrown : { code: undefined, message: String(thrown), data: undefined };
  return {
    code: typeof code === 'number' ? code : -32603,
    message: typeof message === 'string' ? message : 'The wallet failed.',
    ...(data === undefined ? {} : { data }),
  };
};
