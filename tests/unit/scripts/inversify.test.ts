import { describe, expect, it } from 'vitest';
import { bundleInversify } from '../../../scripts/vendor/inversify.mjs';
import { PARTS, VERSIONS } from '../../../scripts/vendor/inversify-parts.mjs';

const CONTAINER = '@inversifyjs/container/container/services/Container';
const why = 'A test.';

/** The file by another table. */
const madeWith = (parts: object, versions: object = VERSIONS) =>
  bundleInversify({ parts: { ...PARTS, ...parts }, versions: versions as typeof VERSIONS });

describe('the file of Inversify is not made', () => {
  it('of a version that the table was not written for', async () => {
    await expect(madeWith({}, { ...VERSIONS, inversify: '8.0.0' })).rejects.toThrow(
      /inversify is \d+\.\d+\.\d+, but the table was written for 8\.0\.0/,
    );
  });

  it('when a module of the table does not exist any more, or nothing needs it', async () => {
    await expect(madeWith({ '@inversifyjs/core/planning/actions/planAhead': { why } })).rejects.toThrow(
      'nothing imports @inversifyjs/core/planning/actions/planAhead any more',
    );
  });

  it.each(['Container.forget', 'forget', 'Other.load'])('when %s does not exist any more', async (name) => {
    await expect(madeWith({ [CONTAINER]: { why, without: [name] } })).rejects.toThrow(`${CONTAINER} has no ${name} any more`);
  });

  it('when a module of ours exports what the original does not', async () => {
    await expect(madeWith({ [CONTAINER]: { why, replacedBy: 'snapshot-manager.js' } })).rejects.toThrow(
      `${CONTAINER} does not export SnapshotManager any more`,
    );
  });

  it('with code of a package whose version is not written down', async () => {
    const { '@inversifyjs/common': _, ...others } = VERSIONS;
    await expect(madeWith({}, others)).rejects.toThrow('it holds @inversifyjs/common, which the table does not pin');
  });
});

describe('the file of Inversify', () => {
  it('has what the table does not leave out', async () => {
    const { [CONTAINER]: _, ...others } = PARTS as Record<string, object>;
    const { code } = await bundleInversify({ parts: others as typeof PARTS });
    expect(code).toContain('snapshot()');
    expect((await bundleInversify()).code.length).toBeLessThan(code.length);
  });
});
