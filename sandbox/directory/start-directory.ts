import type { IncomingMessage, ServerResponse } from 'node:http';
import { callControl } from '../process/control.js';
import { answerControl, isControlRequest, makeControlToken } from '../process/control-endpoint.js';
import { FaultQueue } from '../process/fault-queue.js';
import { SERVICE_HEADERS, startLoopbackServer } from '../process/loopback-server.js';
import type { DirectoryControl, DirectoryRequest } from './directory-control.js';
import { type DirectoryFault, doWrong } from './directory-fault.js';
import { drawPicture } from './draw-picture.js';
import { generateWallets, type ListedWallet, type WalletsOptions } from './generate-wallets.js';

/** Pages of more entries are cut. */
const MAX_ENTRIES = 100;

const listOf = (value: string | null): readonly string[] | null => (value === null || value === '' ? null : value.split(','));

/** A whole number from 1, or the default where the query says something else. */
const countOf = (value: string | null, otherwise: number): number => {
  const count = Number(value ?? otherwise);
  return Number.isSafeInteger(count) && count > 0 ? count : otherwise;
};

/** Answers `GET /getWallets`: the wallets that fit the query, one page of them, and how many fit. */
const findWallets = (
  wallets: readonly ListedWallet[],
  query: URLSearchParams,
): { readonly data: readonly ListedWallet[]; readonly count: number } => {
  const [include, exclude, chains] = ['include', 'exclude', 'chains'].map((name) => listOf(query.get(name)));
  const search = query.get('search')?.toLowerCase() ?? '';
  const badge = query.get('badge_type');
  const found = wallets.filter(
    ({ id, name, chains: served, badge_type }) =>
      (include?.includes(id) ?? true) &&
      !exclude?.includes(id) &&
      (chains?.some((chain) => served?.includes(chain)) ?? true) &&
      name.toLowerCase().includes(search) &&
      (badge === null || (badge_type ?? 'none') === badge),
  );
  const entries = Math.min(countOf(query.get('entries'), 20), MAX_ENTRIES);
  const first = (countOf(query.get('page'), 1) - 1) * entries;
  return { data: found.slice(first, first + entries), count: found.length };
};

/** What a directory is started with. */
export interface DirectoryOptions extends WalletsOptions {
  /** 0 or nothing takes a free one. */
  readonly port?: number;
  /** Secret for the switches over HTTP; without it, the directory makes one. */
  readonly controlToken?: string;
}

/** A wallet directory with its image service, on loopback. */
export interface Directory {
  /** Origin of both services, e.g. `http://127.0.0.1:40005`. */
  readonly origin: string;
  /** Its switches, in this process. */
  readonly control: DirectoryControl;
  /** Secret for its switches over HTTP: `directoryOverHttp(origin, controlToken)`. */
  readonly controlToken: string;
  stop(): Promise<void>;
}

/** Where pictures are: by a key at the end of the path. */
const PICTURES = /^\/(getWalletImage|public\/get(?:Asset|Currency|Token)Image)\/([^/]+)$/;

/** What a picture is drawn from, `null` where the path is none of a picture. */
const pictureOf = ({ pathname, searchParams }: URL): string | null => {
  if (pathname === '/image') return searchParams.get('url');
  const [, kind, key] = PICTURES.exec(pathname) ?? [];
  return kind === undefined || key === undefined ? null : `${kind} ${decodeURIComponent(key)}`;
};

/**
 * Starts a directory of some 500 generated wallets and their pictures: paging, search, inclusion, exclusion, chains and badges work on the
 * data, and every picture is another one. The same seed gives the same wallets.
 * @example
 * const directory = await startDirectory();
 * const page = await fetch(`${directory.origin}/getWallets?page=1&entries=40`);
 * await directory.stop();
 */
export const startDirectory = async (options: DirectoryOptions = {}): Promise<Directory> => {
  const { port = 0, controlToken = makeControlToken() } = options;
  const faults = new FaultQueue<DirectoryFault>();
  const listed = generateWallets(options);
  let wallets = listed;
  let requests: readonly DirectoryRequest[] = [];

  const control: DirectoryControl = {
    addFault: async (fault) => faults.add(fault, fault.times ?? Number.POSITIVE_INFINITY),
    clearFaults: async () => faults.clear(),
    wallets: async () => wallets,
    setWallets: async (others) => {
      wallets = others;
    },
    requests: async () => requests,
    reset: async () => {
      wallets = listed;
      requests = [];
      faults.clear();
    },
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const picture = pictureOf(url);
    const isList = url.pathname === '/getWallets';
    if (request.method !== 'GET' || (picture === null && !isList)) {
      response.writeHead(404, { ...SERVICE_HEADERS, 'content-type': 'text/plain' }).end('Not found.');
      return;
    }
    const service = isList ? 'wallets' : 'pictures';
    const { origin } = request.headers;
    const query = Object.fromEntries(url.searchParams);
    requests = [...requests, { service, path: url.pathname, query, ...(origin === undefined ? {} : { origin }) }];
    const fault = faults.take((one) => one.service === service && decodeURIComponent(request.url ?? '').includes(one.of ?? ''));
    if (fault !== null && !(await doWrong(fault, request, response, SERVICE_HEADERS))) return;
    if (picture === null) {
      response
        .writeHead(200, { ...SERVICE_HEADERS, 'content-type': 'application/json' })
        .end(JSON.stringify(findWallets(wallets, url.searchParams)));
    } else {
      response.writeHead(200, { ...SERVICE_HEADERS, 'content-type': 'image/png' }).end(drawPicture(picture));
    }
  };

  const server = await startLoopbackServer(port, (request, response) => {
    if (isControlRequest(request)) return answerControl(request, response, controlToken, (call) => callControl(control, call));
    return answer(request, response);
  });

  return {
    origin: `http://127.0.0.1:${server.port}`,
    control,
    controlToken,
    stop: server.stop,
  };
};
