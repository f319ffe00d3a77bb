// Warnings that the program logs when it starts, depending on its settings.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startWarnings } from '../../../src/app/start-warning.js';
import { readConfig } from '../../../src/config/config.js';

const TOKEN = 'a-token-of-the-scraper-0123456789';

function expectWarnings(
  environment: Readonly<Record<string, string>>,
  expected: readonly RegExp[],
): void {
  const warnings = startWarnings(readConfig(environment));
  assert.equal(warnings.length, expected.length, warnings.join('\n'));
  for (const [index, pattern] of expected.entries()) assert.match(warnings[index] ?? '', pattern);
}

describe('a start warns', () => {
  it('about nothing on a single machine', () => {
    expectWarnings({}, []);
    expectWarnings({ COUNTINGHOUSE_METRICS_ADDRESS: '127.0.0.1:9100' }, []);
    expectWarnings({ COUNTINGHOUSE_METRICS_ADDRESS: '[::1]:9100' }, []);
  });

  it('about links in mails that point to the machine itself', () => {
    const mail = { SMTP_URL: 'smtp://mail.example' };
    expectWarnings(mail, [/COUNTINGHOUSE_PUBLIC_URL/]);
    expectWarnings({ ...mail, COUNTINGHOUSE_PUBLIC_URL: 'https://back.ada.example' }, []);
  });

  it('about orders without an exchange session, on a node without the role fix', () => {
    const node = { DATABASE_URL: 'postgresql://db.example/books', COUNTINGHOUSE_ROLE: 'http' };
    expectWarnings(node, [/Orders .* stay BOOKED, .* settings contain no exchange session/]);
    expectWarnings({ ...node, COUNTINGHOUSE_EXCHANGE: 'fix', FIX_PORT: '4000' }, []);
    expectWarnings({ ...node, COUNTINGHOUSE_ROLE: 'jobs' }, []);
    expectWarnings({ ...node, COUNTINGHOUSE_ROLE: 'http,fix' }, []);
  });

  it('about metrics that only this machine, or every machine, can read', () => {
    expectWarnings({ HOST: '192.0.2.1' }, [/only to this machine.*COUNTINGHOUSE_METRICS_TOKEN/s]);
    const open = { COUNTINGHOUSE_METRICS_ADDRESS: '192.0.2.1:9100' };
    expectWarnings(open, [/every machine.*COUNTINGHOUSE_METRICS_TOKEN/s]);
    const token = { COUNTINGHOUSE_METRICS_TOKEN: TOKEN };
    expectWarnings({ ...open, ...token }, []);
    expectWarnings({ HOST: '192.0.2.1', ...token }, []);
  });
});
