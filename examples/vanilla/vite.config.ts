import { defaultClientConditions, defineConfig } from 'vite';

export default defineConfig({
  // Relative URLs: the build works from any folder.
  base: './',
  build: { target: 'es2022', modulePreload: { polyfill: false } },
  // RxJS ships its ES2015 build under this condition.
  resolve: { conditions: ['es2015', ...defaultClientConditions] },
});
