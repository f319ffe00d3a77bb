// MT940 files as banks write them, and invalid files.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readMt940 } from '../../../src/modules/finance/bank/mt940.js';
import { Problem } from '../../../src/platform/http/reply/problem.js';

const FILE = [
  '{1:F01BANKNGLAXXXX0000000000}{2:I940CLIENTXXXXXXN}{4:',
  ':20:STARTOFSTMT1',
  ':25:BANKNGLA/0123456789',
  ':28C:00231/001',
  ':60F:C251230NGN1000,00',
  ':61:2512300102CN1500,50NTRFFT-26-0001//BANKREF77',
  'supplement',
  ':86:?20Transfer from?21ADA OBI',
  'second row',
  ':61:260102D70,NCHKNONREF//CHQ000123',
  ':61:2601020102RC20,00S103OWNREF',
  ':86:Returned',
  ':61:2601020102RDN5,5NMSCNONREF',
  ':62M:C260102NGN2416,00',
  '-}',
  ':20:STARTOFSTMT2',
  ':21:RELATED',
  ':25:BANKNGLA/0123456789',
  ':28C:00231/002',
  ':60M:C260102NGN2416,00',
  ':61:2601030103D2500,00NTRFREF-1',
  ':62F:D260103NGN84,00',
  ':64:D260103NGN84,00',
  ':65:D260104NGN84,00',
  ':86:Words of the whole statement',
  '-',
].join('\r\n');

const choice = (currency: string) => ({ currency, member: 'mt940' }) as const;

const linesOf = async (file: string, currency = 'NGN') =>
  (await readMt940(file, choice(currency))).pages.flatMap(({ lines }) => lines);

const shown = async (file: string, currency = 'NGN') =>
  (await linesOf(file, currency)).map(({ bookedOn, amountMinor, reference, description }) => [
    bookedOn,
    amountMinor,
    reference,
    description,
  ]);

async function faultOf(file: string, currency = 'NGN'): Promise<string> {
  try {
    await readMt940(file, choice(currency));
  } catch (error) {
    if (error instanceof Problem) {
      assert.equal(error.kind.code, 'BANK_STATEMENT_REFUSED');
      const [one] = error.details.errors ?? [];
      return `${one?.pointer} ${one?.detail}`;
    }
    throw error;
  }
  assert.fail('it was read');
}

const changed = (from: string, to: string) => {
  assert.ok(FILE.includes(from), from);
  return FILE.replace(from, to);
};

describe('an MT940 file', () => {
  it('has lines by entry date, with sign, reference and text', async () => {
    assert.deepEqual(await shown(FILE), [
      ['2026-01-02', 150_050n, 'FT-26-0001', 'Transfer from ADA OBI second row supplement'],
      ['2026-01-02', -7_000n, 'CHQ000123', null],
      ['2026-01-02', -2_000n, 'OWNREF', 'Returned'],
      ['2026-01-02', 550n, null, null],
      ['2026-01-03', -250_000n, 'REF-1', null],
    ]);
  });

  it('may end rows in any way, and uses the supplement if there is no text', async () => {
    const plain = FILE.replaceAll('\r\n', '\n');
    assert.deepEqual(await shown(plain), await shown(FILE));
    const [first] = await shown(changed(':86:?20Transfer from?21ADA OBI\r\nsecond row\r\n', ''));
    assert.equal(first?.[3], 'supplement');
  });

  it('puts the entry date into the year nearest to the value date', async () => {
    const [first] = await shown(changed(':61:2512300102C', ':61:2601021231C'));
    assert.equal(first?.[0], '2025-12-31');
  });

  for (const [what, file, fault] of [
    [
      'a closing balance that is not the sum',
      changed('NGN2416,00\r\n-}', 'NGN2416,01\r\n-}'),
      'does not equal',
    ],
    ['another currency', changed('C251230NGN', 'C251230USD'), '/mt940/5 :60F: is in USD'],
    ['an amount with more decimals', changed('D70,', 'D70,005'), 'is not an amount in NGN'],
    [
      'an invalid date',
      changed(':61:260102D70', ':61:260231D70'),
      '/mt940/10 :61: the value date 260231 is not a date',
    ],
    [
      'an invalid line',
      changed('D70,NCHK', 'X70,NCHK'),
      '/mt940/10 :61: the debit or credit mark is wrong at "X70,NCHKNONREF//CHQ000123": ' +
        'expected C, D, RC or RD',
    ],
    ['no closing balance', changed(':62F:D260103NGN84,00\r\n', ''), 'no :62F: or :62M:'],
    ['a second opening balance', changed(':64:', ':60F:'), 'a second :60F: or :60M:'],
    ['no account', changed(':25:BANKNGLA/0123456789\r\n', ''), 'has no :25:'],
    [
      'fields before its reference',
      FILE.replace(':20:STARTOFSTMT1', ':21:X'),
      'before the reference',
    ],
    ['nothing', '', 'has no statement'],
  ] as const) {
    it(`is refused with ${what}`, async () => {
      const found = await faultOf(file);
      assert.ok(found.includes(fault), found);
    });
  }

  it('is refused for an account whose currency has fewer decimals', async () => {
    assert.match(await faultOf(FILE.replaceAll('NGN', 'JPY'), 'JPY'), /is not an amount in JPY/);
  });
});
