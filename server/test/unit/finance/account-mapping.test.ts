// Journal entries name accounting lines instead of account codes, because the account mapping is
// data.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  isClientMoneyLine,
  isEntryAccount,
  SHIPPED_CODES,
  SHIPPED_MAPPING,
} from '../../../src/modules/finance/chart/shipped-chart.js';
import { readSources } from '../../support/source.js';

const DATA = 'server/src/modules/finance/chart/shipped-chart.ts';
/**
 * Source files that must not contain account codes. Operations may have codes in their example
 * bodies.
 */
const modules = readSources().filter(
  ({ path }) =>
    /^server\/src\/(modules|demo)\/.*\.ts$/.test(path) &&
    path !== DATA &&
    !/[/-]routes\.ts$/.test(path),
);

describe('the account mapping', () => {
  it('has no line without a booking', () => {
    const text = modules.map((source) => source.text).join('\n');
    const unused = Object.keys(SHIPPED_MAPPING).filter((line) => {
      const [entry = '', side = ''] = line.split('/');
      const ways = [`'${line}'`, `}/${side}\``, `entry === '${entry}' && line === '${side}'`];
      return !ways.some((way) => text.includes(way));
    });
    assert.deepEqual(unused, []);
  });

  it('is not bypassed: no entry names a code', () => {
    const named = modules.flatMap(({ path, lines }) =>
      lines.flatMap((line, index) =>
        /\b(?:account|code): '[A-Z]+:/.test(line) ? [`${path}:${index + 1}`] : [],
      ),
    );
    assert.deepEqual(named, []);
  });

  it('ships with codes of the chart, each of them one account of the firm', () => {
    const codes = new Map(SHIPPED_CODES.map((entry) => [entry.code, entry]));
    for (const [line, { code }] of Object.entries(SHIPPED_MAPPING)) {
      const entry = codes.get(code);
      assert.ok(entry && !entry.inline && !entry.family, line);
      assert.ok(isEntryAccount(line));
      assert.equal(isClientMoneyLine(line), entry.clientMoney, line);
    }
  });
});
