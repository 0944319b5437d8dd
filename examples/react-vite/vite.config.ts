import { defaultClientConditions, defineConfig } from 'vite';

export default defineConfig({
  // Relative addresses: the built page works from any folder of any site.
  base: './',
  build: { target: 'es2022' },
  // RxJS keeps modern code under this condition; without it come its ES5 build and the helpers that build needs.
  resolve: { conditions: ['es2015', ...defaultClientConditions] },
});
