import { createServer } from 'node:http';
import { deflateSync } from 'node:zlib';
import { makeHistoryPage } from './make-history.mjs';

const CHAIN = 'eip155:1';
/** Days of the history. */
const DAYS = 1_000;
const NFT_PAGE = 500;
/** Edge of a picture in px. */
const EDGE = 240;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

const crcOf = (bytes) => {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = CRC_TABLE[(crc ^ byte) & 0xff] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
};

const chunkOf = (name, data) => {
  const body = Buffer.concat([Buffer.from(name), data]);
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  crc.writeUInt32BE(crcOf(body));
  return Buffer.concat([length, body, crc]);
};

/** A picture that depends on a text: a PNG of about the size of a preview. @see https://www.w3.org/TR/png-3/ */
const drawPicture = (text) => {
  const seed = crcOf(Buffer.from(text));
  const header = Buffer.from([0, 0, 0, EDGE, 0, 0, 0, EDGE, 8, 2, 0, 0, 0]);
  const pixels = Buffer.alloc(EDGE * (EDGE * 3 + 1));
  for (let y = 0, at = 0; y < EDGE; y += 1) {
    // Each line begins with the filter: none.
    at += 1;
    for (let x = 0; x < EDGE; x += 1) {
      pixels[at++] = (x + seed) & 0xff;
      pixels[at++] = (y + (seed >>> 8)) & 0xff;
      pixels[at++] = ((x * y) >> 6) ^ (seed >>> 16);
    }
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(pixels, { level: 6 });
  return Buffer.concat([signature, chunkOf('IHDR', header), chunkOf('IDAT', data), chunkOf('IEND', Buffer.alloc(0))]);
};

const contractOf = (index) => `0x${index.toString(16).padStart(40, '0')}`;

const tokenOf = (index) => ({
  name: `Token ${index}`,
  symbol: `TK${index}`,
  chainId: CHAIN,
  address: `${CHAIN}:${contractOf(index + 1)}`,
  quantity: { decimals: '18', numeric: `${index + 1}.5` },
  price: 1.5,
  value: (index + 1.5) * 1.5,
  iconUrl: `https://pictures.example/token/${index}`,
});

const nftOf = (index) => ({
  id: `nft-${index}`,
  chainId: CHAIN,
  name: `Picture ${index}`,
  collection: `Collection ${index % 40}`,
  address: contractOf((index % 40) + 1),
  token_id: String(index),
  quantity: '1',
  image_url: `https://pictures.example/nft/${index}`,
  is_spam: false,
});

const range = (from, to, make) => Array.from({ length: Math.max(0, to - from) }, (_, index) => make(from + index));

/**
 * Serves what an account with many tokens, NFTs and transactions holds, like the blockchain API, with an image service and an RPC endpoint at
 * block 1. Every reply is immediate, except that of a history while it is held.
 * @param {{ tokens: number, nfts: number }} amounts
 */
export const startServices = async ({ tokens, nfts }) => {
  const pictures = new Map();
  let holding = null;
  const pictureOf = (url) => {
    const picture = pictures.get(url) ?? drawPicture(url);
    pictures.set(url, picture);
    return picture;
  };
  const balances = { balances: range(0, tokens, tokenOf) };
  const replyTo = async ({ pathname, searchParams }, body) => {
    const cursor = Number(searchParams.get('cursor') ?? 0);
    if (pathname === '/rpc') {
      const responseTo = ({ id, method }) => ({ jsonrpc: '2.0', id, result: method === 'eth_call' ? '0x' : '0x1' });
      const call = JSON.parse(body);
      return Array.isArray(call) ? call.map(responseTo) : responseTo(call);
    }
    if (pathname === '/v1/supported-chains') return { http: [CHAIN], ws: [] };
    if (pathname.endsWith('/balance')) return balances;
    if (pathname.endsWith('/nfts')) {
      const to = Math.min(nfts, cursor + NFT_PAGE);
      return { data: range(cursor, to, nftOf), next: to < nfts ? String(to) : null };
    }
    if (pathname.endsWith('/history')) {
      await holding?.promise;
      return makeHistoryPage(cursor, DAYS);
    }
    if (pathname === '/v1/fungible/price') return { fungibles: [] };
    return null;
  };
  const server = createServer(async (request, response) => {
    const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*', 'access-control-max-age': '600' };
    if (request.method === 'OPTIONS') return response.writeHead(204, cors).end();
    const url = new URL(request.url, 'http://localhost');
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    if (url.pathname === '/image')
      return response.writeHead(200, { ...cors, 'content-type': 'image/png' }).end(pictureOf(url.searchParams.get('url')));
    const reply = await replyTo(url, Buffer.concat(chunks).toString());
    response.writeHead(reply === null ? 404 : 200, { ...cors, 'content-type': 'application/json' }).end(JSON.stringify(reply ?? {}));
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${server.address().port}`;
  return {
    endpoints: { rpc: { [CHAIN]: `${origin}/rpc` }, blockchainApi: origin, images: origin, walletDirectory: origin },
    /** Replies with a history only once it is released. */
    holdHistory: () => {
      // Node 20 has no `Promise.withResolvers`.
      let resolve;
      const promise = new Promise((done) => {
        resolve = done;
      });
      holding = { promise, resolve };
    },
    releaseHistory: () => {
      holding?.resolve();
      holding = null;
    },
    stop: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(done);
      }),
  };
};
