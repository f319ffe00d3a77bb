// A batch of cash transactions from a file. A preview shows the result for each row.

import type { ReplyOf } from '@countinghouse/sdk';
import { type ReactNode, useState } from 'react';
import { TextField } from '../../component/field.js';
import { fieldErrorOf } from '../../component/problem.js';
import { cashMember } from '../../language/en/cash-member.js';
import { useAct } from '../../lib/act.js';
import { useSpeech } from '../../lib/language.js';
import { write } from '../../lib/write.js';
import { ImportDialog } from '../import/dialog.js';
import type { FileMember } from '../import/file-columns.js';
import { bodyOf, type RowFile, useRowFile } from '../import/row-file.js';
import { VerdictTable } from '../import/verdict-table.js';
import { CASH_TOUCHED } from './search.js';

const CREATE = 'finance/cash-transaction/batch/create';
const NAME_MAX = 100;

type Reply = ReplyOf<'post', typeof CREATE>;

interface CashBatchFormProps {
  /** The batch shown on the page. The user may send corrected rows for it. */
  readonly batchName: string | undefined;
  readonly onClose: () => void;
  readonly onDone: (batchName: string) => void;
}

export function CashBatchForm({ batchName, onClose, onDone }: CashBatchFormProps): ReactNode {
  const { t } = useSpeech();
  const act = useAct();
  const members = useCashMembers();
  const [given, setGiven] = useState(batchName ?? '');
  // Defaults to the file name, so that sending the same file again changes nothing.
  const nameOf = (file: RowFile) =>
    given.trim() || file.name.replace(/\.\w+$/, '').slice(0, NAME_MAX);
  const importing = (file: RowFile) =>
    write('post', CREATE, { body: { batchName: nameOf(file), ...bodyOf(file) } });
  const form = useRowFile<Reply>(importing);
  const go = async () => {
    if (form.file === undefined) return;
    const done = { say: t('cash.batch.made'), touches: CASH_TOUCHED };
    if ((await act.run(importing(form.file), done)) !== undefined) onDone(nameOf(form.file));
  };
  return (
    <ImportDialog
      title={t('cash.batch.import')}
      hint={t('cash.batch.hint')}
      kind="CASH_BATCH"
      of={form}
      members={members}
      faults={form.reply?.result.rows.map(({ detail }) => detail) ?? []}
      act={act}
      onImport={() => void go()}
      onClose={onClose}
      fields={
        <TextField
          label={t('cash.batch.name')}
          hint={t('cash.batch.name.hint')}
          maxLength={NAME_MAX}
          placeholder={form.file && nameOf(form.file)}
          value={given}
          fieldError={fieldErrorOf(form.error, 'batchName')}
          onChange={({ target }) => setGiven(target.value)}
        />
      }
    >
      {form.reply !== undefined && <Outcomes of={form.reply.result} />}
    </ImportDialog>
  );
}

const PREFIX = 'cash.member.';
const isNamed = (id: string): id is keyof typeof cashMember => id in cashMember;

// Sorted as in the language file, where the required columns come first.
function useCashMembers(): readonly FileMember[] {
  const { t } = useSpeech();
  const ids = Object.keys(cashMember).filter(isNamed);
  return ids.map((id) => ({ member: id.slice(PREFIX.length), label: t(id) }));
}

function Outcomes({ of }: { readonly of: Reply['result'] }): ReactNode {
  const { t } = useSpeech();
  const { rowCount, done, unchanged, refused, rows } = of;
  const verdicts = rows.map(({ row = 0, outcome, msgCode, detail }) => ({
    ...{ row, verdict: outcome },
    ...(msgCode === undefined ? {} : { code: msgCode }),
    ...(detail === undefined ? {} : { detail }),
  }));
  return (
    <>
      <p className={refused > 0 ? 'bad' : 'good'}>
        {t('cash.batch.sum', { rowCount, done, unchanged, refused })}
      </p>
      <VerdictTable rows={verdicts} about={[]} isGood={({ verdict }) => verdict !== 'REFUSED'} />
    </>
  );
}
