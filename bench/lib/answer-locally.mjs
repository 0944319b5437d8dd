/** A PNG of one pixel. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Wallets in the response format of the directory. */
const listWallets = (count) =>
  Array.from({ length: count }, (_, index) => ({
    id: String(index).padStart(64, '0'),
    name: `Listed Wallet ${index}`,
    homepage: `https://wallet-${index}.example`,
    image_id: `picture-${index}`,
    order: index,
    mobile_link: `wallet${index}://`,
    desktop_link: null,
    webapp_link: null,
    app_store: null,
    play_store: null,
    rdns: `example.wallet${index}`,
    chrome_store: null,
    injected: null,
    chains: ['eip155:1', 'eip155:137'],
    badge_type: null,
  }));

/** Responds like an RPC endpoint at block 1. */
const callNode = (body) => {
  const responseTo = ({ id, method }) => ({ jsonrpc: '2.0', id, result: method === 'eth_call' ? '0x' : '0x1' });
  return Array.isArray(body) ? body.map(responseTo) : responseTo(body);
};

const parse = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Imitates the response of a service, as far as a kit needs it to show its dialog and list. */
const responseTo = ({ resourceType, request }) => {
  const { pathname, searchParams } = new URL(request.url);
  if (request.method === 'OPTIONS') return { status: 204, type: 'text/plain', body: '' };
  if (resourceType === 'Image' || /image|\.(png|svg|webp|jpe?g)$/i.test(pathname)) return { status: 200, type: 'image/png', body: PICTURE };
  if (resourceType === 'Font' || /\.(woff2?|ttf)$/.test(pathname)) return { status: 404, type: 'text/plain', body: '' };
  const json = (value) => ({ status: 200, type: 'application/json', body: Buffer.from(JSON.stringify(value)).toString('base64') });
  if (/wallets/i.test(pathname)) {
    const data = listWallets(Math.min(40, Number(searchParams.get('entries') ?? 40)));
    return json({ data, count: 500, wallets: data });
  }
  const body = request.postData === undefined ? null : parse(request.postData);
  return json(body !== null && (Array.isArray(body) || 'jsonrpc' in body) ? callNode(body) : {});
};

const corsOf = ({ headers }) => {
  const origin = headers.Origin ?? headers.origin ?? '*';
  const requestedHeaders = Object.entries(headers).find(([name]) => name.toLowerCase() === 'access-control-request-headers')?.[1] ?? '*';
  return [
    { name: 'access-control-allow-origin', value: origin },
    { name: 'access-control-allow-methods', value: 'GET, POST, PUT, PATCH, DELETE' },
    { name: 'access-control-allow-headers', value: requestedHeaders },
    ...(origin === '*' ? [] : [{ name: 'access-control-allow-credentials', value: 'true' }]),
  ];
};

/**
 * Handles all requests of a page to other origins locally: https services, and sockets, which open and receive nothing. The page's own
 * files, over http, are not intercepted.
 * @param {import('@playwright/test').Page} page
 * @param {import('@playwright/test').CDPSession} cdp
 * @param {(url: string) => void} onSocket Called for each socket that the page opens.
 */
export const answerLocally = async (page, cdp, onSocket) => {
  await page.routeWebSocket(/^wss:/, (socket) => onSocket(socket.url()));
  cdp.on('Fetch.requestPaused', (paused) => {
    const { status, type, body } = responseTo(paused);
    cdp
      .send('Fetch.fulfillRequest', {
        requestId: paused.requestId,
        responseCode: status,
        responseHeaders: [{ name: 'content-type', value: type }, ...corsOf(paused.request)],
        body,
      })
      // A request that the page aborted needs no response.
      .catch(() => undefined);
  });
  await cdp.send('Fetch.enable', { patterns: [{ urlPattern: 'https://*' }] });
};
