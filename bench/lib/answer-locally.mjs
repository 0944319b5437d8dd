/** A point, as a PNG. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Wallets of a directory, as its wire has them. */
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

/** A node that is at block 1. */
const callNode = (body) => {
  const answer = ({ id, method }) => ({ jsonrpc: '2.0', id, result: method === 'eth_call' ? '0x' : '0x1' });
  return Array.isArray(body) ? body.map(answer) : answer(body);
};

const parse = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** What a service would have answered, about: enough for a kit to show its dialog and its list. */
const answer = ({ resourceType, request }) => {
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
  const asked = Object.entries(headers).find(([name]) => name.toLowerCase() === 'access-control-request-headers')?.[1] ?? '*';
  return [
    { name: 'access-control-allow-origin', value: origin },
    { name: 'access-control-allow-methods', value: 'GET, POST, PUT, PATCH, DELETE' },
    { name: 'access-control-allow-headers', value: asked },
    ...(origin === '*' ? [] : [{ name: 'access-control-allow-credentials', value: 'true' }]),
  ];
};

/**
 * Answers on this machine whatever a page asks of other origins: services over https, and sockets, which open and stay silent. The
 * page's own files, over plain http, are not touched, so that nothing slows them down.
 * @param {import('@playwright/test').Page} page
 * @param {import('@playwright/test').CDPSession} cdp
 * @param {(url: string) => void} onSocket Called for each socket that the page opens.
 */
export const answerLocally = async (page, cdp, onSocket) => {
  await page.routeWebSocket(/^wss:/, (socket) => onSocket(socket.url()));
  cdp.on('Fetch.requestPaused', (paused) => {
    const { status, type, body } = answer(paused);
    cdp
      .send('Fetch.fulfillRequest', {
        requestId: paused.requestId,
        responseCode: status,
        responseHeaders: [{ name: 'content-type', value: type }, ...corsOf(paused.request)],
        body,
      })
      // A request that its page gave up meanwhile needs no answer.
      .catch(() => undefined);
  });
  await cdp.send('Fetch.enable', { patterns: [{ urlPattern: 'https://*' }] });
};
