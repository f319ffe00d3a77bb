// Runs the documentation's guides unchanged, each page in one shell against a fresh demo server.
// The output must match the page.

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { packageFolder } from '../src/platform/package-folder.js';
import { DEMO } from './support/app.js';
import { writeTestKeys } from './support/data-key.js';
import { createTestDatabase, type TestDatabase } from './support/database.js';
import {
  freePort,
  type ServerProcess,
  startServerProcess,
} from './support/process/server-process.js';
import { assertShown, examplesOf, runPage } from './support/shell-example.js';

const DOCS = join(packageFolder(), '..', 'docs');
const GUIDES = join(DOCS, 'guides');

const PAGES = [
  'quick-start.md',
  'place-an-order.md',
  'fund-an-account.md',
  'break-a-deposit.md',
  'lead-to-customer.md',
  'receive-events.md',
  // Moves the business date.
  'corporate-actions.md',
] as const;

describe('the guides', () => {
  let folder: string;
  let database: TestDatabase;
  let server: ServerProcess;
  let port: number;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'countinghouse-guide-'));
    database = await createTestDatabase(DEMO);
    await mkdir(join(folder, 'data'));
    await writeTestKeys(join(folder, 'data'));
    port = await freePort();
    server = await startServerProcess(join(folder, 'data'), port, {
      DATABASE_URL: database.url,
      COUNTINGHOUSE_ALLOW_UNSAFE_DATABASE: 'yes',
    });
  });
  after(async () => {
    await server.end('SIGTERM');
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  it('are the expected pages, each with examples', async () => {
    const pages = (await readdir(GUIDES)).filter((name) => name !== 'README.md');
    assert.deepEqual(pages.sort(), [...PAGES].sort());
  });

  for (const page of PAGES) {
    it(`return the printed replies: ${page}`, () => checkPage(join(GUIDES, page)));
  }

  // This page also has examples. They run last, because the guides rely on a new database's ids.
  it('return the printed replies on the page about clients of the original', async () => {
    await checkPage(join(DOCS, 'api', 'original-clients.md'));
  });

  async function checkPage(file: string): Promise<void> {
    const examples = examplesOf(await readFile(file, 'utf8'));
    const shown = examples.filter(({ reply }) => reply !== undefined);
    assert.ok(shown.length >= 3, `${shown.length} replies are shown`);
    const printed = await runPage(examples, { folder, port });
    for (const [at, { reply, title }] of examples.entries()) {
      if (reply === undefined) continue;
      assertShown(reply, JSON.parse(printed[at]?.at(-1) ?? ''), `${basename(file)}: ${title}`);
    }
  }
});
