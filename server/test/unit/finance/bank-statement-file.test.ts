// Amounts in a bank's CSV file: read with either decimal separator, never guessed.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readBankFile } from '../../../src/modules/finance/bank/statement-file.js';
import { Problem } from '../../../src/platform/http/reply/problem.js';

async function read(amounts: readonly string[], decimalComma: boolean) {
  const { lines } = await readBankFile(
    {
      contraAcctName: 'BANK',
      csv: ['Date;Amount', ...amounts.map((amount) => `2026-01-05;${amount}`)].join('\n'),
      columns: { date: 'Date', amount: 'Amount' },
      decimalComma,
    },
    'NGN',
  );
  return lines.map(({ amountMinor }) => amountMinor);
}

async function faultsOf(
  amounts: readonly string[],
  decimalComma: boolean,
): Promise<readonly string[]> {
  try {
    await read(amounts, decimalComma);
  } catch (error) {
    if (error instanceof Problem) return (error.details.errors ?? []).map((one) => one.pointer);
    throw error;
  }
  return [];
}

describe("an amount of a bank's file", () => {
  it('may have its thousands separated', async () => {
    assert.deepEqual(await read(['1234.5', '1,234.56', '-1 234', '12,34,567.89', '- 5'], false), [
      123_450n,
      123_456n,
      -123_400n,
      123_456_789n,
      -500n,
    ]);
    assert.deepEqual(await read(['1234,5', '1.234,56', '-1 234', '1.234'], true), [
      123_450n,
      123_456n,
      -123_400n,
      123_400n,
    ]);
  });

  it('is refused if its commas and points do not separate thousands', async () => {
    const points = ['1234,56', '12,5', '1,2,3', '1,23', ',5', '1.234,56'];
    assert.equal((await faultsOf(points, false)).length, points.length);
    const commas = ['1234.56', '12.5', '1.2.3', '1,234.56'];
    assert.equal((await faultsOf(commas, true)).length, commas.length);
  });
});
