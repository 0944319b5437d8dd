import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerControl, isControlRequest, makeControlToken } from '../process/control-endpoint.js';
import { startLoopbackServer } from '../process/loopback-server.js';
import { SERVICE_HEADERS } from '../process/service-headers.js';
import { type DirectoryCommand, DirectoryControl, type DirectoryRequest } from './directory-control.js';
import { DirectoryFaults, doWrong } from './directory-fault.js';
import { drawPicture } from './draw-picture.js';
import { findWallets } from './find-wallets.js';
import { generateWallets, type WalletsOptions } from './generate-wallets.js';

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
  const faults = new DirectoryFaults();
  const listed = generateWallets(options);
  let wallets = listed;
  let requests: readonly DirectoryRequest[] = [];

  const run = (command: DirectoryCommand): unknown => {
    switch (command.type) {
      case 'add-fault':
        return faults.add(command.fault);
      case 'clear-faults':
        return faults.clear();
      case 'read-wallets':
        return wallets;
      case 'set-wallets':
        wallets = command.wallets;
        return null;
      case 'read-requests':
        return requests;
      case 'reset':
        wallets = listed;
        requests = [];
        return faults.clear();
      default:
        // Commands come over a wire.
        throw new Error(`The directory knows no command ${JSON.stringify(command)}.`);
    }
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
    const fault = faults.take(service, request.url ?? '');
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
    // What the directory does not know, it refuses.
    if (isControlRequest(request)) return answerControl(request, response, controlToken, (command) => run(command as DirectoryCommand));
    return answer(request, response);
  });

  return {
    origin: `http://127.0.0.1:${server.port}`,
    control: new DirectoryControl(async (command) => run(command)),
    controlToken,
    stop: server.stop,
  };
};
