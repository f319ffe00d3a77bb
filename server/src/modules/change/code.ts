// Refuses a proposed record of reference data if another record already has one of its codes.

import type { Work } from '../../platform/context.js';
import { type Problem, refusal } from '../../platform/http/reply/problem.js';
import { aliasesOf, type Coded, codeIn } from '../../platform/reference-data/code.js';
import { lockCodes, selectOtherOwner } from '../../platform/reference-data/code-queries.js';
import { changeProblems } from './problems.js';

const CODE = /^[A-Z0-9][A-Z0-9._-]*$/;

interface CodeCheck {
  /** The table that contains the records, such as `fund`. */
  readonly table: string;
  /** Builds the refusal for a malformed or duplicate alias. */
  readonly wrong: (member: string, detail: string) => Problem;
}

/**
 * Refuses malformed and duplicate aliases. Refuses with CODE_TAKEN if another record has the code
 * or one of the aliases. Other transactions that check codes of the same table wait until this one
 * ends.
 */
export async function checkCodes(work: Work, record: Coded, check: CodeCheck): Promise<void> {
  const { table, wrong } = check;
  const name = codeIn(record.name);
  const aliases = aliasesOf(record.aliases);
  if (!aliases.every((alias) => CODE.test(alias))) {
    throw wrong('aliases', 'must contain only letters, digits, dots, dashes and underscores');
  }
  const codes = [name, ...aliases];
  if (new Set(codes).size < codes.length) throw wrong('aliases', 'must not repeat a code');
  await lockCodes(work.tx, table);
  const owner = await selectOtherOwner(work.tx, table, { name: record.name, codes });
  if (owner === undefined) return;
  const kind = changeProblems.CODE_TAKEN;
  const member = owner.codes.includes(name) ? 'name' : 'aliases';
  const detail = `one of the codes belongs to ${owner.name}`;
  const errors = [{ pointer: `/${member}`, code: kind.code, detail }];
  throw refusal(kind, { detail, args: ['TAKEN', owner.name], errors });
}
