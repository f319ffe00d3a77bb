// Every kind of record that the program posts journals for has a rule for returns.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FLOW_RULES, flowRuleOf } from '../../../src/modules/wealth/return/flow.js';
import { readSources } from '../../support/source.js';

/** Kinds of records that have holds or unit movements but no journals. */
const WITHOUT_JOURNAL = new Set([
  ...['EXECUTION', 'OPENING', 'DELIVERY', 'FUND_TRANSACTION', 'FUND_DISTRIBUTION'],
  ...['VALUE_DATE', 'TRADE_ORDER', 'TRANSFER'],
]);

/** Expressions after `sourceType:` in the sources, with the kinds that their values can be. */
const EXPRESSIONS: Readonly<Record<string, readonly string[]>> = {
  'subject.kind': ['DISCOUNTED_INSTRUMENT', 'TREASURY_BILL'],
  'fundSource(': ['FUND:'],
};

/** Types, wire shapes, and values that come from one of the other places. */
const HANDED_ON = [
  ...['string', 'naming(', 'optionalText(', 'wireChoice(', 'RegisterChange['],
  ...['row.source_type', 'draft.sourceType', 'register.sourceType', 'frame.sourceType'],
];

const files = readSources().filter(({ path }) => /^server\/src\/.*\.ts$/.test(path));
const text = files.map(({ lines }) => lines.join('\n')).join('\n');

/** Returns the kinds that an expression after `sourceType:` represents. */
function kindsOf(expression: string): readonly string[] | undefined {
  const literal = /^'([A-Z_]+)'/.exec(expression) ?? /^`([A-Z-]+:)\$/.exec(expression);
  if (literal?.[1] !== undefined) return [literal[1]];
  for (const [start, kinds] of Object.entries(EXPRESSIONS)) {
    if (expression.startsWith(start)) return kinds;
  }
  const constant = /^([A-Z_]+)\b/.exec(expression)?.[1];
  const value = constant && new RegExp(`const ${constant} = '([A-Z_]+)'`).exec(text)?.[1];
  return value === undefined || value === '' ? undefined : [value];
}

describe('the kinds of records with journals', () => {
  const expressions = [...text.matchAll(/\bsourceType: ([^\n]+)/g)]
    .map(([, expression = '']) => expression)
    .filter((expression) => !HANDED_ON.some((start) => expression.startsWith(start)));

  it('are found in the program', () => {
    assert.ok(expressions.length > 15, `${expressions.length}`);
  });

  it('each have a rule', () => {
    for (const expression of expressions) {
      const kinds = kindsOf(expression);
      assert.ok(kinds, `what is sourceType: ${expression}?`);
      for (const kind of kinds) {
        assert.ok(kind in FLOW_RULES || WITHOUT_JOURNAL.has(kind), `${kind} has no rule`);
      }
    }
  });

  it('are all that have a rule', () => {
    const known = new Set(expressions.flatMap((expression) => kindsOf(expression) ?? []));
    assert.deepEqual(
      Object.keys(FLOW_RULES).filter((kind) => !known.has(kind)),
      [],
    );
  });

  it('are classified by their part before a colon, and are from outside if unknown', () => {
    assert.equal(flowRuleOf('FUND:CHEQF'), 'WITHIN');
    assert.equal(flowRuleOf('FUND-SETTLEMENT:CHEQF'), 'NO_CASH');
    assert.equal(flowRuleOf('SOMETHING_NEW'), 'OUTSIDE');
  });
});
