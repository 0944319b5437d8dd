import type { IncomingMessage, ServerResponse } from 'node:http';

/** A served file. */
export interface Asset {
  readonly type: string;
  readonly body: string;
}

/** Served files by path. */
export type Assets = ReadonlyMap<string, Asset>;

export const HTML = 'text/html; charset=utf-8';
export const CSS = 'text/css; charset=utf-8';
export const SCRIPT = 'text/javascript; charset=utf-8';

/** Returns the icon of an identity, which is a data URL, as a file. */
export const iconAsset = ({ icon }: { readonly icon: string }): Asset => ({
  type: 'image/svg+xml',
  body: decodeURIComponent(icon.replace(/^[^,]*,/, '')),
});

/**
 * Sends a file of a wallet. Other origins may load it, because pages run its script and show its icon. @param policy headers of HTML files
 */
export const sendAsset = (
  request: IncomingMessage,
  response: ServerResponse,
  assets: Assets,
  policy: Readonly<Record<string, string>>,
): void => {
  const asset = assets.get(new URL(request.url ?? '/', 'http://localhost').pathname);
  if (asset === undefined) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found.');
    return;
  }
  response
    .writeHead(200, {
      'content-type': asset.type,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      ...(asset.type === HTML ? { 'cross-origin-opener-policy': 'same-origin', 'referrer-policy': 'no-referrer', ...policy } : {}),
    })
    .end(request.method === 'HEAD' ? undefined : asset.body);
};
