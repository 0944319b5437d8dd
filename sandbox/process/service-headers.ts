/** Of services that pages of every origin may ask, also isolated ones. What is asked is never kept: the next answer may be another. */
export const SERVICE_HEADERS = {
  'access-control-allow-origin': '*',
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
};
