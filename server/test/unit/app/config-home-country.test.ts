// The setting of the firm's home country.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigRefused, readConfig } from '../../../src/config/config.js';

const read = (code: string) =>
  readConfig({ DATABASE_URL: 'postgres://x/y', COUNTINGHOUSE_HOME_COUNTRY: code }).homeCountry;

describe('the home country', () => {
  it('is Nigeria by default', () => {
    assert.equal(read(''), 'NG');
  });

  for (const code of ['KE', 'GB', 'BR', 'FR', 'US']) {
    it(`may be ${code}`, () => assert.equal(read(code), code));
  }

  for (const code of ['ke', 'UK', 'NGA', 'Nigeria', '234', 'XX', 'XK', 'AQ', 'N']) {
    it(`is refused as ${code}, with the name of the setting`, () => {
      const expected = {
        constructor: ConfigRefused,
        message: new RegExp(`HOME_COUNTRY: ${code} `),
      };
      assert.throws(() => read(code), expected);
    });
  }
});
