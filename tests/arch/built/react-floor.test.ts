import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../root.js';

/** Exports of React 18.2, the oldest supported version. */
const EXPORTS = new Set([
  ...['Children', 'Component', 'Fragment', 'Profiler', 'PureComponent', 'StrictMode', 'Suspense', 'cloneElement', 'createContext'],
  ...['createElement', 'createFactory', 'createRef', 'forwardRef', 'isValidElement', 'lazy', 'memo', 'startTransition', 'useCallback'],
  ...['useContext', 'useDebugValue', 'useDeferredValue', 'useEffect', 'useId', 'useImperativeHandle', 'useInsertionEffect'],
  ...['useLayoutEffect', 'useMemo', 'useReducer', 'useRef', 'useState', 'useSyncExternalStore', 'useTransition', 'version'],
]);

const dist = join(root, 'dist');
const modules = readdirSync(dist, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.js'))
  .map((path) => [path, readFileSync(join(dist, path), 'utf8')] as const);

describe('built package with the oldest React', () => {
  it('imports only names that React 18.2 exports, because bundlers reject others', () => {
    const imports = modules.flatMap(([path, code]) =>
      [...code.matchAll(/import \{([^}]*)\} from 'react'/g)].flatMap(([, names = '']) =>
        names
          .split(',')
          .map((name) => name.trim().split(' as ')[0] ?? '')
          .filter((name) => name !== '')
          .map((name) => ({ path, name })),
      ),
    );
    expect(imports.length).toBeGreaterThan(50);
    expect(imports.filter(({ name }) => !EXPORTS.has(name))).toEqual([]);
  });

  it('reads no member of a React namespace import, which bundlers check like an import', () => {
    const members = modules.flatMap(([path, code]) => {
      const [, namespace] = /import \* as (\w+) from 'react'/.exec(code) ?? [];
      return namespace === undefined
        ? []
        : [...code.matchAll(new RegExp(`\\b${namespace}\\.(\\w+)`, 'g'))].map(([, name]) => ({ path, name }));
    });
    expect(members).toEqual([]);
  });
});
