// Settings of a single node: its roles, and the notice period before it stops.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ConfigRefused, readConfig } from '../../../src/config/config.js';

const SERVER = { DATABASE_URL: 'postgresql://db.example/books' };

function refusalOf(environment: Record<string, string>, demo = false): string {
  let sentence = '';
  assert.throws(
    () => readConfig(environment, { demo }),
    (error) => {
      assert.ok(error instanceof ConfigRefused);
      sentence = error.message;
      return true;
    },
  );
  return sentence;
}

it('a node has all roles by default', () => {
  assert.deepEqual(readConfig(SERVER).roles, ['http', 'fix', 'jobs']);
  assert.deepEqual(readConfig({ ...SERVER, COUNTINGHOUSE_ROLE: '' }).roles, [
    'http',
    'fix',
    'jobs',
  ]);
  const two = readConfig({ ...SERVER, COUNTINGHOUSE_ROLE: 'jobs, http,jobs' });
  assert.deepEqual(two.roles, ['jobs', 'http']);
});

it('an unknown or empty role is refused', () => {
  const sentence = refusalOf({ ...SERVER, COUNTINGHOUSE_ROLE: 'http,mail' });
  assert.match(sentence, /"mail" is not a role; use http, fix, jobs/);
  assert.match(refusalOf({ ...SERVER, COUNTINGHOUSE_ROLE: 'http,' }), /"" is not a role/);
});

it('roles are refused with settings that need a single process', () => {
  const alone = { COUNTINGHOUSE_ROLE: 'http' };
  assert.match(refusalOf(alone), /embedded database serves one process/);
  assert.match(refusalOf({ ...SERVER, ...alone }, true), /demonstration runs in one process/);
  const builtIn = { ...SERVER, ...alone, COUNTINGHOUSE_EXCHANGE: 'built-in' };
  assert.match(refusalOf(builtIn), /built-in exchange runs in the process/);
  assert.deepEqual(readConfig({ ...SERVER, ...alone }).roles, ['http']);
  const all = { COUNTINGHOUSE_ROLE: 'jobs,fix,http' };
  assert.deepEqual(readConfig(all, { demo: true }).roles, ['jobs', 'fix', 'http']);
});

it('a node that may have a load balancer gives two seconds of notice', () => {
  assert.equal(readConfig(SERVER).stopNoticeSeconds, 2);
  assert.equal(readConfig({}).stopNoticeSeconds, 0);
  const notice = (text: string) => ({ ...SERVER, COUNTINGHOUSE_STOP_NOTICE_SECONDS: text });
  assert.equal(readConfig(notice('0')).stopNoticeSeconds, 0);
  assert.equal(readConfig(notice('17')).stopNoticeSeconds, 17);
  for (const text of ['61', '-1', '1.5', 'two']) {
    assert.match(refusalOf(notice(text)), /STOP_NOTICE_SECONDS must be a whole number up to 60/);
  }
});

it('documents are drawn at the priority that is set', () => {
  const niceness = (text: string) => ({ COUNTINGHOUSE_BACKGROUND_NICENESS: text });
  assert.equal(readConfig({}).backgroundNiceness, undefined);
  assert.equal(readConfig(niceness('0')).backgroundNiceness, 0);
  assert.equal(readConfig(niceness('19')).backgroundNiceness, 19);
  for (const text of ['20', '-1', '2.5', 'low']) {
    assert.match(refusalOf(niceness(text)), /BACKGROUND_NICENESS must be a whole number up to 19/);
  }
});
