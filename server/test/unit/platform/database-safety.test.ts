// Reasons why a database server is unsafe or too small, written as sentences.

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileLimitProblem } from '../../../src/cli/file-limit.js';
import { readConfig } from '../../../src/config/config.js';
import { lossError, serverWarnings } from '../../../src/platform/database/connection/safety.js';

const SOUND: Parameters<typeof lossError>[0] = {
  version: 150_004,
  statement_timeout_ms: 30_000,
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  synchronous_standby_names: '',
  standbys: 0,
  connections_max: 97,
  nodes: 1,
  other_connections: 3,
};

describe('a commit that could be lost', () => {
  it('is undefined for the usual settings, with standbys and without', () => {
    assert.equal(lossError(SOUND), undefined);
    assert.equal(lossError({ ...SOUND, synchronous_standby_names: 'ANY 1 (b, c)' }), undefined);
    assert.equal(lossError({ ...SOUND, synchronous_commit: 'local' }), undefined);
    assert.equal(lossError({ ...SOUND, synchronous_commit: 'remote_apply' }), undefined);
  });

  it('is a fault when something is off, or commits do not wait for synchronous standbys', () => {
    for (const name of ['fsync', 'full_page_writes', 'synchronous_commit'] as const) {
      assert.match(lossError({ ...SOUND, [name]: 'off' }) ?? '', new RegExp(`${name} = off`));
    }
    const local = { synchronous_commit: 'local', synchronous_standby_names: '*' };
    assert.match(lossError({ ...SOUND, ...local }) ?? '', /synchronous_commit = local/);
  });

  it('is a warning when standbys are asynchronous', () => {
    const [warning = ''] = serverWarnings({ ...SOUND, standbys: 2 }, 40);
    assert.match(warning, /can lose acknowledged commits/);
    const waited = { standbys: 2, synchronous_standby_names: 'b' };
    assert.deepEqual(serverWarnings({ ...SOUND, ...waited }, 40), []);
  });
});

describe('connections of all nodes', () => {
  it('are enough for two nodes of 40 on a server of 100, and not for three', () => {
    assert.deepEqual(serverWarnings({ ...SOUND, nodes: 2 }, 40), []);
    assert.deepEqual(serverWarnings({ ...SOUND, nodes: 3 }, 40), [
      'The database takes 97 connections. 3 nodes open up to 138, and other programs have 3: 44 ' +
        'too many. Raise max_connections of the server, or lower ' +
        'COUNTINGHOUSE_DATABASE_CONNECTIONS, which is 40.',
    ]);
    assert.deepEqual(serverWarnings({ ...SOUND, nodes: 3 }, 20), []);
  });

  it('have a setting for each node', () => {
    const read = (COUNTINGHOUSE_DATABASE_CONNECTIONS: string) =>
      readConfig({ COUNTINGHOUSE_DATABASE_CONNECTIONS }).databaseConnections;
    assert.equal(read('25'), 25);
    assert.equal(read(''), undefined);
    for (const wrong of ['3', '1001', '-5', 'many']) {
      assert.throws(() => read(wrong), /_CONNECTIONS is .* between 4 and 1000/);
    }
  });
});

describe('open files', () => {
  it('are refused below a limit, if the system has one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'countinghouse-limits-'));
    const file = join(folder, 'limits');
    const problemFor = async (most: string) => {
      await writeFile(file, `Limit   Soft   Hard\nMax open files    ${most}    ${most}   files\n`);
      return fileLimitProblem(file);
    };
    assert.match((await problemFor('256')) ?? '', /only 256 files. It needs at least 1024/);
    assert.equal(await problemFor('1024'), undefined);
    assert.equal(await problemFor('unlimited'), undefined);
    assert.equal(fileLimitProblem(join(folder, 'none')), undefined);
    await rm(folder, { recursive: true });
  });
});
