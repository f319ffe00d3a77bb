// A failing disk: a failed operation that needs a slot or stores a file does not affect later
// requests.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { modulesOf } from '../../../src/app/app.js';
import { EXPORT } from '../../../src/limits.js';
import { slotsOf } from '../../../src/platform/http/request/file-slots.js';
import type { Route } from '../../../src/platform/http/route.js';
import { startTestApp, type TestApp, type TestReply } from '../../support/app.js';

/**
 * There are more failures than running and waiting slots, so that a leaked slot would be noticed.
 */
const FAILURES = EXPORT.slots.atOnceMax + EXPORT.slots.waitingPerCallerMax + 2;
const TEMPORARY = process.env.TMPDIR;

let app: TestApp;
let folder: string;
let routes: readonly Route[];

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countinghouse-disk-'));
  app = await startTestApp({ demo: true, exchange: 'none', dataFolder: join(folder, 'data') });
  routes = modulesOf(app.context)
    .flatMap((module) => module.routes)
    .filter((route) => slotsOf(route) !== undefined);
});
after(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Query strings to try, one of which suits each operation. */
const QUERIES = ['', '?sd=2026-01-01&ed=2026-01-31', '?ed=2026-01-31', '?a=1'];

/** For each operation, the first query string that succeeded. */
const understood = new Map<string, readonly string[]>();

async function askEach(): Promise<Map<string, number>> {
  const statuses = new Map<string, number>();
  for (const { operation, path } of routes) {
    const called = `/api/v1/${path.replace(/^\//, '').replaceAll(/\{\w+\}/g, '1')}`;
    for (const query of understood.get(operation) ?? QUERIES) {
      const { status } = await app.as('ADMIN').get(called + query);
      statuses.set(operation, status);
      if (status !== 200) continue;
      understood.set(operation, [query]);
      break;
    }
  }
  return statuses;
}

function storeFile(content: string): Promise<TestReply> {
  return app.as('CRM').post('/api/v1/crm/whatsapp/create', {
    ...{ direction: 'OUTBOUND', status: 'DRAFT', from: '+2347005550100', to: '+2348035550142' },
    body: 'A file',
    attachmentsWS: [
      {
        fileName: 'a.txt',
        fileMimeType: 'text/plain',
        base64Attachment: Buffer.from(content).toString('base64'),
      },
    ],
  });
}

/**
 * Expects that exports and attachments reply 503 while the disk fails, and work before and after.
 */
async function expectSurvived(fail: () => Promise<void>, mend: () => Promise<void>): Promise<void> {
  const whole = await askEach();
  const working = [...whole.values()].filter((status) => status === 200);
  assert.ok(working.length > 10, `many exports work: ${[...whole].join('; ')}`);
  await fail();
  try {
    for (let time = 0; time < FAILURES; time += 1) {
      const reply = await app.as('ADMIN').get('/api/v1/security/audit/list/xlsx');
      assert.equal(reply.status, 503, reply.text.slice(0, 300));
    }
    const failed = await askEach();
    assert.ok([...failed.values()].every((status) => status !== 500));
    assert.equal((await storeFile(`fails ${Math.random()}`)).status, 503);
  } finally {
    await mend();
  }
  assert.deepEqual(await askEach(), whole);
  const stored = await storeFile(`works ${Math.random()}`);
  assert.equal(stored.status, 201, stored.text);
}

async function useTemporary(path: string): Promise<void> {
  process.env.TMPDIR = path;
}

async function useOwnTemporary(): Promise<void> {
  if (TEMPORARY === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TEMPORARY;
}

const attachments = () => join(folder, 'data', 'attachments');

describe('a disk that fails', () => {
  it('causes only 503 replies if the temporary and data folders are not writable', async () => {
    const locked = join(folder, 'locked');
    await writeFile(locked, '');
    await expectSurvived(
      async () => {
        // A file in place of the folder makes writes fail even for a superuser.
        await mkdir(join(folder, 'data'), { recursive: true });
        await rm(attachments(), { recursive: true, force: true });
        await writeFile(attachments(), '');
        await useTemporary(join(locked, 'folder'));
      },
      async () => {
        await rm(attachments());
        await useOwnTemporary();
      },
    );
  });

  it('causes only 503 replies if no file handles are left', async () => {
    const { open, mkdir: make } = fs.promises;
    const exhausted = () => {
      const error = new Error('EMFILE: too many open files');
      return Promise.reject(Object.assign(error, { code: 'EMFILE' }));
    };
    await expectSurvived(
      async () => {
        Object.assign(fs.promises, { open: exhausted, mkdir: exhausted });
        syncBuiltinESMExports();
      },
      async () => {
        Object.assign(fs.promises, { open, mkdir: make });
        syncBuiltinESMExports();
      },
    );
  });

  it('causes only 503 replies if it is full', async (test) => {
    const full = join(folder, 'full');
    await mkdir(full);
    if (!mounted(test, full)) return;
    try {
      await rm(attachments(), { recursive: true, force: true });
      await expectSurvived(
        async () => {
          await writeFile(join(full, 'filling'), Buffer.alloc(16 * 1_048_576)).catch(
            () => undefined,
          );
          execFileSync('mount', ['--bind', full, await emptyFolder(attachments())]);
          await useTemporary(full);
        },
        async () => {
          execFileSync('umount', [attachments()]);
          await useOwnTemporary();
        },
      );
    } finally {
      execFileSync('umount', [full]);
    }
  });
});

async function emptyFolder(path: string): Promise<string> {
  await mkdir(path, { recursive: true });
  await chmod(path, 0o700);
  return path;
}

/** Mounts a 16 MB memory file system. If that is not allowed, skips the test with a message. */
function mounted(test: TestContext, path: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', path], { stdio: 'ignore' });
    return true;
  } catch {
    test.skip('a full disk cannot be tested, because no file system can be mounted here');
    return false;
  }
}
