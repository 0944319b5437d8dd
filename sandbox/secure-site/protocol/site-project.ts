/** Project of the site's own windows, whose app is the site itself. */
export const SITE_PROJECT = 'secure-site';
