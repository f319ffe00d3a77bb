// Settings for client programs: the web origins that may call the API, and the lifetime of tokens.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Config, ConfigRefused, readConfig } from '../../../src/config/config.js';

const originsOf = (text: string | undefined, flags: Partial<Config> = {}) =>
  readConfig({ COUNTINGHOUSE_CORS_ORIGINS: text }, flags).corsOrigins;

const secondsOf = (text?: string) =>
  readConfig({ COUNTINGHOUSE_CLIENT_TOKEN_SECONDS: text }).clientTokenSeconds;

function refusalOf(run: () => unknown): string {
  let sentence = '';
  assert.throws(run, (error) => {
    assert.ok(error instanceof ConfigRefused);
    sentence = error.message;
    return true;
  });
  return sentence;
}

it('no origin may call by default, but every origin with the demonstration', () => {
  for (const unset of [undefined, '', ' ']) {
    assert.deepEqual(originsOf(unset), []);
    assert.deepEqual(originsOf(unset, { demo: true }), ['*']);
    assert.deepEqual(originsOf(unset, { demo: true, noAuth: true }), []);
  }
  assert.deepEqual(originsOf('none', { demo: true }), []);
});

it('origins are separated by commas, each listed once', () => {
  assert.deepEqual(originsOf('*'), ['*']);
  assert.deepEqual(
    originsOf(' https://portal.example.com, http://localhost:5173 ,https://portal.example.com', {
      demo: true,
    }),
    ['https://portal.example.com', 'http://localhost:5173'],
  );
});

it('a value that no browser sends as an origin is refused by name', () => {
  for (const wrong of [
    ...['portal.example.com', 'https://portal.example.com/', 'https://portal.example.com/app'],
    ...['https://Portal.example.com', 'https://portal.example.com:443', 'https://*.example.com/'],
    ...['ftp://portal.example.com', 'https://user@portal.example.com', 'null', 'https://'],
  ]) {
    const sentence = refusalOf(() => originsOf(`http://localhost:5173,${wrong}`));
    assert.ok(sentence.startsWith('COUNTINGHOUSE_CORS_ORIGINS: '), sentence);
    assert.ok(sentence.includes(`"${wrong}" is not an origin`), sentence);
  }
  assert.match(
    refusalOf(() => originsOf('http://localhost:5173,')),
    /"" is not an origin/,
  );
  assert.match(
    refusalOf(() => originsOf('*,http://localhost:5173')),
    /must be the only one/,
  );
});

it('no origin may be allowed without authentication', () => {
  for (const text of ['*', 'https://portal.example.com']) {
    const sentence = refusalOf(() => originsOf(text, { noAuth: true }));
    assert.match(sentence, /COUNTINGHOUSE_CORS_ORIGINS and --no-auth exclude each other/);
  }
  assert.deepEqual(originsOf('none', { noAuth: true }), []);
});

it('a token of an API client is valid for ten hours, or from five minutes to a day', () => {
  assert.equal(secondsOf(), 36_000);
  assert.equal(secondsOf(''), 36_000);
  assert.equal(secondsOf('300'), 300);
  assert.equal(secondsOf('86400'), 86_400);
  for (const wrong of ['299', '86401', '3600.5', '-900', '1h', '999999']) {
    assert.equal(
      refusalOf(() => secondsOf(wrong)),
      `COUNTINGHOUSE_CLIENT_TOKEN_SECONDS must be a whole number from 300 to 86400, not "${wrong}"`,
    );
  }
});
