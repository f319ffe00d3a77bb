// Log lines: text for a user at a terminal, JSON for programs, and no secrets in either.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { programBeside } from '../support/process/program.js';

function logged(output: 'terminal' | 'file'): string {
  const words = [...programBeside(import.meta.url, 'log-program'), output];
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  assert.equal(stdout, '', 'standard output is for results');
  return stderr;
}

test('a log line is JSON if a program reads it', () => {
  const { level, msg, port, password } = JSON.parse(logged('file'));
  assert.deepEqual([level, msg, port, password], [30, 'listening', 8080, '[Redacted]']);
});

test('a log line is text if a person reads it', () => {
  const line = logged('terminal');
  assert.match(line, /^\[?\d\d:\d\d:\d\d\]? .*INFO.*listening/);
  assert.match(line, /8080/);
  assert.doesNotMatch(line, /secret/);
});
