// Bank files in the dialects of different banks: each file is read as the golden file shows, and a
// damaged file is either read with matching balances or refused with the place of the error.

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { BANK_STATEMENT } from '../../../src/modules/finance/limits.js';
import { Problem } from '../../../src/platform/http/reply/problem.js';
import { packageFolder } from '../../../src/platform/package-folder.js';
import { sayProof } from '../../support/proof.js';
import { randomFrom } from '../../support/random.js';
import { CAMT_DIALECTS } from './bank-file/camt-dialect.js';
import { type Dialect, MT940_DIALECTS } from './bank-file/mt940-dialect.js';
import { type FileKind, readDialect, shownReading } from './bank-file/reading.js';

const DIALECTS = { mt940: MT940_DIALECTS, camt053: CAMT_DIALECTS } as const;
const KINDS: readonly FileKind[] = ['mt940', 'camt053'];
const MUTATIONS = Number(process.env.COUNTINGHOUSE_OPERATIONS ?? 400);
const SEED = Number(process.env.COUNTINGHOUSE_SEED ?? 1);

/** The readings in the golden file, or the given ones if it is updated. */
function goldenOf(kind: FileKind, readings: Record<string, readonly string[]>): unknown {
  const file = join(packageFolder(), 'test', 'golden', 'bank-statement', `${kind}.json`);
  if (process.env.UPDATE_GOLDEN === '1' || !existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(readings, null, 2)}\n`);
  }
  return JSON.parse(readFileSync(file, 'utf8'));
}

describe('the dialects of banks', () => {
  for (const kind of KINDS) {
    it(`of ${kind} are read as the golden file shows (UPDATE_GOLDEN=1 renews it)`, async () => {
      const readings: Record<string, string[]> = {};
      for (const dialect of DIALECTS[kind]) {
        readings[dialect.name] = shownReading(await readDialect(kind, dialect));
      }
      assert.deepEqual(readings, goldenOf(kind, readings));
      assert.equal(Object.keys(readings).length, DIALECTS[kind].length, 'names are unique');
      assert.ok(DIALECTS[kind].length >= (kind === 'mt940' ? 30 : 20));
    });
  }
});

/** Damages a file in one place, as editors, transfers and people do. */
function mutated(text: string, random: () => number): string {
  const below = (limit: number) => Math.floor(random() * limit);
  const at = below(text.length);
  const letters = '0123456789,.:/-+CDRNF?<> \nÄ';
  const letter = letters[below(letters.length)] ?? '';
  const rows = text.split('\n');
  const row = below(rows.length);
  const other = below(rows.length);
  switch (below(7)) {
    case 0:
      return text.slice(0, at) + text.slice(at + 1);
    case 1:
      return text.slice(0, at) + letter + text.slice(at);
    case 2:
      return text.slice(0, at) + letter + text.slice(at + 1);
    case 3:
      return rows.toSpliced(row, 1).join('\n');
    case 4:
      return rows.toSpliced(row, 0, rows[row] ?? '').join('\n');
    case 5:
      return rows
        .with(row, rows[other] ?? '')
        .with(other, rows[row] ?? '')
        .join('\n');
    default:
      return text.slice(0, at);
  }
}

/** Fails unless each page's opening balance plus its lines equals its closing balance. */
async function expectSums(kind: FileKind, dialect: Dialect): Promise<void> {
  const { pages } = await readDialect(kind, dialect);
  for (const [index, page] of pages.entries()) {
    const moved = page.lines.reduce((sum, line) => sum + line.amountMinor, 0n);
    assert.equal(page.openingMinor + moved, page.closingMinor, dialect.text);
    assert.equal(page.openingMinor, pages[index - 1]?.closingMinor ?? page.openingMinor);
  }
}

/** Fails unless a refusal names a row of the file and the error there. */
function expectPlace(error: unknown, kind: FileKind, text: string): void {
  assert.ok(error instanceof Problem, `${String(error)}\n${text}`);
  const { errors = [] } = error.details;
  if (error.kind.code === 'BANK_ACCOUNT_NEEDED') {
    assert.ok(errors.length > 0 && errors.every(({ pointer }) => pointer === '/bankAccount'));
    return;
  }
  assert.equal(error.kind.code, 'BANK_STATEMENT_REFUSED');
  const [first] = errors;
  const [, row] = /^\/(?:mt940|camt053)\/(\d+)$/.exec(first?.pointer ?? '') ?? [];
  const rows = text.split(/\r\n|\n|\r/).length;
  assert.ok(Number(row) >= 1 && Number(row) <= rows, `${first?.pointer} of ${rows}: ${kind}`);
  assert.ok((first?.detail.length ?? 0) > 5);
}

describe('a damaged file', () => {
  for (const kind of KINDS) {
    it(`of ${kind} is read with matching balances, or refused with its place`, async () => {
      const random = randomFrom(SEED);
      const count = { read: 0, refused: 0 };
      for (let round = 0; round < MUTATIONS; round += 1) {
        const dialects = DIALECTS[kind];
        const dialect = dialects[Math.floor(random() * dialects.length)];
        assert.ok(dialect);
        const text = mutated(dialect.text, random);
        try {
          await expectSums(kind, { ...dialect, text });
          count.read += 1;
        } catch (error) {
          if (error instanceof assert.AssertionError) throw error;
          expectPlace(error, kind, text);
          count.refused += 1;
        }
      }
      assert.ok(count.read > 0 && count.refused > 0, JSON.stringify(count));
      sayProof(`bank-mutation-${kind}`, count);
    });
  }
});

describe('a file of several accounts', () => {
  it('is refused with the accounts it has, unless one is named', async () => {
    for (const kind of KINDS) {
      const dialect = DIALECTS[kind].find(({ bankAccount }) => bankAccount !== undefined);
      assert.ok(dialect);
      const { bankAccount: _, ...unnamed } = dialect;
      for (const wrong of [unnamed, { ...dialect, bankAccount: '999' }]) {
        await assert.rejects(readDialect(kind, wrong), (error) => {
          assert.ok(error instanceof Problem && error.kind.code === 'BANK_ACCOUNT_NEEDED');
          assert.equal(error.details.args?.length, 2);
          return true;
        });
      }
    }
  });
});

describe('the statements of a file', () => {
  it('are refused if one does not continue the other', async () => {
    const dialect = MT940_DIALECTS.find(({ name }) => name === 'pages with interim balances');
    assert.ok(dialect);
    const text = dialect.text
      .replace(':60M:C260105EUR15,00', ':60M:C260105EUR16,00')
      .replace(':62F:C260105EUR0,00', ':62F:C260105EUR1,00');
    await assert.rejects(readDialect('mt940', { ...dialect, text }), (error) => {
      assert.ok(error instanceof Problem);
      assert.match(error.details.detail ?? '', /row 8: .*16 does not continue .*expected .*15/);
      return true;
    });
  });

  it('are refused beyond the limit of statements', async () => {
    const [first] = MT940_DIALECTS;
    assert.ok(first);
    const empty = ':20:X\n:25:1\n:28C:1\n:60F:C260104EUR7,00\n:62F:C260105EUR7,00\n-\n';
    const numbered = Array.from({ length: BANK_STATEMENT.pagesMax + 1 }, (_, index) =>
      empty.replace(':28C:1', `:28C:${index + 1}`),
    );
    const many = { ...first, text: numbered.join('') };
    await assert.rejects(readDialect('mt940', many), /has more than 1000 statements/);
  });
});
