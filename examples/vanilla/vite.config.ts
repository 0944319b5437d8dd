import { defaultClientConditions, defineConfig } from 'vite';

export default defineConfig({
  // Relative addresses: the built page works from any folder of any site.
  base: './',
  build: { target: 'es2022', modulePreload: { polyfill: false } },
  // RxJS keeps modern code under this condition.
  resolve: { conditions: ['es2015', ...defaultClientConditions] },
});
