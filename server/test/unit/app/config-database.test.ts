// DATABASE_URL with one or several hosts: interpreted as by libpq, or refused.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import { readConfig } from '../../../src/config/config.js';
import { readDatabaseUrl, wrongDatabaseUrl } from '../../../src/config/database.js';

/** Returns the addresses that the driver connects to. */
function driverOf(url: string): string[] {
  return readDatabaseUrl(url).hosts.map((config) => {
    const { user, password, host, port, database } = new pg.Client(config);
    return `${user}:${password} ${host} ${port} ${database}`;
  });
}

describe('DATABASE_URL', () => {
  const read = {
    'postgres://ada:s%40e@db.example:6000/books': ['ada:s@e db.example 6000 books'],
    'postgresql://ada:pw@h1:5001,h2,[fd00::7]:5003/books': [
      'ada:pw h1 5001 books',
      'ada:pw h2 5432 books',
      'ada:pw fd00::7 5003 books',
    ],
    'postgresql://ada:pw@/books?host=/run/a,/run/b&port=7': [
      'ada:pw /run/a 7 books',
      'ada:pw /run/b 7 books',
    ],
    'postgresql://ada:pw@%2Frun%2Fpg/books': ['ada:pw /run/pg 5432 books'],
    'postgres://ada:pw@/books?host=h1,h2&port=5001,5002': [
      'ada:pw h1 5001 books',
      'ada:pw h2 5002 books',
    ],
  };
  for (const [url, hosts] of Object.entries(read)) {
    it(`is read as libpq reads ${url}`, () => assert.deepEqual(driverOf(url), hosts));
  }

  it('hands the driver its parameters', () => {
    const url = 'postgres://a:b@h1,h2/c?options=-c%20search_path%3Dx&target_session_attrs=any';
    const { hosts, target } = readDatabaseUrl(url);
    assert.equal(target, 'any');
    for (const config of hosts) {
      const parameters: unknown = Reflect.get(new pg.Client(config), 'connectionParameters');
      assert.equal(Reflect.get(Object(parameters), 'options'), '-c search_path=x');
    }
  });

  it('requires a server that accepts writes by default', () => {
    assert.equal(readDatabaseUrl('postgres://h1,h2/c').target, 'read-write');
    const primary = 'postgres://h1,h2/c?target_session_attrs=primary';
    assert.equal(readDatabaseUrl(primary).target, 'primary');
  });

  const refused = {
    'mysql://ada:secret@h/books': /must have the form postgresql:/,
    'postgres://ada:secret@h/books?channel_binding=require': /the parameter channel_binding,/,
    'postgres://ada:secret@h/books?connect_timeout=3': /the parameter connect_timeout,/,
    'postgres://ada:secret@h/books?target_session_attrs=standby':
      /target_session_attrs=standby\. .* read-write, primary or any$/,
    'postgres://ada:secret@h1,h2,h3/books?port=1,2': /3 hosts and 2 ports/,
    'postgres://ada:secret@h:x/books': /the port x, which is not a port number/,
  };
  for (const [url, sentence] of Object.entries(refused)) {
    it(`is refused as ${url}`, () => {
      const wrong = wrongDatabaseUrl(url) ?? '';
      assert.match(wrong, sentence);
      assert.doesNotMatch(wrong, /secret/);
      assert.throws(() => readConfig({ DATABASE_URL: url }), sentence);
    });
  }
});
