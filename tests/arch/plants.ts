/** A rule of .dependency-cruiser.mjs with files that break it and no other. */
export interface Plant {
  readonly rule: string;
  /** Path to content. The one violation is expected in the first file. */
  readonly files: Readonly<Record<string, string>>;
}

/** One violation per rule. */
export const PLANTS: readonly Plant[] = [
  {
    rule: 'no-circular',
    files: {
      'domain/planted/egg.ts': "import type { Hen } from './hen.js';\nexport interface Egg { readonly hen: Hen }\n",
      'domain/planted/hen.ts': "import type { Egg } from './egg.js';\nexport interface Hen { readonly egg: Egg }\n",
    },
  },
  { rule: 'no-unresolvable', files: { 'domain/planted/lost.ts': "export { nothing } from './nowhere.js';\n" } },
  { rule: 'no-undeclared-package', files: { 'tests/planted/stray.ts': "import 'left-pad';\n" } },
  { rule: 'shipped-code-needs-no-dev-dependency', files: { 'composition/planted/dev.ts': "import 'vitest';\n" } },
  { rule: 'domain-imports', files: { 'domain/planted/stream.ts': "export { of } from 'rxjs';\n" } },
  {
    rule: 'domain-imports',
    files: { 'domain/planted/up.ts': "import type { Port } from '../../application/ports/ok.port.js';\nexport type P = Port;\n" },
  },
  { rule: 'domain-imports', files: { 'domain/planted/builtin.ts': "export { randomUUID } from 'node:crypto';\n" } },
  {
    rule: 'application-imports',
    files: { 'application/planted/reach.ts': "export { Ok } from '../../adapters/storage/ok.adapter.js';\n" },
  },
  { rule: 'application-imports', files: { 'application/planted/schema.ts': "export { object } from 'valibot';\n" } },
  {
    rule: 'adapters-imports',
    files: { 'adapters/planted/use-case.ts': "export { OkUseCase } from '../../application/connect/ok.use-case.js';\n" },
  },
  { rule: 'adapter-families-stand-apart', files: { 'adapters/browser/planted.ts': "export { Ok } from '../storage/ok.adapter.js';\n" } },
  {
    rule: 'presentation-imports',
    files: { 'presentation/hooks/planted.ts': "export { Ok } from '../../adapters/storage/ok.adapter.js';\n" },
  },
  {
    rule: 'stock-modal-uses-public-parts',
    files: { 'presentation/views/planted/view.tsx': "export { OkUseCase } from '../../../application/connect/ok.use-case.js';\n" },
  },
  {
    rule: 'stock-modal-uses-public-parts',
    files: {
      'presentation/components/planted.tsx': "export { inside } from '../private/inside.js';\n",
      'presentation/private/inside.ts': 'export const inside = 1;\n',
    },
  },
  {
    rule: 'server-imports',
    files: { 'server/planted.ts': "import type { Port } from '../application/ports/ok.port.js';\nexport type P = Port;\n" },
  },
  { rule: 'testing-imports', files: { 'testing/planted/adapter.ts': "export { Ok } from '../../adapters/storage/ok.adapter.js';\n" } },
  { rule: 'container-stays-in-composition', files: { 'composition/planted/container.ts': "import 'inversify';\n" } },
  { rule: 'container-stays-in-composition', files: { 'scripts/planted/metadata.mjs': "import 'reflect-metadata';\n" } },
  { rule: 'composition-is-portable', files: { 'composition/planted/file.ts': "export { readFileSync } from 'node:fs';\n" } },
  { rule: 'node-stays-in-its-room', files: { 'adapters/storage/planted.ts': "export { readFileSync } from 'node:fs';\n" } },
  {
    rule: 'node-room-is-for-the-node-entry',
    files: { 'composition/planted/page.ts': "export { folder } from '../../adapters/storage/node/ok.js';\n" },
  },
  {
    rule: 'node-room-is-for-the-node-entry',
    files: { 'composition/entry/index.ts': "export { fileStorage } from '../modules/file-storage.module.js';\n" },
  },
  {
    rule: 'viem-stays-in-its-room',
    files: { 'adapters/eip155/planted.ts': "import type { Chain } from 'viem';\nexport type C = Chain;\n" },
  },
  { rule: 'viem-room-is-lazy', files: { 'composition/planted/eager.ts': "export { read } from '../../adapters/eip155/viem/ok.js';\n" } },
  { rule: 'viem-room-is-lazy', files: { 'adapters/eip155/eager.ts': "export { read } from './viem/ok.js';\n" } },
  {
    rule: '@solana/web3.js-stays-in-its-room',
    files: { 'adapters/solana/planted.ts': "export { PublicKey } from '@solana/web3.js';\n" },
  },
  { rule: '@solana/web3.js-room-is-lazy', files: { 'adapters/solana/eager.ts': "export { Key } from './web3/ok.js';\n" } },
  {
    rule: 'bitcoinjs-lib-stays-in-its-room',
    files: { 'adapters/bip122/planted.ts': "export { Psbt } from 'bitcoinjs-lib';\n" },
  },
  { rule: 'bitcoinjs-lib-room-is-lazy', files: { 'adapters/bip122/eager.ts': "export { build } from './bitcoinjs/ok.js';\n" } },
  {
    rule: '@walletconnect/core-stays-in-its-room',
    files: { 'adapters/walletconnect/planted.ts': "export { Crypto } from '@walletconnect/core';\n" },
  },
  {
    rule: '@walletconnect/core-room-is-lazy',
    files: { 'adapters/walletconnect/eager.ts': "export { keys } from './core/ok.js';\n" },
  },
  {
    rule: '@polkadot/api-stays-in-its-room',
    files: { 'adapters/polkadot/planted.ts': "export { ApiPromise } from '@polkadot/api';\n" },
  },
  { rule: '@polkadot/api-room-is-lazy', files: { 'adapters/polkadot/eager.ts': "export { Node } from './sdk/ok.js';\n" } },
  {
    rule: '@scure/sr25519-stays-in-its-room',
    files: { 'adapters/polkadot/planted-signature.ts': "export { verify } from '@scure/sr25519';\n" },
  },
  {
    rule: '@scure/sr25519-room-is-lazy',
    files: { 'adapters/polkadot/eager-signature.ts': "export { check } from './signatures/ok.js';\n" },
  },
  { rule: 'composition-is-the-top', files: { 'scripts/planted/client.mjs': "import '../../composition/create-ok.ts';\n" } },
  {
    rule: 'fakes-and-suites-are-not-shipped',
    files: { 'composition/planted/fake.ts': "export { FakeOk } from '../../application/ports/ok.fake.js';\n" },
  },
  {
    rule: 'fakes-and-suites-are-not-shipped',
    files: { 'composition/planted/suite.ts': "export { okContract } from '../../testing/contracts/ok.contract.js';\n" },
  },
  { rule: 'tests-are-leaves', files: { 'sandbox/planted/helper.ts': "export { helper } from '../../tests/ok.js';\n" } },
  {
    rule: 'nothing-shipped-imports-the-sandbox',
    files: { 'composition/planted/sandbox.ts': "export { startOk } from '../../sandbox/ok.js';\n" },
  },
  {
    rule: 'neighbours-use-the-package-name',
    files: { 'sandbox/planted/source.ts': "import type { Port } from '../../application/ports/ok.port.js';\nexport type P = Port;\n" },
  },
  { rule: 'neighbours-use-the-package-name', files: { 'examples/planted/built.ts': "import '../../dist/composition/entry/index.js';\n" } },
];

