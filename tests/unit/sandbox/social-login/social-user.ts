/** What a user does at a provider's page. */
export interface SocialUserChoice {
  readonly user?: string;
  readonly email?: string;
  readonly action?: 'continue' | 'cancel';
}

/** By address: Node does not resolve names below `localhost` on all systems. */
const byAddress = (url: string): string => url.replace('//login.localhost:', '//127.0.0.1:');

/** A browser with a user who logs in at the pages of providers. */
export class SocialUser {
  readonly #cookies = new Map<string, string>();

  /** Opens a page and returns the response, or the URL outside of the provider that it leads to. */
  async open(url: string, init: RequestInit = {}): Promise<Response | string> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(byAddress(url), { ...init, headers: { ...init.headers, cookie }, redirect: 'manual' });
    for (const text of response.headers.getSetCookie()) {
      const [pair = ''] = text.split(';');
      const name = pair.slice(0, pair.indexOf('='));
      if (text.includes('max-age=0')) this.#cookies.delete(name);
      else this.#cookies.set(name, pair.slice(name.length + 1));
    }
    const location = response.headers.get('location');
    if (location === null) return response;
    const next = new URL(location, response.url);
    return next.port === new URL(byAddress(url)).port ? this.open(next.href) : next.href;
  }

  /** Logs in, and returns the URL that the provider sends the browser back to. @throws Error if it sends it nowhere */
  async logIn(authorizationUrl: string, { user = 'alice', email = '', action = 'continue' }: SocialUserChoice = {}): Promise<string> {
    const page = await this.open(authorizationUrl);
    if (typeof page === 'string') return page;
    const back = await this.open(page.url, { method: 'POST', body: new URLSearchParams({ user, email, action }) });
    if (typeof back === 'string') return back;
    throw new Error(`The provider shows ${back.status}: ${await back.text()}`);
  }
}