/** A small house in order: each import that the rules allow and that stands close to one they forbid. */
export const CLEAN: Readonly<Record<string, string>> = {
  'domain/ok.ts':
    "import { keccak_256 } from '@noble/hashes/sha3.js';\nimport { base58 } from '@scure/base';\nimport { object } from 'valibot';\nexport const ok = [keccak_256, base58, object];\n",
  'application/ports/ok.port.ts': "import type { Observable } from 'rxjs';\nexport interface Port { readonly ok$: Observable<number> }\n",
  'application/ports/ok.fake.ts':
    "import type { Port } from './ok.port.js';\nimport { NEVER } from 'rxjs';\nexport class FakeOk implements Port { readonly ok$ = NEVER; }\n",
  'application/connect/ok.use-case.ts':
    "import type { Port } from '../ports/ok.port.js';\nexport class OkUseCase { constructor(readonly port: Port) {} }\n",
  'adapters/storage/ok.adapter.ts':
    "import type { Port } from '../../application/ports/ok.port.js';\nimport { NEVER } from 'rxjs';\nexport class Ok implements Port { readonly ok$ = NEVER; }\n",
  'adapters/storage/node/ok.ts': "export { readFileSync as folder } from 'node:fs';\n",
  'composition/modules/file-storage.module.ts':
    "import { folder } from '../../adapters/storage/node/ok.js';\nexport const fileStorage = folder;\n",
  'composition/entry/node.ts': "export { fileStorage } from '../modules/file-storage.module.js';\n",
  'adapters/eip155/ok.lazy.ts':
    "import type { read } from './viem/ok.js';\nexport const load = async (): Promise<typeof read> => (await import('./viem/ok.js')).read;\n",
  'adapters/eip155/viem/ok.ts': "import { createPublicClient } from 'viem';\nexport const read = createPublicClient;\n",
  'adapters/solana/web3/ok.ts': "import { PublicKey } from '@solana/web3.js';\nexport const Key = PublicKey;\n",
  'adapters/bip122/bitcoinjs/ok.ts': "import { Psbt } from 'bitcoinjs-lib';\nexport const build = Psbt;\n",
  'adapters/walletconnect/core/ok.ts': "import { Crypto } from '@walletconnect/core';\nexport const keys = Crypto;\n",
  'adapters/polkadot/sdk/ok.ts': "import { ApiPromise } from '@polkadot/api';\nexport const Node = ApiPromise;\n",
  'adapters/polkadot/signatures/ok.ts': "import { verify } from '@scure/sr25519';\nexport const check = verify;\n",
  'presentation/hooks/use-ok.ts':
    "import { useState } from 'react';\nimport { OkUseCase } from '../../application/connect/ok.use-case.js';\nexport const useOk = () => [useState, OkUseCase];\n",
  'presentation/views/ok/ok-view.tsx':
    "import type { Port } from '../../../application/ports/ok.port.js';\nimport { ok } from '../../../domain/ok.js';\nimport { useOk } from '../../hooks/use-ok.js';\nexport const OkView = (_: Port) => [useOk, ok];\n",
  'composition/container.ts': "import { Container } from 'inversify';\nexport const createContainer = () => new Container();\n",
  'composition/create-ok.ts':
    "import { createContainer } from './container.js';\nimport { load } from '../adapters/eip155/ok.lazy.js';\nexport const createOk = () => [createContainer, load];\n",
  'composition/entry/testing.ts':
    "export { FakeOk } from '../../application/ports/ok.fake.js';\nexport { okContract } from '../../testing/contracts/ok.contract.js';\n",
  'testing/contracts/ok.contract.ts':
    "import type { Port } from '../../application/ports/ok.port.js';\nexport const okContract = (make: () => Port) => make();\n",
  'server/ok.ts': "export { ok } from '../domain/ok.js';\n",
  'sandbox/package.json': '{ "name": "sandbox", "type": "module", "dependencies": { "latchkey": "file:.." } }\n',
  'sandbox/ok.ts': "import { testing } from 'latchkey/testing';\nexport const startOk = () => testing;\n",
  'examples/ok/package.json': '{ "name": "example", "type": "module", "dependencies": { "latchkey": "file:../.." } }\n',
  'examples/ok/main.ts': "import 'latchkey';\n",
  'tests/ok.ts':
    "import { createOk } from '../composition/create-ok.js';\nimport { startOk } from '../sandbox/ok.js';\nimport 'vitest';\nexport const helper = () => [createOk, startOk];\n",
  'dist/composition/entry/index.js': 'export const index = 1;\n',
  'dist/composition/entry/index.d.ts': 'export declare const index: number;\n',
  'dist/composition/entry/testing.js': 'export const testing = 1;\n',
  'dist/composition/entry/testing.d.ts': 'export declare const testing: number;\n',
};

/** Packages that the small house finds installed. */
export const INSTALLED = [
  'rxjs',
  'valibot',
  '@noble/hashes',
  '@scure/base',
  'viem',
  '@solana/web3.js',
  'bitcoinjs-lib',
  '@walletconnect/core',
  '@polkadot/api',
  '@scure/sr25519',
  'react',
  'inversify',
  'reflect-metadata',
  'vitest',
  'left-pad',
] as const;
